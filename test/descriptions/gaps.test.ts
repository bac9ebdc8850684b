import { expect, test } from "vitest";
import { lintDocument } from "../../src/lint/index.js";
import { createExchange, createInlineContract, getCodes, SPEC_START } from "../check/inline-contract.js";

/** One part of a description that cannot be used is no reason to judge nothing by the others. */
const get = (schema: string, beside = ""): string =>
  `{ get: { responses: { "200": { description: d, ${beside} content: { application/json: { schema: ${schema} } } } } } }`;

const FILES: Readonly<Record<string, string>> = {
  "main.yaml": `
${SPEC_START}
  /whole: ${get("{ $ref: '#/components/schemas/Whole' }", "links: { next: { $ref: '#/components/links/Gone' } },")}
  /dangling: ${get("{ type: object, properties: { a: { $ref: '#/components/schemas/Gone' } } }")}
  /remote: ${get("{ oneOf: [{ $ref: '#/components/schemas/Whole' }, { $ref: 'https://far.example/a.yaml' }] }")}
  /file: ${get("{ $ref: 'whole.yaml' }")}
  /text: ${get("{ allOf: [{ type: object, properties: { b: true, $ref: 'whole.yaml#/properties' } }] }")}
  /nothing: ${get("{ $ref: '#/components/schemas/Nothing' }")}
  /dynamic: ${get("{ unevaluatedItems: false, prefixItems: [{ $ref: '#/components/schemas/Gone' }] }")}
  /unreached: ${get("{ type: integer, $defs: { a: { $ref: '#/components/schemas/Gone' } } }")}
components:
  schemas:
    Whole: { type: object, properties: { id: { type: integer }, kind: { type: string } },
      discriminator: { propertyName: kind, mapping: { a: ./gone.yaml } } }
    Nothing:
`,
  "whole.yaml": "{ type: object, properties: { id: { $ref: nowhere.yaml } } }",
};
const contract = createInlineContract(FILES);

const check = (path: string, response: unknown) =>
  contract.check(createExchange({ url: `https://a.example/${path}`, response }));

test.each([
  [
    "dangling",
    { a: 1 },
    '$ref "#/components/schemas/Gone" points nowhere: main.yaml has nothing at "/components/schemas/Gone"',
  ],
  [
    "remote",
    {},
    'remote $ref "https://far.example/a.yaml" is not fetched; save that file beside the spec and refer to it by its relative path',
  ],
  ["file", { id: 1 }, '$ref "nowhere.yaml" cannot be followed: there is no file nowhere.yaml'],
  ["text", {}, "expected a schema object here, found a string"],
  ["nothing", {}, '$ref "#/components/schemas/Nothing" does not lead to a schema object'],
  [
    "dynamic",
    [1],
    '$ref "#/components/schemas/Gone" points nowhere: main.yaml has nothing at "/components/schemas/Gone"',
  ],
])("%s: a value that reaches it is partially checked, with its location", (path, response, message) => {
  const { verdict, reasons } = check(path, response);
  expect(verdict).toBe("partial");
  for (const reason of reasons) {
    const [, file = "", line, column, reported] = /does not compile: ([a-z.]+):(\d+):(\d+): (.*)$/.exec(reason) ?? [];
    expect(reported).toBe(message);
    expect(FILES[file]?.split("\n")[Number(line) - 1]?.slice(Number(column) - 1)).toMatch(/^\$ref:/);
  }
});

test.each([
  ["dangling", {}, []],
  ["file", {}, 5],
  ["dynamic", [], undefined],
])("%s: a value that does not need the missing part is checked", (path, fine, invalid) => {
  expect(check(path, fine).verdict).toBe("passed");
  if (invalid !== undefined) expect(getCodes(check(path, invalid))).toEqual(["response.body.invalid"]);
});

