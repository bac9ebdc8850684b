/** The pages that refer to a schema, directly or through parts that have no page. */
import { expect, test } from "vitest";
import { createSpecPages } from "../../src/docs/index.js";
import { collectSchemaUses } from "../../src/docs/schema-uses.js";
import { loadDocument } from "../../src/document/index.js";

const json = (name: string): object => ({ content: { "application/json": { schema: { $ref: name } } } });
const SCHEMA = "#/components/schemas";

const SPEC = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: {
    "/a": {
      parameters: [{ $ref: "#/components/parameters/P" }],
      get: { operationId: "getA", responses: { 200: { $ref: "#/components/responses/R" } } },
      put: { operationId: "putA", requestBody: json(`${SCHEMA}/One`), responses: { 204: { description: "d" } } },
    },
  },
  components: {
    parameters: {
      P: { name: "p", in: "query", schema: { allOf: [{ $ref: `${SCHEMA}/Text` }, { $ref: `${SCHEMA}/Text` }] } },
    },
    responses: {
      R: { description: "d", ...json(`${SCHEMA}/One`), links: { next: { $ref: "#/components/links/L" } } },
    },
    links: { L: { operationId: "getA", "x-also": [{ $ref: "#/components/links/L" }, { $ref: `${SCHEMA}/a~1b~0` }] } },
    schemas: {
      One: { properties: { two: { $ref: `${SCHEMA}/Two` }, $ref: { $ref: `${SCHEMA}/Text` } } },
      Two: { properties: { one: { $ref: `${SCHEMA}/One` } }, description: "$ref" },
      Text: { type: "string" },
      "a/b~": { items: { $ref: `${SCHEMA}/a~1b~0` } },
      Alone: {},
    },
  },
};

test("each schema is used by the operations and schemas that refer to it", () => {
  const document = loadDocument("spec.json", () => JSON.stringify(SPEC));
  const schemas = new Map(
    ["One", "Two", "Text", "a~1b~0", "Alone"].map((it) => [`/components/schemas/${it}`, `s/${it}`]),
  );
  const operations = new Map(
    (["get", "put"] as const).map((method) => [{ id: `${method}A`, pointer: `/paths/~1a/${method}` }, `o/${method}`]),
  );
  const uses = collectSchemaUses({ document, paths: { schemas, operations } } as never);
  const shown = [...uses].map(([pointer, all]) => [pointer, ...all.map(({ label, path }) => `${label} at ${path}`)]);
  expect(Object.fromEntries(shown.map(([pointer = "", ...all]) => [pointer.replace(/.*\//, ""), all]))).toEqual({
    One: ["getA at o/get", "putA at o/put", "Two at s/Two"],
    Text: ["getA at o/get", "putA at o/put", "One at s/One"],
    "a~1b~0": ["getA at o/get", "a/b~ at s/a~1b~0"],
    Two: ["One at s/One"],
  });
  expect(createSpecPages(document, { overviewPath: "", tryServers: [] }).length).toBeGreaterThan(4);
});
