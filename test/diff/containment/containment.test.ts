/** Containment of schemas: compares it with the JSON Schema Test Suite, and searches for values that contradict it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/index.js";
import { checkContainment, createSchemaDocument } from "./containment-documents.js";

const FOLDER = join(import.meta.dirname, "../../schema/suite/tests/draft2020-12");
const TESTED = "/components/schemas/It";

type Group = {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly data: Json; readonly valid: boolean }[];
};

const OPTIONS = { formatMode: "annotation" } as const;

/** Groups of a file whose schemas have no external references. */
function groupsOf(file: string): Group[] {
  const groups = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Group[];
  return groups.filter(
    ({ schema }) => !/"\$(?:schema|id|dynamicRef)"|"\$ref":"(?!#(?:"|\/\$defs))/.test(JSON.stringify(standing(schema))),
  );
}

/** Removes `$schema`, which the suite sets in every schema. */
function standing(schema: Json): Json {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const { $schema: _, ...rest } = schema as { readonly [name: string]: Json };
  return JSON.parse(
    JSON.stringify(rest)
      .replaceAll('"$ref":"#/', `"$ref":"#${TESTED}/`)
      .replaceAll('"$ref":"#"', `"$ref":"#${TESTED}"`),
  ) as Json;
}

function judgeOf(schema: Json): (value: Json) => boolean {
  const schemas = createSchemas(createSchemaDocument({ It: schema }), OPTIONS);
  return (value) => schemas.isValid(TESTED, "response", value);
}

const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

test("a constant is contained in a schema if and only if it is valid: the vectors of the suite", () => {
  const count = { right: 0, wrong: 0, unknown: 0 };
  const wrong: string[] = [];
  for (const file of FILES)
    for (const { description, schema, tests } of groupsOf(file))
      for (const { data, valid } of tests) {
        const { kind } = checkContainment({ const: data }, standing(schema), OPTIONS);
        if (kind === "unknown") count.unknown += 1;
        else if ((kind === "contained") === valid) count.right += 1;
        else {
          count.wrong += 1;
          wrong.push(`${file}: ${description}: ${JSON.stringify(data)} is ${kind}`);
        }
      }
  const all = count.right + count.wrong + count.unknown;
  process.stdout.write(
    `{"const": v} in S: ${all} vectors, ${all - count.unknown} decided, ${count.wrong} of them wrong\n`,
  );
  expect(wrong).toEqual([]);
  expect(all).toBeGreaterThan(1000);
  expect((all - count.unknown) / all).toBeGreaterThan(0.95);
});

test("schemas of the suite against each other: no value of the suite contradicts what is said", {
  timeout: 300_000,
}, () => {
  const count = { contained: 0, counterexample: 0, unknown: 0 };
  const wrong: string[] = [];
  for (const file of FILES) {
    const groups = groupsOf(file).map((it) => ({ ...it, schema: standing(it.schema) }));
    const values = groups.flatMap(({ tests }) => tests.map(({ data }) => data));
    const judges = groups.map(({ schema }) => judgeOf(schema));
    for (const [left, one, right, other] of pairsOf(groups)) {
      const { kind } = checkContainment(one.schema, other.schema, OPTIONS);
      count[kind] += 1;
      const refuted = values.find((value) => judges[left]?.(value) === true && judges[right]?.(value) === false);
      if (kind === "contained" && refuted !== undefined)
        wrong.push(`${file}: "${one.description}" in "${other.description}", but for ${JSON.stringify(refuted)}`);
      if (left === right && kind !== "contained") wrong.push(`${file}: "${one.description}" is not in itself`);
    }
  }
  const all = count.contained + count.counterexample + count.unknown;
  const decided = ((100 * (all - count.unknown)) / all).toFixed(1);
  process.stdout.write(`pairs of the suite: ${all}, ${decided} % decided: ${JSON.stringify(count)}\n`);
  expect(wrong).toEqual([]);
  expect((all - count.unknown) / all).toBeGreaterThan(0.75);
});

