import type { ValueConstraints } from "../schema/model/value-constraints.js";
import { FORMAT_PATTERNS, FORMAT_VALUES, isNumericFormat } from "./format-values.js";
import { generateMatchingText, generateMatchingTexts, hasLength } from "./matching-text.js";

/**
 * Generates strings for format, pattern and length, each keyword on its own. The caller validates the combination.
 *
 * @param variants how many different strings are wanted; fewer if the keywords do not allow as many
 */
export function* generateTexts(constraints: ValueConstraints, variants = 1): Iterable<string> {
  const min = constraints.minLength?.value ?? 0;
  const max = constraints.maxLength?.value ?? Number.POSITIVE_INFINITY;
  // A shorter text would take the place of one that is made for the length.
  for (const text of generateTextsByKeyword(constraints, { min, max, variants }))
    if (hasLength(text, min, max)) yield text;
}

type TextRange = { readonly min: number; readonly max: number; readonly variants: number };

function* generateTextsByKeyword(constraints: ValueConstraints, { min, max, variants }: TextRange): Iterable<string> {
  const [patterns, formats] = [constraints.patterns, constraints.formats].map((all) => all.map(({ value }) => value));
  for (const format of formats ?? []) yield* generateTextsOfFormat(format, constraints);
  for (const pattern of patterns ?? []) {
    const matching = generateMatchingTexts(pattern, Math.min(max, 1000));
    yield* matching;
    for (const letter of "abcdefgh") yield `${matching[0] ?? ""}${letter}`;
  }
  const length = Math.min(Math.max(min, 1), MAX_TEXT_LENGTH);
  for (const pattern of [...(patterns ?? []), ...(formats ?? []).flatMap((format) => FORMAT_PATTERNS[format] ?? [])])
    yield* generateVariants(pattern, { min: length, max, variants });
  for (let index = 0; index < 20 + variants; index += 1) yield makeTextOfLength(Math.min(Math.max(4, min), max), index);
}

/** Generates different strings that match a pattern, longer ones when the shortest are used up. */
function* generateVariants(pattern: string, { min, max, variants }: TextRange): Iterable<string> {
  const first = generateMatchingText(pattern, min, { maxLength: max });
  if (first === undefined) return;
  for (let variant = 0; variant < variants; variant += 1) {
    const length = Math.max(min, [...first].length);
    const longer = generateMatchingText(pattern, length + String(variant).length - 1, { maxLength: max, variant });
    yield longer ?? generateMatchingText(pattern, length, { maxLength: max, variant }) ?? first;
  }
}

const MAX_TEXT_LENGTH = 100_000;

function* generateTextsOfFormat(format: string, constraints: ValueConstraints): Iterable<string> {
  if (isNumericFormat(format)) for (const digits of generateNumbers(constraints, true)) yield String(digits);
  const known = FORMAT_VALUES[format];
  for (const value of known === undefined ? [] : [known.typical, ...known.valid.map(([it]) => it)])
    if (typeof value === "string") yield value;
}

/**
 * Makes a string of a given length in code points. Different indexes give different strings if the length allows it.
 */
export function makeTextOfLength(length: number, index = 0): string {
  const cappedLength = Math.min(length, MAX_TEXT_LENGTH);
  const suffix = makeLetters(index);
  return `${"text".repeat(Math.ceil(cappedLength / 4)).slice(0, Math.max(0, cappedLength - suffix.length))}${suffix}`.slice(
    0,
    cappedLength,
  );
}

/** The letters of a number: a, b, up to z, and then aa. */
function makeLetters(index: number): string {
  return index <= 0 ? "" : makeLetters(Math.ceil(index / 26) - 1) + String.fromCharCode(97 + ((index - 1) % 26));
}

/** Generates numbers within the limits, simple ones first. */
export function* generateNumbers(constraints: ValueConstraints, isInteger: boolean, variants = 1): Iterable<number> {
  const { multiples } = constraints;
  const near = listCandidateNumbers(constraints, isInteger);
  if (multiples.length === 0) yield* near;
  for (const { value: step } of multiples)
    for (const value of near)
      for (const count of [Math.ceil(value / step), Math.floor(value / step), 1 + Math.floor(value / step)])
        yield roundToStep(count * step, step);
  const [min = 0, unit = 1] = [constraints.minimum?.value, multiples[0]?.value];
  for (let index = 1; index < 21 + variants; index += 1) yield addDecimals(min, roundToStep(index * unit, unit));
}

function listCandidateNumbers(constraints: ValueConstraints, isInteger: boolean): number[] {
  const { minimum, maximum } = constraints;
  const unit = isInteger ? 1 : chooseStep(constraints);
  const min = minimum === undefined ? undefined : minimum.value + (minimum.exclusive ? unit : 0);
  const max = maximum === undefined ? undefined : maximum.value - (maximum.exclusive ? unit : 0);
  const near = [1, min, max, 0, min === undefined ? undefined : min + unit].filter((it) => it !== undefined);
  return isInteger ? near.flatMap((it) => [Math.ceil(it), Math.floor(it)]) : near;
}

/** The step between candidate numbers: `multipleOf` if present, otherwise 1, or less if the range is small. */
export function chooseStep({
  minimum,
  maximum,
  multiples,
}: Pick<ValueConstraints, "minimum" | "maximum" | "multiples">): number {
  if (multiples[0] !== undefined) return multiples[0].value;
  const span = (maximum?.value ?? Number.POSITIVE_INFINITY) - (minimum?.value ?? Number.NEGATIVE_INFINITY);
  return span > 10 ? 1 : Number((span / 8).toPrecision(1));
}

/** Rounds away floating-point errors: 3 * 0.1 is 0.3. */
export function roundToStep(value: number, step: number): number {
  return Number(value.toFixed(Math.min(100, countFractionDigits(step))));
}

/** Adds without floating-point errors: 0.1 + 0.2 is 0.3. */
export function addDecimals(left: number, right: number): number {
  const [finer, other] = countFractionDigits(left) > countFractionDigits(right) ? [left, right] : [right, left];
  return roundToStep(finer + other, finer);
}

/** The number of digits after the decimal point; 7 for 1e-7. */
function countFractionDigits(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (mantissa.split(".")[1] ?? "").length - Number(exponent));
}
