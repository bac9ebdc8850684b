import { describe, expect, test } from "vitest";
import { renderAllOutputs } from "../all-outputs.js";
import {
  createInlineContract,
  createSmallContract,
  defineJsonOperation,
  type ExchangeInput,
} from "../inline-contract.js";

const parameter = (fields: string): string =>
  `{ parameters: [{ ${fields} }], responses: { "200": { description: d } } }`;
const form = (schema: string): string =>
  `{ requestBody: { content: { application/x-www-form-urlencoded: { schema: ${schema} } } }, responses: { "200": { description: d } } }`;
const formHeader = [["Content-Type", "application/x-www-form-urlencoded"]] as const;

const rows: readonly (readonly [what: string, operation: string, written: ExchangeInput, secret: string])[] = [
  [
    "a query parameter by its name",
    parameter("name: access_token, in: query, schema: { type: integer }"),
    { url: "https://a.example/a?access_token=s3cr3t" },
    "s3cr3t",
  ],
  [
    "a query parameter by its mark",
    parameter("name: ssn, in: query, schema: { type: integer, x-sensitive: true }"),
    { url: "https://a.example/a?ssn=123-45-6789" },
    "6789",
  ],
  [
    "a marked parameter that is not decodable",
    parameter("name: ssn, in: query, schema: { type: string, x-sensitive: true }"),
    { url: "https://a.example/a?ssn=%zz123-45-6789" },
    "6789",
  ],
  [
    "an item of a secret list",
    parameter("name: access_token, in: query, schema: { type: array, items: { maxLength: 2 } }"),
    { url: "https://a.example/a?access_token=s3cr3t" },
    "s3cr3t",
  ],
  [
    "a marked property of a parameter that is JSON",
    parameter(
      "name: q, in: query, content: { application/json: { schema: { properties: { ssn: { type: integer, x-sensitive: true } } } } }",
    ),
    { url: 'https://a.example/a?q={"ssn":"123-45-6789"}' },
    "123-45",
  ],
  [
    "a marked property of a parameter with brackets",
    parameter(
      "name: q, in: query, style: deepObject, schema: { properties: { ssn: { type: integer, x-sensitive: true } } }",
    ),
    { url: "https://a.example/a?q[ssn]=123-45-6789" },
    "6789",
  ],
  [
    "a marked property that stands in the query itself",
    parameter("name: q, in: query, schema: { properties: { ssn: { type: integer, x-sensitive: true } } }"),
    { url: "https://a.example/a?ssn=123-45-6789" },
    "6789",
  ],
  [
    "a marked item of a list in the query",
    parameter("name: q, in: query, schema: { type: array, items: { type: integer, x-sensitive: true } }"),
    { url: "https://a.example/a?q=1,s3cr3t" },
    "s3cr3t",
  ],
  [
    "an undeclared query parameter",
    parameter("name: q, in: query, schema: { type: string }"),
    { url: "https://a.example/a?z=s3cr3t" },
    "s3cr3t",
  ],
  [
    "a credential that only other operations ask for",
    parameter("name: q, in: query, schema: { type: object, maxProperties: 0 }"),
    { url: "https://a.example/a?door=s3cr3t" },
    "s3cr3t",
  ],
  [
    "a URL in a header",
    `{ responses: { "200": { description: d, headers: { Location: { schema: { maxLength: 3 } } } } } }`,
    { responseHeaders: [["Location", "https://b.example/?access_token=s3cr3t"]] },
    "s3cr3t",
  ],
  [
    "a password that is repeated",
    form("{ properties: { passwordConfirmation: { maxLength: 2 } } }"),
    {
      headers: formHeader,
      body: "passwordConfirmation=s3cr3t",
    },
    "s3cr3t",
  ],
  [
    "a token as the name of a property",
    defineJsonOperation("{ properties: { m: { additionalProperties: { type: integer } } } }"),
    { response: { m: { "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl": "x" } } },
    "eyJhIjoxfQ",
  ],
  [
    "a token as the name of an undeclared property",
    defineJsonOperation("{ properties: { a: {} } }"),
    { response: { "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl": "x" } },
    "eyJhIjoxfQ",
  ],
  [
    "an item that no keyword of its own declares",
    defineJsonOperation("{ properties: { m: { unevaluatedItems: { type: integer, x-sensitive: true } } } }"),
    { response: { m: ["s3cr3t"] } },
    "s3cr3t",
  ],
  [
    "a cookie",
    parameter("name: PHPSESSID, in: cookie, schema: { type: integer }"),
    { headers: [["Cookie", "PHPSESSID=s3cr3t"]] },
    "s3cr3t",
  ],
  [
    "a header that is an object",
    parameter("name: X-Auth-Token, in: header, explode: true, schema: { type: object }"),
    { headers: [["X-Auth-Token", "s3cr3t"]] },
    "s3cr3t",
  ],
  [
    "a field of a form by its name",
    form("{ properties: { password: { type: string, maxLength: 2 } } }"),
    { method: "GET", headers: formHeader, body: "password=s3cr3t" },
    "s3cr3t",
  ],
  [
    "a field of a form that is not decodable",
    form("{ properties: { password: { type: string } } }"),
    { headers: formHeader, body: "password=100%s3cr3t" },
    "s3cr3t",
  ],
  [
    "a property by its mark, through $ref and allOf",
    defineJsonOperation("{ properties: { id: { allOf: [{ $ref: '#/components/schemas/Secret' }], type: integer } } }"),
    { response: { id: "s3cr3t" } },
    "s3cr3t",
  ],
  [
    "a property that only requests may carry",
    defineJsonOperation("{ properties: { pin: { type: integer, writeOnly: true } } }"),
    { response: { pin: "s3cr3t" } },
    "s3cr3t",
  ],
  [
    "what stands in a marked object",
    defineJsonOperation("{ properties: { card: { x-sensitive: true, properties: { n: { type: integer } } } } }"),
    { response: { card: { n: "s3cr3t" } } },
    "s3cr3t",
  ],
  [
    "an open enumeration",
    defineJsonOperation("{ properties: { secret: { type: string, x-extensible-enum: [a] } } }"),
    { response: { secret: "s3cr3t" } },
    "s3cr3t",
  ],
  [
    "a code that opens",
    defineJsonOperation("{ properties: { code: { type: integer } } }"),
    { response: { code: "4/0AX4XfWh8x1" } },
    "XfWh8",
  ],
  [
    "a code that was sent to a telephone",
    defineJsonOperation("{ properties: { code: { type: integer } } }"),
    { response: { code: "271828" } },
    "271828",
  ],
  [
    "what stands in an object of keys",
    defineJsonOperation("{ properties: { key: { properties: { d: { type: integer } } } } }"),
    { response: { key: { d: "s3cr3t" } } },
    "s3cr3t",
  ],
  ["an undeclared property", defineJsonOperation("{ properties: { a: {} } }"), { response: { b: "s3cr3t" } }, "s3cr3t"],
  ["a body that is no JSON", defineJsonOperation("{}"), { response: '{"token": s3cr3t' }, "s3cr3t"],
  [
    "a token anywhere",
    defineJsonOperation("{ properties: { note: { type: integer } } }"),
    { response: { note: "Bearer eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl" } },
    "eyJhIjoxfQ",
  ],
];

