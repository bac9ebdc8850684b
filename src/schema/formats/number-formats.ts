import { compareNumbers, ExactNumber, isWholeNumber } from "../../document/values/exact-number.js";

/** Matches the type of Ajv. Declared here because the published types must not refer to packages that users lack. */
export type NumberFormat = { readonly type: "number"; readonly validate: (value: number) => boolean };

/**
 * Formats of numbers with a range, from the OpenAPI registry.
 *
 * Doubles beyond 2 ** 53 are compared with the nearest double of a bound. Numbers that no double represents are compared
 * with the exact bound ({@link isOfNumberFormat}).
 *
 * @see https://spec.openapis.org/registry/format/
 */
export const NUMBER_FORMATS: Readonly<Record<string, NumberFormat>> = {
  int8: createSignedFormat(8),
  int16: createSignedFormat(16),
  int32: createSignedFormat(32),
  int64: createSignedFormat(64),
  uint8: createUnsignedFormat(8),
  uint16: createUnsignedFormat(16),
  uint32: createUnsignedFormat(32),
  uint64: createUnsignedFormat(64),
  "double-int": { type: "number", validate: Number.isSafeInteger },
  // The smallest number that rounds to infinity as a 32-bit float.
  float: { type: "number", validate: (value) => Math.abs(value) < 2 ** 128 - 2 ** 103 },
  double: { type: "number", validate: Number.isFinite },
};

function createSignedFormat(bits: number): NumberFormat {
  return createIntegerFormat(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1);
}

function createUnsignedFormat(bits: number): NumberFormat {
  return createIntegerFormat(0, 2 ** bits - 1);
}

function createIntegerFormat(min: number, max: number): NumberFormat {
  return { type: "number", validate: (value) => Number.isInteger(value) && value >= min && value <= max };
}

/** Whether a number that no double represents is in the range of a format; undefined if the nearest double decides. */
export function isOfNumberFormat(name: string, value: ExactNumber): boolean | undefined {
  if (name === "double-int") return false;
  const [, sign, size] = SIZED_INTEGER.exec(name) ?? [];
  if (size === undefined) return undefined;
  const bits = BigInt(size);
  const [min, max] = sign === "u" ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  const compareWith = (limit: bigint): number => compareNumbers(value, new ExactNumber(String(limit)));
  return isWholeNumber(value) && compareWith(min) >= 0 && compareWith(max) <= 0;
}

/** The bounds of an integer format as doubles; undefined for other formats, whose validator must be called. */
export function getFormatRange(name: string): { readonly min: number; readonly max: number } | undefined {
  const [, sign, size] = SIZED_INTEGER.exec(name) ?? [];
  if (size === undefined) return undefined;
  const bits = Number(size);
  return sign === "u" ? { min: 0, max: 2 ** bits - 1 } : { min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 };
}

const SIZED_INTEGER = /^(u?)int(8|16|32|64)$/;
