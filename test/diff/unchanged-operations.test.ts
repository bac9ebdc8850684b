/** Operations that are left out of a comparison have the same text in both specs, through references. */
import { expect, test } from "vitest";
import { createUnchangedTest } from "../../src/diff/diff.js";
import { type JsonObject, listOperations } from "../../src/document/index.js";
import { documentOf, edited } from "./case.js";

const SPEC: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders": {
      parameters: [{ name: "X-Trace", in: "header", schema: { type: "string" } }],
      get: { operationId: "list", responses: { 200: { $ref: "#/components/responses/Orders" } } },
    },
    "/prices": {
      get: {
        operationId: "prices",
        responses: { 200: { description: "", content: { "application/json": { schema: { type: "number" } } } } },
      },
    },
  },
  components: {
    responses: {
      Orders: {
        description: "",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
        links: { price: { operationId: "prices" } },
      },
    },
    schemas: {
      Order: { type: "object", properties: { parent: { $ref: "#/components/schemas/Order" }, id: { type: "string" } } },
      Unused: { type: "string" },
    },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
};

const CASES: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
  ["nothing", {}, ["list", "prices"]],
  ["a component that nothing references", { "/components/schemas/Unused/type": "integer" }, ["list", "prices"]],
  ["a component behind two references", { "/components/schemas/Order/properties/id/type": "integer" }, ["prices"]],
  ["a parameter of the path", { "/paths/~1orders/parameters/0/required": true }, ["prices"]],
  ["an operation itself", { "/paths/~1prices/get/deprecated": true }, ["list"]],
  ["the target of a link", { "/paths/~1prices/get/operationId": "priceList" }, []],
  ["a path", { "/paths/~1new": { get: { responses: {} } } }, ["prices"]],
  ["the servers", { "/servers": [{ url: "https://api.example" }] }, []],
  ["a security scheme", { "/components/securitySchemes/key/name": "X-Other" }, []],
];

test.each(CASES)("changed: %s", (_, set, expected) => {
  const documents = {
    old: documentOf(JSON.stringify(SPEC), "old.json"),
    new: documentOf(JSON.stringify(edited(SPEC, { set })), "new.json"),
  };
  const isUnchanged = createUnchangedTest(documents);
  const next = listOperations(documents.new);
  const unchanged = listOperations(documents.old).filter((old) => {
    const pair = next.find(({ pointer }) => pointer === old.pointer);
    return pair !== undefined && isUnchanged({ old, new: pair });
  });
  expect(unchanged.map(({ id }) => id)).toEqual(expected);
});
