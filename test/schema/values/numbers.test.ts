/** Numbers in decimal notation, texts by their characters, and equality: just inside and just outside. */
import { expect, test } from "vitest";
import {
  canBeInexact,
  compareDecimals,
  compareNumbers,
  ExactNumber,
  findRepeatedItem,
  hasExactNumber,
  isEqual,
  isExactMultiple,
  isMultipleOf,
  isMultipleOfDecimal,
  isNumber,
  isWholeDecimal,
  isWholeNumber,
  parseDecimal,
  parseNumber,
} from "../../../src/document/values/exact-number.js";
import { parseJson } from "../../../src/document/values/parse-json.js";
import { FORMAT_VALIDATORS } from "../../../src/schema/formats/formats.js";
import { getFormatRange, isOfNumberFormat, NUMBER_FORMATS } from "../../../src/schema/formats/number-formats.js";

test.each([
  ["0", false, "", 0],
  ["-0.00", false, "", 0],
  ["0e5", false, "", 0],
  ["100", false, "1", 2],
  ["-1.50", true, "15", -1],
  ["0.025", false, "25", -3],
  ["1.5E3", false, "15", 2],
  ["12e-4", false, "12", -4],
  ["1020", false, "102", 1],
])("%s is parsed", (text, negative, digits, exponent) => {
  expect(parseDecimal(text)).toEqual({ negative, digits, exponent });
  expect(isWholeDecimal(parseDecimal(text))).toBe(exponent >= 0);
});

/** Each is smaller than the next. */
const ASCENDING = ["-1e400", "-100.5", "-100", "-99.9", "-2", "-0.5", "-0.25", "0", "1e-400", "0.25", "0.3", "0.5"];
const DECIMALS = [...ASCENDING, "1", "1.5", "2", "9", "10", "99", "99.9", "100", "100.5", "1e400"];

test("decimals are ordered", () => {
  for (const [i, one] of DECIMALS.entries())
    for (const [j, other] of DECIMALS.entries()) {
      const order = Math.sign(compareDecimals(parseDecimal(one), parseDecimal(other)));
      expect([one, other, order]).toEqual([one, other, Math.sign(i - j)]);
      const numbers = [new ExactNumber(one), new ExactNumber(other)] as const;
      expect(Math.sign(compareNumbers(...numbers))).toBe(Math.sign(i - j));
      expect(isEqual(...numbers)).toBe(i === j);
    }
});

test.each([
  ["0", "7", true],
  ["7", "0", false],
  ["0", "0", true],
  ["14", "7", true],
  ["15", "7", false],
  ["1.4", "0.7", true],
  ["0.7", "7", false],
  ["7e3", "7", true],
  ["1e20", "3", false],
  ["3e20", "3", true],
  ["1e1000000", "1e999998", true],
  ["1e30", "7", false],
  ["123456789012345678901234567890", "9", true],
  ["123456789012345678901234567891", "9", false],
  ["1234567890123456", "2", true],
  ["1234567890123457", "2", false],
  ["12345678901234567890e3", "8", true],
  ["0.125", "0.5", false],
  ["1e22", "1", true],
  ["1e-3", "0.0005", true],
])("%s is a multiple of %s: %j", (value, divisor, expected) => {
  expect(isMultipleOfDecimal(parseDecimal(value), parseDecimal(divisor))).toBe(expected);
  expect(isExactMultiple(new ExactNumber(value), new ExactNumber(divisor))).toBe(expected);
});

test.each([
  [14, 7, true],
  [15, 7, false],
  [19.99, 0.01, true],
  [19.995, 0.01, false],
  [0.3, 0.1, true],
  [1, 0.1, true],
  [1, 0.3, false],
  [0.5, 1, false],
  [1e300, 7, false],
  [7e300, 7, true],
  [1e300, 1e-10, true],
  [1e-10, 1e300, false],
  [1.5, 1e-30, true],
  [1e-30, 1.5, false],
  [1e22, 0.5, true],
  [1e22, 3.5, false],
  [2 ** 60, 1.5, false],
  [Number.POSITIVE_INFINITY, 1.5, false],
  [1.5, Number.POSITIVE_INFINITY, false],
  [1.5, Number.NaN, false],
])("the double %d is a multiple of %d: %j", (value, divisor, expected) => {
  expect(isMultipleOf(value, divisor)).toBe(expected);
});

test.each<[text: string, isExact: boolean]>([
  ["123456789012345", false],
  ["1234567890123456", false],
  ["9007199254740991", false],
  ["9007199254740992", true],
  ["9007199254740993", true],
  ["1000000000000000000000", false],
  ["1234567890123450000000", false],
  ["0.1000000000000000", false],
  ["0.1000000000000000055", true],
  ["1e308", false],
  ["1e309", true],
  ["-1e+309", true],
  ["1E309", true],
  ["1e-400", true],
  ["1e-99", false],
])("%s needs an exact number: %j", (text, isExact) => {
  const number = parseNumber(text);
  expect(number instanceof ExactNumber).toBe(isExact);
  expect([isNumber(number), isNumber(text), String(parseJson(text))]).toEqual([true, false, String(number)]);
  expect(hasExactNumber(parseJson(`{"a":[0,${text}]}`))).toBe(isExact);
});

