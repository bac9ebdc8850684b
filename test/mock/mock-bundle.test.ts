import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { createMockBundle, listMockLimitations } from "../../src/generate/mock-bundle.js";

const described = (schema: object, more: object = {}) => ({
  openapi: "3.1.0",
  servers: [{ url: "{baseUrl}/v1" }],
  webhooks: { moved: { post: {} } },
  paths: { "/a": { servers: [{ url: "https://elsewhere.example" }], post: { responses: {}, ...more } } },
  components: { schemas: { A: schema } },
});

test("the mock is not served by other processes, and sends nothing", () => {
  const callbacks = { moved: { "{$request.body#/url}": { post: {} } } };
  expect(createMockBundle(described({}, { callbacks }) as never)).toEqual({
    openapi: "3.1.0",
    servers: [{ url: "/" }],
    paths: { "/a": { post: { responses: {} } } },
    components: { schemas: { A: {} } },
  });
});

test("responses have the field `description`, and no object is read from Set-Cookie", () => {
  const responses = {
    "204": { headers: { "Set-Cookie": { schema: { type: "object" } }, "X-A": { schema: { type: "object" } } } },
    default: { $ref: "#/components/responses/A" },
  };
  expect(createMockBundle(described({}, { responses }) as never).paths).toEqual({
    "/a": {
      post: {
        responses: { ...responses, "204": { description: "", headers: { "X-A": { schema: { type: "object" } } } } },
      },
    },
  });
});

test("what Prism does not serve of OpenAPI 3.2 is listed", () => {
  const spec = join(import.meta.dirname, "../openapi-3.2/streams.yaml");
  expect(listMockLimitations(loadDocument(spec))).toEqual([
    "GET /search: Prism does not check the query string",
    "QUERY /search: Prism does not know the method",
    "COPY /search: Prism does not know the method",
    "notify /search: Prism does not know the method",
    "GET /filter: Prism does not check the query string",
    "GET /select: Prism does not check the query string",
    "GET /cookies: Prism does not check the cookie prefs",
    "GET /cookies: Prism does not send Set-Cookie",
    "GET /events: the body of text/event-stream, application/json-seq is empty, because Prism does not read itemSchema",
    "POST /parts: Prism does not read the parts of multipart/mixed, multipart/related, multipart/digest by position",
  ]);
});

test("a closed tuple is bounded by its length", () => {
  const bundle = createMockBundle(
    described({ type: "array", prefixItems: [{ type: "string" }], items: false }) as never,
  );
  expect(bundle.components).toEqual({
    schemas: { A: { type: "array", prefixItems: [{ type: "string" }], maxItems: 1 } },
  });
});

test("properties and examples with such names are kept", () => {
  const schema = {
    properties: { servers: { type: "array" }, callbacks: { type: "object" } },
    examples: [{ servers: [1], callbacks: { a: {} } }],
  };
  expect(createMockBundle(described(schema) as never).components).toEqual({ schemas: { A: schema } });
});

