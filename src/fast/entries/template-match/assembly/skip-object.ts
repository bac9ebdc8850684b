/** Finds the end of a JSON object and checks its grammar (AssemblyScript). See the JSON grammar of RFC 8259. */

/** What is allowed next. The order matters: only `KEY` and `FIRST_KEY` begin a property. */
const AFTER: i32 = 0;
const VALUE: i32 = 1;
const FIRST_ITEM: i32 = 2;
const KEY: i32 = 3;
const FIRST_KEY: i32 = 4;

let state: i32 = AFTER;
/** A bit for each open container, the innermost last: 1 for an object. A first 1 marks the end. */
let open: u64 = 1;

/** Returns the end of the object at `start`, or -1 if it is invalid, not complete before `end`, or nested more than 63 levels. */
export function skipObject(start: i32, end: i32): i32 {
  open = 3;
  state = FIRST_KEY;
  let at = start + 1;
  while (open !== 1 && at < end && at >= 0) at = skipToken(at);
  return open === 1 ? at : -1;
}

/** Returns the end of a token or of a name with its colon, or -1. */
function skipToken(at: i32): i32 {
  const byte = load<u8>(at);
  if (byte === 0x22) return state >= KEY ? skipName(at + 1) : skipValue(skipEscapedString(at + 1));
  if (isBlank(byte)) return at + 1;
  if (byte === 0x2c) return startNext() ? at + 1 : -1;
  if (byte === 0x7b) return enter(1, FIRST_KEY) ? at + 1 : -1;
  if (byte === 0x5b) return enter(0, FIRST_ITEM) ? at + 1 : -1;
  if (byte === 0x7d) return leave(1, FIRST_KEY) ? at + 1 : -1;
  if (byte === 0x5d) return leave(0, FIRST_ITEM) ? at + 1 : -1;
  return skipValue(skipScalar(at));
}

function skipName(start: i32): i32 {
  let at = skipEscapedString(start);
  if (at < 0) return -1;
  while (isBlank(load<u8>(at))) at += 1;
  state = VALUE;
  return load<u8>(at) === 0x3a ? at + 1 : -1;
}

function skipValue(end: i32): i32 {
  const isAllowed = state === VALUE || state === FIRST_ITEM;
  state = AFTER;
  return isAllowed ? end : -1;
}

function startNext(): bool {
  const isAllowed = state === AFTER;
  state = (open & 1) === 1 ? KEY : VALUE;
  return isAllowed;
}

function enter(kind: u64, first: i32): bool {
  if ((state !== VALUE && state !== FIRST_ITEM) || open >> 63 === 1) return false;
  open = (open << 1) | kind;
  state = first;
  return true;
}

function leave(kind: u64, first: i32): bool {
  if ((open & 1) !== kind || (state !== AFTER && state !== first)) return false;
  open >>= 1;
  state = AFTER;
  return true;
}

function isBlank(byte: u8): bool {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Returns the end of the string with its first character at `start`, after its closing quotation mark. */
function skipEscapedString(start: i32): i32 {
  let at = start;
  while (true) {
    const bytes = v128.load(at);
    const found = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    );
    const mask = i8x16.bitmask(found);
    if (mask === 0) {
      at += 16;
      continue;
    }
    at += ctz(mask);
    const byte = load<u8>(at);
    if (byte === 0x22) return at + 1;
    if (byte !== 0x5c || !isEscape(at + 1)) return -1;
    at += 2;
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

function skipScalar(start: i32): i32 {
  const word = load<u32>(start);
  if (word === 0x65757274 || word === 0x6c6c756e) return start + 4;
  if (word === 0x736c6166) return load<u8>(start, 4) === 0x65 ? start + 5 : -1;
  const end = skipNumber(start);
  if (end < 0 || (load<u8>(end) | 0x20) !== 0x65) return end;
  const sign = load<u8>(end, 1);
  const from = sign === 0x2b || sign === 0x2d ? end + 2 : end + 1;
  const last = skipDigits(from);
  return last === from ? -1 : last;
}

/** Skips a number without an exponent. */
export function skipNumber(start: i32): i32 {
  const whole = load<u8>(start) === 0x2d ? start + 1 : start;
  const point = skipDigits(whole);
  if (point === whole || (point > whole + 1 && load<u8>(whole) === 0x30)) return -1;
  if (load<u8>(point) !== 0x2e) return point;
  const end = skipDigits(point + 1);
  return end === point + 1 ? -1 : end;
}

function skipDigits(start: i32): i32 {
  let at = start;
  while (load<u8>(at) - 0x30 < 10) at += 1;
  return at;
}
