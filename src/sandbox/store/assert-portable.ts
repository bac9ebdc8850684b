import type { Value } from "./database.js";

/**
 * Values that both engines keep as they are: whole numbers up to 2^53-1, and text without U+0000, which PostgreSQL does not
 * hold.
 *
 * @throws RangeError for any other; its message does not hold the value
 */
export function assertPortable(values: readonly Value[]): readonly Value[] {
  for (const [index, value] of values.entries()) {
    if (typeof value === "number" && !Number.isSafeInteger(value))
      throw new RangeError(`$${index + 1} is no whole number between -(2^53-1) and 2^53-1`);
    if (typeof value === "string" && value.includes("\0"))
      throw new RangeError(`$${index + 1} holds the character U+0000, which text in a database cannot`);
  }
  return values;
}
