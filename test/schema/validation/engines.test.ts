/** The generated validators and the checker give the same verdict for schemas that both support. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Document, loadDocument, type Pointer, valueAt } from "../../../src/document/index.js";
import { mapSchemas } from "../../../src/document/structure.js";
import { getCompiledValidator } from "../../../src/generate/compiled-validators.js";
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
  test("random values get the same verdict", () => {
    let checked = 0;
    let invalid = 0;
    const different: unknown[] = [];
    for (const pointer of listSchemaPointers(document)) {
      const values = nearValues(schemas.root, valueAt(schemas.root, pointer));
      for (const [index, value] of fc.sample(values, { seed: 20, numRuns: runs }).entries()) {
        const direction = DIRECTIONS[index % 2] ?? "request";
        const validate = getCompiledValidator(document, pointer, direction);
        // src/generate/ajv/ajv-support.ts has the reasons.
        if (typeof validate === "string") continue;
        const expected = validate(value);
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

function listSchemaPointers(document: Document): Pointer[] {
  const pointers: Pointer[] = [];
  mapSchemas(document.root, "openapi", (schema, pointer) => {
    pointers.push(pointer);
    return schema;
  });
  return pointers;
}
