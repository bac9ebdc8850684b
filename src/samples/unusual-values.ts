import { parseNumber } from "../document/values/exact-number.js";

/** A value that a schema without limits allows, and what is unusual about it. */
export type UnusualValue = readonly [value: unknown, note: string];

/** Integers around the limits of 32-bit integers, doubles and 64-bit integers. */
export const UNUSUAL_INTEGERS: readonly UnusualValue[] = [
  [0, "zero"],
  [-1, "negative"],
  [2_147_483_648, "outside 32 bits"],
  [9_007_199_254_740_991, "2^53 - 1"],
  [parseNumber("9007199254740993"), "2^53 + 1, which a double cannot represent"],
  [parseNumber("9223372036854775807"), "2^63 - 1, the 64-bit maximum"],
  [parseNumber("9223372036854775808"), "2^63, outside 64 bits"],
  [1e40, "10^40"],
];

export const UNUSUAL_NUMBERS: readonly UnusualValue[] = [...UNUSUAL_INTEGERS, [0.1, "a fraction"]];

/** Longer than a TEXT column of MySQL, which holds 65,535 bytes. */
const MAX_TEXT_COLUMN = 65_536;

export const UNUSUAL_TEXTS: readonly UnusualValue[] = [
  ["", "empty"],
  ["Zoë Ł 東京 \u{1F600}", "unicode"],
  ["Zoe\u0308 A\u030A", "decomposed unicode (NFD)"],
  ["a&b=c%25/d?e#f", "characters that are reserved in URLs"],
  ['O\'Brien "A" \\ ; -- (*', "quotes and other characters of SQL and patterns"],
  ["a\u0000b", "with NUL"],
  ["a\r\n\t\u0001\u001F\u007Fb", "with control characters"],
  ["x".repeat(3000), "3,000 characters"],
  ["x".repeat(MAX_TEXT_COLUMN), "65,536 characters"],
];
