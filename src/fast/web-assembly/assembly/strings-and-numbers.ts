/** Reads strings and numbers. */
import { ANY_TEXT, FRACTION_KIND, INTEGER_KIND, TESTED_TEXT } from "../layout";
import { validateFallback } from "./accept";
import { testNumber, testText } from "./host";
import { getSubject, recordError } from "./records";
import { findSpecialByte, isEqualAt, skipDateTime, skipNumber, skipString } from "./scanner";
import { Schema } from "./schema";

/** Reads a string with its first character at `at`. */
export function readText(schema: Schema, at: i32): i32 {
  if (schema.textMode === ANY_TEXT) return skipString(at);
  if (schema.textMode === TESTED_TEXT) return readTestedText(schema, at);
  const end = schema.texts + schema.textCount * 8;
  for (let entry = schema.texts; entry < end; entry += 8) {
    const length = load<i32>(entry);
    if (isEqualAt(at, load<i32>(entry, 4), length)) return at + length;
  }
  return 0;
}

function readTestedText(schema: Schema, at: i32): i32 {
  const end = findSpecialByte(at);
  // Only the original schema tests texts with escapes.
  if (load<u16>(end) !== 0x225c) return validateFallback(schema, at - 2, 0);
  if (end - at < schema.minLength || end - at > schema.maxLength) return 0;
  const isTested = schema.hasTextTests || (schema.isDateTime && skipDateTime(at) !== end + 2);
  return !isTested || testText(schema.id, at, end) ? end + 2 : 0;
}

/** Reads a number with at most 15 digits, which a double represents exactly enough to compare. */
export function readNumber(schema: Schema, start: i32, depth: i32): i32 {
  const end = skipNumber(start);
  const isNegative = load<u8>(start) === 0x2d;
  const whole = isNegative ? start + 1 : start;
  if (end === 0 || end - whole > 15 || (load<u8>(end) | 0x20) === 0x65) return 0;
  let digits: i64 = 0;
  // The power of ten by which the digits are divided; 0 for an integer.
  let divisor: i64 = 0;
  for (let at = whole; at < end; at += 1) {
    const byte = load<u8>(at);
    divisor = byte === 0x2e ? 1 : divisor * 10;
    if (byte !== 0x2e) digits = digits * 10 + (byte - 0x30);
  }
  // Negative zero is refused.
  if (isNegative && digits === 0) return 0;
  // With 15 digits, both are exact doubles, so their quotient is the nearest double.
  const size = divisor === 0 ? <f64>digits : <f64>digits / <f64>divisor;
  const value = isNegative ? -size : size;
  const kind = divisor === 0 ? INTEGER_KIND : FRACTION_KIND;
  const isAllowed =
    (schema.kinds & kind) !== 0 &&
    value >= schema.minimum &&
    value <= schema.maximum &&
    (!schema.hasNumberTests || testNumber(schema.id, value));
  return isAllowed ? end : recordError(getSubject(schema.id, kind), start, end, depth);
}
