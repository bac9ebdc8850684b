import type { JsonObject } from "../../document/index.js";
import { FORMAT_VALUES } from "../../probe/format-values.js";
import { FORMATS } from "../../schema/formats.js";
import { rangeOfFormat } from "../../schema/number-formats.js";
import { containsPattern, type PatternContainment } from "../../schema/pattern/containment.js";
import { compilePattern } from "../../schema/pattern.js";
import { atomOf, type Case, factsOf, holds } from "./case.js";
import type { Gap, GapKind } from "./gap.js";
import { type Bound, limitsOf } from "./limits.js";
import { gapAt } from "./make-gap.js";
import type { Prover } from "./prover.js";
import { accepts, type Ref } from "./sided.js";
import { type Direction, refusedValues, shortest } from "./witness.js";

type Refusal = { readonly keyword: string; readonly kind: GapKind; readonly directions: readonly Direction[] };

/** Where bounds of numbers are tighter than what is known of a case. */
export function* numberGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const { words } = factsOf(given);
  const isInteger = given.types[0] === "integer";
  const limits = limitsOf(words, isInteger ? "integer" : "fraction");
  const gap = (refusal: Refusal): Gap => refusedGap(prover, given, right, refusal);
  for (const { keyword, exclusive, sign } of BOUNDS) {
    const value = numberAt(schema, keyword);
    if (value === undefined || isWithin(sign === 1 ? limits.least : limits.most, { value, exclusive }, sign)) continue;
    yield gap({ keyword, kind: "bounds", directions: [beyond({ value, exclusive }, sign, isInteger), {}] });
  }
  const step = numberAt(schema, "multipleOf");
  const steps = [...words.steps.map(({ value }) => value), ...(isInteger ? [1] : [])];
  if (step !== undefined && !steps.some((it) => Number.isInteger(it / step)))
    yield gap({ keyword: "multipleOf", kind: "bounds", directions: [{}, { minimum: step / 2 }] });
  if (typeof schema.format === "string" && !keepsFormat(given, schema.format, limits))
    yield gap({ keyword: "format", kind: "bounds", directions: formatDirections(schema.format) });
}

const BOUNDS = [
  { keyword: "minimum", exclusive: false, sign: 1 },
  { keyword: "exclusiveMinimum", exclusive: true, sign: 1 },
  { keyword: "maximum", exclusive: false, sign: -1 },
  { keyword: "exclusiveMaximum", exclusive: true, sign: -1 },
] as const;

/** The numbers on the other side of a bound. */
function beyond({ value, exclusive }: Bound, sign: 1 | -1, isInteger: boolean): Direction {
  const word = sign === 1 ? "maximum" : "minimum";
  if (!isInteger) return { [exclusive ? word : `exclusive${sign === 1 ? "Maximum" : "Minimum"}`]: value };
  return { [word]: (sign === 1 ? Math.ceil(value) : Math.floor(value)) - (exclusive ? 0 : sign) };
}

function isWithin(own: Bound, limit: Bound, sign: 1 | -1): boolean {
  const further = (own.value - limit.value) * sign;
  return further > 0 || (further === 0 && (own.exclusive || !limit.exclusive));
}

function keepsFormat(given: Case, format: string, { least, most }: { least: Bound; most: Bound }): boolean {
  const { words } = factsOf(given);
  if (format === "double" || words.formats.some(({ value }) => value === format)) return true;
  const range = rangeOfFormat(format);
  if (range === undefined) return FORMATS[format] === undefined || isOfTexts(format);
  return given.types[0] === "integer" && least.value >= range.least && most.value <= range.greatest;
}

function isOfTexts(format: string): boolean {
  return typeof FORMAT_VALUES[format]?.usual === "string" || !["float", "double-int"].includes(format);
}

function formatDirections(format: string): Direction[] {
  const range = rangeOfFormat(format);
  if (range === undefined) return [{ minimum: 1e300 }, { minimum: 2 ** 53 }, {}];
  return [{ minimum: range.greatest + 1 }, { maximum: range.least - 1 }, {}];
}

