import type { Json } from "../../document/index.js";
import { isEqual } from "../equality.js";
import { FORMATS } from "../formats.js";
import { isMultipleOf } from "../multiple-of.js";
import { compilePattern } from "../pattern.js";
import { characters } from "../text-length.js";
import { fail, type Keyword, KeywordError } from "./evaluation.js";

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
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
  const allowed = site.schema.enum;
  if (!Array.isArray(allowed)) throw new KeywordError(site, "enum", "an array");
  const scalars = new Set<unknown>(allowed);
  const composed = allowed.filter((item) => typeof item === "object" && item !== null);
  return (run, value) =>
    scalars.has(value) ||
    composed.some((item) => isEqual(item, value)) ||
    fail(run, site, { keyword: "enum", params: { allowedValues: allowed }, value });
};

const constant: Keyword = (site) => (run, value) =>
  isEqual(site.schema.const, value) ||
  fail(run, site, { keyword: "const", params: { allowedValue: site.schema.const }, value });

type NumberTest = (value: number, limit: number) => boolean;

function onNumbers(keyword: string, test: NumberTest, params: (limit: number) => Record<string, unknown>): Keyword {
  return (site) => {
    const limit = site.schema[keyword];
    if (typeof limit !== "number") throw new KeywordError(site, keyword, "a number");
    return (run, value) =>
      typeof value !== "number" || test(value, limit) || fail(run, site, { keyword, params: params(limit), value });
  };
}

const bound = (keyword: string, comparison: string, test: NumberTest): [string, Keyword] => [
  keyword,
  onNumbers(keyword, test, (limit) => ({ comparison, limit })),
];

/** A limit on how much of something there is: characters, items or properties. */
export function sizeLimit(
  keyword: string,
  sizeOf: (value: unknown) => number | undefined,
  within: NumberTest,
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
  const expression = compilePattern(text, "u");
  return (run, value) =>
    typeof value !== "string" ||
    expression.test(value) ||
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
  return (value) => typeof value !== "number" || ofNumbers.validate(value);
}

/** The keywords that look at a value as a whole, at numbers and at strings. */
export const ASSERTIONS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["type", type],
  ["enum", enumeration],
  ["const", constant],
  bound("minimum", ">=", (value, limit) => value >= limit),
  bound("maximum", "<=", (value, limit) => value <= limit),
  bound("exclusiveMinimum", ">", (value, limit) => value > limit),
  bound("exclusiveMaximum", "<", (value, limit) => value < limit),
  ["multipleOf", onNumbers("multipleOf", isMultipleOf, (multipleOf) => ({ multipleOf }))],
  sizeLimit("minLength", lengthOf, (size, limit) => size >= limit),
  sizeLimit("maxLength", lengthOf, (size, limit) => size <= limit),
  ["pattern", pattern],
  ["format", format],
]);
