import { FORMAT_VALUES } from "./format-values.js";
import { matchingTextOf, matchingTexts } from "./matching-text.js";
import type { Words } from "./words.js";

/** Texts that keep format, pattern and length, as far as one look at each tells. */
export function* textsFor(words: Words): Iterable<string> {
  const least = words.minLength?.value ?? 0;
  const most = words.maxLength?.value ?? Number.POSITIVE_INFINITY;
  for (const { value: format } of words.formats) {
    const known = FORMAT_VALUES[format];
    for (const value of known === undefined ? [] : [known.usual, ...known.inside.map(([it]) => it)])
      if (typeof value === "string") yield value;
  }
  for (const { value: pattern } of words.patterns) {
    const matching = matchingTexts(pattern, Math.min(most, 1000));
    yield* matching;
    for (const letter of "abcdefgh") yield `${matching[0] ?? ""}${letter}`;
    const exact = matchingTextOf(pattern, Math.min(Math.max(least, 1), 5000));
    if (exact !== undefined) yield exact;
  }
  for (let index = 0; index < 20; index += 1) yield textOfLength(Math.min(Math.max(4, least), most), index);
}

/** A text of a length in code points; others for other numbers, where the length leaves room for them. */
export function textOfLength(length: number, index = 0): string {
  const whole = Math.min(length, 100_000);
  const mark = index === 0 ? "" : String.fromCharCode(96 + ((index - 1) % 26) + 1);
  return `${"text".repeat(Math.ceil(whole / 4)).slice(0, Math.max(0, whole - mark.length))}${mark}`.slice(0, whole);
}

/** Numbers in range, the plainest first. */
export function* numbersFor(words: Words, isInteger: boolean): Iterable<number> {
  const { steps } = words;
  const near = plainNumbers(words, isInteger);
  if (steps.length === 0) yield* near;
  for (const { value: step } of steps)
    for (const value of near)
      for (const count of [Math.ceil(value / step), Math.floor(value / step), 1 + Math.floor(value / step)])
        yield roundedTo(count * step, step);
  const [least = 0, unit = 1] = [words.minimum?.value, steps[0]?.value];
  for (let index = 1; index < 22; index += 1) yield sumOf(least, roundedTo(index * unit, unit));
}

function plainNumbers(words: Words, isInteger: boolean): number[] {
  const { minimum, maximum } = words;
  const unit = isInteger ? 1 : stepBeside(words);
  const least = minimum === undefined ? undefined : minimum.value + (minimum.exclusive ? unit : 0);
  const most = maximum === undefined ? undefined : maximum.value - (maximum.exclusive ? unit : 0);
  const near = [1, least, most, 0, least === undefined ? undefined : least + unit].filter((it) => it !== undefined);
  return isInteger ? near.flatMap((it) => [Math.ceil(it), Math.floor(it)]) : near;
}

/** A step that is small beside the limits, where no integer is asked for. */
export function stepBeside({ minimum, maximum, steps }: Pick<Words, "minimum" | "maximum" | "steps">): number {
  if (steps[0] !== undefined) return steps[0].value;
  const span = (maximum?.value ?? Number.POSITIVE_INFINITY) - (minimum?.value ?? Number.NEGATIVE_INFINITY);
  return span > 10 ? 1 : Number((span / 8).toPrecision(1));
}

/** Without the dust that multiplication leaves: 3 * 0.1 is 0.3. */
export function roundedTo(value: number, step: number): number {
  return Number(value.toFixed(Math.min(100, digitsOf(step))));
}

/** The sum as one would write it: 0.1 and 0.2 are 0.3. */
export function sumOf(left: number, right: number): number {
  const [finer, other] = digitsOf(left) > digitsOf(right) ? [left, right] : [right, left];
  return roundedTo(finer + other, finer);
}

/** How many digits a number has behind its point: of 1e-7, seven. */
function digitsOf(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (mantissa.split(".")[1] ?? "").length - Number(exponent));
}
