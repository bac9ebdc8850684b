/** Texts by their characters. */
import { expect, test } from "vitest";
import { countCharacters, hasAtLeast, hasAtMost } from "../../../src/document/values/exact-number.js";

// One unit, two units that are one character, and halves of one.
test.each([
  ["", 0],
  ["ab", 2],
  ["😀", 1],
  ["😀😀a", 3],
  ["\ud83d", 1],
  ["\ude00\ud83d", 2],
  ["\ud83d\ud83d\ude00", 2],
  ["a\ud83d", 2],
  ["\ud83d\ue000", 2],
])("%j has %i characters", (text, count) => {
  expect(countCharacters(text)).toBe(count);
  const limits = [0, 1, 2, 3, 4];
  expect(limits.filter((limit) => hasAtLeast(text, limit))).toEqual(limits.filter((limit) => count >= limit));
  expect(limits.filter((limit) => hasAtMost(text, limit))).toEqual(limits.filter((limit) => count <= limit));
});