test.each(["whole", "unreached"])("%s: other values are checked as usual", (path) => {
  expect(check(path, path === "whole" ? { id: 1 } : 1).verdict).toBe("passed");
  expect(getCodes(check(path, path === "whole" ? { id: "1" } : {}))).toEqual(["response.body.invalid"]);
});

test("each is a problem of the spec, at its location", () => {
  const found = lintDocument(contract.document).filter(({ level }) => level === "error");
  expect(found.map(({ code, file, line }) => `${file}:${line} ${code}`)).toEqual([
    "main.yaml:6 spec.reference.unresolved",
    "main.yaml:7 spec.reference.unresolved",
    "main.yaml:8 spec.reference.unresolved",
    "main.yaml:10 spec.object.wrong-type",
    "main.yaml:11 spec.reference.unresolved",
    "main.yaml:12 spec.reference.unresolved",
    "main.yaml:13 spec.reference.unresolved",
    "main.yaml:17 spec.discriminator.target-unknown",
    "main.yaml:18 spec.object.wrong-type",
    "whole.yaml:1 spec.reference.unresolved",
  ]);
});

const OPERATIONS = `
${SPEC_START}
  /parameter: { get: { parameters: [{ $ref: "https://far.example/p" }], responses: { "200": { description: d } } } }
  /shared: { parameters: [{ $ref: "#/components/parameters/Gone" }], get: { responses: { "200": { description: d } } } }
  /body: { get: { requestBody: { $ref: "gone.yaml" }, responses: { "200": { description: d } } } }
  /response: { get: { responses: { "200": { $ref: "https://far.example/r" }, "404": { description: d } } } }
  /other: { get: { responses: { "200": { description: d }, "404": { $ref: "https://far.example/r" } } } }
  /header: { get: { responses: { "200": { description: d, headers: { X: { $ref: "#/components/headers/Gone" } } } } } }
  /secured: { get: { security: [{ far: [] }], responses: { "200": { description: d } } } }
  /circular: { get: { responses: { "200": { $ref: "#/components/responses/Round" } } } }
  /schema: { get: { responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Round" } } } } } } }
  /fine: { get: { responses: { "200": { description: d, links: { l: { $ref: "https://far.example/l" } } } }, callbacks: { c: { $ref: "https://far.example/c" } } } }
  /anchor: { get: { parameters: [{ $ref: "#q" }], responses: { "200": { description: d } } } }
components:
  securitySchemes: { far: { $ref: "https://far.example/s" }, unused: { $ref: "https://far.example/u" } }
  examples: { far: { $ref: "https://far.example/e" }, round: { $ref: "#/components/examples/round" } }
  responses: { Round: { $ref: "#/components/responses/Round" } }
  schemas: { Round: { $ref: "#/components/schemas/Round" }, Unused: { allOf: [{ $ref: "#/components/schemas/Unused" }] } }
`;

test.each([
  ["parameter", "partial", "main.yaml:6:"],
  ["shared", "partial", "main.yaml:7:"],
  ["body", "partial", "main.yaml:8:"],
  ["response", "partial", "main.yaml:9:"],
  ["other", "passed", undefined],
  ["header", "partial", "main.yaml:11:"],
  ["secured", "partial", 'credentials: the spec declares no security scheme "far"'],
  ["circular", "partial", "main.yaml:20:"],
  ["schema", "partial", "main.yaml:21:"],
  ["anchor", "partial", "main.yaml:16:"],
  ["fine", "passed", undefined],
])("%s: only an exchange that needs the part without a target is partial", (path, verdict, reason) => {
  const given = createInlineContract({ "main.yaml": OPERATIONS });
  const body = path === "schema" ? { response: 1 } : {};
  const checked = given.check(createExchange({ url: `https://a.example/${path}`, ...body }));
  expect({ verdict: checked.verdict, codes: getCodes(checked) }).toEqual({ verdict, codes: [] });
  if (reason !== undefined) expect(checked.reasons.join()).toContain(reason);
  else expect(checked.reasons).toEqual([]);
});
