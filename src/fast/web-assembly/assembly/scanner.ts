/** Scans the tokens of JSON: numbers and strings. */

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