describe("a secret is never shown", () => {
  test.each(rows)("%s", (_, operation, written, secret) => {
    const contract = createSmallContract(
      operation,
      "components: { schemas: { Secret: { type: string, format: password } }, securitySchemes: { door: { type: apiKey, in: query, name: door } } }",
    );
    const outputs = renderAllOutputs(contract, written);
    expect(outputs).toMatch(/"codes":\["/);
    expect(outputs).not.toContain(secret);
  });
});

test.each([
  ["is listed nowhere", "x-extensible-enum: [A]", "Z", '"Z" is not among'],
  ["is of another type", "type: integer", "NOT_FOUND", 'got string "NOT_FOUND"'],
  ["is a number", "type: string", 404, "got integer 404"],
])("an error code is no secret if it %s", (_, schema, code, message) => {
  const contract = createSmallContract(defineJsonOperation(`{ properties: { code: { ${schema} } } }`));
  const outputs = renderAllOutputs(contract, { response: { code } });
  expect(outputs).toContain(message);
  expect(outputs).toContain(`│ "code": ${JSON.stringify(code)}`);
});

test.each([
  ["by its mark", "{ticket}", "type: string, x-sensitive: true, maxLength: 2", "/a/s3cr3t"],
  ["by its name", "{resetToken}", "type: string, maxLength: 2", "/a/s3cr3t"],
  [
    "beside others, after another base path",
    "{ticket}.{kind}/b",
    "type: string, x-sensitive: true, maxLength: 2",
    "/a/s3cr3t.x/b/",
  ],
] as const)("a secret in a path is never shown: %s", (_, template, schema, path) => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => `{ name: ${name}, in: path, required: true, schema: { ${schema} } }`);
  const contract = createInlineContract({
    "spec.yaml": `openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example/v1" }]\npaths:\n  /a/${template}:\n    get: { parameters: [${parameters}], responses: { "200": { description: d } } }`,
  });
  const outputs = renderAllOutputs(contract, { url: `https://a.example/v1${path}?a=1` });
  expect(outputs).toMatch(/request\.path\.invalid/);
  expect(outputs).not.toContain("s3cr3t");
  expect(outputs).toContain("https://a.example/v1/a/[redacted]");
});
