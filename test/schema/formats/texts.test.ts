/** Texts at the borders of each format: the second list has the nearest texts that are invalid. */
import { expect, test } from "vitest";
import { isDate, isDateTime, isLocalDateTime, isLocalTime, isTime } from "../../../src/schema/formats/date-time.js";
import {
  base64url,
  byte,
  email,
  idnEmail,
  idnHostname,
  jsonPointer,
  relativeJsonPointer,
} from "../../../src/schema/formats/format-functions.js";

type Row = readonly [format: (text: string) => boolean, valid: readonly string[], invalid: readonly string[]];

const DATES: Row = [
  isDate,
  [
    ...["2026-01-31", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31"],
    ...["2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31", "2026-02-28", "2024-02-29", "2000-02-29", "0000-01-01"],
    ...["9999-12-09", "1204-02-29"],
  ],
  [
    ...["2026-01-32", "2026-03-32", "2026-04-31", "2026-05-32", "2026-06-31", "2026-07-32", "2026-08-32"],
    ...["2026-09-31", "2026-10-32", "2026-11-31", "2026-12-32", "2026-02-29", "2024-02-30", "1900-02-29"],
    ...["2026-00-10", "2026-13-10", "2026-01-00", "2026-1-10", "2026-01-1", "2026/01-10", "2026-01/10", "2026-01-10Z"],
    ...["a026-01-10", "2a26-01-10", "20a6-01-10", "202a-01-10", "2026-a1-10", "2026-1a-10", "2026-01-a0", "2026-01-1a"],
    ...["", "2026-01-1:", "2026-01-1/", "-026-01-10", "2100-02-29", "2026-0:-10"],
  ],
];

const TIMES = ["00:00:00", "23:59:59", "09:30:00.5", "19:05:07.000123456789"];
const NO_TIMES = [
  ...["24:00:00", "23:60:00", "23:59:61", "9:30:00", "09:30", "09-30:00", "09:30-00", "09:30:00.", "09:30:00.x", ""],
  ...["a9:30:00", "09:a0:00", "09:30:a0", "0a:30:00", "09:3a:00", "09:30:0a", "09:30:00,5"],
];
const OFFSETS = ["Z", "z", "+00:00", "-00:00", "+23:59", "-23:59"];
const NO_OFFSETS = [
  "",
  "Zx",
  "+24:00",
  "-00:60",
  "+0000",
  "00:00",
  "+00-00",
  "+00:0",
  "+00:000",
  "Y",
  "+a0:00",
  "+00:a0",
];
/** The end of a day in UTC, where a leap second is valid, and the minutes around it. */
const LEAPS = ["23:59:60Z", "23:59:60.9Z", "00:59:60+01:00", "15:59:60-08:00", "23:29:60-00:30", "05:29:60+05:30"];
const NO_LEAPS = ["23:58:60Z", "22:59:60Z", "00:00:60Z", "23:59:60+01:00", "00:59:60-01:00", "15:59:60+08:00"];

const FORMATS: readonly Row[] = [
  DATES,
  [isLocalTime, TIMES, [...NO_TIMES, "23:59:60", "09:30:00Z", "09:30:00 "]],
  [
    isTime,
    [...TIMES.flatMap((time) => OFFSETS.map((offset) => time + offset)), ...LEAPS],
    [...NO_TIMES.map((time) => `${time}Z`), ...NO_OFFSETS.map((offset) => `09:30:00${offset}`), ...NO_LEAPS],
  ],
  [
    isDateTime,
    ["2026-01-31T09:30:00Z", "2026-01-31t09:30:00.1+01:00", "2016-12-31T23:59:60Z"],
    [
      ...["2026-01-31 09:30:00Z", "2026-01-31T09:30:00", "2026-02-29T09:30:00Z", "2026-01-31T24:30:00Z", "2026-01-31"],
      ...["2026-01-31U09:30:00Z", "2026-01-31T09:30:60Z", "2026-01-31TT09:30:00Z", "x2026-01-31T09:30:00Z"],
    ],
  ],
  [
    isLocalDateTime,
    ["2026-01-31T09:30:00", "2026-01-31t09:30:00.25"],
    [
      "2026-01-31T09:30:00Z",
      "2026-01-31x09:30:00",
      "2026-01-32T09:30:00",
      "2026-01-31T09:30:60",
      "2026-01-31T25:30:00",
    ],
  ],
  [
    email,
    ["a@b.example", `${"a".repeat(64)}@${Array(4).fill("b".repeat(63)).join(".")}`],
    ["a", "@b.example", "a@", `a@${"b.".repeat(200)}example`],
  ],
  [idnEmail, ["실례@실례.테스트"], ["실례", `실례@${"실.".repeat(200)}테스트`]],
  [idnHostname, ["실례.테스트", "a.example"], ["a..example", `${"실.".repeat(300)}테스트`]],
  [jsonPointer, ["", "/", "/a~0b~1c", "/a/b", "//"], ["a", "a/", "/~", "/~2", "/a~", "#/a"]],
  [relativeJsonPointer, ["0", "10/a", "0#", "1/~0"], ["", "/a", "01", "-1", "1a", "0##", "0/~", "#", "x0"]],
  [
    byte,
    ["", "YWJj", "YQ==", "YWI=", "YW\r\nJj", "+/+/"],
    ["YQ", "Y===", "YWJ_", "=YWJ", "YQ==YWJj", "YWJj ", "YWJjY"],
  ],
  [base64url, ["", "YQ", "YQ==", "YWI=", "_-9f", "YWJj"], ["Y", "YWJjY", "YW+j", "YQ===", "=YQ", "YW/j", "Y==="]],
];

test.each(FORMATS)("%o", (format, valid, invalid) => {
  expect(valid.filter((text) => !format(text))).toEqual([]);
  expect(invalid.filter((text) => format(text))).toEqual([]);
});
