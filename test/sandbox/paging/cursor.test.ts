import { expect, test } from "vitest";
import { encodeCursor, readStartOffset } from "../../../src/sandbox/paging/list-page.js";

const invalid = { kind: "invalid" };
const offset = (value: number) => ({ kind: "offset", offset: value });
const cursor = (view: number, last: number, limit: number) => ({ kind: "cursor", cursor: { view, last, limit } });

test.each([
  [0, offset(0)],
  [100_000, offset(100_000)],
  [100_001, invalid],
  [-1, invalid],
  [0.5, invalid],
  [Number.NaN, invalid],
  [2 ** 53, invalid],
  [1e12 - 1, invalid],
  [1e12, invalid],
  [1e12 + 1e9, invalid],
  [1e12 + 1e9 + 99, invalid],
  [1e12 + 1e9 + 100, cursor(1, 1, 1)],
  [1e12 + 1e9 + 199, cursor(1, 1, 100)],
  [1e12 + 1e9 + 200, invalid],
  [1e12 + 7e9 + 709, cursor(7, 7, 10)],
  [1e12 + 7e9 + 800, invalid],
])("startOffset %d is %o", (startOffset, expected) => {
  expect(readStartOffset(startOffset)).toEqual(expected);
});

test.each([
  { view: 1, last: 1, limit: 1 },
  { view: 8, last: 3, limit: 100 },
  { view: 8_000_000, last: 8_000_000, limit: 50 },
])("the cursor %o is read as it was packed", (it) => {
  const packed = encodeCursor(it);
  expect(Number.isSafeInteger(packed)).toBe(true);
  expect(readStartOffset(packed)).toEqual({ kind: "cursor", cursor: it });
});
