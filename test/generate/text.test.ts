/** What is generated of a small description, whole. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { generateBundleFiles } from "../../src/generate/bundle-files.js";
import { generateOperations } from "../../src/generate/operations.js";
import { generateTypes } from "../../src/generate/types.js";
import { generateValidatorDeclarations } from "../../src/generate/validator-declarations.js";
import { listValidatorTargets } from "../../src/generate/validator-targets.js";

const CALLS = loadDocument("test/generate/cases/calls.yaml");
const SHOP = loadDocument("test/generate/cases/shop/openapi.yaml");

const KINDS = `openapi: 3.1.0
info: { title: Kinds, version: "1" }
paths:
  /a:
    get:
      operationId: validators
      parameters: [{ name: q, in: query, content: { application/json: { schema: { type: string } } } }]
      responses:
        "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Open" } } } }
        4XX: { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Free", title: T } } } }
  /b:
    query: { responses: { "200": { description: d } } }
    head: { operationId: a-b, responses: { "200": { description: d } } }
components:
  schemas:
    Open: { type: object, properties: { size: { type: [string, number, "null"], x-extensible-enum: [S, 1, L] } } }
    Free: { type: [string, boolean, integer], x-brand: Free }
    Whole: { type: string, x-brand: Whole, x-extensible-enum: [A] }
    Closed: { type: string, enum: [a], x-brand: Closed }
    Fixed: { type: string, const: a, x-extensible-enum: [a] }
    Number: { type: number, x-extensible-enum: [A] }
    Empty: { type: string, x-extensible-enum: [] }
    other name: { type: string }
`;

test.each([
  ["shop", SHOP],
  ["kinds", loadDocument("spec.yaml", () => KINDS)],
  ["no schemas", loadDocument("spec.yaml", () => 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n')],
])("the types of %s", async (_, document) => {
  expect(await generateTypes(document)).toMatchSnapshot();
});

test.each([
  ["calls", CALLS],
  ["shop", SHOP],
  ["kinds", loadDocument("spec.yaml", () => KINDS)],
])("the declarations of the validators, and their schemas, of %s", (_, document) => {
  const targets = listValidatorTargets(document);
  expect(generateValidatorDeclarations(targets)).toMatchSnapshot();
  expect(targets.map(({ tree }) => tree)).toMatchSnapshot();
});

test("the operations of shop", () => {
  expect(generateOperations(SHOP)).toMatchSnapshot();
});

test("the bundle of calls", () => {
  expect(generateBundleFiles(CALLS).yaml).toMatchSnapshot();
});
