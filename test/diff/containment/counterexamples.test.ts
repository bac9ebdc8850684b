/** Breaking changes whose counterexamples are hard to construct. */
import { expect, test } from "vitest";
import { makeSetValues } from "../../../src/diff/containment/counterexamples.js";
import { createProver } from "../../../src/diff/containment/create-prover.js";
import { createSchemaSet } from "../../../src/diff/containment/schemas/schema-set.js";
import { createVersionedDocument } from "../../../src/diff/containment/schemas/versioned-document.js";
import { type Json, lastToken } from "../../../src/document/index.js";
import { checkContainment, createSchemaDocument } from "./containment-documents.js";

const CASES: readonly (readonly [title: string, old: Json, next: Json])[] = [
  ["without earlier constraints, values match the current ones", {}, { prefixItems: [{ maxProperties: 2 }] }],
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

const LIMITS: readonly (readonly [title: string, old: Json, next: Json, keyword: string, shown: Json | undefined])[] = [
  ["a text that is only too short", { type: "string" }, { minLength: 3, maxLength: 3 }, "maxLength", "text"],
  ["a number that is only too small", { type: "integer" }, { minimum: 1, maximum: 5 }, "maximum", 6],
  [
    "an item of another type",
    { type: "array", maxItems: 900, uniqueItems: true, items: { enum: [null, "a"] } },
    { maxItems: 1, items: { type: "string" } },
    "maxItems",
    [null, "a"],
  ],
  [
    "an item of another type, if no longer list is found",
    { type: "array", maxItems: 900, uniqueItems: true, items: { type: ["string", "null"], pattern: "^[a-z]$" } },
    { maxItems: 250, items: { type: "string" } },
    "maxItems",
    undefined,
  ],
];

test.each(LIMITS)("%s does not show another limit", (_, old, next, keyword, shown) => {
  const result = checkContainment(old, next);
  const found =
    result.kind === "contained" ? [] : result.violations.filter(({ right }) => lastToken(right) === keyword);
  expect(found.map(({ counterexample }) => counterexample?.value)).toEqual([shown]);
});

test("values of a choice come from its branches", () => {
  const It: Json = { oneOf: [{ type: "string", pattern: "^q{7}$" }, { const: 1234 }] };
  const spec = createVersionedDocument("old", createSchemaDocument({ It }));
  const given = createSchemaSet({ spec, pointer: "/components/schemas/It" });
  const values = makeSetValues(createProver({ left: spec, direction: "response" }), given);
  expect(values).toEqual([1234, "qqqqqqq"]);
});

test("a cycle of dynamic references is reported as undecided, and terminates", () => {
  const circular = (more: Json): Json => ({ $dynamicAnchor: "node", $dynamicRef: "#node", maximum: more });
  expect(checkContainment(circular(3), circular(2)).kind).toBe("unknown");
});

test("a rejected value is reported without its keyword if looking for the keyword would recurse forever", () => {
  const circle: Json = { $dynamicAnchor: "node", $dynamicRef: "#node" };
  const anyOf: Json = [{ type: "object" }];
  for (const next of [
    { anyOf, ...circle },
    { ...circle, anyOf },
  ])
    expect(() => checkContainment(circle, next)).not.toThrow();
});
