/** mapSchemas replaces every schema of a document and nothing else. */
import { expect, test } from "vitest";
import type { Json } from "../../../src/document/index.js";
import { mapSchemas, mapValues } from "../../../src/document/structure.js";

/** Replaces each schema of a document by its pointer. */
const marked = (root: Json): Json => mapSchemas(root, "openapi", (_, pointer) => `schema ${pointer}`);

test.each<readonly [what: string, root: Json, expected: Json]>([
  [
    "components",
    { components: { schemas: { A: {}, "b/c": true }, responses: { R: { description: "d" } } } },
    {
      components: {
        schemas: { A: "schema /components/schemas/A", "b/c": "schema /components/schemas/b~1c" },
        responses: { R: { description: "d" } },
      },
    },
  ],
  [
    "lists",
    { paths: { "/a": { parameters: [{ name: "p" }, { schema: {} }, null] } } },
    { paths: { "/a": { parameters: [{ name: "p" }, { schema: "schema /paths/~1a/parameters/1/schema" }, null] } } },
  ],
  [
    "a name that is special to JavaScript",
    { components: { schemas: JSON.parse('{"__proto__":{}}') } },
    { components: { schemas: JSON.parse('{"__proto__":"schema /components/schemas/__proto__"}') } },
  ],
])("%s", (_, root, expected) => expect(JSON.stringify(marked(root))).toBe(JSON.stringify(expected)));

test.each<readonly [what: string, root: Json]>([
  ["null", null],
  ["a text", "x"],
  ["a list", [{ components: { schemas: { A: {} } } }]],
  ["nothing in the place of maps", { paths: null, components: { schemas: null, responses: 5 } }],
  ["something else in the place of objects", { paths: { "/a": { get: "x", post: null, parameters: { a: 1 } } } }],
  ["data", { components: { examples: { e: { value: { schema: {} } } } }, "x-schemas": { schema: {} } }],
])("without schemas the document is the same object: %s", (_, root) => expect(marked(root)).toBe(root));

test("a value without a schema is the same object", () => {
  const root = { components: { schemas: { A: {} } }, paths: { "/a": { get: {} } } };
  const result = marked(root) as typeof root;
  expect(result.paths).toBe(root.paths);
  expect(root.components.schemas.A).toEqual({});
});

test.each([null, "x", 5, ["x"]])("%j has no values by name, and is unchanged", (node) => {
  expect(mapValues(node, () => "changed")).toBe(node);
});
