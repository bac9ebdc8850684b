import { expect, test } from "vitest";
import { lintDocument } from "../../src/lint/index.js";
import { createExchange, createInlineContract, getCodes } from "../check/inline-contract.js";

/** What stands in a place of its own as a whole: the specification has no reference there, and many descriptions do. */
const FILES: Readonly<Record<string, string>> = {
  "main.yaml": `
openapi: 3.0.3
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
paths: { $ref: paths.yaml }
components:
  schemas: { $ref: schemas/index.yaml }
  responses: { $ref: "#/x-answers" }
x-answers:
  Pet: { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
`,
  "paths.yaml": `
/pet: { get: { responses: { "200": { $ref: "main.yaml#/components/responses/Pet" } } } }
/tag: { get: { responses: { "200": { description: d, content: { $ref: "tag.yaml" } } } } }
`,
  "tag.yaml": '{ application/json: { schema: { $ref: "main.yaml#/components/schemas/Tag" } } }',
  "schemas/index.yaml": `
Pet: { $ref: ./Pet.yaml }
Tag: { type: object, properties: { pet: { $ref: "#/Pet" }, size: { type: integer } } }
`,
  "schemas/Pet.yaml": `
type: object
required: [id]
properties: { $ref: "../fields.yaml#/pet" }
`,
  "fields.yaml": `
pet:
  id: { type: integer }
  tag: { $ref: "schemas/index.yaml#/Tag" }
  mother: { $ref: "main.yaml#/components/schemas/Pet" }
`,
};
const contract = createInlineContract(FILES);

test.each([
  ["pet", { id: 1, mother: { id: 2, tag: { size: 3 } } }, undefined],
  ["pet", { id: 1, mother: { id: 2, tag: { size: "3" } } }, "schemas/index.yaml:3"],
  ["pet", { id: 1, mother: {} }, "schemas/Pet.yaml:3"],
  ["tag", { pet: { id: "1" } }, "fields.yaml:3"],
])("%s %j is checked by the targets of the references", (path, response, line) => {
  const result = contract.check(createExchange({ url: `https://a.example/${path}`, response }));
  expect(getCodes(result)).toEqual(line === undefined ? [] : ["response.body.invalid"]);
  expect(result.findings.map(({ contract: { file, line: at } }) => `${file}:${at}`)).toEqual(
    line === undefined ? [] : [line],
  );
});

test("a component that others refer to keeps its name", () => {
  expect(Object.keys((contract.document.root.components as { schemas: object }).schemas)).toEqual(["Pet", "Tag"]);
});

test("each is reported at its location", () => {
  const found = lintDocument(contract.document).filter(({ code }) => code === "spec.reference.for-map");
  expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual([
    "main.yaml:7",
    "main.yaml:8",
    "paths.yaml:3",
    "schemas/Pet.yaml:4",
  ]);
});