test.each([
  [2 ** 53 - 1, false],
  [2 ** 53, true],
  [-(2 ** 53), true],
  [0.12345678901234, false],
  [0.123456789012345, true],
  [Number.POSITIVE_INFINITY, true],
  [1.5, false],
])("the double %d may be inexact: %j", (value, expected) => {
  expect(canBeInexact(value)).toBe(expected);
});

test("doubles and exact numbers compare with bounds that are infinite", () => {
  const big = new ExactNumber("1e308");
  expect(compareNumbers(big, Number.POSITIVE_INFINITY)).toBeLessThan(0);
  expect(compareNumbers(new ExactNumber("-1e308"), Number.NEGATIVE_INFINITY)).toBeGreaterThan(0);
  expect(compareNumbers(5, new ExactNumber("5"))).toBe(0);
  expect([isWholeNumber(5), isWholeNumber(5.5), isWholeNumber(big), isWholeNumber(new ExactNumber("0.5"))]).toEqual([
    ...[true, false],
    ...[true, false],
  ]);
});

test.each([
  ['"\\"12345678901234567890"', '"12345678901234567890'],
  ['"\\\\", 12345678901234567890', "\\"],
  ['"a\\\\\\"", 12345678901234567890', 'a\\"'],
])("a number after the text %s is outside of it", (text, first) => {
  const [value, number] = parseJson(`[${text}]`) as readonly unknown[];
  expect(value).toBe(first);
  expect(String(number)).toBe(text.includes(", ") ? "12345678901234567890" : "undefined");
});

test.each<[one: unknown, other: unknown, expected: boolean]>([
  [1, 1, true],
  [1, 2, false],
  [1, "1", false],
  [null, {}, false],
  [{}, null, false],
  [[], {}, false],
  [{}, [], false],
  [[1, [2]], [1, [2]], true],
  [[1, 2], [1], false],
  [[1], [1, 2], false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ toString: 1 }, { a: 1 }, false],
  [new ExactNumber("5"), "5", false],
  ["5", new ExactNumber("5"), false],
  [new ExactNumber("12345678901234567890"), new ExactNumber("12345678901234567891"), false],
  [new ExactNumber("12345678901234567890"), new ExactNumber("1234567890123456789e1"), true],
])("%j equals %j: %j", (one, other, expected) => {
  expect(isEqual(one, other)).toBe(expected);
});

test.each<[items: unknown[], found: unknown]>([
  [[], undefined],
  [[1, "1", null, "null", true], undefined],
  [[1, 2, 1], { i: 2, j: 0 }],
  [["", {}, "{}"], undefined],
  [[{ a: 1, b: [2] }, 0, { b: [2], a: 1 }], { i: 2, j: 0 }],
  [[[1, 2], [12]], undefined],
  [[["a", "b"], ["a,b"]], undefined],
  [[[[1]], [1], [[1]]], { i: 2, j: 0 }],
  [[null, {}, null], { i: 2, j: 0 }],
  [[{ a: null }, { a: {} }, { a: [] }], undefined],
])("the repeated item of %j is %j", (items, found) => {
  expect(findRepeatedItem(items)).toEqual(found);
});

const SIZES = [8, 16, 32, 64] as const;

test.each(
  SIZES.flatMap((bits) => [
    [`int${bits}`, -(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n] as const,
    [`uint${bits}`, 0n, 2n ** BigInt(bits) - 1n] as const,
  ]),
)("%s reaches from %i to %i", (name, min, max) => {
  expect(getFormatRange(name)).toEqual({ min: Number(min), max: Number(max) });
  expect(FORMAT_VALIDATORS[name]).toBe(NUMBER_FORMATS[name]);
  for (const [value, expected] of [
    [min - 1n, false],
    [min, true],
    [max, true],
    [max + 1n, false],
  ] as const)
    expect(isOfNumberFormat(name, new ExactNumber(String(value)))).toBe(expected);
  expect(isOfNumberFormat(name, new ExactNumber("1.5"))).toBe(false);
  const validate = NUMBER_FORMATS[name]?.validate;
  const step = name.endsWith("64") ? 2 ** 12 : 1;
  const given = [Number(min) - step, Number(min), 0.5, Number(max), Number(max) + step];
  expect(given.map((value) => validate?.(value))).toEqual([false, true, false, true, false]);
});

test("other formats of numbers", () => {
  expect(["int12", "xint8", "int80", "float"].map(getFormatRange)).toEqual(Array.from({ length: 4 }));
  const big = new ExactNumber("1e400");
  expect([isOfNumberFormat("double-int", big), isOfNumberFormat("float", big)]).toEqual([false, undefined]);
  const { "double-int": integer, float, double } = NUMBER_FORMATS;
  expect([2 ** 53 - 1, 2 ** 53, 1.5].map((value) => integer?.validate(value))).toEqual([true, false, false]);
  const most = 2 ** 128 - 2 ** 103;
  const below = 2 ** 128 - 2 ** 104;
  expect([below, -below, most, -most].map((value) => float?.validate(value))).toEqual([true, true, false, false]);
  expect([1e308, Number.POSITIVE_INFINITY].map((value) => double?.validate(value))).toEqual([true, false]);
});
