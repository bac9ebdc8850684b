/** The schemas of a spec that observed objects conform to. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createComponentMatcher } from "../../../src/suggest/infer/component-matcher.js";
import { createSchemaFromShape } from "../../../src/suggest/infer/shape-schema.js";
import { createShape, recordValue } from "../../../src/suggest/infer/value-shape.js";

const COMPONENTS = {
  Book: { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } }, required: ["id"] },
  Large: { type: "object", properties: { id: {}, title: {}, a: {}, b: {}, c: {} } },
  Same: { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } },
  Only: { type: "object", properties: { only: {} } },
  Parts: { allOf: [{ $ref: "#/components/schemas/Only" }, { properties: { more: {}, other: {} } }] },
  Either: {
    oneOf: [
      { properties: { x: {}, z: {} }, required: ["x"] },
      { properties: { y: {} }, required: ["y"] },
    ],
  },
  Any: { anyOf: [{ properties: { p: {}, q: {} } }] },
  Open: { type: "object", additionalProperties: true },
  Loop: { properties: { loop: {} }, allOf: [{ $ref: "#/components/schemas/Loop" }] },
  Written: { type: "object", properties: { secret: { type: "string", writeOnly: true }, name: {} } },
  Text: { type: "string" },
};

test.each<[values: readonly unknown[], reference: string | undefined]>([
  [[{ id: 1, title: "a" }], "Book"],
  [[{ id: 1 }], undefined],
  [[{ title: "a" }], undefined],
  [[{ title: "a", id: "1" }], undefined],
  [[{ title: 1, id: "1", a: 1 }], "Large"],
  [[{ id: 1, title: "a" }, { title: "b" }], "Same"],
  [
    [
      { id: 1, title: "a" },
      { id: 1, title: "a", x: 1 },
    ],
    undefined,
  ],
  [
    [
      { id: 1, title: "a", x: 1 },
      { id: 1, title: "a" },
    ],
    undefined,
  ],
  [[{ only: 1 }], "Only"],
  [[{ only: 1, more: 2 }], "Parts"],
  [[{ only: 1, more: 2, other: 3 }], "Parts"],
  [[{ more: 2 }], undefined],
  [[{ x: 1 }], undefined],
  [[{ x: 1, z: 2 }], "Either"],
  [[{ x: 1, y: 2 }], undefined],
  [[{ p: 1, q: 2 }], "Any"],
  [[{ loop: 1 }], undefined],
  [[{}], undefined],
  [[{}, { only: 1 }], undefined],
  [[{ only: 1 }, {}], "Only"],
])("%j is a %s", (values, name) => {
  const spec = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, components: { schemas: COMPONENTS } };
  const componentMatcher = createComponentMatcher(loadDocument("a.json", () => JSON.stringify(spec)));
  const shape = createShape();
  for (const value of values) recordValue(shape, value, { componentMatcher, side: "response" });
  const schema = createSchemaFromShape(shape, { version: "3.1", components: componentMatcher });
  const reference = (schema as { readonly $ref?: string }).$ref;
  expect(reference).toBe(name && `#/components/schemas/${name}`);
});
