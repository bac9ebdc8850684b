/** Which schemas apply to a value, with which choices, and how XML is written by their `xml` objects. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/index.js";
import { branchesOf } from "../../../src/schema/model/applicable-schema.js";
import type { SchemaModel } from "../../../src/schema/model/schema-model.js";
import { getXmlSchemaLookup, readXmlOptions } from "../../../src/schema/xml/xml-schema.js";

const other = { $ref: "#/components/schemas/Other" };
const named = (name: string): object => ({ type: "string", xml: { name } });

const SCHEMAS: readonly object[] = [
  {},
  other,
  { ...other, xml: { name: "mine", namespace: "urn:mine" } },
  { $ref: "#/components/schemas/Chain" },
  { $ref: "#/components/schemas/Missing" },
  { $ref: "#/components/schemas/Loop" },
  { allOf: [other, named("p:part")] },
  { allOf: [{ $ref: "#/components/schemas/Spread" }] },
  { $ref: "#/components/schemas/Spread" },
  { anyOf: [named("a"), named("b")] },
  { anyOf: [named("a")] },
  { oneOf: [other, { type: "integer" }], required: ["r", 5] },
  { oneOf: [{ anyOf: [named("a"), named("b")] }, named("c")] },
  { if: named("i"), then: named("t"), else: named("e") },
  { if: {}, then: named("t") },
  { if: {}, else: named("e") },
  { then: named("t"), else: named("e") },
  { dependentSchemas: { d: named("d") }, not: named("n"), properties: { p: named("p") } },
  { type: "string", nullable: true, xml: { name: "1bad" } },
  { xml: { name: ":b" } },
  { xml: { name: "p:n", prefix: "p", namespace: "" } },
  { xml: { name: 5, namespace: 5 } },
  { xml: "x" },
  { xml: { attribute: true } },
  { xml: { nodeType: "attribute" } },
  { xml: { wrapped: true } },
  { xml: { nodeType: "element" } },
  { xml: { nodeType: "text" } },
  { xml: { nodeType: "cdata" } },
  { xml: { nodeType: "none" } },
  { ...other, xml: { nodeType: "element" } },
  { xml: { nodeType: "none" }, oneOf: [other, named("b"), {}] },
  { allOf: [{ xml: { nodeType: "text" } }, { xml: { attribute: true } }, { xml: { wrapped: true } }] },
  { discriminator: { propertyName: "k" }, oneOf: [other] },
  { type: ["array", "null"], prefixItems: [named("x"), named("y")], items: named("z") },
];

function createModel(openapi: string): SchemaModel {
  const schemas = {
    ...Object.fromEntries(SCHEMAS.map((schema, index) => [`S${index}`, schema])),
    Other: { type: "object", xml: { name: "o:other", namespace: "urn:o" } },
    Chain: { $ref: "#/components/schemas/Other", xml: { name: "chain" } },
    Many: { anyOf: Array.from({ length: 5 }, () => ({ anyOf: Array.from({ length: 6 }, () => ({})) })) },
    Loop: { allOf: [{ $ref: "#/components/schemas/Loop" }] },
    Spread: { xml: { nodeType: "none" }, oneOf: [other, { $ref: "#/components/schemas/Chain" }] },
  };
  const spec = { openapi, info: { title: "t", version: "1" }, paths: {}, components: { schemas } };
  return createSchemas(loadDocument("a.json", () => JSON.stringify(spec))).model;
}

const short = (value: unknown): string => JSON.stringify(value).replaceAll("/components/schemas/", "");

test("applicable schemas and XML options", async () => {
  const [model, older] = [createModel("3.2.0"), createModel("3.1.0")];
  const getSchema = getXmlSchemaLookup({ model } as never);
  const lines = SCHEMAS.flatMap((schema, index) => {
    const pointer = `/components/schemas/S${index}`;
    const applicable = model.possible(pointer);
    const { merged, variants } = getSchema([pointer, pointer]);
    const { innerNames, ...options } = readXmlOptions(model, [pointer]);
    expect(readXmlOptions(older, [pointer])).toEqual({ ...options, innerNames: [] });
    const pointersOf = ({ applicableSchemas }: typeof merged) => applicableSchemas.map((it) => it.pointer);
    return [
      `S${index} ${JSON.stringify(schema).slice(0, 200)}`,
      ...applicable.map(
        (it) => `  applies ${short([it.pointer, it.always, it.choices, branchesOf(it)]).slice(0, 600)}`,
      ),
      `  xml ${short({ ...options, innerNames })}`,
      `  types ${short([[...merged.types], [...merged.constraints.required.keys()], merged.discriminators])}`,
      ...(variants.length === 1 ? [] : variants.map((it) => `  variant ${short(pointersOf(it)).slice(0, 300)}`)),
      `  items ${short([0, 1, 2, 9].map((at) => merged.item(at).pointers))}`,
    ];
  });
  const many = getSchema(["/components/schemas/Many"]);
  expect([many.variants.length, many.isTruncated]).toEqual([32, true]);
  expect(getSchema(["/components/schemas/S12"]).isTruncated).toBe(false);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(import.meta.dirname, "applicable.txt"));
});
