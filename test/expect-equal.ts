import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/**
 * `expect(actual).toEqual(expected)` for thousands of values, or for large ones. `toEqual` takes many times as long as
 * Node's comparison, which decides first.
 */
export function expectEqual(actual: unknown, expected: unknown, message?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected);
}