/** Compares every group with itself, and a third of the other pairs. */
function pairsOf<T>(groups: readonly T[]): (readonly [left: number, one: T, right: number, other: T])[] {
  return groups.flatMap((one, left) =>
    groups.flatMap((other, right) =>
      left === right || (left + right) % 3 === 0 ? [[left, one, right, other] as const] : [],
    ),
  );
}

/** Small schemas with every kind of keyword that specs use. */
const schemas = fc.letrec<{ schema: Json }>((tie) => {
  const inner = tie("schema");
  const few = fc.integer({ min: 0, max: 4 });
  const name = fc.constantFrom("a", "b", "c");
  const scalar = fc.constantFrom<Json>(0, 1, 2, 1.5, "", "a", "b", "ab", true, null);
  const list = fc.array(inner, { minLength: 1, maxLength: 2 });
  const keywords = fc.record(
    {
      type: fc.oneof(
        fc.constantFrom("object", "array", "string", "integer", "number", "boolean", "null"),
        fc.constantFrom(["string", "null"], ["object", "array"], ["integer", "string"]),
      ),
      minimum: few,
      maximum: few,
      exclusiveMaximum: few,
      multipleOf: fc.constantFrom(1, 0.5, 2),
      minLength: few,
      maxLength: few,
      pattern: fc.constantFrom("^a", "b$", "^[ab]*$"),
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
      required: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }),
      properties: fc.dictionary(name, inner, { maxKeys: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), inner),
      minProperties: few,
      maxProperties: few,
      items: inner,
      minItems: few,
      maxItems: few,
      uniqueItems: fc.boolean(),
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: inner,
      if: inner,
    },
    { requiredKeys: [] },
  );
  const chosen = fc.tuple(keywords, fc.uniqueArray(fc.nat(22), { minLength: 1, maxLength: 4 })).map(([all, kept]) => {
    const entries = Object.entries(all).filter((_, index) => kept.includes(index));
    const schema = Object.fromEntries(entries) as { [name: string]: Json };
    return schema.if === undefined ? schema : { ...schema, then: { required: ["a"] }, else: { maxProperties: 1 } };
  });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { weight: 1, arbitrary: fc.boolean() as fc.Arbitrary<Json> },
      { weight: 9, arbitrary: chosen as fc.Arbitrary<Json> },
    ),
  };
}).schema;

const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Json>(0, 1, 2, 3, 4, 5, 0.5, 1.5, -1, "", "a", "b", "ab", "ba", "aab", "xyzzy", true, false, null),
    fc.array(tie("value"), { maxLength: 4 }) as fc.Arbitrary<Json>,
    fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("value"), { maxKeys: 4 }) as fc.Arbitrary<Json>,
  ),
})).value;

const RUNS = Number(process.env.RUNS ?? 600);

test("of random pairs, no value of the one contradicts that the other contains it", { timeout: 300_000 }, () => {
  const count = { contained: 0, counterexample: 0, unknown: 0 };
  const pair = fc.tuple(schemas, schemas, fc.array(values, { minLength: 30, maxLength: 30 }));
  fc.assert(
    fc.property(pair, ([left, right, given]) => {
      const found = checkContainment(left, right);
      count[found.kind] += 1;
      const [one, other] = [judgeOf(left), judgeOf(right)];
      if (found.kind === "contained")
        for (const value of given) expect(one(value) && !other(value), JSON.stringify(value)).toBe(false);
      if (found.kind === "contained") return;
      for (const { counterexample } of found.violations)
        if (counterexample !== undefined)
          expect([one(counterexample.value as Json), other(counterexample.value as Json)]).toEqual([true, false]);
    }),
    { numRuns: RUNS, seed: 20260101 },
  );
  process.stdout.write(`random pairs: ${RUNS}, ${JSON.stringify(count)}\n`);
  expect(count.unknown / RUNS).toBeLessThan(0.1);
});

test("a schema contains itself, however it is written", () => {
  fc.assert(
    fc.property(schemas, (schema) => {
      expect(checkContainment(schema, schema).kind).toBe("contained");
      expect(checkContainment(schema, { allOf: [schema] }).kind).toBe("contained");
    }),
    { numRuns: 300, seed: 20260102 },
  );
});
