/** Scans the tokens of JSON: numbers, and strings inside the content of a JSON string (see accept.ts). */

/** Skips whitespace. Line breaks and tabs are escapes there. */
export function skipWhitespace(start: i32): i32 {
  let at = start;
  while (true) {
    const byte = load<u8>(at);
    if (byte > 0x20 && byte !== 0x5c) return at;
    if (byte === 0x20) at += 1;
    else if (byte === 0x5c && isWhitespaceEscape(load<u8>(at, 1))) at += 2;
    else return at;
  }
}

function isWhitespaceEscape(byte: u8): bool {
  return byte === 0x6e || byte === 0x72 || byte === 0x74;
}

/** Returns the end of the string with its first character at `start`, after its closing quotation mark, or 0. */
export function skipString(start: i32): i32 {
  let at = start;
  while (true) {
    at = findSpecialByte(at);
    const byte = load<u8>(at);
    if (byte >= 0x80) at += 1;
    else if (byte !== 0x5c) return 0;
    else {
      const next = load<u8>(at, 1);
      if (next === 0x22) return at + 2;
      // The outer string can escape a slash too.
      const length = next === 0x2f ? 2 : next === 0x5c ? getEscapeLength(at + 2) : 0;
      if (length === 0) return 0;
      at += length;
    }
  }
}

/** Returns the address of the first quotation mark, backslash, control character or byte outside ASCII. */
export function findSpecialByte(start: i32): i32 {
  let at = start;
  while (true) {
    const bytes = v128.load(at);
    const mask = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
        // As signed integers, bytes outside ASCII are negative.
        i8x16.lt_s(bytes, i8x16.splat(0x20)),
      ),
    );
    if (mask !== 0) return at + ctz(mask);
    at += 16;
  }
}

/** Returns the length of an escape of the inner string with its two backslashes: `b f n r t /`, or an escaped character. */
function getEscapeLength(at: i32): i32 {
  switch (load<u8>(at)) {
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
    case 0x2f:
      return 3;
    case 0x5c:
      return load<u8>(at, 1) === 0x22 || load<u8>(at, 1) === 0x5c ? 4 : 0;
    default:
      return 0;
  }
}

/** Returns whether two texts are equal, comparing 16 bytes at a time, then 8. */
export function isEqualAt(start: i32, text: i32, length: i32): bool {
  let at = start;
  let other = text;
  let rest = length;
  for (; rest >= 16; rest -= 16, at += 16, other += 16)
    if (v128.any_true(v128.xor(v128.load(at), v128.load(other)))) return false;
  if (rest >= 8) {
    if (load<u64>(at) !== load<u64>(other)) return false;
    rest -= 8;
    at += 8;
    other += 8;
  }
  return rest === 0 || (load<u64>(at) ^ load<u64>(other)) << (<u64>(64 - rest * 8)) === 0;
}

/** Skips a date and time such as `2026-01-31T12:00:00Z`. It refuses days after the 28th, which regular validation checks. */
export function skipDateTime(at: i32): i32 {
  const isDate = isWithin(at, 0, 99) && isWithin(at + 2, 0, 99) && isWithin(at + 5, 1, 12) && isWithin(at + 8, 1, 28);
  const isTime = isWithin(at + 11, 0, 23) && isWithin(at + 14, 0, 59) && isWithin(at + 17, 0, 59);
  const isSeparated =
    load<u8>(at, 4) === 0x2d &&
    load<u8>(at, 7) === 0x2d &&
    load<u8>(at, 10) === 0x54 &&
    load<u8>(at, 13) === 0x3a &&
    load<u8>(at, 16) === 0x3a;
  const hasFraction = load<u8>(at, 19) === 0x2e;
  const end = hasFraction ? skipDigits(at + 20) : at + 19;
  const isComplete = load<u8>(end) === 0x5a && load<u16>(end, 1) === 0x225c && end !== at + 20;
  return isDate && isTime && isSeparated && isComplete ? end + 3 : 0;
}

/** Returns whether two digits are a number in a range. */
function isWithin(at: i32, least: i32, greatest: i32): bool {
  const tens = <i32>load<u8>(at) - 0x30;
  const ones = <i32>load<u8>(at, 1) - 0x30;
  const value = tens * 10 + ones;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 && value >= least && value <= greatest;
}

/** Skips a number without an exponent. Returns 0 if there is none. */
export function skipNumber(start: i32): i32 {
  const whole = load<u8>(start) === 0x2d ? start + 1 : start;
  const point = skipDigits(whole);
  if (point === whole || (point > whole + 1 && load<u8>(whole) === 0x30)) return 0;
  if (load<u8>(point) !== 0x2e) return point;
  const end = skipDigits(point + 1);
  return end === point + 1 ? 0 : end;
}

function skipDigits(start: i32): i32 {
  let at = start;
  while (load<u8>(at) - 0x30 < 10) at += 1;
  return at;
}

/** Returns the end of the string with its first character at `start`, after its closing quotation mark, or 0. */
export function skipRawString(start: i32): i32 {
  let at = start;
  while (true) {
    at = findSpecialByte(at);
    const byte = load<u8>(at);
    if (byte === 0x22) return at + 1;
    if (byte >= 0x80) at += 1;
    else if (byte === 0x5c && isEscape(at + 1)) at += 2;
    else return 0;
  }
}

function isEscape(at: i32): bool {
  const byte = load<u8>(at);
  if (byte === 0x22 || byte === 0x6e || byte === 0x5c || byte === 0x2f) return true;
  if (byte === 0x75) return isHexDigit(at + 1) && isHexDigit(at + 2) && isHexDigit(at + 3) && isHexDigit(at + 4);
  return byte === 0x74 || byte === 0x72 || byte === 0x62 || byte === 0x66;
}

function isHexDigit(at: i32): bool {
  const byte = load<u8>(at);
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 6;
}
