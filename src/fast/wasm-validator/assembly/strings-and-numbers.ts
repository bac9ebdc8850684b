/** Reads strings and numbers. */
import {
  ANY_TEXT,
  DATE_TIME_TEST,
  ENUM_COUNT_AT,
  ENUM_ENTRY_SIZE,
  ENUM_TEXTS_AT,
  FRACTION_KIND,
  ID_AT,
  INTEGER_KIND,
  MAX_LENGTH_AT,
  MAXIMUM_AT,
  MIN_LENGTH_AT,
  MINIMUM_AT,
  NUMBER_TESTS,
  POSITION_COUNT_AT,
  POSITIONS_AT,
  SETS_AT,
  TESTED_TEXT,
  TESTS_AT,
  TEXT_MODE_AT,
  TEXT_TESTS,
} from "../layout";
import { validateFallback } from "./accept";
import { recordError } from "./error-records";
import { testNumber, testText } from "./host";
import {
  findAsciiStringEnd,
  matchesAt,
  matchesFixedLengthPattern,
  skipDateTime,
  skipDigits,
  skipString,
} from "./scanner";

/** Reads a string with its first character at `at`. */
export function readText(schema: i32, at: i32): i32 {
  const how = load<i32>(schema, TEXT_MODE_AT);
  if (how === ANY_TEXT) return skipString(at);
  if (how === TESTED_TEXT) return readTestedText(schema, at);
  const listed = load<i32>(schema, ENUM_TEXTS_AT);
  const end = listed + load<i32>(schema, ENUM_COUNT_AT) * ENUM_ENTRY_SIZE;
  for (let entry = listed; entry < end; entry += ENUM_ENTRY_SIZE) {
    const length = load<i32>(entry);
    if (matchesAt(at, load<i32>(entry, 4), length)) return at + length;
  }
  return -1;
}

function readTestedText(schema: i32, at: i32): i32 {
  const tests = load<i32>(schema, TESTS_AT);
  const places = load<i32>(schema, POSITIONS_AT);
  const count = load<i32>(schema, POSITION_COUNT_AT);
  let end = -1;
  if (places === 0) {
    end = findAsciiStringEnd(at);
    if (end < 0) return validateFallback(schema, at - 2, 0);
  } else {
    if (!matchesFixedLengthPattern(at, load<i32>(schema, SETS_AT), places, count) || load<u16>(at + count) !== 0x225c)
      return -1;
    end = at + count;
  }
  const length = end - at;
  if (length < load<i32>(schema, MIN_LENGTH_AT) || length > load<i32>(schema, MAX_LENGTH_AT)) return -1;
  const isLeft = tests & DATE_TIME_TEST ? skipDateTime(at) !== end + 2 : false;
  if (!isLeft && !(tests & TEXT_TESTS)) return end + 2;
  return testText(load<i32>(schema, ID_AT), at, end) ? end + 2 : -1;
}

/** Reads a number with at most 15 digits, which a double represents exactly enough to compare. */
export function readNumber(schema: i32, kinds: i32, start: i32, depth: i32): i32 {
  const isNegative = load<u8>(start) === 0x2d;
  const whole = isNegative ? start + 1 : start;
  const point = skipDigits(whole);
  if (point === whole || (point > whole + 1 && load<u8>(whole) === 0x30)) return -1;
  const isFraction = load<u8>(point) === 0x2e;
  const at = isFraction ? skipDigits(point + 1) : point;
  if (at === point + 1 || at - whole > 15 || (load<u8>(at) | 0x20) === 0x65) return -1;
  // Negative zero is refused.
  if (isNegative && load<u8>(whole) === 0x30 && !isFraction) return -1;
  const kind = isFraction ? FRACTION_KIND : INTEGER_KIND;
  if (!(kinds & kind)) return recordError(schema, start, at, depth);
  const least = load<f64>(schema, MINIMUM_AT);
  const greatest = load<f64>(schema, MAXIMUM_AT);
  const isTested = (load<i32>(schema, TESTS_AT) & NUMBER_TESTS) !== 0;
  if (least === -Infinity && greatest === Infinity && !isTested) return at;
  const read = parseNumber(whole, point, at, isNegative);
  const isFine = read >= least && read <= greatest && (!isTested || testNumber(load<i32>(schema, ID_AT), read));
  return isFine ? at : recordError(schema, start, at, depth);
}

/** Parses a number. With 15 digits, digits and power of ten are exact doubles, so their quotient is the nearest double. */
function parseNumber(whole: i32, point: i32, end: i32, isNegative: bool): f64 {
  let digits: i64 = 0;
  let divisor: i64 = 1;
  for (let at = whole; at < end; at += 1) {
    if (at === point) continue;
    digits = digits * 10 + (<i64>load<u8>(at) - 0x30);
    if (at > point) divisor *= 10;
  }
  const size = <f64>digits / <f64>divisor;
  return isNegative ? -size : size;
}
