/** Every place of a spec in which a reference to another file is followed, and those where it is data. */
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { formatLocation, loadDocument } from "../../src/document/index.js";

const ref = (name: string) => ({ $ref: `parts.yaml#/${name}` });
const head = { openapi: "3.2.0", info: { title: "t", version: "1" } };
const parts = parse(`
Schema: { type: string }
PathItem: { summary: s }
Parameter: { name: p, in: query, schema: {} }
Header: { schema: {} }
Response: { description: d }
RequestBody: { content: {} }
Example: { value: 1 }
Link: { operationId: o }
Callback: { "{$url}": {} }
Scheme: { type: http, scheme: basic }
MediaType: { schema: {} }
`);

const inSchema = (schema: object) => ({ components: { schemas: { S: schema } } });
const inOperation = (operation: object) => ({ paths: { "/a": { get: { responses: {}, ...operation } } } });
const inMedia = (media: object) => inOperation({ requestBody: { content: { "a/b": media } } });
const schemaMaps = ["$defs", "properties", "patternProperties", "dependentSchemas"];
const schemaLists = ["prefixItems", "allOf", "anyOf", "oneOf"];
const schemaFields = [
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "unevaluatedItems",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
];
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

const followed: Readonly<Record<string, object>> = {
  ...Object.fromEntries(schemaFields.map((name) => [`schema ${name}`, inSchema({ [name]: ref("Schema") })])),
  ...Object.fromEntries(schemaMaps.map((name) => [`schema ${name}`, inSchema({ [name]: { x: ref("Schema") } })])),
  ...Object.fromEntries(schemaLists.map((name) => [`schema ${name}`, inSchema({ [name]: [{}, ref("Schema")] })])),
  ...Object.fromEntries(
    methods.map((name) => [
      `operation ${name}`,
      { paths: { "/a": { [name]: { responses: { "200": ref("Response") } } } } },
    ]),
  ),
  "components schemas": { components: { schemas: { x: ref("Schema") } } },
  "components responses": { components: { responses: { x: ref("Response") } } },
  "components parameters": { components: { parameters: { x: ref("Parameter") } } },
  "components examples": { components: { examples: { x: ref("Example") } } },
  "components requestBodies": { components: { requestBodies: { x: ref("RequestBody") } } },
  "components headers": { components: { headers: { x: ref("Header") } } },
  "components securitySchemes": { components: { securitySchemes: { x: ref("Scheme") } } },
  "components links": { components: { links: { x: ref("Link") } } },
  "components callbacks": { components: { callbacks: { x: ref("Callback") } } },
  "components pathItems": { components: { pathItems: { x: ref("PathItem") } } },
  paths: { paths: { "/a": ref("PathItem") } },
  webhooks: { webhooks: { a: ref("PathItem") } },
  "path item parameters": { paths: { "/a": { parameters: [ref("Parameter")] } } },
  "operation parameters": inOperation({ parameters: [ref("Parameter")] }),
  "operation requestBody": inOperation({ requestBody: ref("RequestBody") }),
  "operation responses": inOperation({ responses: { "200": ref("Response") } }),
  "operation callbacks": inOperation({ callbacks: { a: ref("Callback") } }),
  "callback path item": inOperation({ callbacks: { a: { "{$url}": ref("PathItem") } } }),
  "parameter schema": inOperation({ parameters: [{ name: "p", in: "query", schema: ref("Schema") }] }),
  "parameter content": inOperation({
    parameters: [{ name: "p", in: "query", content: { "a/b": { schema: ref("Schema") } } }],
  }),
  "parameter examples": inOperation({
    parameters: [{ name: "p", in: "query", schema: {}, examples: { x: ref("Example") } }],
  }),
  "response headers": inOperation({ responses: { "200": { description: "d", headers: { A: ref("Header") } } } }),
  "response links": inOperation({ responses: { "200": { description: "d", links: { a: ref("Link") } } } }),
  "response content": inOperation({
    responses: { "200": { description: "d", content: { "a/b": { schema: ref("Schema") } } } },
  }),
  "header schema": inMedia({ encoding: { a: { headers: { A: { schema: ref("Schema") } } } } }),
  "header content": inMedia({ encoding: { a: { headers: { A: { content: { "a/b": { schema: ref("Schema") } } } } } } }),
  "header examples": inMedia({ encoding: { a: { headers: { A: { schema: {}, examples: { x: ref("Example") } } } } } }),
  "media type schema": inMedia({ schema: ref("Schema") }),
  "media type examples": inMedia({ examples: { a: ref("Example") } }),
  "response media type": inOperation({ responses: { "200": { content: { "a/b": ref("MediaType") } } } }),
  "components mediaTypes": { components: { mediaTypes: { x: ref("MediaType") } } },
  "additional operations": {
    paths: { "/a": { additionalOperations: { COPY: { responses: { "200": ref("Response") } } } } },
  },
  "media type itemSchema": inMedia({ itemSchema: ref("Schema") }),
  "prefix encoding headers": inMedia({ prefixEncoding: [{ headers: { A: ref("Header") } }] }),
  "item encoding headers": inMedia({ itemEncoding: { headers: { A: ref("Header") } } }),
  "nested encoding headers": inMedia({ encoding: { a: { itemEncoding: { headers: { A: ref("Header") } } } } }),
  "encoding headers": inMedia({ encoding: { a: { headers: { A: ref("Header") } } } }),
};

