import { isObject, type Json } from "../../document/index.js";
import { isEqual } from "../equality.js";
import { compareNumbers, ExactNumber, isExactMultiple, isNumber, isWholeNumber } from "../exact-number.js";
import { FORMATS } from "../formats.js";
import { isMultipleOf } from "../multiple-of.js";
import { isOfNumberFormat } from "../number-formats.js";
import { boundedPattern, type Pattern } from "../pattern/bounded-pattern.js";
import { compilePattern } from "../pattern.js";
import { characters } from "../text-length.js";
import { fail, type Keyword, KeywordError } from "./evaluation.js";

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => (typeof value === "number" ? Number.isFinite(value) : value instanceof ExactNumber),
  integer: (value) => isNumber(value) && isWholeNumber(value),
  array: Array.isArray,
  object: isObject,
};

const type: Keyword = (site) => {
  const names = [site.schema.type as Json].flat() as Json[];
  const tests = names.map((name) => {
    const test = typeof name === "string" && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (test === undefined) throw new KeywordError(site, "type", `one or some of ${Object.keys(TYPES).join(", ")}`);
    return test;
  });
  return (run, value) =>
    tests.some((test) => test(value)) ||
    fail(run, site, { keyword: "type", params: { type: site.schema.type }, value });
};

const enumeration: Keyword = (site) => {
  const allowed = site.exactly("enum");
  if (!Array.isArray(allowed)) throw new KeywordError(site, "enum", "an array");
  const scalars = new Set<unknown>(allowed);
  const composed = allowed.filter((item) => typeof item === "object" && item !== null);
  return (run, value) =>
    scalars.has(value) ||
    composed.some((item) => isEqual(item, value)) ||
    fail(run, site, { keyword: "enum", params: { allowedValues: allowed }, value, schema: allowed });
};

const constant: Keyword = (site) => {
  const allowed = site.exactly("const");
  return (run, value) =>
    isEqual(allowed, value) ||
    fail(run, site, { keyword: "const", params: { allowedValue: site.schema.const }, value, schema: allowed });
};

type AnyNumber = number | ExactNumber;

function onNumbers(
  keyword: string,
  test: (value: AnyNumber, limit: AnyNumber) => boolean,
  params: (limit: number) => Record<string, unknown>,
): Keyword {
  return (site) => {
    const schema = site.exactly(keyword);
    if (!isNumber(schema)) throw new KeywordError(site, keyword, "a number");
    return (run, value) =>
      !isNumber(value) ||
      test(value, schema) ||
      fail(run, site, { keyword, params: params(Number(schema)), value, schema });
  };
}

const bound = (keyword: string, comparison: string, test: (difference: number) => boolean): [string, Keyword] => [
  keyword,
  onNumbers(
    keyword,
    (value, limit) => test(compareNumbers(value, limit)),
    (limit) => ({ comparison, limit }),
  ),
];

const isMultiple = (value: AnyNumber, divisor: AnyNumber): boolean =>
  typeof value === "number" ? isMultipleOf(value, Number(divisor)) : isExactMultiple(value, divisor);

/** A limit on how much of something there is: characters, items or properties. */
export function sizeLimit(
  keyword: string,
  sizeOf: (value: unknown) => number | undefined,
  within: (size: number, limit: number) => boolean,
): [string, Keyword] {
  const keywordOf: Keyword = (site) => {
    const limit = site.schema[keyword];
    if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 0)
      throw new KeywordError(site, keyword, "a whole number that is not negative");
    return (run, value) => {
      const size = sizeOf(value);
      return size === undefined || within(size, limit) || fail(run, site, { keyword, params: { limit }, value });
    };
  };
  return [keyword, keywordOf];
}

const lengthOf = (value: unknown): number | undefined => (typeof value === "string" ? characters(value) : undefined);

const pattern: Keyword = (site) => {
  const text = site.schema.pattern;
  if (typeof text !== "string") throw new KeywordError(site, "pattern", "a string");
  // What is no expression is told of at once; how long it may take is worked out for the first text.
  compilePattern(text, "u");
  let expression: Pattern | undefined;
  const isMatch = (value: string): boolean => {
    expression ??= boundedPattern(text, "u");
    return expression.test(value);
  };
  return (run, value) =>
    typeof value !== "string" ||
    isMatch(value) ||
    fail(run, site, { keyword: "pattern", params: { pattern: text }, value });
};

const format: Keyword = (site) => {
  const name = site.schema.format;
  if (!site.assertFormats || typeof name !== "string" || !Object.hasOwn(FORMATS, name)) return undefined;
  const test = formatTest(name);
  return (run, value) => test(value) || fail(run, site, { keyword: "format", params: { format: name }, value });
};

/** Whether a value is of a format, where it is of the type that the format speaks of. */
function formatTest(name: string): (value: unknown) => boolean {
  const given = FORMATS[name];
  if (typeof given === "function") return (value) => typeof value !== "string" || given(value);
  if (given instanceof RegExp) return (value) => typeof value !== "string" || given.test(value);
  const ofNumbers = given as { readonly validate: (value: number) => boolean };
  return (value) => {
    if (value instanceof ExactNumber) return isOfNumberFormat(name, value) ?? ofNumbers.validate(Number(value));
    return typeof value !== "number" || ofNumbers.validate(value);
  };
}

/** The keywords that look at a value as a whole, at numbers and at strings. */
export const ASSERTIONS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["type", type],
  ["enum", enumeration],
  ["const", constant],
  bound("minimum", ">=", (difference) => difference >= 0),
  bound("maximum", "<=", (difference) => difference <= 0),
  bound("exclusiveMinimum", ">", (difference) => difference > 0),
  bound("exclusiveMaximum", "<", (difference) => difference < 0),
  ["multipleOf", onNumbers("multipleOf", isMultiple, (multipleOf) => ({ multipleOf }))],
  sizeLimit("minLength", lengthOf, (size, limit) => size >= limit),
  sizeLimit("maxLength", lengthOf, (size, limit) => size <= limit),
  ["pattern", pattern],
  ["format", format],
]);
