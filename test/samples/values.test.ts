/** The values that are made for schemas: the smallest ones, complete ones, several, and random ones. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { isValidForSchemas, makeSampleValues, makeSerializableValue, makeValue } from "../../src/samples/make-value.js";
import { generateMatchingText, generateMatchingTexts } from "../../src/samples/matching-text.js";
import { createKnownSamples } from "../../src/samples/sample-context.js";
import { createValueArbitrary } from "../../src/samples/value-arbitrary.js";
import { createSchemas } from "../../src/schema/index.js";

const text = { type: "string" };
const int = { type: "integer" };
const pair = { type: "object", required: ["a"], properties: { a: int, b: text } };

const SCHEMAS: readonly object[] = [
  {},
  text,
  { ...text, minLength: 6, maxLength: 6 },
  { ...text, maxLength: 2 },
  { ...text, maxLength: 0 },
  { ...text, pattern: "^[A-Z]{2}\\d+$" },
  { ...text, pattern: "^(?=.*[A-Z])(?=.*\\d).{8,}$" },
  { ...text, pattern: "^a+$", minLength: 30, maxLength: 30 },
  { ...text, pattern: "^(?!a).$" },
  { ...text, pattern: "(" },
  { ...text, format: "date" },
  { ...text, format: "email", maxLength: 12 },
  { ...text, format: "unheard-of" },
  { ...text, example: "e", default: "d" },
  { ...text, example: 5, examples: ["x"], default: "d" },
  { ...text, default: "d" },
  { ...text, enum: ["p", "q", "r"] },
  { const: { k: 1 } },
  { enum: [] },
  { ...text, "x-extensible-enum": ["u", "v"] },
  { allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] },
  int,
  { ...int, minimum: 7, maximum: 9 },
  { ...int, exclusiveMinimum: 7, maximum: 8 },
  { ...int, minimum: 7, exclusiveMaximum: 8 },
  { ...int, multipleOf: 5, minimum: 11 },
  { ...int, format: "int64", maximum: -5 },
  { type: "number", minimum: 0.1, maximum: 0.2 },
  { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
  { type: "number", multipleOf: 0.1, minimum: 0.25 },
  { allOf: [{ type: ["integer", "string"] }, { type: "number" }] },
  { minimum: 3 },
  { type: "boolean" },
  { type: "null" },
  { type: ["null", "integer"] },
  { type: "array" },
  { type: "array", items: int },
  { type: "array", items: int, minItems: 2, maxItems: 3 },
  { type: "array", items: int, minItems: 3, uniqueItems: true },
  { type: "array", items: { enum: [1, 2] }, minItems: 3, uniqueItems: true },
  { type: "array", minItems: 2, uniqueItems: true },
  { type: "array", contains: { const: "c" }, minContains: 2 },
  { type: "array", contains: int, items: { type: ["integer", "string"] } },
  { type: "array", prefixItems: [int, text], minItems: 2 },
  { items: int },
  { type: "array", items: false, minItems: 1 },
  { type: "object" },
  pair,
  { ...pair, required: ["a", "z"] },
  { ...pair, minProperties: 3 },
  { ...pair, minProperties: 3, propertyNames: { pattern: "^k\\d$" } },
  { type: "object", properties: { r: { ...int, readOnly: true }, w: { ...int, writeOnly: true }, n: int } },
  {
    type: "object",
    required: ["r", "w"],
    properties: { r: { ...int, readOnly: true }, w: { ...int, writeOnly: true } },
  },
  { ...pair, dependentRequired: { b: ["c"] }, properties: { ...pair.properties, c: { type: "boolean" } } },
  { ...pair, dependencies: { a: ["b"] } },
  { type: "object", required: ["n"], properties: { n: pair, o: { ...pair, example: { a: 9 } } } },
  { type: "object", required: ["never"], properties: { never: false } },
  { anyOf: [int, text] },
  { oneOf: [{ ...pair, required: ["b"], additionalProperties: false }, int] },
  { ...pair, if: { properties: { a: { const: 1 } } }, then: { required: ["b"] }, else: { required: ["c"] } },
  { ...pair, dependentSchemas: { a: { required: ["b"] } } },
  { type: "object", required: ["self"], properties: { self: { $ref: "#/components/schemas/Tree" } } },
  { not: {} },
  { ...text, pattern: "^a*$" },
  { ...text, format: "int64" },
  { ...text, format: "decimal" },
  { oneOf: [{ type: "null" }, int] },
  { ...text, format: "uuid4" },
];

const spec = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {},
  components: {
    schemas: {
      ...Object.fromEntries(SCHEMAS.map((schema, index) => [`S${index}`, schema])),
      Tree: { type: "object", properties: { up: { $ref: "#/components/schemas/Tree" }, v: int } },
    },
  },
};
const schemas = createSchemas(loadDocument("a.json", () => JSON.stringify(spec)));
const context = { schemas };
const nodeOf = (name: string | number) => schemas.model.at([`/components/schemas/${name}`]);
const show = (result: { readonly value: unknown } | undefined): string =>
  result === undefined ? "none" : JSON.stringify(result.value);

test("values of schemas", () => {
  const lines = SCHEMAS.map((schema, index) => {
    const node = nodeOf(`S${index}`);
    const several = makeSampleValues({ context, stack: [], budget: { left: 1000 } }, node, 5);
    const others = {
      "in a response": show(makeValue({ ...context, direction: "response" }, node)),
      complete: show(makeValue({ ...context, isComplete: true }, node)),
      "as text": show(makeSerializableValue(context, node)),
    };
    // What is not shown is the first of the values.
    const different = Object.entries(others).filter(([, value]) => value !== show(several[0]));
    return [
      `${JSON.stringify(schema)}: ${JSON.stringify(several.map(({ value }) => value))}`,
      ...different.map(([name, value]) => `  ${name}: ${value}`),
    ].join("\n");
  });
  expect(lines.join("\n")).toMatchSnapshot();
});

const overlapping = { oneOf: [pair, { ...pair, title: "other" }, { ...pair, required: ["a", "b"] }] };

test.each<[schema: object, approximate: unknown]>([
  [overlapping, { a: 1 }],
  [{ type: "object", required: ["c"], properties: { c: overlapping } }, { c: { a: 1 } }],
  [{ type: "array", items: overlapping, minItems: 1 }, [{ a: 1 }]],
  [{ ...overlapping, discriminator: { propertyName: "b" } }, { a: 1 }],
  [{ allOf: [{ ...text, const: "a" }, { maxLength: 0 }] }, "a"],
  [{ enum: [] }, undefined],
])("%j has no valid value, and the approximate one %j", (schema, approximate) => {
  const document = { ...spec, components: { schemas: { S: schema } } };
  const registry = createSchemas(loadDocument("a.json", () => JSON.stringify(document)));
  const node = registry.model.at(["/components/schemas/S"]);
  expect(makeValue({ schemas: registry }, node)).toBeUndefined();
  expect(makeValue({ schemas: registry, isApproximate: true }, node)?.value).toEqual(approximate);
});

test("values that are known are taken from the earlier search, at the same cost", () => {
  const known = createKnownSamples();
  const make = (left: number) => {
    const budget = { left };
    const node = nodeOf("S47");
    return {
      values: makeSampleValues({ context, stack: [], budget, known }, node, 3).map((it) => it.value),
      left: budget.left,
    };
  };
  const first = make(100);
  expect(first.values).toEqual([{ a: 1 }, { a: 1, b: "text" }, { a: 0 }].slice(0, first.values.length));
  expect(make(100)).toEqual(first);
  expect(known.bySchema.get(nodeOf("S47"))?.get(3)?.cost).toBe(100 - first.left);
  expect(make(1).left).toBe(-1);
  expect(known.cuts).toBe(1);
});

function classify(value: unknown): string {
  if (typeof value === "number") return `${Number.isInteger(value) ? "integer" : "fraction"} ${Math.sign(value)}`;
  if (typeof value === "string") return value.length > 9 ? "long text" : "text";
  if (Array.isArray(value)) return `array ${value.length}`;
  return typeof value === "object" && value !== null ? `{${Object.keys(value).sort().join()}}` : String(value);
}

test("random values are valid, and of all kinds", () => {
  const lines = SCHEMAS.map((schema, index) => {
    const node = nodeOf(`S${index}`);
    const arbitrary = createValueArbitrary(fc, context, node);
    if (arbitrary === undefined) return `${JSON.stringify(schema)}: none`;
    const values = fc.sample(arbitrary, { numRuns: 40, seed: 7 });
    expect(values.filter((value) => !isValidForSchemas(context, node, value))).toEqual([]);
    return `${JSON.stringify(schema)}: ${[...new Set(values.map(classify))].sort().join(" | ")}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});

test("texts that match a pattern", () => {
  const patterns = [
    "^a*$",
    "a|bc",
    "^(x|yz)+$",
    "^[^a-zA-Z0-9]$",
    "^\\p{Nd}{3}$",
    "^[\\u0660-\\u0669]$",
    "^é{2}$",
    "b{2,3}?",
    "^(?=.*\\d)[a-z\\d]{4}$",
    "^(a)\\1$",
    "(",
    "^\\s$",
    "^[^\\x00-\\x7f]$",
    "^$",
  ];
  const lines = patterns.map((pattern) => {
    const exact = [0, 1, 4, 7].map((length) => JSON.stringify(generateMatchingText(pattern, length)) ?? "none");
    return `${pattern}: ${JSON.stringify(generateMatchingTexts(pattern, 8))}, exactly ${exact.join(" ")}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});