/** Where lengths, patterns and formats of texts are tighter than what is known of a case. */
export function* stringGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const { words } = factsOf(given);
  const gap = (keyword: string, directions: readonly Direction[]): Gap =>
    refusedGap(prover, given, right, { keyword, kind: "text", directions });
  const least = numberAt(schema, "minLength") ?? 0;
  if ((words.minLength?.value ?? 0) < least) yield gap("minLength", [{ maxLength: Math.ceil(least) - 1 }, {}]);
  const most = numberAt(schema, "maxLength");
  if (most !== undefined && (words.maxLength?.value ?? Number.POSITIVE_INFINITY) > most)
    yield gap("maxLength", [{ minLength: Math.floor(most) + 1 }, {}]);
  const { pattern, format } = schema;
  if (typeof pattern === "string") yield* patternGaps(prover, given, right, pattern);
  if (typeof format === "string" && isAsserted(format) && !words.formats.some(({ value }) => implies(value, format)))
    yield gap("format", [{}]);
}

function* patternGaps(prover: Prover, given: Case, right: Ref, pattern: string): Iterable<Gap> {
  const wide = compiled(pattern);
  const own = factsOf(given).words.patterns.map(({ value }) => value);
  // Without a pattern any text fits.
  const found = [...own, ""].map((it) => (it === pattern ? CONTAINED : containedIn(compiled(it), wide)));
  if (found.some(({ kind }) => kind === "contained")) return;
  const texts = found.flatMap((it) => (it.kind === "counterexample" ? [it.text] : []));
  const { view } = prover;
  yield gapAt(given, right, {
    keyword: "pattern",
    kind: "text",
    witnesses: () =>
      shortest([
        ...texts.filter((it) => holds(given, view, it) && !accepts(right, view, it)),
        ...refusedValues(prover, given, right, [{}, { minLength: 1 }, { maxLength: 1 }]),
        ...EDGES.filter((it) => atomOf(it) === "string" && holds(given, view, it) && !accepts(right, view, it)),
      ]),
  });
}

const CONTAINED: PatternContainment = { kind: "contained" };

function containedIn(narrow: RegExp | undefined, wide: RegExp | undefined): PatternContainment {
  return narrow === undefined || wide === undefined ? { kind: "unknown" } : containsPattern(narrow, wide);
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return compilePattern(pattern, "u") as RegExp;
  } catch {
    return undefined;
  }
}

function isAsserted(format: string): boolean {
  return FORMATS[format] !== undefined && rangeOfFormat(format) === undefined && !/^(float|double)/.test(format);
}

/** Formats whose values all have another one as well. */
const NARROWER: Readonly<Record<string, readonly string[]>> = {
  email: ["idn-email"],
  uri: ["iri", "uri-reference", "iri-reference"],
  iri: ["iri-reference"],
  "uri-reference": ["iri-reference"],
};

function implies(format: string, other: string): boolean {
  return format === other || (NARROWER[format] ?? []).includes(other);
}

function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

function refusedGap(prover: Prover, given: Case, right: Ref, { keyword, kind, directions }: Refusal): Gap {
  const { view } = prover;
  const edges = (): unknown[] =>
    EDGES.filter((it) => atomOf(it) === given.types[0] && holds(given, view, it) && !accepts(right, view, it));
  return gapAt(given, right, {
    keyword,
    kind,
    witnesses: () => shortest([...refusedValues(prover, given, right, directions), ...edges()]),
  });
}

/** Texts and numbers that few patterns, formats and steps let pass. */
const EDGES: readonly unknown[] = [
  ...["", "a", "A", "0", "text", "Text 1", "-", "ä", "\n", "a b", "2024-05-06", "1e400", "😀"],
  ...[0.1, 0.5, 1.5, -0.5, 1.01, 3, 7, 11, 13, 17, 1e9 + 7, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e300],
];
