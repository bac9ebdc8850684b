import type { JsonObject } from "../../../document/index.js";
import { isNumber } from "../../../document/values/exact-number.js";
import { FORMAT_OUTLINES } from "../../../samples/format-values.js";
import { tryCompilePattern } from "../../../samples/matching-text.js";
import { FORMAT_VALIDATORS } from "../../../schema/formats/formats.js";
import { getFormatRange } from "../../../schema/formats/number-formats.js";
import type { ValueConstraints } from "../../../schema/model/value-constraints.js";
import { checkPatternContainment, type PatternContainment } from "../../../schema/pattern/pattern-containment.js";
import { type ExtraKeywords, findRejectedValues, selectShortest } from "../counterexamples.js";
import { createFailingViolation, createViolation, type ViolatedKeyword } from "../create-violation.js";
import type { ContainmentViolation, KeywordRule, Prover } from "../prover.js";
import { containsValue, getConstraints, type SchemaSet } from "../schemas/schema-set.js";
import { acceptsValue, type SchemaRef } from "../schemas/versioned-document.js";
import { getNumberLimits, type NumberBound } from "../unsatisfiable.js";

type ScalarKeyword = Required<Pick<ViolatedKeyword, "keyword" | "kind" | "hints">>;

/** Finds violations of the number keywords of a schema. */
export const findNumberViolations: KeywordRule = function* (prover, set, right, schema) {
  const { keywords } = getConstraints(set);
  const isInteger = set.types[0] === "integer";
  const limits = getNumberLimits(keywords, isInteger ? "integer" : "fraction");
  const violation = (keyword: ScalarKeyword): ContainmentViolation =>
    createScalarViolation(prover, set, right, keyword);
  for (const { keyword, exclusive, sign } of BOUNDS) {
    const value = getNumber(schema, keyword);
    if (value === undefined || isWithin(sign === 1 ? limits.least : limits.most, { value, exclusive }, sign)) continue;
    yield violation({ keyword, kind: "bounds", hints: [createOutOfBound({ value, exclusive }, sign, isInteger), {}] });
  }
  const step = getNumber(schema, "multipleOf");
  const steps = [...keywords.multiples.map(({ value }) => value), ...(isInteger ? [1] : [])];
  if (step !== undefined && !steps.some((it) => Number.isInteger(it / step)))
    yield violation({ keyword: "multipleOf", kind: "bounds", hints: [{}, { minimum: step / 2 }] });
  if (typeof schema.format === "string" && !satisfiesFormat(set, schema.format, limits)) {
    const found = violation({ keyword: "format", kind: "bounds", hints: createFormatHints(schema.format) });
    yield isBeyond64Bits(set, schema.format) ? { ...found, isBeyond64Bits: true } : found;
  }
};

/** Whether numbers without a format leave one only beyond 64 bits. */
function isBeyond64Bits(set: SchemaSet, format: string): boolean {
  const { formats, minimum, maximum } = getConstraints(set).keywords;
  const limits = getNumberLimits({ minimum, maximum, formats: [{ value: "int64", at: "" }] }, "fraction");
  return formats.length === 0 && (format === "float" || satisfiesFormat(set, format, limits));
}

const BOUNDS = [
  { keyword: "minimum", exclusive: false, sign: 1 },
  { keyword: "exclusiveMinimum", exclusive: true, sign: 1 },
  { keyword: "maximum", exclusive: false, sign: -1 },
  { keyword: "exclusiveMaximum", exclusive: true, sign: -1 },
] as const;

/** A hint for numbers outside a bound. */
function createOutOfBound({ value, exclusive }: NumberBound, sign: 1 | -1, isInteger: boolean): ExtraKeywords {
  const keyword = sign === 1 ? "maximum" : "minimum";
  if (!isInteger) return { [exclusive ? keyword : `exclusive${sign === 1 ? "Maximum" : "Minimum"}`]: value };
  return { [keyword]: (sign === 1 ? Math.ceil(value) : Math.floor(value)) - (exclusive ? 0 : sign) };
}

function isWithin(existing: NumberBound, limit: NumberBound, sign: 1 | -1): boolean {
  const further = (existing.value - limit.value) * sign;
  return further > 0 || (further === 0 && (existing.exclusive || !limit.exclusive));
}

function satisfiesFormat(
  set: SchemaSet,
  format: string,
  { least, most }: { least: NumberBound; most: NumberBound },
): boolean {
  const { keywords } = getConstraints(set);
  if (format === "double" || keywords.formats.some(({ value }) => value === format)) return true;
  const range = getFormatRange(format);
  if (range === undefined) return !FRACTION_FORMATS.includes(format);
  return set.types[0] === "integer" && least.value >= range.min && most.value <= range.max;
}

/** The other formats without a range are not of numbers. */
const FRACTION_FORMATS = ["float", "double-int"];

function createFormatHints(format: string): ExtraKeywords[] {
  const range = getFormatRange(format);
  if (range === undefined) return [{ minimum: 1e300 }, { minimum: 2 ** 53 }, {}];
  return [{ minimum: range.max + 1 }, { maximum: range.min - 1 }, {}];
}

