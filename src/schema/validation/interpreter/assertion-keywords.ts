import { isObject, type Json } from "../../../document/index.js";
import { FORMAT_VALIDATORS } from "../../formats/formats.js";
import { isOfNumberFormat } from "../../formats/number-formats.js";
import { compileBoundedPattern, type Pattern } from "../../pattern/bounded-pattern.js";
import { compilePattern } from "../../pattern/compile-pattern.js";
import { isEqual } from "../../values/equality.js";
import { compareNumbers, ExactNumber, isExactMultiple, isNumber, isWholeNumber } from "../../values/exact-number.js";
import { isMultipleOf } from "../../values/multiple-of.js";
import { hasAtLeast, hasAtMost } from "../../values/text-length.js";
import { addViolation, type EvaluationState, type KeywordCompiler, KeywordError } from "./evaluation.js";

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => (typeof value === "number" ? Number.isFinite(value) : value instanceof ExactNumber),
  integer: (value) => isNumber(value) && isWholeNumber(value),
  array: Array.isArray,
  object: isObject,
};

const type: KeywordCompiler = (site) => {
  const names = [site.schema.type as Json].flat() as Json[];
  const tests = names.map((name) => {
    const test = typeof name === "string" && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (test === undefined) throw new KeywordError(site, "type", `one or more of ${Object.keys(TYPES).join(", ")}`);
    return test;
  });
  const [only] = tests;
  const fail = (run: EvaluationState, value: unknown): false => addViolation(run, site, { keyword: "type", value });
  if (only === undefined || tests.length > 1)
    return (run, value) => tests.some((test) => test(value)) || fail(run, value);
  // A test without a call is faster for the most frequent type.
  if (names[0] === "string") return (run, value) => typeof value === "string" || fail(run, value);
  return (run, value) => only(value) || fail(run, value);
};

const enumeration: KeywordCompiler = (site) => {
  const allowed = site.readExactValue("enum");
  if (!Array.isArray(allowed)) throw new KeywordError(site, "enum", "an array");
  const scalars = new Set<unknown>(allowed);
  const composed = allowed.filter((item) => typeof item === "object" && item !== null);
  return (run, value) =>
    scalars.has(value) ||
    composed.some((item) => isEqual(item, value)) ||
    addViolation(run, site, { keyword: "enum", value, schema: allowed });
};

const constant: KeywordCompiler = (site) => {
  const allowed = site.readExactValue("const");
  return (run, value) =>
    isEqual(allowed, value) || addViolation(run, site, { keyword: "const", value, schema: allowed });
};

type AnyNumber = number | ExactNumber;

function createNumberKeyword(keyword: string, test: (value: AnyNumber, limit: AnyNumber) => boolean): KeywordCompiler {
  return (site) => {
    const schema = site.readExactValue(keyword);
    if (!isNumber(schema)) throw new KeywordError(site, keyword, "a number");
    return (run, value) =>
      !isNumber(value) || test(value, schema) || addViolation(run, site, { keyword, value, schema });
  };
}

const createBoundKeyword = (keyword: string, test: (difference: number) => boolean): [string, KeywordCompiler] => [
  keyword,
  createNumberKeyword(keyword, (value, limit) => test(compareNumbers(value, limit))),
];

const isMultiple = (value: AnyNumber, divisor: AnyNumber): boolean =>
  typeof value === "number" ? isMultipleOf(value, Number(divisor)) : isExactMultiple(value, divisor);

/**
 * Creates a keyword that limits the number of characters, items or properties. `isWithin` accepts values of types to which it
 * does not apply.
 */
export function createSizeKeyword(
  keyword: string,
  isWithin: (value: unknown, limit: number) => boolean,
): [string, KeywordCompiler] {
  const compileKeyword: KeywordCompiler = (site) => {
    const limit = site.schema[keyword];
    if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 0)
      throw new KeywordError(site, keyword, "a non-negative integer");
    return (run, value) => isWithin(value, limit) || addViolation(run, site, { keyword, value });
  };
  return [keyword, compileKeyword];
}

const pattern: KeywordCompiler = (site) => {
  const text = site.schema.pattern;
  if (typeof text !== "string") throw new KeywordError(site, "pattern", "a string");
  // An invalid pattern fails at compile time; the cost of a pattern is computed for the first text.
  compilePattern(text, "u");
  let expression: Pattern | undefined;
  const isMatch = (value: string): boolean => {
    expression ??= compileBoundedPattern(text, "u");
    return expression.test(value);
  };
  return (run, value) =>
    typeof value !== "string" || isMatch(value) || addViolation(run, site, { keyword: "pattern", value });
};

const format: KeywordCompiler = (site) => {
  const name = site.schema.format;
  if (!site.assertFormats || typeof name !== "string" || !Object.hasOwn(FORMAT_VALIDATORS, name)) return undefined;
  const test = createFormatTest(name);
  return (run, value) => test(value) || addViolation(run, site, { keyword: "format", params: { format: name }, value });
};

/** Creates a test for a format, which accepts values of other types than the format applies to. */
function createFormatTest(name: string): (value: unknown) => boolean {
  const validator = FORMAT_VALIDATORS[name];
  if (typeof validator === "function") return (value) => typeof value !== "string" || validator(value);
  if (validator instanceof RegExp) return (value) => typeof value !== "string" || validator.test(value);
  const numberFormat = validator as { readonly validate: (value: number) => boolean };
  return (value) => {
    if (value instanceof ExactNumber) return isOfNumberFormat(name, value) ?? numberFormat.validate(Number(value));
    return typeof value !== "number" || numberFormat.validate(value);
  };
}

/** The keywords for values of any type, numbers and strings. */
export const ASSERTION_KEYWORDS: ReadonlyMap<string, KeywordCompiler> = new Map<string, KeywordCompiler>([
  ["type", type],
  ["enum", enumeration],
  ["const", constant],
  createBoundKeyword("minimum", (difference) => difference >= 0),
  createBoundKeyword("maximum", (difference) => difference <= 0),
  createBoundKeyword("exclusiveMinimum", (difference) => difference > 0),
  createBoundKeyword("exclusiveMaximum", (difference) => difference < 0),
  ["multipleOf", createNumberKeyword("multipleOf", isMultiple)],
  createSizeKeyword("minLength", (value, limit) => typeof value !== "string" || hasAtLeast(value, limit)),
  createSizeKeyword("maxLength", (value, limit) => typeof value !== "string" || hasAtMost(value, limit)),
  ["pattern", pattern],
  ["format", format],
]);
