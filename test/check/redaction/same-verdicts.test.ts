/** A recording has the verdicts of the traffic, and no secret: secrets of every kind, under every constraint, in every place. */
import { describe, expect, test } from "vitest";
import { type Contract, redactExchange } from "../../../src/check/index.js";
import { type Exchange, readRecording, redactText, writeHar } from "../../../src/recording/index.js";
import { createExchange, createSmallContract } from "../inline-contract.js";

type Constraint = { readonly schema: object; readonly value: string | number };
type Hidden = "whole" | "masked" | "left out";

/** With how a JSON body hides the value. */
const CONSTRAINTS: Readonly<Record<string, Constraint & { readonly hidden: Hidden }>> = {
  none: { schema: { type: "string" }, value: "wolf3141", hidden: "whole" },
  "a pattern": { schema: { type: "string", pattern: "^[a-z0-9]{8,32}$" }, value: "wolf3141", hidden: "masked" },
  "a pattern with the prefix of an issuer": {
    schema: { type: "string", pattern: "^(whsec_)?[a-zA-Z0-9+/=]{32,100}$" },
    value: "whsec_wolf3141IQhrscChlQIMV+b5sSYspob7oD",
    hidden: "masked",
  },
  "a pattern with a word": { schema: { type: "string", pattern: "^wolf" }, value: "wolf3141", hidden: "left out" },
  "a pattern of other letters": { schema: { type: "string", pattern: "^\\p{L}+$" }, value: "wölfÄß", hidden: "masked" },
  "a minimum length": { schema: { type: "string", minLength: 12 }, value: "wolf3141wolf", hidden: "masked" },
  "a maximum length": { schema: { type: "string", maxLength: 8 }, value: "wolf3141", hidden: "masked" },
  "an enum": { schema: { type: "string", enum: ["wolf3141", "bear"] }, value: "wolf3141", hidden: "left out" },
  "a constant": { schema: { const: "wolf3141" }, value: "wolf3141", hidden: "left out" },
  "an e-mail address": { schema: { type: "string", format: "email" }, value: "wolf3@wolf.example", hidden: "masked" },
  "a UUID": {
    schema: { type: "string", format: "uuid" },
    value: "f3141f26-9d5e-4a67-b1c0-2e8d7f6a5b43",
    hidden: "masked",
  },
  "a date": { schema: { type: "string", format: "date" }, value: "3141-05-09", hidden: "masked" },
  "a time": { schema: { type: "string", format: "date-time" }, value: "3141-05-09T22:00:00Z", hidden: "left out" },
  "a URL": {
    schema: { type: "string", format: "uri" },
    value: "https://wolf.example/login#key=wolf3141ICJhcHBfMXRSdFl",
    hidden: "masked",
  },
  "a minimum": { schema: { type: "integer", minimum: 1000 }, value: 31415, hidden: "masked" },
  "a maximum": { schema: { type: "integer", maximum: 9 }, value: 7, hidden: "whole" },
  "a factor": { schema: { type: "integer", multipleOf: 5, minimum: 5 }, value: 31415, hidden: "left out" },
  "no zero": { schema: { type: "number", exclusiveMinimum: 0 }, value: 3141.5, hidden: "masked" },
};

/** Ways in which a value is known to be a secret. */
const MARKS: Readonly<Record<string, { readonly name: string; readonly mark?: object }>> = {
  "by its name": { name: "password" },
  "by the spec": { name: "badge", mark: { "x-sensitive": true } },
  "by its format": { name: "badge", mark: { format: "password" } },
  "by its text": { name: "badge" },
};

type Place = (name: string, { schema, value }: Constraint) => readonly [operation: object, exchange: Partial<Sent>];
type Sent = { readonly url: string; readonly headers: Exchange["request"]["headers"]; readonly body: string };

const inBody =
  (type: string, write: (name: string, value: string | number) => string): Place =>
  (name, { schema, value }) => {
    const object = { type: "object", xml: { name: "it" }, required: [name], properties: { [name]: schema } };
    const content = { [type.replace(/;.*/, "")]: { schema: object } };
    return [{ requestBody: { content } }, { headers: [["Content-Type", type]], body: write(name, value) }];
  };
const inParameter =
  (where: string, write: (name: string, value: string) => Partial<Sent>): Place =>
  (name, { schema, value }) => [
    { parameters: [{ name, in: where, schema, required: true }] },
    write(name, String(value)),
  ];

const PLACES: Readonly<Record<string, Place>> = {
  "a JSON body": inBody("application/json", (name, value) => JSON.stringify({ [name]: value })),
  "a form": inBody("application/x-www-form-urlencoded", (name, value) => `${name}=${encodeURIComponent(value)}`),
  "a part": inBody(
    "multipart/form-data; boundary=x",
    (name, value) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`,
  ),
  "an element": inBody("application/xml", (name, value) => `<it><${name}>${value}</${name}></it>`),
  "a query": inParameter("query", (name, value) => ({
    url: `https://a.example/a?${name}=${encodeURIComponent(value)}`,
  })),
  "a header": inParameter("header", (name, value) => ({ headers: [[name, value]] })),
  "a cookie": inParameter("cookie", (name, value) => ({ headers: [["Cookie", `${name}=${value}`]] })),
};

/** A format of the value itself would replace the mark, and only some texts look like secrets. */
function isSecret({ schema, value }: Constraint, { name, mark = {} }: (typeof MARKS)[string]): boolean {
  if ("format" in mark) return !("format" in schema);
  return name === "password" || "x-sensitive" in mark || redactText(String(value)) !== String(value);
}

describe.each(Object.entries(PLACES))("in %s", (place, build) => {
  describe.each(Object.entries(MARKS))("%s", (_, mark) => {
    const constraints = Object.entries(CONSTRAINTS).filter(([, it]) => isSecret(it, mark));
    test.each(constraints)("with %s", async (_constraint, { schema, value, hidden }) => {
      const [operation, sent] = build(mark.name, { schema: { ...mark.mark, ...schema }, value });
      const contract = createSmallContract(
        JSON.stringify({ ...operation, responses: { "200": { description: "d" } } }),
      );
      const given = createExchange(sent);
      const live = contract.check(given);
      expect(live.verdict).toBe("passed");
      const { har, again } = await record(contract, given);
      expect(har).not.toMatch(SECRETS);
      expect([again.verdict, again.findings]).toEqual(
        again.verdict === "partial" ? ["partial", []] : [live.verdict, live.findings],
      );
      if (place === "a JSON body") expect(describeHidden(har)).toBe(hidden);
      if (again.verdict === "partial") expect(har).toContain("its secrets cannot be redacted");
    });
  });
});

const SECRETS = /wolf3141|3141[.-]|31415|wölf|f3141/i;

function describeHidden(har: string): Hidden {
  if (har.includes("its secrets cannot be redacted")) return "left out";
  return /\[redacted\]|:0\}"/.test(har) ? "whole" : "masked";
}

async function record(contract: Contract, exchange: Exchange) {
  const har = writeHar([redactExchange(contract, exchange)], { startedAt: "2026-01-31T00:00:00Z" });
  const chunks = (async function* () {
    yield Buffer.from(har);
  })();
  for await (const [reading] of readRecording({ name: "made.har", chunks }))
    if (reading?.kind === "exchange") return { har, again: contract.check(reading.exchange) };
  throw new Error(`no exchange in ${har}`);
}
