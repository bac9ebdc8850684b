import type { Value } from "./database.js";

/**
 * Returns values that both engines store unchanged: safe integers, and text without U+0000, which PostgreSQL cannot
 * store.
 *
 * @throws RangeError for other values; the message does not contain the value
 */
export function assertPortable(values: readonly Value[]): readonly Value[] {
  for (const [index, value] of values.entries()) {
    if (typeof value === "number" && !Number.isSafeInteger(value))
      throw new RangeError(`$${index + 1} is not an integer from -(2^53-1) to 2^53-1`);
    if (typeof value === "string" && value.includes("\0"))
      throw new RangeError(`$${index + 1} contains the character U+0000, which databases cannot store`);
  }
  return values;
}
