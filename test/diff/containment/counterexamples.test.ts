/** Breaking changes whose counterexamples are hard to construct. */
import { expect, test } from "vitest";
import { makeSetValues } from "../../../src/diff/containment/counterexamples.js";
import { createProver } from "../../../src/diff/containment/create-prover.js";
import { createSchemaSet } from "../../../src/diff/containment/schemas/schema-set.js";
import { createVersionedDocument } from "../../../src/diff/containment/schemas/versioned-document.js";
import type { Json } from "../../../src/document/index.js";
import { checkContainment, createSchemaDocument } from "./containment-documents.js";

const CASES: readonly (readonly [title: string, old: Json, next: Json])[] = [
  ["where nothing was said, values are made to what is asked now", {}, { prefixItems: [{ maxProperties: 2 }] }],
  ["items that nothing else evaluates are held against what is left to them", {}, { unevaluatedItems: { minimum: 0 } }],
  [
    "what a dependent schema refuses is tried with the property that it depends on",
    { maxProperties: 4, dependentSchemas: { c: { maximum: 4 } } },
    { maxProperties: 4, dependentSchemas: { c: { maximum: 4, maxProperties: 2 } } },
  ],
];

test.each(CASES)("%s", (_, old, next) => {
  expect(checkContainment(old, next).kind).toBe("counterexample");
});

test("values of a choice are made by its branches", () => {
  const It: Json = { oneOf: [{ type: "string", pattern: "^q{7}$" }, { const: 1234 }] };
  const spec = createVersionedDocument("old", createSchemaDocument({ It }));
  const given = createSchemaSet({ spec, pointer: "/components/schemas/It" });
  const values = makeSetValues(createProver({ left: spec, direction: "response" }), given);
  expect(values).toEqual([1234, "qqqqqqq"]);
});

test("a circle of dynamic references is told as undecided, and ends nothing", () => {
  const circular = (more: Json): Json => ({ $dynamicAnchor: "node", $dynamicRef: "#node", maximum: more });
  expect(checkContainment(circular(3), circular(2)).kind).toBe("unknown");
});

test("what refuses a value is told without its keyword, where looking for that leads in a circle", () => {
  const circle: Json = { $dynamicAnchor: "node", $dynamicRef: "#node" };
  const anyOf: Json = [{ type: "object" }];
  for (const next of [
    { anyOf, ...circle },
    { ...circle, anyOf },
  ])
    expect(() => checkContainment(circle, next)).not.toThrow();
});
