/** Tests of redaction in bodies of each media type, for secrets that the spec marks. */
import { expect, test } from "vitest";
import { redactExchange } from "../../../src/check/redact-exchange.js";
import { createExchange, createSmallContract } from "../inline-contract.js";

const MARKED = { type: "string", "x-sensitive": true };
const SCHEMA = JSON.stringify({
  type: "object",
  xml: { name: "it" },
  properties: {
    ssn: MARKED,
    "a/b~c": MARKED,
    pin: { type: "integer", "x-sensitive": true },
    list: { type: "array", items: MARKED },
    open: {},
  },
});

const TYPES = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml"];
const content = TYPES.map((type) => `${type}: { schema: ${SCHEMA} }`).join(", ");
const contract = createSmallContract(
  `{ requestBody: { content: { ${content} } }, responses: { "200": { description: d } } }`,
);

const part = (name: string, value: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const BODIES: readonly (readonly [type: string, body: string, kept: string])[] = [
  ["application/json", `{"ssn":"s3cr3t","open":"seen"}`, `{"ssn":"[redacted]","open":"seen"}`],
  [
    "application/json",
    `{ "a/b~c": "s3cr3t", "list": ["s3cr3t", "s3cr3t"] }`,
    `{ "a/b~c": "[redacted]", "list": ["[redacted]", "[redacted]"] }`,
  ],
  ["application/json", `{"pin":1234}`, `{"pin":0}`],
  ["application/json", `{"open":"seen"}`, `{"open":"seen"}`],
  ["application/x-www-form-urlencoded", "ssn=s3cr3t&open=seen", "ssn=[redacted]&open=seen"],
  ["application/x-www-form-urlencoded", "open=seen&a%2Fb~c=s3cr3t", "open=seen&a%2Fb~c=[redacted]"],
  [
    "multipart/form-data; boundary=x",
    `${part("a/b~c", "s3cr3t")}${part("open", "seen")}--x--\r\n`,
    `${part("a/b~c", "[redacted]")}${part("open", "seen")}--x--\r\n`,
  ],
  ["application/xml", "<it><ssn>s3cr3t</ssn><open>seen</open></it>", "<it><ssn>[redacted]</ssn><open>seen</open></it>"],
  [
    "application/xml",
    `<it><ssn no="s3cr3t">s3cr3t</ssn><pin>1234</pin></it>`,
    `<it><ssn no="[redacted]">[redacted]</ssn><pin>0</pin></it>`,
  ],
  [
    "application/xml",
    "<it><list>s3cr3t</list><list>s3cr3t</list></it>",
    "<it><list>[redacted]</list><list>[redacted]</list></it>",
  ],
];

test.each(BODIES)("%s, which the spec does not describe: %s", (type, body, kept) => {
  const given = createExchange({ method: "DELETE", headers: [["Content-Type", type]], body });
  expect(redactExchange(contract, given).request.body).toEqual({ kind: "text", text: kept });
});

test("a binary form that the spec does not describe is kept, if the spec marks nothing", () => {
  const bytes = Buffer.concat([Buffer.from(part("open", "seen")), Buffer.from([0xff, 0xfe])]);
  const made = createExchange({ method: "DELETE", headers: [["Content-Type", "multipart/form-data; boundary=x"]] });
  const given = { ...made, request: { ...made.request, body: { kind: "bytes", bytes } as const } };
  const plain = createSmallContract(`{ responses: { "200": { description: d } } }`);
  expect(redactExchange(plain, given).request.body).toEqual({ kind: "bytes", bytes });
  expect(redactExchange(contract, given).request.body).toMatchObject({ kind: "missing" });
});

test.each(BODIES)("%s: %s", (type, body, kept) => {
  const given = createExchange({ headers: [["Content-Type", type]], body });
  const without = redactExchange(contract, given, contract.check(given));
  expect(without.request.body).toEqual({ kind: "text", text: kept });
});
