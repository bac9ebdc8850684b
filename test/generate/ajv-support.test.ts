/** Which schemas Ajv validates as the checker does. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { createAjvSupport } from "../../src/generate/ajv/ajv-support.js";
import { generateOutput } from "../../src/generate/generate.js";
import { createExcludedProperties } from "../../src/schema/model/schema-model.js";
import { createSchemaRegistry } from "../../src/schema/registry/schema-registry.js";

const load = (schemas: object) => {
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, components: { schemas } };
  return loadDocument("spec.json", () => JSON.stringify(spec));
};

const secret = { properties: { id: { readOnly: true } } };
const needsId = { required: ["id"] };

/** Schemas, and whether Ajv validates the first of them exactly as the checker does. */
test.each<[what: string, schemas: object, isSupported: boolean]>([
  ["an empty schema", { A: {} }, true],
  ["false", { A: false }, true],
  ["true", { A: true }, true],
  ["false in a place that Ajv reports", { A: { additionalProperties: false } }, true],
  ["false as items", { A: { items: false } }, true],
  ["false as items of a tuple", { A: { prefixItems: [{}], items: false } }, true],
  ["false as a property", { A: { properties: { a: false } } }, true],
  ["false as a condition", { A: { if: {}, then: false, else: false, not: false, unevaluatedProperties: false } }, true],
  ["false in a schema that is not applied", { A: { $defs: { a: false } } }, true],
  ["a dynamic reference", { A: { $dynamicRef: "#a", $dynamicAnchor: "a" } }, false],
  ["unevaluated items", { A: { unevaluatedItems: false } }, false],
  ["an asynchronous schema", { A: { $async: true } }, false],
  ["a list of items", { A: { items: [{}] } }, false],
  ["a condition without an else", { A: { if: {}, then: {} } }, true],
  ["the same beside unevaluated properties", { A: { if: {}, then: {}, unevaluatedProperties: false } }, false],
  ["a whole condition beside them", { A: { if: {}, then: {}, else: {}, unevaluatedProperties: false } }, true],
  ["a property __proto__", { A: JSON.parse('{ "properties": { "__proto__": {} } }') }, false],
  ["a required __proto__", { A: { required: ["__proto__"] } }, false],
  ["a dependency on an inherited name", { A: { dependentRequired: { toString: ["a"] } } }, false],
  ["a dependent schema of an inherited name", { A: { dependentSchemas: { constructor: {} } } }, false],
  ["a property of an inherited name", { A: { properties: { toString: {} }, required: ["toString"] } }, true],
  [
    "a schema that refers to one that is not supported",
    { A: { items: { $ref: "#/components/schemas/B" } }, B: { $async: true } },
    false,
  ],
  ["a schema that refers to itself", { A: { items: { $ref: "#/components/schemas/A" } } }, true],
  ["another dialect", { A: { $schema: "http://json-schema.org/draft-07/schema#" } }, false],
  ["a requirement beside a read-only property", { A: { ...secret, ...needsId } }, true],
  ["a requirement in allOf", { A: { ...secret, allOf: [needsId] } }, true],
  ["a requirement that is referred to", { A: { ...secret, $ref: "#/components/schemas/B" }, B: needsId }, false],
  [
    "one that is referred to twice",
    { A: { ...secret, $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/C" }, C: needsId },
    false,
  ],
  [
    "another requirement that is referred to",
    { A: { ...secret, $ref: "#/components/schemas/B" }, B: { required: ["name"] } },
    true,
  ],
  [
    "one of two that is referred to",
    { A: { ...secret, $ref: "#/components/schemas/B" }, B: { required: ["name", "id"] } },
    false,
  ],
  [
    "one beside a read-only property of its own",
    { A: { ...secret, $ref: "#/components/schemas/B" }, B: { ...secret, ...needsId } },
    true,
  ],
  [
    "one below a property",
    { A: { ...secret, properties: { ...secret.properties, b: { $ref: "#/components/schemas/B" } } }, B: needsId },
    true,
  ],
  ["one below not", { A: { ...secret, not: { $ref: "#/components/schemas/B" } }, B: needsId }, true],
])("%s", (_, schemas, isSupported) => {
  const { root, unusable } = load(schemas);
  const registry = createSchemaRegistry(root, undefined, unusable);
  const support = createAjvSupport(registry, createExcludedProperties(registry, "request"));
  expect(support.findUnsupported("/components/schemas/A") === undefined).toBe(isSupported);
  // The result is kept.
  expect(support.findUnsupported("/components/schemas/A") === undefined).toBe(isSupported);
});

test("required properties without the excluded ones", () => {
  // The second part of C comes after one that is not supported.
  const parts = [{ unevaluatedItems: false }, { required: ["id", "name"] }];
  const { root } = load({
    A: { ...secret, required: ["id", "name"] },
    B: { required: ["id"] },
    C: { ...secret, allOf: parts },
  });
  const registry = createSchemaRegistry(root);
  const { findUnsupported, getRequired } = createAjvSupport(registry, createExcludedProperties(registry, "request"));
  const {
    A = {},
    B = {},
    C = {},
  } = (root.components as unknown as { readonly schemas: Record<string, object> }).schemas;
  for (const name of ["A", "B", "C"]) findUnsupported(`/components/schemas/${name}`);
  const [, second = {}] = "allOf" in C ? (C.allOf as object[]) : [];
  expect([A, B, second].map(getRequired)).toEqual([["name"], undefined, ["name"]]);
});

test("the note on validators that can differ names their operations, and the reason", async () => {
  const get = (schema: object) => ({
    get: { responses: { 200: { description: "d", content: { "application/json": { schema } } } } },
  });
  const spec = (item: object) => ({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      ...Object.fromEntries(["/a", "/b", "/c", "/d"].map((path) => [path, get({ $ref: "#/components/schemas/Page" })])),
      "/plain": get({ type: "string" }),
    },
    components: { schemas: { Page: { $dynamicAnchor: "item", type: "object", properties: { item } } } },
  });
  const describe = async (item: object) => {
    const document = loadDocument("spec.json", () => JSON.stringify(spec(item)));
    return (await generateOutput(document, { with: ["validators"] })).notes;
  };
  expect(await describe({ $dynamicRef: "#item" })).toEqual([
    "validators.js: GET /a, GET /b, GET /c and 2 more can decide otherwise than contract check: Ajv does not evaluate $dynamicRef as JSON Schema 2020-12 defines it",
  ]);
  expect(await describe({ type: "string" })).toEqual([]);
});
