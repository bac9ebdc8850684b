/** Why references and identifiers in schemas are ignored. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/index.js";

test("unresolved references, and repeated names", () => {
  const properties = {
    a: { $dynamicRef: "#one" },
    b: { $id: "urn:b" },
    c: { $dynamicRef: "#two" },
    d: { $id: "urn:b" },
    e: { $dynamicRef: "urn:b#three" },
    f: { $ref: "urn:b" },
  };
  const root = { openapi: "3.1.0", info: { title: "t", version: "1" }, components: { schemas: { S: { properties } } } };
  const { reinterpreted } = createSchemas(loadDocument("a.json", () => JSON.stringify(root)));
  expect(
    [...reinterpreted].map(
      ([pointer, message]) => `${pointer.slice("/components/schemas/S/properties".length)} ${message}`,
    ),
  ).toEqual([
    '/d/$id "urn:b" is already in use',
    '/a/$dynamicRef "#one" cannot be resolved',
    '/c/$dynamicRef "#two" cannot be resolved',
    '/e/$dynamicRef "urn:b#three" cannot be resolved',
  ]);
});
