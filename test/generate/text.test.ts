/** What is generated of a small description, whole. */

import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadDocument } from "../../src/document/index.js";
import { generateOutput } from "../../src/generate/generate.js";
import { generateOperations } from "../../src/generate/operations.js";
import { generateTypes } from "../../src/generate/types/types.js";
import { listValidatorTargets } from "../../src/generate/validator-targets.js";
import { generateValidatorDeclarations, generateValidators } from "../../src/generate/validators.js";
import { foldBlocks, listChangedLines } from "../golden-text.js";
import { NULLABLE_FORMS, writeNullableSpec } from "../schema/nullable-forms.js";

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
        5XX: { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Free", type: string } } } }
  /c:
    get:
      operationId: annotated
      responses:
        "200": { description: d, content: { a/a: { schema: { $ref: "#/components/schemas/Free", description: D, x-a: 1 } } } }
        "201": { description: d, content: { a/a: { schema: { $ref: "#/components/schemas/Free", summary: S, default: a } } } }
        "202": { description: d, content: { a/a: { schema: { $ref: "#/components/schemas/Free", example: a, examples: [a] } } } }
        "203": { description: d, content: { a/a: { schema: { $ref: "#/components/schemas/Free", deprecated: true, $comment: c } } } }
  /b:
    query: { responses: { "200": { description: d } } }
    head: { operationId: a-b, responses: { "200": { description: d } } }
components:
  schemas:
    Open: { type: object, properties: { size: { type: [string, number, "null"], x-extensible-enum: [S, 1, L] } } }
    Free: { type: [string, boolean, integer], x-brand: Free }
    Whole: { type: string, x-brand: Whole, x-extensible-enum: [A] }
    Closed: { type: string, enum: [a], x-brand: Closed }
    Blank: { enum: ["", null] }
    Fixed: { type: string, const: a, x-extensible-enum: [a] }
    Number: { type: number, x-extensible-enum: [A] }
    Empty: { type: string, x-extensible-enum: [] }
    other name: { type: string }
`;

const SIDES = `openapi: 3.1.0
info: { title: Sides, version: "1" }
paths:
  /a:
    put:
      operationId: put
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } }
components:
  schemas:
    A:
      type: object
      required: [id, secret]
      unevaluatedProperties: false
      properties:
        id: { type: string, readOnly: true, pattern: "^a/b\\\\d$" }
        secret: { enum: [a, 1], writeOnly: true }
        list: { type: array, uniqueItems: true, items: { $ref: "#/components/schemas/B" } }
    B: { const: { "a b": [c] } }
`;

test("the validators of both sides and what those of one side have otherwise, without the runtime", async () => {
  const generate = async (text: string): Promise<string> => {
    const { js } = await generateValidators(loadDocument("spec.yaml", () => text));
    return foldBlocks(js.replaceAll(/^const runtime_\w+ = [\s\S]*?^\}\)\(\);$/gm, ""));
  };
  const both = await generate(SIDES);
  expect(both).toMatchSnapshot();
  const one = await generate(SIDES.replace("readOnly: true, ", "").replace(", writeOnly: true", ""));
  expect(listChangedLines(both, one).join("\n")).toMatchSnapshot();
});

test.each([
  ["shop", SHOP],
  ["kinds", loadDocument("spec.yaml", () => KINDS)],
  ["no schemas", loadDocument("spec.yaml", () => 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n')],
])("the types of %s", async (_, document) => {
  expect(foldBlocks(generateTypes(document).text)).toMatchSnapshot();
});

test.each([
  ["calls", CALLS],
  ["shop", SHOP],
  ["kinds", loadDocument("spec.yaml", () => KINDS)],
])("the declarations of the validators, and their schemas, of %s", (name, document) => {
  const targets = listValidatorTargets(document);
  const text = foldBlocks(generateValidatorDeclarations(targets));
  // The types that all files declare are shown once.
  expect(name === "calls" ? text : text.replace(/^[\s\S]*?(?=^declare const )/m, "")).toMatchSnapshot();
  const lines = targets.flatMap(({ operation, leaves }) =>
    leaves.map(({ path, target }) => `${operation.id} ${path.join(" ")}: ${JSON.stringify(target ?? {})}`),
  );
  expect(lines.join("\n")).toMatchSnapshot();
});

test.each<[what: string, schema: object, count: number]>([
  ["an example", { example: { a: [1] } }, 1],
  ["an example that is a list", { example: [1, 2] }, 1],
  ["an example of null", { example: null }, 1],
  ["several examples", { examples: ["a", "b"] }, 2],
  ["an example of a whole document", { example: { a: "x".repeat(1000) }, examples: ["a", "x".repeat(1000)] }, 1],
])("the comment has %s, but no long ones", (_, schema, count) => {
  const spec = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {},
    components: { schemas: { X: schema } },
  };
  const types = generateTypes(loadDocument("spec.json", () => JSON.stringify(spec))).text;
  expect(types.match(/@example/g)).toHaveLength(count);
});

test("the operations of shop", () => {
  expect(generateOperations(SHOP)).toMatchSnapshot();
});

test("the bundle of calls", async () => {
  const bundle = (await generateOutput(CALLS, { with: ["bundle"] })).files.get("openapi.yaml") ?? "";
  expect(bundle.split("\n").slice(0, 5)).toMatchSnapshot();
  expect(parse(bundle)).toEqual(CALLS.root);
});

test.each(Object.entries(NULLABLE_FORMS))(
  "types of OpenAPI %s have null where nullable makes the checker accept it",
  async (version, rows) => {
    const spec = writeNullableSpec(
      version,
      rows.map(([name, schema]) => [name, schema]),
    );
    const types = generateTypes(loadDocument("spec.json", () => spec)).text;
    const [, body = ""] = /"application\/json": \{\n([\s\S]*?)\n {10,12}\};/.exec(types) ?? [];
    for (const [name, , meaning] of rows) {
      const [type = ""] = new RegExp(`\\b${name}\\?: [\\s\\S]*?;\\n(?= *(\\w+\\?:|/\\*\\*|$))`).exec(`${body}\n`) ?? [];
      const hasNull = /\| null;|: unknown;|\bNullable\b/.test(type);
      expect([name, type === "", hasNull]).toEqual([name, false, meaning !== "rejected"]);
    }
  },
);
