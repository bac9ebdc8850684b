/** How schemas of OpenAPI 3.0 and 3.1 are normalized, and which keywords are read differently than written. */
import { expect, test } from "vitest";
import { type Json, loadDocument, valueAt } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/index.js";

const SCHEMAS: readonly Json[] = [
  { type: "string" },
  { type: "string", nullable: true },
  { type: "string", nullable: false },
  { type: ["string", "null"], nullable: true },
  { nullable: true },
  { type: "string", nullable: true, enum: ["a"] },
  { type: "string", nullable: true, enum: ["a", null] },
  { nullable: true, allOf: [{ type: "string" }] },
  { nullable: true, const: "a" },
  { nullable: true, not: { type: "string" } },
  { $ref: "#/components/schemas/Other", nullable: true },
  { $ref: "#/components/schemas/Other", minLength: 2, description: "d", "x-any": 1 },
  { type: "number", minimum: 1, exclusiveMinimum: true },
  { type: "number", maximum: 1, exclusiveMaximum: true },
  { type: "number", minimum: 1, exclusiveMinimum: false },
  { type: "number", exclusiveMinimum: true },
  { type: "number", exclusiveMinimum: 1 },
  { type: "object", required: true },
  { type: "object", required: ["a"] },
  { type: "object", properties: { a: { nullable: true, type: "integer" } } },
  { type: "array", items: { nullable: true, type: "integer" } },
  { additionalProperties: { type: "string", nullable: true }, allOf: [{ nullable: true, type: "string" }] },
  { properties: null, required: null, allOf: null, items: null },
  { enum: [] },
  { type: "string", enum: ["a", 1, true, null, "1"] },
  { type: ["string", "null"], enum: [1] },
  { type: ["string", "integer"], enum: [1] },
  { enum: [1] },
  { pattern: "^a$" },
  { pattern: "(" },
  { pattern: "^[\\w-.]+$" },
  { pattern: "/^a$/i" },
  { pattern: "\\A" },
  { pattern: 5 },
  { if: { nullable: true, type: "string" }, then: { nullable: true, type: "string" }, else: {} },
  {
    dependentSchemas: { a: { nullable: true, type: "string" } },
    patternProperties: { a: { nullable: true, type: "string" } },
  },
  { prefixItems: [{ nullable: true, type: "string" }], contains: { nullable: true, type: "string" } },
];
const AT = "/components/schemas/S";

function normalize(openapi: string, schema: Json): string[] {
  const schemas = { S: schema, Other: { type: "string" } };
  const spec = { openapi, info: { title: "t", version: "1" }, paths: {}, components: { schemas } };
  const { root, reinterpreted } = createSchemas(loadDocument("a.json", () => JSON.stringify(spec)));
  const notes = [...reinterpreted].map(([pointer, message]) => `    ${pointer.replace(AT, "S")} ${message}`);
  return [JSON.stringify(valueAt(root, AT)), ...notes];
}

test("normalized schemas", async () => {
  const lines = SCHEMAS.flatMap((schema) => {
    const [old, new_] = ["3.0.3", "3.1.0"].map((version) => normalize(version, schema).join("\n"));
    const shown = JSON.stringify(schema);
    const show = (version: string, text: string | undefined): string[] =>
      text === shown ? [] : [`  ${version}: ${text?.replace(shown, "the same")}`];
    return [shown, ...(old === new_ ? show("both", old) : [...show("3.0", old), ...show("3.1", new_)])];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("normalized.txt");
});
