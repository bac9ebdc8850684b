/** Sensitive values of the spec are never recorded, and checking the recording gives the same results as the traffic. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type ExchangeResult, loadContract } from "../../src/check/index.js";
import { replaceJsonScalars } from "../../src/recording/index.js";
import { createFolder } from "../cli/run-contract.js";
import { serveForTest } from "../serve.js";
import { startRecorder } from "./dialogue.js";
import { SENSITIVE_SPEC } from "./sensitive-spec.js";

const SECRETS = /wolf3141|31415|XYZ-2718/;

type Case = {
  readonly body: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text that the recording has to contain. */
  readonly kept?: string;
  readonly verdict?: string;
};

const CASES: Readonly<Record<string, Case>> = {
  "a text": { body: '{ "plain": "seen",  "mark": "wolf3141" }', kept: '{ "plain": "seen",  "mark": "[redacted]" }' },
  "a text with escapes": { body: '{"mark":"wolf3141\\"\\u0041"}', kept: '{"mark":"[redacted]"}' },
  "a name with escapes": { body: '{"m\\u0061rk":"wolf3141"}', kept: '"[redacted]"' },
  "a number with a limit": { body: '{"number":31415}', kept: '{"number":11111}' },
  "a text with a pattern": { body: '{"shaped":"XYZ-2718"}', kept: '{"shaped":"AAA-1111"}' },
  "one of a list": { body: '{"listed":"wolf3141"}', kept: "its secrets cannot be redacted" },
  "all of an object": {
    body: '{"all":{"a":["wolf3141",{"b":31415}]},"plain":"seen"}',
    kept: '{"a":["[redacted]",{"b":0}]}',
  },
  "items of a list": { body: '{"many":["","wolf3141","31415"]}', kept: '["","[redacted]","[redacted]"]' },
  "a wrong type": { body: '{"mark":31415}', kept: '{"mark":0}' },
  "a wrong text": { body: '{"shaped":"wolf3141"}', kept: '{"shaped":"[redacted]"}' },
  "in a query": { body: "{}", query: "?door=wolf3141&floor=31415", kept: "?door=aaaa1111&floor=11111" },
  "in a path": { body: "{}", path: "/doors/wolf3141", kept: "/doors/aaaa1111" },
  "in a part of a query": {
    body: "{}",
    path: "/doors/bear",
    query: "?with[mark]=wolf3141",
    kept: "/doors/aaaa?with[mark]=aaaa1111",
  },
  "in a header of the response": { body: "{}", path: "/doors/bear", kept: '"X-Answer"' },
  "in a credential that nothing asks for": { body: "{}", headers: { "X-Partner": "wolf3141" } },
  "in a part": {
    body: '--b\r\nContent-Disposition: form-data; name="mark"\r\n\r\nwolf3141\r\n--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nwolf3141\r\n--b\r\nContent-Disposition: form-data; name="plain"\r\n\r\nseen\r\n--b--\r\n',
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
    kept: "seen",
  },
  "in a header": { body: "{}", headers: { "X-Door": "wolf3141" } },
  "in a form": {
    body: "plain=seen&mark=wolf3141",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    kept: "plain=seen&mark=[redacted]",
  },
  "an element": xml(
    "<Thing><mark>wolf3141</mark><plain>seen</plain></Thing>",
    "<mark>[redacted]</mark><plain>seen</plain>",
  ),
  "an attribute": xml('<Thing no="wolf3141"/>', '<Thing no="[redacted]"/>'),
  "an element with attributes": xml('<Thing><mark a="wolf3141">31415</mark></Thing>', '<mark a="[redacted]">'),
  "a CDATA section": xml("<Thing><mark><![CDATA[wolf3141]]></mark></Thing>", "<mark>[redacted]</mark>"),
  "an element with a limit": xml("<Thing><number>31415</number></Thing>", "<number>11111</number>"),
  "an element with a pattern": xml("<Thing><shaped>XYZ-2718</shaped></Thing>", "<shaped>AAA-1111</shaped>"),
  "elements of a list": xml("<Thing><many>wolf3141</many><many/></Thing>", "<many>[redacted]</many><many/>"),
  "elements of an object": xml("<Thing><all><a>wolf3141</a></all></Thing>", "<all><a>[redacted]</a></all>"),
  "an element by its name": xml("<Thing><password>wolf3141</password></Thing>", "<password>[redacted]</password>"),
  "an element below others": xml(
    "<Thing><list><inner><mark>wolf3141</mark></inner></list></Thing>",
    "<mark>[redacted]</mark>",
  ),
  "XML that is none": { ...xml("<Thing><mark>wolf3141</Thing>", "its secrets cannot be redacted"), verdict: "partial" },
  "XML that cannot be checked": {
    ...xml("<!DOCTYPE a SYSTEM 'a'><Thing><mark>wolf3141</mark></Thing>", "its secrets cannot be redacted"),
    verdict: "partial",
  },
};

function xml(body: string, kept: string): Case {
  return { body, kept, headers: { "Content-Type": "application/xml" } };
}

test.each(Object.entries(CASES))(
  "%s",
  async (_, { body, path = "/things", query = "", headers = {}, kept, verdict }) => {
    const origin = await startVault(body);
    const rules = { spec: join(createFolder({ "vault.yaml": SENSITIVE_SPEC }), "vault.yaml"), servers: [origin] };
    const recorder = await startRecorder(origin, { rules });
    const sent = { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } };
    await (await fetch(`http://127.0.0.1:${recorder.port}${path}${query}`, sent)).text();
    const { seen, exchanges, har } = await recorder.end();
    expect(readFileSync(recorder.out, "utf8")).toBe(har);
    expect(har).not.toMatch(SECRETS);
    if (kept !== undefined)
      expect(JSON.parse(`"${har.replaceAll(/[\\"]/g, "\\$&").replaceAll("\n", " ")}"`).replaceAll("\\", "")).toContain(
        kept.replaceAll("\\", ""),
      );
    const [live] = seen;
    const [again] = exchanges.map(loadContract(rules.spec, rules).check);
    if (verdict === undefined) expect(summarize(again)).toEqual(summarize(live));
    else expect(again?.verdict).toBe(verdict);
  },
);

test("scalars are replaced in place, and nothing else changes", () => {
  const text = ' {"a" : [1, {"b/c~":"x"}, [] , -2.5e3],"d":{},"e":true} null';
  const places: string[] = [];
  const same = replaceJsonScalars(text, (pointer, token) => void places.push(`${pointer} ${token}`));
  expect(same).toBe(text);
  expect(places).toEqual(["/a/0 1", '/a/0/b~1c~0 "x"', "/a/0 -2.5e3", "/e true", " null"]);
  expect(parse(replaceJsonScalars('{"a":[1,"]"]}', () => "0"))).toEqual({ a: [0, 0] });
});

/** Starts a service whose responses have another secret than the request: one that is repeated is a finding. */
async function startVault(body: string): Promise<string> {
  const server = createServer((request, response) => {
    const isForm = request.headers["content-type"] !== "application/json";
    response
      .setHeader("Date", "Sat, 31 Jan 2026 00:00:00 GMT")
      .setHeader("X-Answer", "wolf3141")
      .setHeader("Content-Type", "application/json")
      .end(isForm ? "{}" : body.replaceAll("wolf3141", "bear3141"));
  });
  return serveForTest(server);
}

function summarize(result: Pick<ExchangeResult, "verdict" | "findings"> | undefined): unknown {
  return [result?.verdict, result?.findings.map(({ code, fingerprint }) => [code, fingerprint])];
}
