/** Durations, times and card numbers as the sandbox reads and shows them. */
import { expect, test } from "vitest";
import { maskCardNumbers } from "../../src/recording/index.js";
import { readTime } from "../../src/sandbox/admin/admin-route.js";
import { parseDuration } from "../../src/sandbox/admin/clock/clock-routes.js";

const DAY = 86_400_000;

test.each<[text: string, duration: number | undefined]>([
  ["P1W", 7 * DAY],
  ["P30D", 30 * DAY],
  ["P1W2D", 9 * DAY],
  ["PT1H30M", 5_400_000],
  ["PT1M", 60_000],
  ["P1DT1S", DAY + 1000],
  ["PT0.001S", 1],
  ["PT1.5S", 1500],
  ["P0D", 0],
  ["P36525D", 36_525 * DAY],
  ["P36525DT0.001S", undefined],
  ["P", undefined],
  ["PT", undefined],
  ["P1DT", undefined],
  ["P1M", undefined],
  ["P1Y", undefined],
  ["PT1.0001S", undefined],
  ["PT1.S", undefined],
  ["P-1D", undefined],
  ["-P1D", undefined],
  ["P1D ", undefined],
  ["xP1D", undefined],
  ["PT1S1M", undefined],
])("the duration %j has %s ms", (text, duration) => {
  expect(parseDuration(text)).toBe(duration);
});

test.each([
  ["1970-01-01T00:00:01Z", 1000],
  ["2024-02-29T23:59:59.5Z", 1_709_251_199_500],
  ["1970-01-01T00:00:00.001Z", 1],
])("the time %j", (text, time) => {
  expect(readTime(text, "at")).toBe(time);
});

test.each([
  ...["2023-02-29T00:00:00Z", "2024-01-01T00:00:00+00:00", "2024-01-01T00:00:00", "2024-01-01", "2024-13-01T00:00:00Z"],
  ...[
    "2024-01-01T24:00:00Z",
    "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00.0001Z",
    "x2024-01-01T00:00:00Z",
    "",
    7,
    null,
  ],
])("%j is not a time", (value) => {
  expect(() => readTime(value, "at")).toThrow("`at` must be a time in GMT such as 2026-03-14T09:30:00Z");
});

const CARD = "4111111111111111";

test.each([
  [`{"n":"${CARD}"}`, '{"n":"411111******1111"}'],
  [`{"n":${CARD}}`, '{"n":4111110000001111}'],
  [`"a ${CARD}"`, '"a 4111110000001111"'],
  [`n=${CARD}&m=1`, "n=4111110000001111&m=1"],
  ['{"n":"4111111111111112"}', '{"n":"4111111111111112"}'],
  ["4222222222222", "4222220002222"],
  ["6304000000000000000", "6304000000000000000"],
  ["411111111111111", "411111111111111"],
  [`1${CARD}`, `1${CARD}`],
  [`${CARD}.5`, `${CARD}.5`],
  [`0.${CARD}`, `0.${CARD}`],
  [`%20${CARD}`, "%204111110000001111"],
  [`%2${CARD}`, `%2${CARD}`],
  ["4111 1111 1111 1111", "4111 1100 0000 1111"],
  ["4111-1111-1111-1111", "4111-1100-0000-1111"],
  ["4111+1111%201111+1111", "4111+1100%200000+1111"],
  ["4111 1111 1111 1112", "4111 1111 1111 1112"],
  ["4111 1111 1111 11111", "4111 1111 1111 11111"],
  ["1111 1111 1111 1111", "1111 1111 1111 1111"],
  ['{"emvTags" : {"57": "4111", "5A":"x"}, "o": "57"}', '{"emvTags" : {"57": "00", "5A":"00"}, "o": "57"}'],
])("%s is shown as %s", (text, shown) => {
  expect(maskCardNumbers(text)).toBe(shown);
});
