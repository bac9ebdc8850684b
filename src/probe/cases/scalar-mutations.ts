import type { Pointer } from "../../document/index.js";
import { parseNumber } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { FORMAT_VALUES } from "../../samples/format-values.js";
import { addDecimals, chooseStep, makeTextOfLength, roundToStep } from "../../samples/make-scalar.js";
import { generateMatchingText, generateMatchingTexts } from "../../samples/matching-text.js";
import type { KeywordLimit, ValueConstraints } from "../../schema/model/value-constraints.js";
import type { ProbeCase } from "../requests/probe-case.js";
import type { CaseProposal, RequestLocation } from "./request-location.js";

type Limit<Value extends KeywordLimit = KeywordLimit> = {
  readonly name: "minimum" | "maximum";
  readonly limit: Value;
  /** The direction that is inside of the limit. */
  readonly sign: 1 | -1;
};

export function listLimits<Value extends KeywordLimit>(
  minimum: Value | undefined,
  maximum: Value | undefined,
): readonly Limit<Value>[] {
  return [
    ...(minimum === undefined ? [] : [{ name: "minimum", limit: minimum, sign: 1 } as const]),
    ...(maximum === undefined ? [] : [{ name: "maximum", limit: maximum, sign: -1 } as const]),
  ];
}

type NearLimit = { readonly where: string; readonly amount: number; readonly expect: "accepted" | "refused" };

/** The amounts at a limit, just inside and just outside of it. */
export function listNearLimit({ limit: { value }, sign }: Limit, step = 1): readonly NearLimit[] {
  return [
    { where: "at", amount: value, expect: "accepted" },
    { where: "inside", amount: addDecimals(value, sign * step), expect: "accepted" },
    { where: sign === 1 ? "below" : "above", amount: addDecimals(value, -sign * step), expect: "refused" },
  ];
}

/** Says where an amount is, such as "just inside the minimum". */
export function formatWhere({ where }: NearLimit): string {
  return where === "inside" ? "just inside" : where;
}

/** Generates numbers at each limit, just inside and just outside. */
export function* generateNumberMutations(constraints: ValueConstraints, isInteger: boolean): Iterable<ValueMutation> {
  const { minimum, maximum, multiples, typeAt } = constraints;
  const step = isInteger && multiples.length === 0 ? 1 : chooseStep(constraints);
  for (const limit of listLimits(minimum, maximum)) {
    const { value, at: contract, exclusive } = limit.limit;
    for (const near of listNearLimit(limit, step)) {
      const { where, amount } = near;
      const what = `${amount}, ${formatWhere(near)} the ${exclusive ? "exclusive " : ""}${limit.name} ${value}`;
      const expect = where === "at" && exclusive ? "refused" : near.expect;
      yield { slug: `${where}-${limit.name}`, what, value: amount, expect, contract };
    }
  }
  for (const { value: multiple, at: contract } of multiples) {
    const value = roundToStep(Math.ceil((minimum?.value ?? multiple) / multiple) * multiple, multiple);
    const between = addDecimals(value, multiple / 2);
    yield { slug: "multiple", what: `${value}, a multiple of ${multiple}`, value, expect: "accepted", contract };
    const what = `${between}, not a multiple of ${multiple}`;
    yield { slug: "no-multiple", what, value: between, expect: "refused", contract };
  }
  for (const [value, note] of isInteger ? UNUSUAL_INTEGERS : UNUSUAL_NUMBERS) {
    const what = `${value}, ${note}, not covered by the spec`;
    yield { slug: `unstated:${toSlug(value)}`, what, value, expect: "open", contract: typeAt };
  }
}

/** Longer strings cost too much to test a limit. */
const MAX_LENGTH = 20_000;

/** Generates strings at each limit of length, pattern and format, just inside and just outside. */
export function* generateTextMutations(constraints: ValueConstraints): Iterable<ValueMutation> {
  const { minLength, maxLength, patterns, formats, typeAt } = constraints;
  const isFree = patterns.length === 0 && formats.length === 0;
  const least = minLength !== undefined && minLength.value > 0 ? minLength : undefined;
  const most = isLimitWithin(maxLength, MAX_LENGTH - 1) ? maxLength : undefined;
  for (const limit of listLimits(least, most))
    for (const near of listNearLimit(limit)) {
      const { where, amount, expect } = near;
      const value = amount < 0 ? undefined : makeText(constraints, amount, expect === "accepted");
      const what = `a string of length ${amount}, ${formatWhere(near)} the ${limit.name} length ${limit.limit.value}`;
      if (value !== undefined)
        yield { slug: `${where}-${limit.name}-length`, what, value, expect, contract: limit.limit.at };
    }
  if (most !== undefined && most.value > 0 && isFree) {
    const value = "\u{1F600}".repeat(most.value);
    const what = `${most.value} characters outside the Basic Multilingual Plane, at the maximum length ${most.value}`;
    yield { slug: "at-maximum-length:astral", what, value, expect: "accepted", contract: most.at };
  }
  for (const { value: pattern, at } of patterns) yield* generatePatternMutations(constraints, pattern, at);
  for (const { value: format, at } of formats) yield* generateFormatMutations(format, at);
  for (const [value, name] of isFree ? UNUSUAL_TEXTS : []) {
    const what = `${summarizeValue(value)}, ${name}, not covered by the spec`;
    yield { slug: `unstated:${toSlug(name)}`, what, value, expect: "open", contract: typeAt };
  }
}

/** Makes a string of a given length. It matches the pattern if it must be valid; otherwise any string will do. */
function makeText({ patterns }: ValueConstraints, length: number, mustFit: boolean): string | undefined {
  const [pattern] = patterns;
  const matching = pattern === undefined ? undefined : generateMatchingText(pattern.value, length);
  return matching ?? (mustFit && pattern !== undefined ? undefined : makeTextOfLength(length));
}

