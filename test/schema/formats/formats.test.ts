import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countCharacters,
  findRepeatedItem,
  hasAtLeast,
  hasAtMost,
  isEqual,
  isMultipleOf,
} from "../../../src/document/values/exact-number.js";
import { FORMAT_VALIDATORS } from "../../../src/schema/formats/formats.js";

/** Valid and invalid values of each format of the OpenAPI registry that is validated. */
const REGISTRY: Readonly<Record<string, readonly [fits: readonly unknown[], not: readonly unknown[]]>> = {
  int8: [
    [-128, 0, 127],
    [-129, 128, 0.5],
  ],
  int16: [
    [-32768, 32767],
    [32768, -32769],
  ],
  int32: [
    [-2147483648, 2147483647, 1.0],
    [2147483648, -2147483649, 1.5],
  ],
  int64: [
    [0, 2 ** 63, -(2 ** 63)],
    [1e30, -1e30, 0.1],
  ],
  uint8: [
    [0, 255],
    [-1, 256],
  ],
  uint16: [[65535], [65536]],
  uint32: [[4294967295], [4294967296, -1]],
  uint64: [
    [0, 2 ** 64],
    [-1, 1e21],
  ],
  "double-int": [[9007199254740991], [9007199254740992, 0.5]],
  float: [
    [3.4028234e38, 0.1, -1],
    [3.5e38, -1e300],
  ],
  double: [[1e308, -0], []],
  char: [
    ["a", "😀"],
    ["", "ab"],
  ],
  byte: [
    ["", "YWJj", "YQ==", "YWJj\r\nYWJj\n"],
    ["YQ", "Y===", "YWJ_", "YWJj!"],
  ],
  base64url: [
    ["", "YQ", "YQ==", "_-9f"],
    ["Y", "YW+j"],
  ],
  "date-time-local": [
    ["2026-01-31T09:30:00", "2026-01-31T09:30:00.5"],
    ["2026-01-31T09:30:00Z", "2026-02-30T09:30:00"],
  ],
  "time-local": [["09:30:00"], ["09:30:00Z", "24:00:00"]],
  "http-date": [
    ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"],
    ["Sun, 06 Nov 1994 08:49:37 UTC", "2026-01-31T09:30:00Z"],
  ],
};

describe("formats of the OpenAPI registry", () => {
  test.each(Object.entries(REGISTRY))("%s", (name, [fits, not]) => {
    for (const value of fits) expect([value, isOfFormat(name, value)]).toEqual([value, true]);
    for (const value of not) expect([value, isOfFormat(name, value)]).toEqual([value, false]);
  });

  test.each(["password", "binary", "decimal", "commonmark", "sf-string", "nobody-knows"])(
    "%s is an annotation",
    (name) => expect(Object.hasOwn(FORMAT_VALIDATORS, name)).toBe(false),
  );
});

describe("a text of millions of characters is validated by every format", () => {
  const long = (part: string): string => part.repeat(8_000_000 / part.length);
  const texts: readonly (readonly [format: string, text: () => string, fits: boolean])[] = [
    ["uri", () => `data:image/png;base64,${long("QUJD")}`, true],
    ["uri", () => `https://x.example/${long("a")} `, false],
    ["uri-reference", () => long("/a"), true],
    ["iri", () => `https://x.example/${long("é")}`, true],
    ["iri-reference", () => long("1:"), false],
    ["uri-template", () => `{${long("a,")}a}`, true],
    ["uri-template", () => `${long("{")}}`, false],
    ["json-pointer", () => long("/~0"), true],
    ["json-pointer", () => long("/~2"), false],
    ["relative-json-pointer", () => `1${long("/a")}`, true],
    ["email", () => `${long("a.")}a@x.example`, false],
    ["idn-email", () => `a@${long("a.")}com`, false],
    ["hostname", () => `${long("a.")}com`, false],
    ["idn-hostname", () => `${long("é.")}com`, false],
    ["byte", () => long("QUJD"), true],
  ];

  test.each(texts)("%s", (name, text, fits) => expect(isOfFormat(name, text())).toBe(fits));
});

function isOfFormat(name: string, value: unknown): boolean {
  const format = FORMAT_VALIDATORS[name];
  if (typeof format === "function") return format(value as string) === true;
  if (format instanceof RegExp) return format.test(value as string);
  return (format as { validate: (value: unknown) => boolean }).validate(value);
}

describe("numbers and texts are exact", () => {
  test.each([
    [19.99, 0.01, true],
    [0.07, 0.01, true],
    [4.35, 0.05, true],
    [1.1, 0.1, true],
    [19.995, 0.01, false],
    [1e308, 0.5, true],
    [1e308, 0.123456789, false],
    [1e-7, 1e-9, true],
    [0, 0.3, true],
    [-4.35, 0.01, true],
    [2 ** 53, 1, true],
  ])("whether %d is a multiple of %d: %s", (value, divisor, expected) => {
    expect(isMultipleOf(value, divisor)).toBe(expected);
  });

  test("a product of decimals is a multiple of each, and of nothing finer when a digit is added", () => {
    const parts = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 999 }), fc.nat({ max: 6 }));
    fc.assert(
      fc.property(parts, ([count, unit, places]) => {
        const divisor = Number(`${unit}e-${places}`);
        expect(isMultipleOf(Number(`${count * unit}e-${places}`), divisor)).toBe(true);
        expect(isMultipleOf(Number(`${count * unit}5e-${places + 1}`), divisor)).toBe(
          (BigInt(count * unit) * 10n + 5n) % (BigInt(unit) * 10n) === 0n,
        );
      }),
      { seed: 3, numRuns: 2000 },
    );
  });

  test("length is counted in characters, for any number of them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat({ max: 12 }), (text, limit) => {
        const length = [...text].length;
        expect(countCharacters(text)).toBe(length);
        expect(hasAtLeast(text, limit)).toBe(length >= limit);
        expect(hasAtMost(text, limit)).toBe(length <= limit);
      }),
      { seed: 4, numRuns: 2000 },
    );
  });

  test("equal items are found whatever the order of their properties, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 8 }), (items) => {
        const pairs = items.flatMap((one, i) => items.slice(0, i).filter((other) => isEqual(one, other)));
        expect(findRepeatedItem(items) !== undefined).toBe(pairs.length > 0);
      }),
      { seed: 5, numRuns: 2000 },
    );
    expect(findRepeatedItem([{ a: 1, b: 2 }, "x", { b: 2, a: 1 }])).toEqual({ i: 2, j: 0 });
    expect(findRepeatedItem(["1", 1, true, "true", null, "null", "__proto__", "__proto__"])).toEqual({ i: 7, j: 6 });
  });
});
