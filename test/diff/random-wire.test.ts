/** Random schemas of values as they travel: `contract diff` and `contract check` agree about each counterexample. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Contract, createContract } from "../../src/check/index.js";
import type { JsonObject } from "../../src/document/index.js";
import { difference, documentOf } from "./case.js";
import { checkBothSides, createSpec } from "./wire-case.js";

const small = fc.integer({ min: 0, max: 4 });

/** A keyword, or nothing. */
function optional(name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<JsonObject> {
  return fc.option(value, { nil: undefined }).map((it) => (it === undefined ? {} : ({ [name]: it } as JsonObject)));
}

function schema(...parts: readonly fc.Arbitrary<JsonObject>[]): fc.Arbitrary<JsonObject> {
  return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as JsonObject);
}

const type = (name: string): fc.Arbitrary<JsonObject> => fc.constant({ type: name });
const TEXTS = ["a", "bc", "1", "true", "a,b", ""];
const scalar = fc.oneof(
  schema(type("string"), optional("minLength", small), optional("maxLength", small)),
  schema(type("string"), optional("enum", fc.uniqueArray(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 }))),
  schema(type("string"), optional("pattern", fc.constantFrom("^a", "^[a-c]*$", "^\\d+$", "b"))),
  schema(type("integer"), optional("minimum", small), optional("maximum", small)),
  schema(type("number"), optional("multipleOf", fc.constantFrom(0.5, 2)), optional("maximum", small)),
  type("boolean"),
);
const list = schema(
  type("array"),
  scalar.map((items) => ({ items })),
  optional("minItems", small),
  optional("maxItems", small),
);
const object = schema(
  type("object"),
  fc.tuple(scalar, scalar).map(([a, b]) => ({ properties: { a, b } })),
  optional("required", fc.subarray(["a", "b"], { minLength: 1 })),
  optional("additionalProperties", fc.constant(false)),
);
const any = fc.oneof(scalar, list, object);

const VALUES: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  query: schema(
    any.map((it) => ({ schema: it })),
    optional("required", fc.constant(true)),
    optional("explode", fc.boolean()),
  ),
  header: schema(fc.oneof(scalar, list).map((it) => ({ schema: it }))),
  "application/json": schema(any.map((it) => ({ schema: it }))),
  "application/x-www-form-urlencoded": schema(object.map((it) => ({ schema: it }))),
  "multipart/form-data": schema(object.map((it) => ({ schema: it }))),
  "text/plain": schema(scalar.map((it) => ({ schema: it }))),
};

test.each(Object.entries(VALUES))("%s", (part, value) => {
  let counterexamples = 0;
  const compare = (old: JsonObject, next: JsonObject): void => {
    const texts = [createSpec(part, old), createSpec(part, next)] as const;
    const contracts = texts.map((text) => createContract(documentOf(text))) as [Contract, Contract];
    for (const finding of difference(...texts).findings) {
      if (finding.counterexample === undefined) continue;
      checkBothSides(finding, part, { old: contracts[0], new: contracts[1] });
      counterexamples += 1;
    }
  };
  fc.assert(fc.property(value, value, compare), { seed: 2711, numRuns: 60 });
  expect(counterexamples).toBeGreaterThan(20);
});
