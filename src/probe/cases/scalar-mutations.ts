import { FORMAT_VALUES } from "../../samples/format-values.js";
import { addDecimals, chooseStep, makeTextOfLength, roundToStep } from "../../samples/make-scalar.js";
import { generateMatchingText, generateMatchingTexts } from "../../samples/matching-text.js";
import type { KeywordLimit, ValueConstraints } from "../../samples/value-constraints.js";
import { summarizeValue, toSlug, type ValueMutation } from "./value-mutation.js";

/** Numbers at, inside and just outside each limit. */
export function* generateNumberMutations(words: ValueConstraints, isInteger: boolean): Iterable<ValueMutation> {
  const { minimum, maximum, multiples } = words;
  const unit = isInteger && multiples.length === 0 ? 1 : chooseStep(words);
  for (const [limit, name, sign] of [
    [minimum, "minimum", 1],
    [maximum, "maximum", -1],
  ] as const) {
    if (limit === undefined) continue;
    const { value, at, exclusive } = limit;
    const [inside, outside] = [addDecimals(value, sign * unit), addDecimals(value, -sign * unit)];
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
      ...{ slug: "no-multiple", what: `${between}, no multiple of ${step}`, value: between },
      ...{ expect: "refused", contract: at },
    };
  }
  for (const [value, remark] of isInteger ? UNSPECIFIED_INTEGERS : UNSPECIFIED_NUMBERS)
    yield {
      ...{ slug: `unstated:${toSlug(value)}`, what: `${value}, ${remark}`, value },
      ...{ expect: "open", contract: words.typeAt },
    };
}

const UNSPECIFIED_INTEGERS = [
  [0, "of which the contract says nothing"],
  [-1, "negative, of which the contract says nothing"],
  [2_147_483_648, "beyond 32 bits, of which the contract says nothing"],
] as const;
const UNSPECIFIED_NUMBERS = [...UNSPECIFIED_INTEGERS, [0.1, "a fraction, of which the contract says nothing"]] as const;

/** Longer texts are no test of a limit but of patience. */
const MAX_LENGTH = 20_000;

/** Texts at, inside and just outside each limit of length, pattern and format. */
export function* generateTextMutations(words: ValueConstraints): Iterable<ValueMutation> {
  if (words.minLength !== undefined && words.minLength.value > 0) {
    const { value, at } = words.minLength;
    yield* generateLengthMutations(words, "minimum", [value, value + 1, value - 1], at);
  }
  if (words.maxLength !== undefined && words.maxLength.value < MAX_LENGTH) {
    const { value, at } = words.maxLength;
    yield* generateLengthMutations(words, "maximum", [value, value - 1, value + 1], at);
    const astral = "\u{1F600}".repeat(value);
    const what = `${value} characters beyond the Basic Multilingual Plane, at the maximum length ${value}`;
    if (value > 0 && words.patterns.length === 0 && words.formats.length === 0)
      yield { slug: "at-maximum-length:astral", what, value: astral, expect: "accepted", contract: at };
  }
  for (const { value: pattern, at } of words.patterns) yield* generatePatternMutations(words, pattern, at);
  for (const { value: format, at } of words.formats) yield* generateFormatMutations(format, at);
  if (words.patterns.length > 0 || words.formats.length > 0) return;
  const silent = "of which the contract says nothing";
  for (const [value, name] of UNSPECIFIED_TEXTS)
    yield {
      ...{ slug: `unstated:${toSlug(name)}`, what: `${summarizeValue(value)}, ${name}, ${silent}`, value },
      ...{ expect: "open", contract: words.typeAt },
    };
}

const UNSPECIFIED_TEXTS = [
  ["", "empty"],
  ["Zoë Ł 東京 \u{1F600}", "unicode"],
  ["a&b=c%25/d?e#f", "characters that mean something in a URL"],
] as const;

type Lengths = readonly [at: number, inside: number, outside: number];

function* generateLengthMutations(
  words: ValueConstraints,
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
    const value = length < 0 ? undefined : makeText(words, length, expect === "accepted");
    if (value === undefined) continue;
    const what = `a text of length ${length}, ${where === "inside" ? "just inside" : where} the ${name} length ${lengths[0]}`;
    yield { slug: `${where}-${name}-length`, what, value, expect, contract: at };
  }
}

/** A text of a length that keeps the pattern, where there is one; where it is to be refused any other does too. */
function makeText({ patterns }: ValueConstraints, length: number, mustFit: boolean): string | undefined {
  const [pattern] = patterns;
  const matching = pattern === undefined ? undefined : generateMatchingText(pattern.value, length);
  return matching ?? (mustFit && pattern !== undefined ? undefined : makeTextOfLength(length));
}

const MAX_MATCHING = 3;

function* generatePatternMutations(
  { maxLength }: ValueConstraints,
  pattern: string,
  at: string,
): Iterable<ValueMutation> {
  const matching = generateMatchingTexts(pattern, Math.min(maxLength?.value ?? 1000, 1000)).slice(0, MAX_MATCHING);
  for (const [index, value] of matching.entries())
    yield {
      ...{ slug: `matching:${index + 1}`, what: `${summarizeValue(value)}, which fits the pattern ${pattern}`, value },
      ...{ expect: "accepted", contract: at },
    };
  const [first = "text"] = matching;
  const others = [`${first}!`, `!${first}`, first.slice(0, -1), `${first}${first}`, "\u{1F600}", ""];
  for (const [index, value] of others.entries())
    yield {
      ...{
        slug: `not-matching:${index + 1}`,
        what: `${summarizeValue(value)}, which does not fit the pattern ${pattern}`,
        value,
      },
      ...{ expect: "refused", contract: at },
    };
}

function* generateFormatMutations(format: string, at: string): Iterable<ValueMutation> {
  const known = FORMAT_VALUES[format];
  if (known === undefined) return;
  const inside = [[known.typical, ""] as const, ...known.valid];
  for (const [index, [value, remark]] of inside.entries())
    yield {
      ...{
        slug: `format-${format}:${index}`,
        what: `${summarizeValue(value)}, of the format ${format}${remark && `: ${remark}`}`,
        value,
      },
      ...{ expect: "accepted", contract: at },
    };
  for (const [index, [value, remark]] of known.invalid.entries())
    yield {
      ...{
        slug: `no-${format}:${index}`,
        what: `${summarizeValue(value)}, not of the format ${format}: ${remark}`,
        value,
      },
      ...{ expect: "refused", contract: at },
    };
}

/** The formats of numbers have a range. */
export function* generateNumberFormatMutations({ formats }: ValueConstraints): Iterable<ValueMutation> {
  for (const { value, at } of formats) yield* generateFormatMutations(value, at);
}

export function isLimitWithin(limit: KeywordLimit | undefined, most: number): limit is KeywordLimit {
  return limit !== undefined && limit.value <= most;
}
