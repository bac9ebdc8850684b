/** Finds the end of a JSON object and checks its grammar (AssemblyScript). See the JSON grammar of RFC 8259. */
import { findSpecialByte, skipDigits, skipNumber } from "./scanner";

/** Deeper objects are left to the plain scanner. */
const MAX_DEPTH: i32 = 63;

/** Returns the end of the object at `start`, or 0 if it is invalid or nested too deeply. It may read beyond `end`. */
export function skipObject(start: i32, end: i32): i32 {
  const found = skipContainer(start, 0x7d, 1);
  return found <= end ? found : 0;
}

/** Skips an object or array that closes with a byte. */
function skipContainer(start: i32, close: u8, depth: i32): i32 {
  if (depth > MAX_DEPTH) return 0;
  let at = skipBlanks(start + 1);
  if (load<u8>(at) === close) return at + 1;
  while (true) {
    if (close === 0x7d) {
      at = load<u8>(at) === 0x22 ? skipBlanks(skipRawString(at + 1)) : 0;
      if (load<u8>(at) !== 0x3a) return 0;
      at = skipBlanks(at + 1);
    }
    at = skipBlanks(skipValue(at, depth));
    if (load<u8>(at) === close) return at + 1;
    if (load<u8>(at) !== 0x2c) return 0;
    at = skipBlanks(at + 1);
  }
}

function skipValue(at: i32, depth: i32): i32 {
  const byte = load<u8>(at);
  if (byte === 0x22) return skipRawString(at + 1);
  if (byte === 0x7b) return skipContainer(at, 0x7d, depth + 1);
  if (byte === 0x5b) return skipContainer(at, 0x5d, depth + 1);
  const word = load<u32>(at);
  if (word === 0x65757274 || word === 0x6c6c756e) return at + 4;
  if (word === 0x736c6166) return load<u8>(at, 4) === 0x65 ? at + 5 : 0;
  const end = skipNumber(at);
  if (end === 0 || (load<u8>(end) | 0x20) !== 0x65) return end;
  const sign = load<u8>(end, 1);
  const exponent = sign === 0x2b || sign === 0x2d ? end + 2 : end + 1;
  const last = skipDigits(exponent);
  return last === exponent ? 0 : last;
}

function skipBlanks(start: i32): i32 {
  let at = start;
  while (load<u8>(at) === 0x20 || load<u8>(at) === 0x0a || load<u8>(at) === 0x0d || load<u8>(at) === 0x09) at += 1;
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
