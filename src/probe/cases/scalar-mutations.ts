import type { Pointer } from "../../document/index.js";
import { FORMAT_VALUES } from "../../samples/format-values.js";
import { addDecimals, chooseStep, makeTextOfLength, roundToStep } from "../../samples/make-scalar.js";
import { generateMatchingText, generateMatchingTexts } from "../../samples/matching-text.js";
import { serializeExactJson } from "../../samples/serialization/serialize-json.js";
import { UNUSUAL_INTEGERS, UNUSUAL_NUMBERS, UNUSUAL_TEXTS } from "../../samples/unusual-values.js";
import type { KeywordLimit, ValueConstraints } from "../../schema/model/value-constraints.js";
import type { ProbeCase } from "../requests/probe-case.js";

/** Generates numbers at each limit, just inside and just outside. */
export function* generateNumberMutations(constraints: ValueConstraints, isInteger: boolean): Iterable<ValueMutation> {
  const { minimum, maximum, multiples } = constraints;
  const task = isInteger && multiples.length === 0 ? 1 : chooseStep(constraints);
  for (const [limit, name, sign] of [
    [minimum, "minimum", 1],
    [maximum, "maximum", -1],
  ] as const) {
    if (limit === undefined) continue;
    const { value, at, exclusive } = limit;
    const [inside, outside] = [addDecimals(value, sign * task), addDecimals(value, -sign * task)];
    const side = sign === 1 ? "below" : "above";
    const bound = `the ${exclusive ? `exclusive ${name}` : name} ${value}`;
    const expect = exclusive ? "refused" : "accepted";
    yield { slug: `at-${name}`, what: `${value}, at ${bound}`, value, expect, contract: at };
    yield {
      ...{ slug: `inside-${name}`, what: `${inside}, just inside ${bound}`, value: inside },
      ...{ expect: "accepted", contract: at },
    };
    yield {
      ...{ slug: `${side}-${name}`, what: `${outside}, ${side} ${bound}`, value: outside },
      ...{ expect: "refused", contract: at },
    };
  }
  for (const { value: step, at } of multiples) {
    const start = roundToStep(Math.ceil((minimum?.value ?? step) / step) * step, step);
    const between = addDecimals(start, step / 2);
    yield { slug: "multiple", what: `${start}, a multiple of ${step}`, value: start, expect: "accepted", contract: at };
    yield {
      ...{ slug: "no-multiple", what: `${between}, not a multiple of ${step}`, value: between },
      ...{ expect: "refused", contract: at },
    };
  }
  for (const [value, note] of isInteger ? UNUSUAL_INTEGERS : UNUSUAL_NUMBERS)
    yield {
      ...{ slug: `unstated:${toSlug(value)}`, what: `${value}, ${note}, not covered by the spec`, value },
      ...{ expect: "open", contract: constraints.typeAt },
    };
}

/** Longer strings cost too much to test a limit. */
const MAX_LENGTH = 20_000;

/** Generates strings at each limit of length, pattern and format, just inside and just outside. */
export function* generateTextMutations(constraints: ValueConstraints): Iterable<ValueMutation> {
  if (constraints.minLength !== undefined && constraints.minLength.value > 0) {
    const { value, at } = constraints.minLength;
    yield* generateLengthMutations(constraints, "minimum", [value, value + 1, value - 1], at);
  }
  if (constraints.maxLength !== undefined && constraints.maxLength.value < MAX_LENGTH) {
    const { value, at } = constraints.maxLength;
    yield* generateLengthMutations(constraints, "maximum", [value, value - 1, value + 1], at);
    const astral = "\u{1F600}".repeat(value);
    const what = `${value} characters outside the Basic Multilingual Plane, at the maximum length ${value}`;
    if (value > 0 && constraints.patterns.length === 0 && constraints.formats.length === 0)
      yield { slug: "at-maximum-length:astral", what, value: astral, expect: "accepted", contract: at };
  }
  for (const { value: pattern, at } of constraints.patterns) yield* generatePatternMutations(constraints, pattern, at);
  for (const { value: format, at } of constraints.formats) yield* generateFormatMutations(format, at);
  if (constraints.patterns.length > 0 || constraints.formats.length > 0) return;
  const unspecified = "not covered by the spec";
  for (const [value, name] of UNUSUAL_TEXTS)
    yield {
      ...{ slug: `unstated:${toSlug(name)}`, what: `${summarizeValue(value)}, ${name}, ${unspecified}`, value },
      ...{ expect: "open", contract: constraints.typeAt },
    };
}