const data: Readonly<Record<string, object>> = {
  "schema enum": inSchema({ enum: [ref("Schema")] }),
  "schema const": inSchema({ const: ref("Schema") }),
  "schema default": inSchema({ default: ref("Schema") }),
  "schema examples": inSchema({ examples: [ref("Schema")] }),
  "media type example": inMedia({ example: ref("Schema") }),
  "example value": { components: { examples: { x: { value: ref("Schema") } } } },
  "an extension of paths": { paths: { "x-a": ref("PathItem") } },
};

function read(more: object): string {
  const files: Readonly<Record<string, object>> = { "a.json": { ...head, ...more }, "parts.yaml": parts };
  return JSON.stringify(loadDocument("a.json", (path) => JSON.stringify(files[path])).root);
}

test.each(Object.entries(followed))("%s is followed", (_, more) => {
  expect(read(more)).not.toContain("parts.yaml");
});

test.each(Object.entries(data))("%s is data, and stays unchanged", (_, more) => {
  expect(read(more)).toBe(JSON.stringify({ ...head, ...more }));
});

test("a reference in a map of another file has its location there", () => {
  const files: Readonly<Record<string, string>> = {
    "a.json": JSON.stringify({ ...head, paths: { "/a": { get: { responses: { $ref: "b.yaml#/some/responses" } } } } }),
    "b.yaml": 'some:\n  responses:\n    "200":\n      description: d\n      headers:\n        A: { $ref: "#/gone" }\n',
  };
  const { unusable } = loadDocument("a.json", (path) => files[path] ?? "");
  const [gap, ...others] = [...(unusable?.values() ?? [])];
  expect(others).toEqual([]);
  expect(gap && formatLocation(gap)).toBe("b.yaml:6:14");
});

/** Specs that refer by the URI that they give themselves: the reference, and whether it can be resolved. */
test.each([
  ["its own URI", "https://a.example/api/main.json#/components/schemas/T", true],
  ["a relative reference", "parts.yaml#/Schema", true],
  ["the URI of a file in the same directory", "https://a.example/api/parts.yaml#/Schema", true],
  ["the URI of another directory", "https://a.example/other/parts.yaml#/Schema", false],
  ["another version of OpenAPI", "https://a.example/api/main.json#/components/schemas/T", false, "3.1.0"],
])("$self and %s", (_, $ref, isResolved, openapi = "3.2.0") => {
  const schemas = { S: { $ref }, T: { type: "string" } };
  const main = { ...head, openapi, $self: "https://a.example/api/main.json", components: { schemas } };
  const files: Readonly<Record<string, object>> = { "a.json": main, "parts.yaml": parts };
  const { root, unusable } = loadDocument("a.json", (path) => JSON.stringify(files[path]));
  expect(unusable?.size).toBe(isResolved ? 0 : 1);
  if (isResolved) expect(JSON.stringify(root.components)).not.toMatch(/a\.example|parts\.yaml/);
});

/** A spec must not read files elsewhere: only those in the current directory or, for a spec outside of it, in that of the spec. */
test.each([
  ["specs/a.json", "../parts.yaml", true],
  [`${process.cwd()}/specs/a.json`, "../parts.yaml", true],
  ["specs/a.json", "../../parts.yaml", false],
  ["../a.json", "parts.yaml", true],
  ["../specs/a.json", "../parts.yaml", false],
  ["/specs/a.json", "parts.yaml", true, "/"],
  ["/specs/a.json", "../parts.yaml", false, "/"],
])("in %s, the file %s", (entry, file, isRead, directory = process.cwd()) => {
  const current = vi.spyOn(process, "cwd").mockReturnValue(directory);
  const main = { ...head, components: { schemas: { S: { $ref: `${file}#/Schema` } } } };
  const { unusable } = loadDocument(entry, (path) => JSON.stringify(path === entry ? main : parts));
  expect(unusable?.size).toBe(isRead ? 0 : 1);
  current.mockRestore();
});
