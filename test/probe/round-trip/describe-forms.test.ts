/** Line ends, backslashes, numbers of 32 bits, and forms of texts in round trips. */
import { expect, test } from "vitest";
import type { Json } from "../../../src/document/index.js";
import { describeChange, type ValueChange } from "../../../src/probe/round-trip/list-changes.js";

const derived = (kind: ValueChange["kind"], what: string): ValueChange => ({ kind, what, isDerived: true });
const cut = derived("lost", "a number is cut to 32 bits");
const ends = derived("form", "line ends change");
const backslashes = derived("lost", "backslashes are lost");
const other: ValueChange = { kind: "lost", what: "another text is shown", isDerived: false };
const otherNumber: ValueChange = { kind: "lost", what: "another number is shown", isDerived: false };
const close = derived("lost", "digits of a large number are lost");

test.each<[Json, Json | undefined, ValueChange | undefined]>([
  ["a\r\nb", "a\nb", ends],
  ["a\rb", "a\nb", ends],
  ["a\r\n\r\nb ", "a\n\nb", ends],
  ["a\r\nb", "a\r\nb", undefined],
  ["a\nb", "a\r\nb", other],
  ["a\r\nb", "a\nc", other],
  ["a\r\nb", "a\n\nb", other],
  ["a\\b", "ab", backslashes],
  ["a\\b\\c", "abc", backslashes],
  ["a\\b\\c", "ab\\c", other],
  ["a/b", "ab", other],
  ["a\\b", "a b", other],
  ["ab\u0301c", "ab", derived("lost", "the text is cut to 2 characters")],
  ["a\u{1f600}bc", "a\u{1f600}", derived("lost", "the text is cut to 2 characters")],
  [" ab", "a", derived("lost", "the text is cut to 1 characters")],
  [6_012_345_678, 6_012_345_678 | 0, cut],
  [3_000_000_000, 3_000_000_000 | 0, cut],
  [6_012_345_678, 6_012_345_678 >>> 0, cut],
  [6_012_345_678, 2_147_483_647, cut],
  [6_012_345_678, 4_294_967_295, cut],
  [6_012_345_678, 4_294_967_294, otherNumber],
  [2_147_483_648, -2_147_483_648, derived("lost", "the sign of a number is lost")],
  [2_147_483_648, 2_147_483_647, cut],
  [2_147_483_647, 2_147_483_646, close],
  [-6_012_345_678, -6_012_345_678 | 0, cut],
  [-6_012_345_678, -6_012_345_677, close],
  [-6_012_345_678, 5, { kind: "lost", what: "a negative number becomes 5", isDerived: false }],
  [-2.5, 0.5, { kind: "lost", what: "a negative number becomes 0.5", isDerived: false }],
  [-2.5, -2, derived("lost", "digits after the decimal point are lost")],
  [100_000_000, 100_099_999, close],
  [100_000_000, 100_100_001, otherNumber],
  [100_000_000, 99_900_001, close],
  [true, "true", { kind: "lost", what: "another value is shown", isDerived: false }],
  [["a"], null, { kind: "lost", what: "the list becomes null", isDerived: false }],
  [{ a: 1 }, null, { kind: "lost", what: "the object becomes null", isDerived: false }],
  [true, null, { kind: "lost", what: "true becomes null", isDerived: false }],
  ["2026-01-01T00:00", "2026-01-01T00:00:00", undefined],
])("%j is shown as %j", (written, shown, change) => {
  expect(describeChange(written, shown)).toEqual(change);
});