const MAX_MATCHING = 3;
const TIME_FORMS = ["2024-05-06T07:08:09+02:00", "2024-05-06T07:08:09.123Z"];

function* generatePatternMutations(
  { maxLength }: ValueConstraints,
  pattern: string,
  contract: string,
): Iterable<ValueMutation> {
  const matching = generateMatchingTexts(pattern, Math.min(maxLength?.value ?? 1000, 1000)).slice(0, MAX_MATCHING);
  for (const [index, value] of matching.entries()) {
    const what = `${summarizeValue(value)}, which matches the pattern ${pattern}`;
    yield { slug: `matching:${index + 1}`, what, value, expect: "accepted", contract };
  }
  const [first = "text"] = matching;
  const others = [`${first}!`, `!${first}`, first.slice(0, -1), `${first}${first}`, "\u{1F600}", ""];
  // A pattern may allow one of the forms of a time only.
  if (/^\d{4}-\d\d-\d\dT/.test(first)) others.push(...TIME_FORMS.filter((it) => !new RegExp(pattern, "u").test(it)));
  for (const [index, value] of others.entries()) {
    const what = `${summarizeValue(value)}, which does not match the pattern ${pattern}`;
    yield { slug: `not-matching:${index + 1}`, what, value, expect: "refused", contract };
  }
}

function* generateFormatMutations(format: string, contract: string): Iterable<ValueMutation> {
  const known = FORMAT_VALUES[format];
  if (known === undefined) return;
  for (const [index, [value, note]] of [[known.typical, ""] as const, ...known.valid].entries()) {
    const what = `${summarizeValue(value)}, valid for format ${format}${note && `: ${note}`}`;
    yield { slug: `format-${format}:${index}`, what, value, expect: "accepted", contract };
  }
  for (const [index, [value, note]] of known.invalid.entries()) {
    const what = `${summarizeValue(value)}, invalid for format ${format}: ${note}`;
    yield { slug: `no-${format}:${index}`, what, value, expect: "refused", contract };
  }
}

/** Number formats define a range. */
export function* generateNumberFormatMutations({ formats }: ValueConstraints): Iterable<ValueMutation> {
  for (const { value, at } of formats) yield* generateFormatMutations(value, at);
}

export function isLimitWithin(limit: KeywordLimit | undefined, max: number): limit is KeywordLimit {
  return limit !== undefined && limit.value <= max;
}

export type ValueMutation = {
  /** The kind of mutation, with a variant after the colon: `below-minimum`, `value:OPENED`. */
  readonly slug: string;
  /** Text that follows the location in a message: "101, above the maximum 100". */
  readonly what: string;
  readonly value: unknown;
  readonly expect: ProbeCase["expect"];
  readonly contract: Pointer;
};

/** Proposes a request with another value at a location. */
export function proposeMutation(location: RequestLocation, { slug, what, value, ...it }: ValueMutation): CaseProposal {
  const { part, at, put, enclosing } = location;
  const edit = { part, at, contract: it.contract, what: `${at || "the body"}: ${what}` };
  return { slug, edit, request: put(value), expect: it.expect, enclosing, isReplaced: true };
}

/** Summarizes a value for messages in at most 48 characters of JSON. */
export function summarizeValue(value: unknown): string {
  const text = value === undefined ? "nothing" : serializeExactJson(value);
  return text.length <= 48 ? text : `${[...text].slice(0, 40).join("")}… (${formatSize(value, text)})`;
}

function formatSize(value: unknown, text: string): string {
  return Array.isArray(value) && value.length > 1 ? `${value.length} values` : `${[...text].length} characters`;
}

/** Formats a value as a short id segment without separators. */
export function toSlug(value: unknown): string {
  const text = typeof value === "string" ? value : serializeExactJson(value);
  const plain = text.replaceAll(/[^\w.+-]+/g, "-").slice(0, 40);
  return plain === "" ? "empty" : plain;
}

/** A value that a schema without limits allows, and what is unusual about it. */
type UnusualValue = readonly [value: unknown, note: string];

/** Integers around the limits of 32-bit integers, doubles and 64-bit integers. */
const UNUSUAL_INTEGERS: readonly UnusualValue[] = [
  [0, "zero"],
  [-1, "negative"],
  [2_147_483_648, "outside 32 bits"],
  [9_007_199_254_740_991, "2^53 - 1"],
  [parseNumber("9007199254740993"), "2^53 + 1, which a double cannot represent"],
  [parseNumber("9223372036854775807"), "2^63 - 1, the 64-bit maximum"],
  [parseNumber("9223372036854775808"), "2^63, outside 64 bits"],
  [1e40, "10^40"],
];

const UNUSUAL_NUMBERS: readonly UnusualValue[] = [...UNUSUAL_INTEGERS, [0.1, "a fraction"]];

/** Longer than a TEXT column of MySQL, which holds 65,535 bytes. */
const MAX_TEXT_COLUMN = 65_536;

const UNUSUAL_TEXTS: readonly UnusualValue[] = [
  ["", "empty"],
  ["Zoë Ł 東京 \u{1F600}", "unicode"],
  ["Zoe\u0308 A\u030A", "decomposed unicode (NFD)"],
  ["a&b=c%25/d?e#f", "characters that are reserved in URLs"],
  ['O\'Brien "A" \\ ; -- (*', "quotes and other characters of SQL and patterns"],
  ["a\u0000b", "with NUL"],
  ["a\r\n\t\u0001\u001F\u007Fb", "with control characters"],
  ["x".repeat(3000), "3,000 characters"],
  ["x".repeat(MAX_TEXT_COLUMN), "65,536 characters"],
];
