/** `assess` decides in one pass: it never misses a violation or drift, and finds most values without either. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Document, isObject, type Json, loadDocument, type Pointer, valueAt } from "../../src/document/index.js";
import { mapSchemas } from "../../src/document/structure.js";
import {
  type Conformity,
  createSchemas,
  createUndeclaredCollector,
  type MessageDirection,
} from "../../src/schema/index.js";
import { nearValues } from "./near-values.js";

const ROWS: readonly (readonly [schema: object, value: unknown, expected: Conformity, title: string])[] = [
  [{ properties: { a: {} } }, { a: 1 }, "documented", "a declared property"],
  [{ properties: { a: {} } }, { b: 1 }, "valid", "an undeclared property"],
  [{ properties: { a: { type: "string" } } }, { a: 1 }, "invalid", "a violation"],
  [{ properties: {} }, { a: 1 }, "documented", "an open object that names nothing"],
  [{ type: "object" }, { a: 1 }, "documented", "an object without `properties`"],
  [{ properties: { a: {} }, additionalProperties: true }, { b: 1 }, "documented", "further properties allowed"],
  [{ allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, { a: 1, b: 1 }, "documented", "parts of allOf"],
  [{ allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, { c: 1 }, "valid", "none of the parts"],
  [{ oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Named" }] }, { name: 1 }, "documented", "a branch"],
  [{ oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Named" }] }, { nam: 1 }, "valid", "not in the branch"],
  [{ anyOf: [{ type: "object" }, { properties: { a: {} } }] }, { b: 1 }, "valid", "a second branch that matches"],
  [{ items: { $ref: "#/components/schemas/Named" } }, [{ name: 1 }, { nam: 1 }], "valid", "an item"],
  [{ not: { properties: { a: { type: "string" } }, required: ["a"] } }, { a: 1 }, "documented", "drift inside `not`"],
  [{ "x-extensible-enum": ["a"] }, "a", "documented", "a listed value"],
  [{ "x-extensible-enum": ["a"] }, "b", "valid", "a value that is not listed"],
  [{ properties: { a: { writeOnly: true } } }, { a: 1 }, "valid", "a write-only property in a response"],
  [{ properties: { a: { readOnly: true } } }, { a: 1 }, "documented", "a read-only property in a response"],
  [{ prefixItems: [{ properties: { a: {} } }] }, [{ b: 1 }], "valid", "a keyword that needs the second pass"],
];

test.each(ROWS)("%j: %j is %s (%s)", (schema, value, expected) => {
  const schemas = { Named: { type: "object", properties: { name: {} } }, Tested: schema };
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {},
    components: { schemas },
  });
  const { assess } = createSchemas(loadDocument("spec.json", () => text));
  expect(assess("/components/schemas/Tested", "response", value)).toBe(expected);
});

describe.each([
  { path: "spec/openapi.yaml", share: 0.9 },
  { path: "test/cases/library.yaml", share: 0.9 },
  { path: "test/schema/descriptions/keywords.yaml", share: 0.6 },
])("$path", ({ path, share }) => {
  const document = loadDocument(path);
  const schemas = createSchemas(document);
  const collectUndeclared = createUndeclaredCollector(schemas);
  const assessTwice = (pointer: Pointer, direction: MessageDirection, value: unknown): Conformity => {
    if (schemas.validate(pointer, direction, value).length > 0) return "invalid";
    return collectUndeclared(pointer, direction, value).length > 0 ? "valid" : "documented";
  };

  test("random values are assessed as by two passes", () => {
    const counts = { documented: 0, valid: 0, invalid: 0 };
    let unclear = 0;
    for (const [pointer, value, index] of listValues(document, schemas.root)) {
      const direction = index % 2 === 0 ? "request" : "response";
      const assessed = schemas.assess(pointer, direction, value);
      const expected = assessTwice(pointer, direction, value);
      counts[expected] += 1;
      // Only "valid" may be less than what a second pass finds.
      if (assessed === "valid" && expected === "documented") unclear += 1;
      else expect({ pointer, direction, value, assessed }).toEqual({ pointer, direction, value, assessed: expected });
    }
    process.stdout.write(`${path}: ${JSON.stringify(counts)}, ${unclear} of them need a second pass\n`);
    expect(unclear).toBeLessThan(counts.documented * (1 - share));
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(0);
  });
});

/** Random values of each schema of a document, each also with an undeclared property. */
function* listValues(document: Document, root: Json): Iterable<[Pointer, unknown, number]> {
  const pointers: Pointer[] = [];
  mapSchemas(document.root, "openapi", (schema, pointer) => {
    pointers.push(pointer);
    return schema;
  });
  for (const pointer of pointers) {
    const values = fc.sample(nearValues(root, valueAt(root, pointer)), { seed: 21, numRuns: 8 });
    for (const [index, value] of values.entries()) {
      yield [pointer, value, index];
      if (isObject(value)) yield [pointer, { ...value, added: 1 }, index];
    }
  }
}