type Lengths = readonly [at: number, inside: number, outside: number];

function* generateLengthMutations(
  constraints: ValueConstraints,
  name: "minimum" | "maximum",
  lengths: Lengths,
  at: string,
): Iterable<ValueMutation> {
  const outside = name === "minimum" ? "below" : "above";
  const kinds = [
    ["at", "accepted"],
    ["inside", "accepted"],
    [outside, "refused"],
  ] as const;
  for (const [index, [where, expect]] of kinds.entries()) {
    const length = lengths[index] ?? 0;
    const value = length < 0 ? undefined : makeText(constraints, length, expect === "accepted");
    if (value === undefined) continue;
    const what = `a string of length ${length}, ${where === "inside" ? "just inside" : where} the ${name} length ${lengths[0]}`;
    yield { slug: `${where}-${name}-length`, what, value, expect, contract: at };
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
  at: string,
): Iterable<ValueMutation> {
  const matching = generateMatchingTexts(pattern, Math.min(maxLength?.value ?? 1000, 1000)).slice(0, MAX_MATCHING);
  for (const [index, value] of matching.entries())
    yield {
      ...{
        slug: `matching:${index + 1}`,
        what: `${summarizeValue(value)}, which matches the pattern ${pattern}`,
        value,
      },
      ...{ expect: "accepted", contract: at },
    };
  const [first = "text"] = matching;
  const others = [`${first}!`, `!${first}`, first.slice(0, -1), `${first}${first}`, "\u{1F600}", ""];
  // A pattern may allow one of the forms of a time only.
  if (/^\d{4}-\d\d-\d\dT/.test(first)) others.push(...TIME_FORMS.filter((it) => !new RegExp(pattern, "u").test(it)));
  for (const [index, value] of others.entries())
    yield {
      ...{
        slug: `not-matching:${index + 1}`,
        what: `${summarizeValue(value)}, which does not match the pattern ${pattern}`,
        value,
      },
      ...{ expect: "refused", contract: at },
    };
}

function* generateFormatMutations(format: string, at: string): Iterable<ValueMutation> {
  const known = FORMAT_VALUES[format];
  if (known === undefined) return;
  const inside = [[known.typical, ""] as const, ...known.valid];
  for (const [index, [value, note]] of inside.entries())
    yield {
      ...{
        slug: `format-${format}:${index}`,
        what: `${summarizeValue(value)}, valid for format ${format}${note && `: ${note}`}`,
        value,
      },
      ...{ expect: "accepted", contract: at },
    };
  for (const [index, [value, note]] of known.invalid.entries())
    yield {
      ...{
        slug: `no-${format}:${index}`,
        what: `${summarizeValue(value)}, invalid for format ${format}: ${note}`,
        value,
      },
      ...{ expect: "refused", contract: at },
    };
}

/** Number formats define a range. */
export function* generateNumberFormatMutations({ formats }: ValueConstraints): Iterable<ValueMutation> {
  for (const { value, at } of formats) yield* generateFormatMutations(value, at);
}

export function isLimitWithin(limit: KeywordLimit | undefined, max: number): limit is KeywordLimit {
  return limit !== undefined && limit.value <= max;
}

/** A replacement value and its expected outcome. */
export type ValueMutation = {
  /** The kind of mutation, with a variant after the colon: `below-minimum`, `value:OPENED`. */
  readonly slug: string;
  /** Text that follows the location in a message: "101, above the maximum 100". */
  readonly what: string;
  readonly value: unknown;
  readonly expect: ProbeCase["expect"];
  /** The keyword in the spec. */
  readonly contract: Pointer;
};

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
