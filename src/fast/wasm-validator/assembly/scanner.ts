/** Scans JSON tokens inside the content of a JSON string; see accept.ts. */

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

/** Returns the end of the string with its first character at `start`, after its closing quotation mark. */
export function skipString(start: i32): i32 {
  let at = start;
  while (true) {
    at = findSpecialByte(at);
    if (load<u8>(at) !== 0x5c) return -1;
    const next = load<u8>(at, 1);
    if (next === 0x22) return at + 2;
    // The outer string can escape a slash too.
    if (next === 0x2f) at += 2;
    else if (next === 0x5c) {
      const length = getEscapeLength(at + 2);
      if (length < 0) return -1;
      at += 2 + length;
    } else return -1;
  }
}

/** Returns the address of the first quotation mark, backslash or control character. */
function findSpecialByte(start: i32): i32 {
  let at = start;
  while (true) {
    const bytes = v128.load(at);
    const found = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    );
    const mask = i8x16.bitmask(found);
    if (mask !== 0) return at + ctz(mask);
    at += 16;
  }
}

/** Returns the length of an escape of the inner string after its backslash: `b f n r t /`, or an escaped character. */
function getEscapeLength(at: i32): i32 {
  switch (load<u8>(at)) {
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
    case 0x2f:
      return 1;
    case 0x5c: {
      const escaped = load<u8>(at, 1);
      return escaped === 0x22 || escaped === 0x5c ? 2 : -1;
    }
    default:
      return -1;
  }
}

/** Returns the end of an ASCII string without escapes, before its closing quotation mark. */
export function findAsciiStringEnd(start: i32): i32 {
  let at = start;
  while (true) {
    const bytes = v128.load(at);
    const found = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      // As signed integers, bytes outside ASCII are negative.
      i8x16.lt_s(bytes, i8x16.splat(0x20)),
    );
    const mask = i8x16.bitmask(found);
    if (mask === 0) {
      at += 16;
      continue;
    }
    at += ctz(mask);
    return load<u16>(at) === 0x225c ? at : -1;
  }
}

/** Returns whether the bytes at an address match a fixed-length pattern. */
export function matchesFixedLengthPattern(start: i32, sets: i32, places: i32, count: i32): bool {
  for (let index = 0; index < count; index += 1)
    if ((load<u16>(sets + 2 * <i32>load<u8>(start + index)) & load<u16>(places + 2 * index)) === 0) return false;
  return true;
}

/** Returns whether a text is at an address, comparing eight bytes at a time. */
export function matchesAt(start: i32, text: i32, length: i32): bool {
  let at = start;
  let other = text;
  let rest = length;
  for (; rest >= 8; rest -= 8, at += 8, other += 8) if (load<u64>(at) !== load<u64>(other)) return false;
  return rest === 0 || (load<u64>(at) ^ load<u64>(other)) << (<u64>(64 - rest * 8)) === 0;
}

/** Skips a date and time such as `2026-01-31T12:00:00Z`. It refuses days after the 28th, which regular validation checks. */
export function skipDateTime(start: i32): i32 {
  const month = parseTwoDigits(start + 5);
  const day = parseTwoDigits(start + 8);
  const isDate = parseTwoDigits(start) >= 0 && parseTwoDigits(start + 2) >= 0 && month >= 1 && month <= 12;
  if (!isDate || day < 1 || day > 28 || load<u8>(start, 4) !== 0x2d || load<u8>(start, 7) !== 0x2d) return -1;
  const hour = parseTwoDigits(start + 11);
  const minute = parseTwoDigits(start + 14);
  const second = parseTwoDigits(start + 17);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1;
  if (load<u8>(start, 10) !== 0x54 || load<u8>(start, 13) !== 0x3a || load<u8>(start, 16) !== 0x3a) return -1;
  let at = start + 19;
  if (load<u8>(at) === 0x2e) {
    const digits = skipDigits(at + 1);
    if (digits === at + 1) return -1;
    at = digits;
  }
  return load<u8>(at) === 0x5a && load<u16>(at, 1) === 0x225c ? at + 3 : -1;
}

function parseTwoDigits(at: i32): i32 {
  const tens = <i32>load<u8>(at) - 0x30;
  const ones = <i32>load<u8>(at, 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1000;
}

export function skipDigits(start: i32): i32 {
  let at = start;
  while (load<u8>(at) - 0x30 < 10) at += 1;
  return at;
}