test("media types, examples and security schemes that Prism does not know are rewritten", () => {
  const requirement = { "#/components/securitySchemes/a": ["b"], "x#/components/securitySchemes/a": [] };
  const operation = (body: object, responses: object) => ({
    security: [requirement, {}, 5],
    requestBody: body,
    responses,
    example: { content: { $ref: "#/components/mediaTypes/M" } },
    default: { security: [requirement] },
  });
  const content = {
    "a/a": { $ref: "#/components/mediaTypes/M~1~0" },
    "a/b": { $ref: "#/components/mediaTypes/Loop" },
    "a/c": { $ref: "#/components/mediaTypes/Gone" },
    "a/d": { $ref: "#/other" },
    "a/e": 5,
    "a/f": { examples: { a: { dataValue: 1, serializedValue: "1", summary: "s" }, b: { serializedValue: "2" } } },
    "a/g": { examples: { a: { value: 1, dataValue: 2 }, b: { externalValue: "u" }, c: 5 } },
    "a/h": { examples: [{ dataValue: 1 }] },
  };
  const mediaTypes = {
    "M/~": { schema: {}, examples: { a: { dataValue: 1 } } },
    Loop: { $ref: "#/components/mediaTypes/Loop" },
  };
  const responses = { "2xx": {}, default: {}, "600": {}, "20": {}, x: {}, "200": { description: "d" }, "201": 5 };
  const root = { paths: { "/a": { post: operation({ content }, responses) } }, components: { mediaTypes } };
  const bundle = createMockBundle(root as never);
  const { post } = (bundle.paths as unknown as Record<string, { readonly post: object }>)["/a"] ?? {};
  expect(post).toEqual({
    ...operation({}, {}),
    security: [{ a: ["b"], "x#/components/securitySchemes/a": [] }, {}, 5],
    requestBody: {
      content: {
        ...content,
        "a/a": { schema: {}, examples: { a: { value: 1 } } },
        "a/c": {},
        "a/f": { examples: { a: { value: 1, summary: "s" }, b: { value: "2" } } },
        "a/h": { examples: [{ value: 1 }] },
      },
    },
    responses: {
      ...{ "2xx": { description: "" }, default: { description: "" }, "600": { description: "" } },
      ...{ "20": { description: "" }, x: { description: "" }, "200": { description: "d" }, "201": 5 },
    },
  });
});

test("what only has the name of a part that is left out stays", () => {
  const kept = {
    servers: { type: "string" },
    callbacks: { a: { type: "object" } },
    "set-cookie": { schema: { type: "string" } },
    security: { type: "array" },
    responses: { type: "array" },
    prefixItems: [],
    items: false,
    x: { prefixItems: [{}], items: {} },
  };
  expect(createMockBundle({ kept, callbacks: 5, "Set-Cookie": {} } as never)).toEqual({
    ...{ kept, callbacks: 5, "Set-Cookie": {}, servers: [{ url: "/" }] },
  });
  const response = { headers: { "SET-COOKIE": { schema: { type: "object" } } } };
  const item = { servers: [], get: { callbacks: {}, servers: [], responses: { "200": response } } };
  expect(createMockBundle({ paths: { "/a": item } } as never)).toEqual({
    paths: { "/a": { get: { responses: { "200": { description: "", headers: {} } } } } },
    servers: [{ url: "/" }],
  });
});

const response = (parts: object) => ({ "200": { description: "d", ...parts } });
const limitsOf = (operation: object): readonly string[] => {
  const paths = { "/a": { post: { responses: {}, ...operation } } };
  const spec = {
    openapi: "3.2.0",
    info: { title: "T", version: "1" },
    paths,
    webhooks: { w: { query: { responses: {} } } },
  };
  return listMockLimitations(loadDocument("spec.json", () => JSON.stringify(spec)));
};

test.each<[operation: object, limits: readonly string[]]>([
  [{}, []],
  [{ responses: response({ content: { "a/b": { schema: {}, itemSchema: {} }, "a/c": { schema: {} } } }) }, []],
  [
    {
      responses: {
        ...response({ content: { "a/b": { itemSchema: {} } } }),
        "201": { content: { "a/b": { itemSchema: {} }, "c/d": { itemSchema: {} } } },
      },
    },
    ["the body of a/b, c/d is empty, because Prism does not read itemSchema"],
  ],
  [{ responses: response({ headers: { "set-cookie": {}, "X-A": { schema: { type: "object" } } } }) }, []],
  [
    { responses: response({ headers: { "set-cookie": { schema: { type: "object" } } } }) },
    ["Prism does not send Set-Cookie"],
  ],
  [
    {
      requestBody: { content: { "a/b": { prefixEncoding: [] }, "a/c": { itemEncoding: {} }, "a/d": { encoding: {} } } },
      parameters: [
        { name: "a", in: "cookie", style: "cookie" },
        { name: "b", in: "cookie" },
        { name: "c", in: "querystring", content: { "a/b": {} } },
      ],
    },
    [
      "Prism does not read the parts of a/b, a/c by position",
      "Prism does not check the query string",
      "Prism does not check the cookie a",
    ],
  ],
])("the limits of %j", (operation, limits) => {
  expect(limitsOf(operation)).toEqual(limits.map((it) => `POST /a: ${it}`));
});
