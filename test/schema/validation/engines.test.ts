/** Ajv, with which validators are generated, and the checker give the same verdict for schemas that both support. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Document,
  formatPointerFragment,
  loadDocument,
  type Pointer,
  valueAt,
} from "../../../src/document/index.js";
import { mapSchemas } from "../../../src/document/structure.js";
import { createAjv, DOCUMENT_ID } from "../../../src/generate/ajv/ajv.js";
import { createAjvSupport } from "../../../src/generate/ajv/ajv-support.js";
import type { MessageDirection } from "../../../src/schema/message-direction.js";
import { createExcludedProperties } from "../../../src/schema/registry/excluded-properties.js";
import { createSchemaRegistry } from "../../../src/schema/registry/schema-registry.js";
import { createSchemas } from "../../../src/schema/validation/schemas.js";
import { nearValues } from "../near-values.js";

const DIRECTIONS = ["request", "response"] as const;

describe.each([
  { path: "spec/openapi.yaml", runs: 30 },
  { path: "test/cases/library.yaml", runs: 100 },
  { path: "test/schema/descriptions/keywords.yaml", runs: 100 },
  { path: "test/schema/descriptions/nullable.yaml", runs: 500 },
])("$path", ({ path, runs }) => {
  const document = loadDocument(path);
  const schemas = createSchemas(document);
  const ajv = {
    request: createAjvValidators(document, "request"),
    response: createAjvValidators(document, "response"),
  };

  test("random values get the same verdict", () => {
    let checked = 0;
    let invalid = 0;
    const different: unknown[] = [];
    for (const pointer of listSchemaPointers(document)) {
      const values = nearValues(schemas.root, valueAt(schemas.root, pointer));
      for (const [index, value] of fc.sample(values, { seed: 20, numRuns: runs }).entries()) {
        const direction = DIRECTIONS[index % 2] ?? "request";
        const expected = ajv[direction](pointer, value);
        if (expected === undefined) continue;
        const isValid = schemas.isValid(pointer, direction, value);
        const hasViolations = schemas.validate(pointer, direction, value).length > 0;
        if (isValid !== expected || hasViolations === expected)
          different.push({ pointer, direction, value, expected, isValid, hasViolations });
        checked += 1;
        if (!expected) invalid += 1;
      }
    }
    process.stdout.write(`${path}: ${checked} values with the same verdict, ${invalid} of them invalid\n`);
    expect(different).toEqual([]);
    expect(invalid).toBeGreaterThan(checked / 10);
    expect(checked - invalid).toBeGreaterThan(checked / 10);
  });
});

/** Returns whether a value is valid; undefined for schemas that Ajv does not support. */
function createAjvValidators(document: Document, direction: MessageDirection) {
  const registry = createSchemaRegistry(document.root);
  const support = createAjvSupport(registry, createExcludedProperties(registry, direction));
  const ajv = createAjv(registry, support, { allErrors: false });
  return (pointer: Pointer, value: unknown): boolean | undefined =>
    support.isSupportedByAjv(pointer)
      ? ajv.compile({ $ref: `${DOCUMENT_ID}#${formatPointerFragment(pointer)}` })(value)
      : undefined;
}

function listSchemaPointers(document: Document): Pointer[] {
  const pointers: Pointer[] = [];
  mapSchemas(document.root, "openapi", (schema, pointer) => {
    pointers.push(pointer);
    return schema;
  });
  return pointers;
}
