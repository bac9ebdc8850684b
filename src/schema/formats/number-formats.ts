import { compareNumbers, ExactNumber, isWholeNumber } from "../../document/values/exact-number.js";

/** Matches the type of Ajv. Declared here because the published types must not refer to packages that users lack. */
export type NumberFormat = { readonly type: "number"; readonly validate: (value: number) => boolean };

export type IntegerRange = { readonly min: bigint; readonly max: bigint };

/** The bounds of the integer formats. */
export const INTEGER_RANGES: ReadonlyMap<string, IntegerRange> = new Map(
  [8, 16, 32, 64].flatMap((bits) => {
    const size = 2n ** BigInt(bits);
    return [
      [`int${bits}`, { min: -size / 2n, max: size / 2n - 1n }] as const,
      [`uint${bits}`, { min: 0n, max: size - 1n }] as const,
    ];
  }),
);

/**
 * Formats of numbers with a range, from the OpenAPI registry.
 *
 * Doubles beyond 2 ** 53 are compared with the nearest double of a bound. Numbers that no double represents are compared
 * with the exact bound ({@link isOfNumberFormat}).
 *
 * @see https://spec.openapis.org/registry/format/
 */
export const NUMBER_FORMATS: Readonly<Record<string, NumberFormat>> = {
  ...Object.fromEntries([...INTEGER_RANGES].map(([name, range]) => [name, createIntegerFormat(range)])),
  "double-int": { type: "number", validate: Number.isSafeInteger },
  // The smallest number that rounds to infinity as a 32-bit float.
  float: { type: "number", validate: (value) => Math.abs(value) < 2 ** 128 - 2 ** 103 },
  double: { type: "number", validate: Number.isFinite },
};

function createIntegerFormat(range: IntegerRange): NumberFormat {
  const [min, max] = [Number(range.min), Number(range.max)];
  return { type: "number", validate: (value) => Number.isInteger(value) && value >= min && value <= max };
}

/** Whether a number that no double represents is in the range of a format; undefined if the nearest double decides. */
export function isOfNumberFormat(name: string, value: ExactNumber): boolean | undefined {
  if (name === "double-int") return false;
  const range = INTEGER_RANGES.get(name);
  if (range === undefined) return undefined;
  const compareWith = (limit: bigint): number => compareNumbers(value, new ExactNumber(String(limit)));
  return isWholeNumber(value) && compareWith(range.min) >= 0 && compareWith(range.max) <= 0;
}

/** The bounds of an integer format as doubles; undefined for other formats, whose validator must be called. */
export function getFormatRange(name: string): { readonly min: number; readonly max: number } | undefined {
  const range = INTEGER_RANGES.get(name);
  return range && { min: Number(range.min), max: Number(range.max) };
}