/** Finds violations of the string keywords of a schema. */
export const findStringViolations: KeywordRule = function* (prover, set, right, schema) {
  const { keywords } = getConstraints(set);
  const violation = (keyword: string, hints: readonly ExtraKeywords[]): ContainmentViolation =>
    createScalarViolation(prover, set, right, { keyword, kind: "text", hints });
  const min = Math.ceil(getNumber(schema, "minLength") ?? 0);
  if ((keywords.minLength?.value ?? 0) < min && !impliesLength(keywords, min)) {
    const found = violation("minLength", [{ maxLength: min - 1 }, {}]);
    // Only the empty text is shorter than one character.
    yield min === 1 ? { ...found, isAboutOneValue: true } : found;
  }
  const max = Math.floor(getNumber(schema, "maxLength") ?? Number.POSITIVE_INFINITY);
  if ((keywords.maxLength?.value ?? Number.POSITIVE_INFINITY) > max && !impliesLength(keywords, 0, max))
    yield violation("maxLength", [{ minLength: max + 1 }, {}]);
  const { pattern, format } = schema;
  if (typeof pattern === "string") yield* findPatternViolations(prover, set, right, pattern);
  if (
    typeof format === "string" &&
    isAssertedFormat(format) &&
    !keywords.formats.some(({ value }) => impliesFormat(value, format)) &&
    !getConstraints(set).schemas.some((it) => isEncoded(it.schema, format))
  )
    yield violation("format", [{}]);
};

/** Longer lengths make automata with many states. */
const MAX_COMPARED_LENGTH = 300;

/** Whether the patterns or formats allow only texts of some lengths. */
function impliesLength(keywords: ValueConstraints, min: number, max?: number): boolean {
  if (Math.max(min, max ?? 0) > MAX_COMPARED_LENGTH) return false;
  const wide = String.raw`^[\s\S]{${min},${max ?? ""}}$`;
  return listPatterns(keywords).some((it) => comparePatterns(it, wide).kind === "contained");
}

/** The patterns that all texts match: those of the keyword, and what formats have in common with them. */
function listPatterns({ patterns, formats }: ValueConstraints): readonly string[] {
  return [...patterns.map(({ value }) => value), ...formats.flatMap(({ value }) => FORMAT_OUTLINES.get(value) ?? [])];
}

const findPatternViolations: KeywordRule<string> = function* (prover, set, right, pattern) {
  // The empty pattern matches any string.
  const found = [...listPatterns(getConstraints(set).keywords), ""].map((it) => comparePatterns(it, pattern));
  if (found.some(({ kind }) => kind === "contained")) return;
  const texts = found.flatMap((it) => (it.kind === "counterexample" ? [it.text] : []));
  const isRejected = (it: unknown): boolean =>
    containsValue(set, prover.direction, it) && !acceptsValue(right, prover.direction, it);
  yield createViolation(set, right, {
    keyword: "pattern",
    kind: "text",
    counterexamples: () => {
      const made = findRejectedValues(prover, set, right, [{}, { minLength: 1 }, { maxLength: 1 }]);
      return selectShortest([...texts, ...made, ...EDGE_VALUES], 4, isRejected);
    },
  });
};

/** Characters that a backslash does not change. Patterns with such escapes may have no automaton. */
function withoutNeedlessEscapes(pattern: string): string {
  return pattern.replace(/\\(.)/gs, (pair, character: string) =>
    /[/"'@_#%&,:;<=>`~! ]/.test(character) ? character : pair,
  );
}

function comparePatterns(narrow: string, wide: string): PatternContainment {
  if (withoutNeedlessEscapes(narrow) === withoutNeedlessEscapes(wide)) return { kind: "contained" };
  const [one, other] = [tryCompilePattern(narrow), tryCompilePattern(wide)];
  return one === undefined || other === undefined ? { kind: "unknown" } : checkPatternContainment(one, other);
}

function isAssertedFormat(format: string): boolean {
  return (
    FORMAT_VALIDATORS[format] !== undefined && getFormatRange(format) === undefined && !/^(float|double)/.test(format)
  );
}

/** Formats whose values are also valid for other formats. */
const IMPLIED_FORMATS: Readonly<Record<string, readonly string[]>> = {
  email: ["idn-email"],
  uri: ["iri", "uri-reference", "iri-reference"],
  iri: ["iri-reference"],
  "uri-reference": ["iri-reference"],
};

/** Whether a keyword of OpenAPI 3.1 stands for a format of 3.0. */
function isEncoded({ contentEncoding }: JsonObject, format: string): boolean {
  return (contentEncoding === "base64" ? "byte" : contentEncoding) === format;
}

function impliesFormat(format: string, other: string): boolean {
  const isSame = FORMAT_VALIDATORS[format] === FORMAT_VALIDATORS[other];
  return isSame || (IMPLIED_FORMATS[format] ?? []).includes(other);
}

function getNumber(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return isNumber(value) ? Number(value) : undefined;
}

function createScalarViolation(
  prover: Prover,
  set: SchemaSet,
  right: SchemaRef,
  keyword: ScalarKeyword,
): ContainmentViolation {
  const others = (): unknown[] => EDGE_VALUES.filter((it) => containsValue(set, prover.direction, it));
  return createFailingViolation(prover, set, right, { ...keyword, others });
}

/** Strings and numbers that few patterns, formats and multiples accept. */
const EDGE_VALUES: readonly unknown[] = [
  ...["", "a", "A", "0", "text", "Text 1", "-", "ä", "\n", "a b", "2024-05-06", "1e400", "😀"],
  ...[0.1, 0.5, 1.5, -0.5, 1.01, 3, 7, 11, 13, 17, 1e9 + 7, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e19, 1e300],
];
