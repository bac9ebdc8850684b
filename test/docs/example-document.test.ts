import { expect, test } from "vitest";
import { adaptExamples, addExamples } from "../../src/docs/example-document.js";
import { type JsonObject, loadDocument, valueAt } from "../../src/document/index.js";
import { getSchemas } from "../../src/schema/index.js";

type WithExample = { readonly example?: unknown };

/** Returns an operation after examples were added. */
function complete(parts: { schema?: object; parameter?: object; media?: object; samples?: object[] }): {
  readonly parameters: readonly WithExample[];
  readonly requestBody: { readonly content: Readonly<Record<string, WithExample>> };
} {
  const { schema = { enum: ["red"] }, parameter, media = { schema: { const: "made" } }, samples = [] } = parts;
  const operation = {
    parameters: [{ name: "color", in: "query", required: true, schema, ...parameter }],
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

test.each([
  [{}, {}],
  [true, {}],
  [{ description: "A patch." }, {}],
  [{ allOf: [{ title: "T" }] }, {}],
  [{ allOf: [{ type: "string" }] }, "example"],
  [{ minLength: 6 }, "example"],
])("a body of JSON with the schema %j", (schema, example) => {
  const { content } = complete({ media: { schema } }).requestBody;
  expect(content["application/json"]?.example).toEqual(example);
});

test.each([
  [{ type: "string" }, "a-short-title"],
  [{ allOf: [{ enum: ["dark red"] }] }, "dark red"],
])("the part of a path with the schema %j", (schema, example) => {
  expect(complete({ schema, parameter: { name: "title", in: "path" } }).parameters[0]?.example).toBe(example);
});

test.each([
  ["", undefined],
  ["MIT", { name: "MIT" }],
])("a license with the name %j", (name, license) => {
  const spec = { openapi: "3.1.0", info: { title: "t", version: "1", license: { name } }, paths: {} };
  const { root } = addExamples(loadDocument("openapi.json", () => JSON.stringify(spec)));
  expect(valueAt(root as JsonObject, "/info/license")).toEqual(license);
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

/** What the page gets of a parameter of a request and of its body. */
function adapt(parameter: object, media: object = {}, range = "application/json") {
  const spec = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/a": {
        post: {
          parameters: [{ name: "color", in: "query", ...parameter }],
          requestBody: { content: { [range]: media } },
          responses: {},
        },
      },
    },
    components: { examples: { Shared: { value: "s" } } },
  };
  const document = loadDocument("openapi.json", () => JSON.stringify(spec));
  adaptExamples({ schemas: getSchemas(document) });
  const at = (pointer: string) => valueAt(document.root as JsonObject, `/paths/~1a/post/${pointer}`) as never;
  const content: Record<string, Adapted> = at("requestBody/content");
  return { parameter: at("parameters/0") as Adapted, body: content["application/json"] ?? {}, content };
}

type Adapted = { readonly example?: unknown; readonly examples?: unknown };

const untick = (parameter: object, media?: object): Adapted => adapt(parameter, media).parameter;

const off = (value: unknown) => ({ value, "x-disabled": true });
const schema = { type: "string" };

test.each([
  ["an example", { schema, example: "red" }, { default: off("red") }],
  ["examples", { schema, examples: { a: { value: "red" }, b: { value: "blue" } } }, { a: off("red"), b: off("blue") }],
  ["a shared example", { schema, examples: { a: { $ref: "#/components/examples/Shared" } } }, { a: off("s") }],
  ["a default", { schema: { ...schema, default: "red" } }, { default: off("red") }],
  ["an example of its schema", { schema: { ...schema, example: "red" } }, { default: off("red") }],
])("an optional parameter with %s is sent only if the reader ticks it", (_, parameter, examples) => {
  expect(untick(parameter)).toMatchObject({ examples });
  expect(untick(parameter)).not.toHaveProperty("example", expect.anything());
  const required = { ...parameter, required: true };
  expect(untick(required)).toEqual({ name: "color", in: "query", ...required });
});

test("an optional parameter with a media type is sent only if the reader ticks it", () => {
  const parameter = { content: { "application/json": { example: 1 } } };
  expect(untick(parameter)).toMatchObject({ content: { "application/json": { examples: { default: off(1) } } } });
});

test("the example of an optional parameter has the name of an example of the body, whose form it fills", () => {
  expect(untick({ schema, example: "red" }, { examples: { full: { value: 1 } } }).examples).toEqual({
    full: off("red"),
  });
});

test.each([
  ["a text", "red", '"red"'],
  ["JSON as text", '["red"]', '["red"]'],
  ["an object", { a: "red" }, { a: "red" }],
])("the example of a JSON body that is %s", (_, example, shown) => {
  expect(adapt({ schema }, { example }).body.example).toEqual(shown);
});

const bytes = { schema: { type: "string", format: "binary" } };

test.each<[range: string, media: object, examples: Readonly<Record<string, unknown>>]>([
  ["image/*", bytes, { "image/png": "@photo.png", "image/*": "@photo.png" }],
  ["*/*", bytes, { "application/octet-stream": "@file.bin", "*/*": "@file.bin" }],
  ["*/*", {}, { "*/*": undefined }],
  ["image/png", bytes, { "image/png": "@photo.png" }],
])("the file of %s is sent with a type of its own", (range, media, examples) => {
  const { content } = adapt({}, media, range);
  expect(Object.entries(content).map(([type, { example }]) => [type, example])).toEqual(Object.entries(examples));
});
