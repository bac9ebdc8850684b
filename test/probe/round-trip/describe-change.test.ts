/** How a shown value differs from the written one. */
import { expect, test } from "vitest";
import type { Json } from "../../../src/document/index.js";
import { describeChange } from "../../../src/probe/round-trip/describe-change.js";

test.each<[Json, Json | undefined, string | undefined]>([
  [" a ", " a ", undefined],
  [" a ", "a", "form: leading and trailing spaces are lost"],
  ["cafe\u0301", "caf\u00e9", "form: Unicode is normalized"],
  [" cafe\u0301", "caf\u00e9", "form: leading and trailing spaces are lost, Unicode is normalized"],
  ["", undefined, "form: empty text is left out"],
  ["a", undefined, "lost: the text is left out"],
  ["Zo\u00eb AB", "zo\u00eb ab", "lost: letters change their case"],
  ["1 < 2 & 3", "1 &lt; 2 &amp; 3", "lost: characters become HTML entities"],
  ["a \u{1f600} b", "a ? b", "lost: characters outside of the Basic Multilingual Plane are lost"],
  ["a \u{1f600} b", "a \ufffd\ufffd b", "lost: characters outside of the Basic Multilingual Plane are lost"],
  ["Zo\u00eb b", "Zo? b", "lost: characters outside of ASCII are lost"],
  ["long text", "long", "lost: the text is cut to 4 characters"],
  ["long text", "other", "lost: another text is shown"],
  ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", undefined],
  [0, 1, "lost: 0 becomes 1"],
  [0, undefined, "form: 0 is left out"],
  [0, null, "lost: 0 becomes null"],
  [3, undefined, "lost: 3 is left out"],
  [-3, 0, "lost: a negative number becomes 0"],
  [-3, 3, "lost: the sign of a number is lost"],
  [2.25, 2, "lost: digits after the decimal point are lost"],
  [123456789, 123456792, "lost: digits of a large number are lost"],
  [7, 8, "lost: another number is shown"],
  [false, undefined, "form: false is left out"],
  [true, undefined, "lost: true is left out"],
  [false, true, "lost: another value is shown"],
  [null, undefined, undefined],
  [[], undefined, "form: an empty list is left out"],
  [["a", "b"], ["b", "a"], undefined],
  [["a"], ["a", "b"], "added: 1 more items are shown"],
  [["a", "b", "c"], ["a", "b"], "lost: 1 of 3 items are lost"],
  [[{ k: 1 }], [{ k: 1 }, { k: 2 }], "lost: 1 more items are shown"],
])("%j is shown as %j", (written, shown, expected) => {
  const change = describeChange(written, shown);
  expect(change && `${change.kind}: ${change.what}`).toBe(expected);
});
