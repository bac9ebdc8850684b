import { compareNumbers, ExactNumber, isWholeNumber } from "../values/exact-number.js";

/** In words of our own, which are those of Ajv: the types of this package name none that is not installed with it. */
export type NumberFormat = { readonly type: "number"; readonly validate: (value: number) => boolean };

/**
 * Formats of numbers with a range, from the OpenAPI registry.
 *
 * A double beyond 2 ** 53 is held to a bound that is as exact as it is; a number that no double holds, to the bound itself
 * ({@link isOfNumberFormat}).
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
  // The smallest number that rounds to infinity as a float of 32 bits.
  float: { type: "number", validate: (value) => Math.abs(value) < 2 ** 128 - 2 ** 103 },
  double: { type: "number", validate: Number.isFinite },
};

function createSignedFormat(bits: number): NumberFormat {
  return createIntegerFormat(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1);
}

function createUnsignedFormat(bits: number): NumberFormat {
  return createIntegerFormat(0, 2 ** bits - 1);
}

function createIntegerFormat(least: number, greatest: number): NumberFormat {
  return { type: "number", validate: (value) => Number.isInteger(value) && value >= least && value <= greatest };
}

/** Whether a number that no double holds is in the range of a format; undefined where the nearest double decides. */
export function isOfNumberFormat(name: string, value: ExactNumber): boolean | undefined {
  if (name === "double-int") return false;
  const [, sign, size] = SIZED_INTEGER.exec(name) ?? [];
  if (size === undefined) return undefined;
  const bits = BigInt(size);
  const [least, greatest] = sign === "u" ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  const within = (limit: bigint): number => compareNumbers(value, new ExactNumber(String(limit)));
  return isWholeNumber(value) && within(least) >= 0 && within(greatest) <= 0;
}

/** The bounds of a format as doubles; undefined where it has none, or where each number has to be asked about. */
export function getFormatRange(name: string): { readonly least: number; readonly greatest: number } | undefined {
  const [, sign, size] = SIZED_INTEGER.exec(name) ?? [];
  if (size === undefined) return undefined;
  const bits = Number(size);
  return sign === "u"
    ? { least: 0, greatest: 2 ** bits - 1 }
    : { least: -(2 ** (bits - 1)), greatest: 2 ** (bits - 1) - 1 };
}

const SIZED_INTEGER = /^(u?)int(8|16|32|64)$/;
