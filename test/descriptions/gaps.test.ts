import { expect, test } from "vitest";
import { lintDocument } from "../../src/lint/index.js";
import { createExchange, createInlineContract, getCodes } from "../gate/inline-contract.js";

/** One part of a description that cannot be used is no reason to judge nothing by the others. */
const get = (schema: string, beside = ""): string =>
  `{ get: { responses: { "200": { description: d, ${beside} content: { application/json: { schema: ${schema} } } } } } }`;

const FILES: Readonly<Record<string, string>> = {
  "main.yaml": `
openapi: 3.1.0
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
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

const judge = (path: string, answer: unknown) =>
  contract.check(createExchange({ url: `https://a.example/${path}`, answer }));

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
])("%s: a value that leads to it is judged in part, and told with its place", (path, answer, says) => {
  const { verdict, reasons } = judge(path, answer);
  expect(verdict).toBe("partial");
  for (const reason of reasons) {
    const [, file = "", line, column, said] = /does not compile: ([a-z.]+):(\d+):(\d+): (.*)$/.exec(reason) ?? [];
    expect(said).toBe(says);
    expect(FILES[file]?.split("\n")[Number(line) - 1]?.slice(Number(column) - 1)).toMatch(/^\$ref:/);
  }
});

test.each([
  ["dangling", {}, []],
  ["file", {}, 5],
  ["dynamic", [], undefined],
])("%s: a value that is not held against what is missing is judged by the rest", (path, fine, broken) => {
  expect(judge(path, fine).verdict).toBe("passed");
  if (broken !== undefined) expect(getCodes(judge(path, broken))).toEqual(["response.body.invalid"]);
});

test.each(["whole", "unreached"])("%s: what does not is judged as ever", (path) => {
  expect(judge(path, path === "whole" ? { id: 1 } : 1).verdict).toBe("passed");
  expect(getCodes(judge(path, path === "whole" ? { id: "1" } : {}))).toEqual(["response.body.invalid"]);
});

test("each is a problem of the description, at its place", () => {
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
