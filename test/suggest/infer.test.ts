/** Detection of identifiers, and shapes of values. */
import { expect, test } from "vitest";
import {
  detectIdentifier,
  hasNumber,
  type IdentifierKind,
  isRandomLike,
  isShortNumber,
  isSlug,
  replaceDigits,
} from "../../src/suggest/infer/identifier.js";
import { createShape, mergeShape, recordValue } from "../../src/suggest/infer/value-shape.js";

const IDENTIFIERS: readonly (readonly [text: string, kind: IdentifierKind | undefined])[] = [
  ["3f2b8c14-9d5e-4a67-b1c0-2e8d7f6a5b43", "uuid"],
  ["order-3F2B8C14-9D5E-4A67-B1C0-2E8D7F6A5B43", "other"],
  ["12345", "integer"],
  ["1234", undefined],
  ["2024-05-31", "date"],
  ["2024-05-31T10:00:00Z", "date"],
  ["2024-13-01", undefined],
  ["2024-05-32", undefined],
  ["jo@shop.example", "email"],
  ["jo@shop", undefined],
  // ULIDs, hashes, keys with a prefix, and tokens of letters and digits.
  ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "other"],
  ["0123456789abcdef", "other"],
  ["0123456789abcde", undefined],
  ["cus_4f5g6h7j", "other"],
  ["cus_4f5g6h", undefined],
  ["a1b2-c3d4_e5f6g7", "other"],
  ["a1b2c3d4", undefined],
  // Words, with or without digits.
  ["sense-and-sensibility", undefined],
  ["abcdefabcdefabcdef", undefined],
  ["january-2024-report", undefined],
  ["2024-05-31_10-00-00-0", undefined],
  ["[redacted]", "other"],
];

test.each(IDENTIFIERS)("%s looks like an identifier: %s", (text, kind) => {
  expect(detectIdentifier(text)).toBe(kind);
});

/** What a text is, with a character added at either end, or one left out. */
test("a character more or less decides whether a text looks like an identifier", async () => {
  const texts = [
    "3f2b8c14-9d5e-4a67-b1c0-2e8d7f6a5b43",
    "12345",
    "2024-05-31",
    "2024-10-09",
    "2024-12-20",
    "2024-05-31T10:00:00Z",
    "jo@shop.example",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "0123456789abcdef",
    "cus_4f5g6h7j",
    "abcdefgh_12345678",
    "a1b2-c3d4_e5f6g7",
    "a1b2c-defghijklm",
    "a1b2cdefghijklm3",
    "V1StGXR8_Z5jdHi6B-myT",
    "abCdEfGhIjKlMnOpqrstu",
    "abCdEfGhIjKlMnopqrstu",
    "ABCDEFGHijklmnopqrstu",
    "abcdefg1234567hijklmn",
    "sense-and-sensibility",
  ];
  const lines = texts.map((text) => {
    const longer = [
      `x${text}`,
      `${text}x`,
      `-${text}`,
      `${text}-`,
      `${text} `,
      ` ${text}`,
      `1${text}`,
      `${text}1`,
      `${text}\n`,
    ];
    const others = [text.slice(1), text.slice(0, -1), text.toUpperCase(), text.toLowerCase(), text.replace("-", "/")];
    const kinds = [text, ...longer, ...others].map(
      (it) => `${isRandomLike(it) ? "*" : ""}${detectIdentifier(it) ?? "none"}`,
    );
    return `${text}: ${kinds.join(" ")}`;
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("infer/identifiers.txt");
});

test.each([
  ["1234", { isShortNumber: true, isNumbered: true, isSlug: false, form: "0" }],
  ["12345", { isShortNumber: false, isNumbered: true, isSlug: false, form: "0" }],
  ["a-1009", { isShortNumber: false, isNumbered: true, isSlug: false, form: "a-0" }],
  ["a_1-b2", { isShortNumber: false, isNumbered: true, isSlug: false, form: "a_0-b0" }],
  ["v2", { isShortNumber: false, isNumbered: false, isSlug: false, form: "v0" }],
  ["v2-1000", { isShortNumber: false, isNumbered: false, isSlug: false, form: "v0-0" }],
  ["sha256", { isShortNumber: false, isNumbered: false, isSlug: false, form: "sha0" }],
  ["a-title", { isShortNumber: false, isNumbered: false, isSlug: true, form: "a-title" }],
  ["title", { isShortNumber: false, isNumbered: false, isSlug: false, form: "title" }],
])("%s as a segment of a path", (text, is) => {
  const own = { isShortNumber: isShortNumber(text), isNumbered: hasNumber(text), isSlug: isSlug(text) };
  expect({ ...own, form: replaceDigits(text) }).toEqual(is);
});

const VALUES: readonly (readonly [what: string, values: readonly unknown[]])[] = [
  ["scalars", [null, true, 1, 1.5, "text"]],
  ["texts of one format", ["2024-05-31", "2024-06-01"]],
  ["texts of two formats", ["2024-05-31", "jo@shop.example"]],
  ["lists", [[1, "a"], [], [[null], { a: 1 }]]],
  ["objects", [{ a: 1 }, { a: "x", b: [true] }, {}]],
  ["objects by identifiers", [{ "10001": { a: 1 } }, { "10002": { b: 2 } }, { name: 1 }]],
  ["things of every kind", [{ a: [{ b: 1 }] }, [{ a: 1 }], "text", null]],
];

test.each(VALUES)("merging %s combined equals merging them separately", (_, values) => {
  const together = createShape();
  for (const value of values) recordValue(together, value);
  const merged = createShape();
  for (const value of values) {
    const alone = createShape();
    recordValue(alone, value);
    mergeShape(merged, alone);
  }
  expect(merged).toEqual(together);
  expect(together.count).toBe(values.length);
});
