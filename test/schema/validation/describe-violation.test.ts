import { expect, test } from "vitest";
import { ExactNumber } from "../../../src/document/values/exact-number.js";
import { FORMAT_VALIDATORS } from "../../../src/schema/index.js";
import { describeViolation, quote, showValue, toPrintable } from "../../../src/schema/validation/describe-violation.js";

type Row = readonly [keyword: string, schema: unknown, value: unknown, expected: string, params?: object];

const rows: readonly Row[] = [
  ["type", "integer", "5", "integer"],
  ["type", ["string", "null"], 5, "string or null"],
  ["enum", ["a", 1, null], "b", 'one of "a", 1, null'],
  ["enum", [], "b", "no value, because the enum is empty"],
  ["const", "a", "b", '"a"'],
  ["format", "date", "x", "a date such as 2026-01-31", { format: "date" }],
  ["format", "date-time", "x", "a date and time as in RFC 3339, such as 2026-01-31T09:30:00Z", { format: "date-time" }],
  ["format", "time", "07:08:00", "a time with a UTC offset as in RFC 3339, such as 09:30:00Z", { format: "time" }],
  [
    "format",
    "duration",
    "PT1.5S",
    "a duration as in RFC 3339, appendix A, without fractions, such as P1DT12H",
    { format: "duration" },
  ],
  ["format", "uuid", "x", "a UUID", { format: "uuid" }],
  ["format", "email", "x", "an e-mail address", { format: "email" }],
  ["format", "uri", "x", "an absolute URI", { format: "uri" }],
  ["format", "uri-reference", " ", "a URI or a relative reference", { format: "uri-reference" }],
  ["format", "float", 1e300, "a 32-bit floating-point number", { format: "float" }],
  ["format", "double", 1, "a 64-bit floating-point number", { format: "double" }],
  ["format", "double-int", 1, "an integer that a double represents exactly", { format: "double-int" }],
  ["pattern", "^a$", "b", "a string matching ^a$"],
  ["minLength", 1, "", "at least 1 character"],
  ["minLength", 2, "", "at least 2 characters"],
  ["maxLength", 1, "ab", "at most 1 character"],
  ["minimum", 5, 4, "a number >= 5"],
  ["maximum", 5, 6, "a number <= 5"],
  ["exclusiveMinimum", 5, 5, "a number > 5"],
  ["exclusiveMaximum", 5, 5, "a number < 5"],
  ["multipleOf", 5, 6, "a multiple of 5"],
  ["minItems", 2, [], "at least 2 items"],
  ["maxItems", 1, [1, 2], "at most 1 item"],
  ["uniqueItems", true, [1, 1], "unique items (items 0 and 1 are equal)", { i: 1, j: 0 }],
  ["minProperties", 2, {}, "at least 2 properties"],
  ["maxProperties", 1, {}, "at most 1 property"],
  ["required", [], {}, 'the property "a"', { missingProperty: "a" }],
  ["dependentRequired", [], {}, 'the property "a", which "b" requires', { missingProperty: "a", property: "b" }],
  ["additionalProperties", false, {}, "only properties that the schema lists", { additionalProperty: "a" }],
  ["unevaluatedProperties", false, {}, "only properties that the schema lists", { unevaluatedProperty: "a" }],
  ["propertyNames", {}, {}, 'property names that match "propertyNames"', { propertyName: "a" }],
  ["propertyNames", {}, {}, "property names that are x and y", { propertyName: "a", expectedNames: ["x", "y"] }],
  ["unevaluatedItems", false, [1, 2], "no more than 1 item", { limit: 1 }],
  ["unevaluatedItems", false, [1, 2], 'only items matching "contains" (item 1 does not)', { limit: 1, index: 1 }],
  ["items", false, [1, 2], "no more than 2 items", { limit: 2 }],
  ["if", {}, {}, 'a value matching "then"', { failingKeyword: "then" }],
  ["not", {}, 5, "no value"],
  ["not", { type: "integer" }, 5, "a value that is not integer"],
  ["not", { const: 5 }, 5, "a value other than 5"],
  ["not", { $ref: "#/components/schemas/Five" }, 5, 'a value that does not match "Five"'],
  [
    "not",
    { minimum: 5, maximum: 5 },
    5,
    'a value that does not match the schema with the keywords "minimum", "maximum"',
  ],
  [
    "oneOf",
    [{ type: ["integer", "null"] }, { type: "object" }, { type: "number" }],
    5,
    "exactly one of the alternatives, but the schema of type integer or null and the schema of type number match",
    { passingSchemas: [0, 2] },
  ],
  [
    "oneOf",
    [{ type: "string" }, { type: "object" }, { type: "object" }],
    {},
    "exactly one of the alternatives, but the schema of type object at 1 and the schema of type object at 2 match",
    { passingSchemas: [1, 2] },
  ],
  ["false", false, 5, "no value"],
  ["oddity", 1, 5, 'a value matching "oddity"'],
];

test.each(rows)("%s %j with %j", (keyword, schema, value, expected, params = {}) => {
  const { expected: shown, ...words } = describeViolation({
    keyword,
    schema,
    value,
    params,
    at: "",
    pointer: "",
  } as never);
  expect(shown).toBe(expected);
  expect(words).toMatchSnapshot();
});

test.each(Object.keys(FORMAT_VALIDATORS))("the message of the format %s says what it is", (format) => {
  const { expected } = describeViolation({
    keyword: "format",
    schema: format,
    value: "x",
    params: { format },
  } as never);
  expect(expected).not.toContain("of format");
});

test("the message of contains depends on its bounds", () => {
  const bounds = [{}, { minContains: 1 }, { minContains: 2 }, { minContains: 0, maxContains: 3 }, { maxContains: 1 }];
  const words = [...bounds, { minContains: 2, maxContains: 2 }, { minContains: 2, maxContains: 4 }].map(
    (params) => describeViolation({ keyword: "contains", schema: {}, value: [], params } as never).expected,
  );
  expect(words).toMatchSnapshot();
});

test.each([
  [null, "null"],
  [true, "boolean true"],
  [5, "integer 5"],
  [1.5, "number 1.5"],
  [new ExactNumber("1e400"), "integer 1e400"],
  [[], "an array of 0 items"],
  [[1], "an array of 1 item"],
  [{}, "an object"],
  ["a\u001b[1m\u202eb", 'string "a\\u001b[1m\\u202eb"'],
  ["x".repeat(61), `string "${"x".repeat(60)}…"`],
  ["x".repeat(60), `string "${"x".repeat(60)}"`],
])("%j is shown as %s", (value, expected) => {
  expect(showValue(value)).toBe(expected);
});

test("a text for a terminal is escaped and truncated", () => {
  expect(toPrintable(`a\n\u2028${"x".repeat(400)}`)).toMatchSnapshot();
  expect(toPrintable("x".repeat(300))).toBe("x".repeat(300));
  expect(quote('a"b\u0007')).toBe('"a\\"b\\u0007"');
});
