import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { createMockBundle } from "../../src/generate/mock-bundle.js";
import { listMockLimitations } from "../../src/generate/mock-limitations.js";

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
