/** Sample values of formats, and the constraints that several schemas put on a value together. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { FORMAT_OUTLINES, FORMAT_PATTERNS, FORMAT_VALUES } from "../../../src/samples/format-values.js";
import { generateMatchingTexts } from "../../../src/samples/matching-text.js";
import { FORMAT_VALIDATORS } from "../../../src/schema/formats/formats.js";
import { collectValueConstraints, inferConstraintTypes } from "../../../src/schema/model/value-constraints.js";
import { createSchemas } from "../../../src/schema/validation/schemas.js";

// `uuid4` and the like have the values of `uuid`.
const FORMATS = Object.keys(FORMAT_VALUES).filter((it) => !/^uuid\d/.test(it));
const components = { schemas: Object.fromEntries(FORMATS.map((format) => [format, { format }])) };
const info = { title: "t", version: "1" };
const text = JSON.stringify({ openapi: "3.1.0", info, paths: {}, components });
const schemas = createSchemas(loadDocument("spec.json", () => text));

test.each(FORMATS)("the values of %s are what they claim", (format) => {
  const { typical, valid, invalid } = FORMAT_VALUES[format] as (typeof FORMAT_VALUES)[string];
  const isValid = (value: unknown): boolean => schemas.isValid(`/components/schemas/${format}`, "request", value);
  expect([typical, ...valid.map(([value]) => value)].filter((value) => !isValid(value))).toEqual([]);
  expect(invalid.map(([value]) => value).filter(isValid)).toEqual([]);
  expect(invalid.length).toBeGreaterThan(0);
  const shown = [...valid, ...invalid].map(([value, note]) => `${value}: ${note}`);
  expect([String(typical), ...shown]).toMatchSnapshot();
});

test.each(Object.entries(FORMAT_VALIDATORS))("the outline of %s matches all of its values", (format, validator) => {
  const isValid = (it: string): boolean =>
    validator instanceof RegExp ? validator.test(it) : Reflect.apply(validator as never, undefined, [it]);
  if (typeof validator === "object" && !(validator instanceof RegExp))
    return expect(FORMAT_OUTLINES.has(format)).toBe(false);
  const outline = new RegExp(FORMAT_OUTLINES.get(format) ?? "", "u");
  const { typical = "", valid = [] } = FORMAT_VALUES[format] ?? {};
  const seeds = [
    typical,
    ...valid.map(([value]) => value),
    ...generateMatchingTexts(FORMAT_PATTERNS[format] ?? ""),
  ].map(String);
  const edited = seeds.flatMap((seed) =>
    Array.from(seed, (_, at) =>
      ["", "a", "Z", "0", "+", ":", " ", "ä"].map((it) => seed.slice(0, at) + it + seed.slice(at + 1)),
    ).flat(),
  );
  const short = ["", "::", "a:", "P1D", "PT1S", "a@b", "0", "0#", "a", "/", "ä"];
  expect([...seeds, ...edited, ...short].filter((it) => isValid(it) && !outline.test(it))).toEqual([]);
  expect(outline.test("")).toBe(isValid(""));
});

const constraintsOf = (...given: readonly object[]) => {
  const applicableSchemas = given.map((schema, at) => ({ schema, pointer: `/${at}` })) as never;
  const constraints = collectValueConstraints(applicableSchemas);
  return Object.assign(constraints, { inferred: inferConstraintTypes({ constraints, applicableSchemas }) });
};

test.each<[given: object[], expected: object]>([
  [[], { types: undefined, typeAt: "", enumValues: undefined, enumAt: "", extensibleAt: "", extensibleValues: [] }],
  [
    [{}],
    {
      types: undefined,
      typeAt: "/0",
      enumAt: "/0",
      extensibleAt: "/0",
      inferred: ["string", "object", "integer", "boolean"],
    },
  ],
  [[{}, { type: "string" }], { types: ["string"], typeAt: "/1/type", inferred: ["string"] }],
  [[{ type: ["string", "null"] }, { type: ["null", "integer"] }], { types: ["null"] }],
  [[{ type: "number" }, { type: "integer" }], { types: ["integer"] }],
  [[{ type: "integer" }, { type: "number" }], { types: ["integer"] }],
  [[{ type: ["number", "integer"] }, { type: "integer" }], { types: ["number", "integer"].slice(1) }],
  [[{ type: "string" }, { type: "integer" }], { types: [] }],
  [[{ enum: [1, "a"] }], { enumValues: [1, "a"], enumAt: "/0/enum", inferred: ["integer", "string"] }],
  [[{}, { const: "a" }], { enumValues: ["a"], enumAt: "/1/const" }],
  [[{ enum: ["a", "b"] }, { enum: ["b", "c"] }, { const: "b" }], { enumValues: ["b"], enumAt: "/0/enum" }],
  [[{}, { "x-extensible-enum": ["a"] }], { extensibleValues: ["a"], extensibleAt: "/1/x-extensible-enum" }],
  [[{ minLength: 1 }, { minLength: 3 }, { minLength: 2 }], { minLength: { value: 3, at: "/1/minLength" } }],
  [[{ maxLength: 4 }, { maxLength: 3 }, { maxLength: 5 }], { maxLength: { value: 3, at: "/1/maxLength" } }],
  [[{ minItems: 1 }, { minItems: 3 }], { minItems: { value: 3, at: "/1/minItems" } }],
  [[{ maxItems: 4 }, { maxItems: 3 }], { maxItems: { value: 3, at: "/1/maxItems" } }],
  [[{ minProperties: 1 }, { minProperties: 3 }], { minProperties: { value: 3, at: "/1/minProperties" } }],
  [[{ maxProperties: 4 }, { maxProperties: 3 }], { maxProperties: { value: 3, at: "/1/maxProperties" } }],
  [[{ minimum: 1 }, { exclusiveMinimum: 2 }], { minimum: { value: 2, at: "/1/exclusiveMinimum", exclusive: true } }],
  [[{ minimum: 3 }, { exclusiveMinimum: 2 }], { minimum: { value: 3, at: "/0/minimum", exclusive: false } }],
  [[{ maximum: 1 }, { exclusiveMaximum: 2 }], { maximum: { value: 1, at: "/0/maximum", exclusive: false } }],
  [[{ maximum: 3 }, { exclusiveMaximum: 2 }], { maximum: { value: 2, at: "/1/exclusiveMaximum", exclusive: true } }],
  [
    [{ multipleOf: 2 }, { multipleOf: 3 }],
    {
      multiples: [
        { value: 2, at: "/0/multipleOf" },
        { value: 3, at: "/1/multipleOf" },
      ],
    },
  ],
  [[{ pattern: "a" }], { patterns: [{ value: "a", at: "/0/pattern" }] }],
  [[{ format: "date" }, { format: 7 }], { formats: [{ value: "date", at: "/0/format" }] }],
  [[{ uniqueItems: false }, { uniqueItems: true }], { uniqueAt: "/1/uniqueItems" }],
  [[{ additionalProperties: true }, { additionalProperties: false }], { closedAt: "/1/additionalProperties" }],
  [[{ unevaluatedProperties: false }], { closedAt: "/0/unevaluatedProperties" }],
  ...["properties", "additionalProperties", "required", "minProperties", "patternProperties"].map(
    (keyword): [object[], object] => [[{ [keyword]: [] }], { inferred: ["object"] }],
  ),
  ...["items", "prefixItems", "minItems", "uniqueItems", "contains"].map((keyword): [object[], object] => [
    [{ [keyword]: [] }],
    { inferred: ["array"] },
  ]),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].map((keyword): [object[], object] => [
    [{ [keyword]: [] }],
    { inferred: ["number"] },
  ]),
])("%j together", (given, expected) => {
  const constraints = new Map(
    Object.entries(expected).map(([name]) => [name, Reflect.get(constraintsOf(...given), name)]),
  );
  expect(Object.fromEntries(constraints)).toEqual(expected);
});

test("values that no schema has are undefined", () => {
  const made = constraintsOf({});
  for (const name of ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "uniqueAt", "closedAt"])
    expect(made).toHaveProperty(name, undefined);
});
