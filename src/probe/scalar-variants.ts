import { FORMAT_VALUES } from "./format-values.js";
import { roundedTo, stepBeside, sumOf, textOfLength } from "./make-scalar.js";
import { matchingTextOf, matchingTexts } from "./matching-text.js";
import { shown, slugOf, type Variant } from "./variant.js";
import type { Limit, Words } from "./words.js";

/** Numbers at, inside and just outside each limit. */
export function* numberVariants(words: Words, isInteger: boolean): Iterable<Variant> {
  const { minimum, maximum, steps } = words;
  const unit = isInteger && steps.length === 0 ? 1 : stepBeside(words);
  for (const [limit, name, sign] of [
    [minimum, "minimum", 1],
    [maximum, "maximum", -1],
  ] as const) {
    if (limit === undefined) continue;
    const { value, at, exclusive } = limit;
    const [inside, outside] = [sumOf(value, sign * unit), sumOf(value, -sign * unit)];
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
  for (const { value: step, at } of steps) {
    const start = roundedTo(Math.ceil((minimum?.value ?? step) / step) * step, step);
    const between = sumOf(start, step / 2);
    yield { slug: "multiple", what: `${start}, a multiple of ${step}`, value: start, expect: "accepted", contract: at };
    yield {
      ...{ slug: "no-multiple", what: `${between}, no multiple of ${step}`, value: between },
      ...{ expect: "refused", contract: at },
    };
  }
  for (const [value, remark] of isInteger ? UNSTATED_INTEGERS : UNSTATED_NUMBERS)
    yield {
      ...{ slug: `unstated:${slugOf(value)}`, what: `${value}, ${remark}`, value },
      ...{ expect: "open", contract: words.typeAt },
    };
}

const UNSTATED_INTEGERS = [
  [0, "of which the contract says nothing"],
  [-1, "negative, of which the contract says nothing"],
  [2_147_483_648, "beyond 32 bits, of which the contract says nothing"],
] as const;
const UNSTATED_NUMBERS = [...UNSTATED_INTEGERS, [0.1, "a fraction, of which the contract says nothing"]] as const;

/** Longer texts are no test of a limit but of patience. */
const LONGEST = 20_000;

/** Texts at, inside and just outside each limit of length, pattern and format. */
export function* textVariants(words: Words): Iterable<Variant> {
  if (words.minLength !== undefined && words.minLength.value > 0) {
    const { value, at } = words.minLength;
    yield* lengthVariants(words, "minimum", [value, value + 1, value - 1], at);
  }
  if (words.maxLength !== undefined && words.maxLength.value < LONGEST) {
    const { value, at } = words.maxLength;
    yield* lengthVariants(words, "maximum", [value, value - 1, value + 1], at);
    const astral = "\u{1F600}".repeat(value);
    const what = `${value} characters beyond the Basic Multilingual Plane, at the maximum length ${value}`;
    if (value > 0 && words.patterns.length === 0 && words.formats.length === 0)
      yield { slug: "at-maximum-length:astral", what, value: astral, expect: "accepted", contract: at };
  }
  for (const { value: pattern, at } of words.patterns) yield* patternVariants(words, pattern, at);
  for (const { value: format, at } of words.formats) yield* formatVariants(format, at);
  if (words.patterns.length > 0 || words.formats.length > 0) return;
  const silent = "of which the contract says nothing";
  for (const [value, name] of UNSTATED_TEXTS)
    yield {
      ...{ slug: `unstated:${slugOf(name)}`, what: `${shown(value)}, ${name}, ${silent}`, value },
      ...{ expect: "open", contract: words.typeAt },
    };
}

const UNSTATED_TEXTS = [
  ["", "empty"],
  ["Zoë Ł 東京 \u{1F600}", "unicode"],
  ["a&b=c%25/d?e#f", "characters that mean something in a URL"],
] as const;

type Lengths = readonly [at: number, inside: number, outside: number];

function* lengthVariants(words: Words, name: "minimum" | "maximum", lengths: Lengths, at: string): Iterable<Variant> {
  const outside = name === "minimum" ? "below" : "above";
  const kinds = [
    ["at", "accepted"],
    ["inside", "accepted"],
    [outside, "refused"],
  ] as const;
  for (const [index, [where, expect]] of kinds.entries()) {
    const length = lengths[index] ?? 0;
    const value = length < 0 ? undefined : textOf(words, length, expect === "accepted");
    if (value === undefined) continue;
    const what = `a text of length ${length}, ${where === "inside" ? "just inside" : where} the ${name} length ${lengths[0]}`;
    yield { slug: `${where}-${name}-length`, what, value, expect, contract: at };
  }
}

/** A text of a length that keeps the pattern, where there is one; where it is to be refused any other does too. */
function textOf({ patterns }: Words, length: number, mustFit: boolean): string | undefined {
  const [pattern] = patterns;
  const matching = pattern === undefined ? undefined : matchingTextOf(pattern.value, length);
  return matching ?? (mustFit && pattern !== undefined ? undefined : textOfLength(length));
}

const MOST_MATCHING = 3;

function* patternVariants({ maxLength }: Words, pattern: string, at: string): Iterable<Variant> {
  const matching = matchingTexts(pattern, Math.min(maxLength?.value ?? 1000, 1000)).slice(0, MOST_MATCHING);
  for (const [index, value] of matching.entries())
    yield {
      ...{ slug: `matching:${index + 1}`, what: `${shown(value)}, which fits the pattern ${pattern}`, value },
      ...{ expect: "accepted", contract: at },
    };
  const [first = "text"] = matching;
  const others = [`${first}!`, `!${first}`, first.slice(0, -1), `${first}${first}`, "\u{1F600}", ""];
  for (const [index, value] of others.entries())
    yield {
      ...{
        slug: `not-matching:${index + 1}`,
        what: `${shown(value)}, which does not fit the pattern ${pattern}`,
        value,
      },
      ...{ expect: "refused", contract: at },
    };
}

function* formatVariants(format: string, at: string): Iterable<Variant> {
  const known = FORMAT_VALUES[format];
  if (known === undefined) return;
  const inside = [[known.usual, ""] as const, ...known.inside];
  for (const [index, [value, remark]] of inside.entries())
    yield {
      ...{
        slug: `format-${format}:${index}`,
        what: `${shown(value)}, of the format ${format}${remark && `: ${remark}`}`,
        value,
      },
      ...{ expect: "accepted", contract: at },
    };
  for (const [index, [value, remark]] of known.outside.entries())
    yield {
      ...{ slug: `no-${format}:${index}`, what: `${shown(value)}, not of the format ${format}: ${remark}`, value },
      ...{ expect: "refused", contract: at },
    };
}

/** The formats of numbers have a range. */
export function* numberFormatVariants({ formats }: Words): Iterable<Variant> {
  for (const { value, at } of formats) yield* formatVariants(value, at);
}

export function isWithin(limit: Limit | undefined, most: number): limit is Limit {
  return limit !== undefined && limit.value <= most;
}
