/** Ajv and the interpreter return the same results and violations for schemas that both support. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Document, loadDocument, type Pointer, valueAt } from "../../../src/document/index.js";
import { mapSchemas } from "../../../src/document/references/map-schemas.js";
import { createSchemas, type Schemas, type Violation } from "../../../src/schema/validation/schemas.js";
import { nearValues } from "../near-values.js";

const VIEWS = ["request", "response"] as const;

describe.each([
  { path: "spec/openapi.yaml", runs: 30 },
  { path: "test/cases/library.yaml", runs: 200 },
  { path: "test/schema/descriptions/keywords.yaml", runs: 200 },
  { path: "test/schema/descriptions/nullable.yaml", runs: 1000 },
])("$path", ({ path, runs }) => {
  const document = loadDocument(path);
  const fastest = createSchemas(document);
  const interpreter = createSchemas(document, { engine: "interpreter" });

  test("random values get the same verdict and the same violations", () => {
    let checked = 0;
    let refused = 0;
    for (const pointer of schemaPointers(document)) {
      const values = nearValues(fastest.root, valueAt(fastest.root, pointer));
      for (const [index, value] of fc.sample(values, { seed: 20, numRuns: runs }).entries()) {
        const view = VIEWS[index % 2] ?? "request";
        const [one, other] = [fastest, interpreter].map((schemas) => check(schemas, pointer, { view, value }));
        expect({ pointer, view, value, ...one }).toEqual({ pointer, view, value, ...other });
        checked += 1;
        if (one?.valid === false) refused += 1;
      }
    }
    process.stdout.write(
      `${path}: ${checked} values with the same result by both engines, ${refused} of them rejected\n`,
    );
    expect(refused).toBeGreaterThan(checked / 10);
    expect(checked - refused).toBeGreaterThan(checked / 10);
  });
});

function check(schemas: Schemas, pointer: Pointer, { view, value }: { view: "request" | "response"; value: unknown }) {
  const failures = schemas.validate(pointer, view, value).map(inWords).sort();
  return { valid: schemas.isValid(pointer, view, value), failures };
}

function inWords({ keyword, pointer, instance, params }: Violation): string {
  return JSON.stringify({ keyword, pointer, instance, params });
}

function schemaPointers(document: Document): Pointer[] {
  const pointers: Pointer[] = [];
  mapSchemas(document.root, "openapi", (schema, pointer) => {
    pointers.push(pointer);
    return schema;
  });
  return pointers;
}
