/** Texts and numbers, held against their plans. */
import {
  DATE_TIME_TEST,
  FRACTION_KIND,
  FREE_TEXT,
  GREATEST_AT,
  ID_AT,
  INTEGER_KIND,
  LEAST_AT,
  LISTED_AT,
  LISTED_COUNT_AT,
  LISTED_SIZE,
  MAX_LENGTH_AT,
  MIN_LENGTH_AT,
  NUMBER_TESTS,
  PLACE_COUNT_AT,
  PLACES_AT,
  SETS_AT,
  TESTED_TEXT,
  TESTS_AT,
  TEXT_AT,
  TEXT_TESTS,
} from "../layout";
import { slice } from "./accept";
import { testNumber, testText } from "./host";
import { note } from "./notes";
import { afterDateTime, afterDigits, afterText, endOfPlain, fits, standsAt } from "./scalars";

/** A text whose first character stands here. */
export function text(plan: i32, at: i32): i32 {
  const how = load<i32>(plan, TEXT_AT);
  if (how === FREE_TEXT) return afterText(at);
  if (how === TESTED_TEXT) return testedText(plan, at);
  const listed = load<i32>(plan, LISTED_AT);
  const end = listed + load<i32>(plan, LISTED_COUNT_AT) * LISTED_SIZE;
  for (let entry = listed; entry < end; entry += LISTED_SIZE) {
    const length = load<i32>(entry);
    if (standsAt(at, load<i32>(entry, 4), length)) return at + length;
  }
  return -1;
}

function testedText(plan: i32, at: i32): i32 {
  const tests = load<i32>(plan, TESTS_AT);
  const places = load<i32>(plan, PLACES_AT);
  const count = load<i32>(plan, PLACE_COUNT_AT);
  let end = -1;
  if (places === 0) {
    end = endOfPlain(at);
    if (end < 0) return slice(plan, at - 2, 0);
  } else {
    if (!fits(at, load<i32>(plan, SETS_AT), places, count) || load<u16>(at + count) !== 0x225c) return -1;
    end = at + count;
  }
  const length = end - at;
  if (length < load<i32>(plan, MIN_LENGTH_AT) || length > load<i32>(plan, MAX_LENGTH_AT)) return -1;
  const isLeft = tests & DATE_TIME_TEST ? afterDateTime(at) !== end + 2 : false;
  if (!isLeft && !(tests & TEXT_TESTS)) return end + 2;
  return testText(load<i32>(plan, ID_AT), at, end) ? end + 2 : -1;
}

/** A number of so few digits that a double holds it as it is written. */
export function number(plan: i32, kinds: i32, start: i32, depth: i32): i32 {
  const isNegative = load<u8>(start) === 0x2d;
  const whole = isNegative ? start + 1 : start;
  const point = afterDigits(whole);
  if (point === whole || (point > whole + 1 && load<u8>(whole) === 0x30)) return -1;
  const isFraction = load<u8>(point) === 0x2e;
  const at = isFraction ? afterDigits(point + 1) : point;
  if (at === point + 1 || at - whole > 15 || (load<u8>(at) | 0x20) === 0x65) return -1;
  // A negative zero is one more thing that is unusual.
  if (isNegative && load<u8>(whole) === 0x30 && !isFraction) return -1;
  const kind = isFraction ? FRACTION_KIND : INTEGER_KIND;
  if (!(kinds & kind)) return note(plan, start, at, depth);
  const least = load<f64>(plan, LEAST_AT);
  const greatest = load<f64>(plan, GREATEST_AT);
  const isTested = (load<i32>(plan, TESTS_AT) & NUMBER_TESTS) !== 0;
  if (least === -Infinity && greatest === Infinity && !isTested) return at;
  const read = numberIn(whole, point, at, isNegative);
  const isFine = read >= least && read <= greatest && (!isTested || testNumber(load<i32>(plan, ID_AT), read));
  return isFine ? at : note(plan, start, at, depth);
}

/** With so few digits both the digits and the power of ten are held exactly, and so their quotient is the nearest double. */
function numberIn(whole: i32, point: i32, end: i32, isNegative: bool): f64 {
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
