import type { FormatDefinition } from "ajv";

/**
 * Formats of numbers with a range, from the OpenAPI registry.
 *
 * Numbers are doubles by now: beyond 2 ** 53 a bound is as exact as they are, so 9223372036854775807 is in the range of
 * `int64`, and so is its neighbour that no double can tell from it.
 *
 * @see https://spec.openapis.org/registry/format/
 */
export const NUMBER_FORMATS: Readonly<Record<string, FormatDefinition<number>>> = {
  int8: signed(8),
  int16: signed(16),
  int32: signed(32),
  int64: signed(64),
  uint8: unsigned(8),
  uint16: unsigned(16),
  uint32: unsigned(32),
  uint64: unsigned(64),
  "double-int": { type: "number", validate: Number.isSafeInteger },
  // The smallest number that rounds to infinity as a float of 32 bits.
  float: { type: "number", validate: (value) => Math.abs(value) < 2 ** 128 - 2 ** 103 },
  double: { type: "number", validate: Number.isFinite },
};

function signed(bits: number): FormatDefinition<number> {
  return integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1);
}

function unsigned(bits: number): FormatDefinition<number> {
  return integers(0, 2 ** bits - 1);
}

function integers(least: number, greatest: number): FormatDefinition<number> {
  return { type: "number", validate: (value) => Number.isInteger(value) && value >= least && value <= greatest };
}
