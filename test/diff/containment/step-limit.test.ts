/** A comparison that exceeds the step limit must not leave wrong results in the cache. */
import { expect, test } from "vitest";
import { createContainmentChecker } from "../../../src/diff/containment/containment-checker.js";
import { createVersionedDocument, type SchemaRef } from "../../../src/diff/containment/schemas/versioned-document.js";
import type { Json } from "../../../src/document/index.js";
import { baseText, difference } from "../case.js";
import { createSchemaDocument } from "./containment-documents.js";

/** Creates many schemas. `write` may rewrite some of them in an equivalent form. */
function listing(write: (schema: Json) => Json): Readonly<Record<string, Json>> {
  const names = Array.from({ length: 30 }, (_, index) => `P${index}`);
  const text = (index: number): Json => write({ type: "string", maxLength: index + 1 });
  return {
    ...Object.fromEntries(names.map((name, index) => [name, text(index)])),
    All: { properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }])) },
  };
}

test("a containment that an abandoned search did not prove is proven by its own search", () => {
  const old = createVersionedDocument("old", createSchemaDocument(listing((it) => it)));
  const next = createVersionedDocument("new", createSchemaDocument(listing((it) => ({ allOf: [it] }))));
  const contains = createContainmentChecker({ left: old, direction: "response", maxSteps: 40 });
  const calls = (name: string): string => {
    const pointer = `/components/schemas/${name}`;
    return contains({ spec: old, pointer }, { spec: next, pointer }).kind;
  };
  expect(calls("All")).toBe("unknown");
  const names = Object.keys(listing((it) => it)).filter((name) => name !== "All");
  expect(names.filter((name) => calls(name) !== "contained")).toEqual([]);
  // A later comparison completes the result.
  expect(calls("All")).toBe("contained");
});

test("a choice with many parts ends at the limit of steps", () => {
  const choices = (names: string): Json => ({
    allOf: Array.from({ length: 7 }, (_, index) => ({
      anyOf: [...names].map((it) => ({ required: [`${it}${index}`] })),
    })),
  });
  const [narrow, wide] = [choices("ab"), choices("abc")].map((It, index) => ({
    spec: createVersionedDocument(index === 0 ? "old" : "new", createSchemaDocument({ It })),
    pointer: "/components/schemas/It",
  })) as [SchemaRef, SchemaRef];
  const options = { direction: "response", maxSteps: 2000 } as const;
  expect(createContainmentChecker({ ...options, left: wide.spec })(wide, narrow).kind).toBe("counterexample");
  let looks = 0;
  const isOverdue = (): boolean => {
    looks += 1;
    return true;
  };
  const overdue = createContainmentChecker({ ...options, left: wide.spec, isOverdue })(wide, narrow);
  expect([overdue.kind, looks > 0]).toEqual(["unknown", true]);
});

test("a comparison that reaches its deadline names the operations that it left out", () => {
  // Another version of OpenAPI, so that no operation counts as unchanged.
  const [old, next] = [baseText(), baseText().replace('"openapi": "3.1.0"', '"openapi": "3.1.1"')];
  let operations = 0;
  const isOverdue = (): boolean => {
    operations += 1;
    return operations > 4;
  };
  const stopped = difference(old, next, { isOverdue });
  const all = difference(old, next);
  expect(all.notCompared).toEqual([]);
  expect(stopped.notCompared.length).toBeGreaterThan(0);
  expect(stopped.operations.compared + stopped.notCompared.length).toBe(all.operations.compared);
});
