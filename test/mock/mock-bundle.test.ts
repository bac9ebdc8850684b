import { expect, test } from "vitest";
import { createMockBundle } from "../../src/generate/mock-bundle.js";

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
