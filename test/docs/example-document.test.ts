import { expect, test } from "vitest";
import { addExamples } from "../../src/docs/example-document.js";
import { type JsonObject, loadDocument, valueAt } from "../../src/document/index.js";

type WithExample = { readonly example?: unknown };

/** Returns an operation after examples were added. */
function complete(parts: { readonly schema?: object; readonly media?: object; readonly samples?: object[] }): {
  readonly parameters: readonly WithExample[];
  readonly requestBody: { readonly content: Readonly<Record<string, WithExample>> };
} {
  const { schema = { enum: ["red"] }, media = { schema: { const: "made" } }, samples = [] } = parts;
  const operation = {
    parameters: [{ name: "color", in: "query", required: true, schema }],
    requestBody: { content: { "application/json": media } },
    responses: { "200": { description: "d" } },
    "x-codeSamples": samples,
  };
  const spec = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { "/a": { post: operation } },
    components: { schemas: { Color: { enum: ["red", "blue"] } } },
  };
  const { root } = addExamples(loadDocument("openapi.json", () => JSON.stringify(spec)));
  return valueAt(root as JsonObject, "/paths/~1a/post") as never;
}

test.each([
  ["an enum", { enum: ["red"] }, undefined],
  ["a reference to an enum", { $ref: "#/components/schemas/Color" }, undefined],
  ["an enum below allOf", { allOf: [{ $ref: "#/components/schemas/Color" }] }, "red"],
  ["a default", { type: "string", default: "red" }, undefined],
  ["a const", { const: "red" }, "red"],
  ["an example", { type: "string", example: "red" }, undefined],
  ["known values of an open enum", { type: "string", "x-extensible-enum": ["red"] }, "red"],
])("a parameter with %s", (_, schema, example) => {
  const { parameters } = complete({ schema });
  expect(parameters[0]?.example).toBe(example);
});

const file = { $ref: "examples/a.json" };

test.each([
  ["the value of an example", { examples: { a: { value: file } } }, "made"],
  ["an example", { example: file }, "made"],
  ["a reference with other properties", { example: { ...file, id: 1 } }, { ...file, id: 1 }],
  ["a reference into the spec", { example: { $ref: "#/info" } }, { $ref: "#/info" }],
])("the file of %s", (_, media, example) => {
  const { requestBody } = complete({ media: { schema: { const: "made" }, ...media } });
  expect(requestBody.content["application/json"]?.example).toEqual(example);
});

test("the file of a sample", () => {
  const samples = [
    { lang: "a", source: file },
    { lang: "b", source: "b()" },
  ];
  expect(complete({ samples })).toHaveProperty("x-codeSamples", [{ lang: "a" }, { lang: "b", source: "b()" }]);
});
