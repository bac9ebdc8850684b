/**
 * Compares the bytes of a recording's entry with a template (AssemblyScript).
 *
 * Each function that reads returns the end of what it reads, or -1 if it does not match. After the recording, there are more
 * bytes than one load reads.
 */
import {
  BODY_END_AT,
  BODY_START_AT,
  FULL_MATCH,
  HEAD_COUNT_AT,
  HEAD_MATCH,
  LENGTH_AT,
  NO_MATCH,
  NO_SLOT,
  PLAIN_SLOT,
  SEGMENT_SIZE,
  SIZE_SLOT,
  SLOT_AT,
  SLOT_SIZE,
  SLOTS_START,
  TAIL_AT,
  TAIL_COUNT_AT,
  TAIL_LENGTH_AT,
  TEMPLATE_SIZE,
  TEXT_SLOT,
} from "../layout";
import { skipNumber } from "./skip-object";

export { skipObject } from "./skip-object";

/** The maximum difference in length between tails, whose numbers vary in digits. */
const TAIL_SLACK: i32 = 64;

let nextSlot: i32 = 0;

/** Returns whether the entry between two addresses matches a template. The slots found are written to memory. */
export function match(template: i32, start: i32, end: i32): i32 {
  nextSlot = SLOTS_START;
  const bodyStart = matchSegments(template + TEMPLATE_SIZE, load<i32>(template, HEAD_COUNT_AT), start, end);
  if (bodyStart < 0) return NO_MATCH;
  const bodyEnd = findBodyEnd(template, bodyStart, end);
  if (bodyEnd < 0) return HEAD_MATCH;
  store<i32>(BODY_START_AT, bodyStart);
  store<i32>(BODY_END_AT, bodyEnd);
  return FULL_MATCH;
}

/** Tries the length of the last tail first, because most tails have the same length. */
function findBodyEnd(template: i32, bodyStart: i32, end: i32): i32 {
  const hole = nextSlot;
  const tail = template + load<i32>(template, TAIL_AT);
  const count = load<i32>(template, TAIL_COUNT_AT);
  const guess = end - load<i32>(template, TAIL_LENGTH_AT);
  if (guess > bodyStart && matchSegments(tail, count, guess, end) === end) return guess;
  const last = min(end, guess + TAIL_SLACK);
  for (let at = max(bodyStart, guess - TAIL_SLACK); at < last; at += 1) {
    nextSlot = hole;
    if (load<u8>(at) !== 0x22 || matchSegments(tail, count, at, end) !== end) continue;
    store<i32>(template, end - at, TAIL_LENGTH_AT);
    return at;
  }
  return -1;
}

/** Returns the end of `count` segments at an address. */
function matchSegments(parts: i32, count: i32, start: i32, end: i32): i32 {
  let part = parts;
  let at = start;
  for (let index = 0; index < count; index += 1) {
    const length = load<i32>(part, LENGTH_AT);
    if (length > end - at || !equalsAt(at, part + SEGMENT_SIZE, length)) return -1;
    at += length;
    const hole = load<i32>(part, SLOT_AT);
    if (hole === NO_SLOT) return at;
    store<i32>(nextSlot, at);
    at = findSlotEnd(hole, at);
    if (at < 0) return -1;
    store<i32>(nextSlot, at, 4);
    nextSlot += SLOT_SIZE;
    part += SEGMENT_SIZE + ((length + 7) & ~7);
  }
  return -1;
}

/** Returns whether two texts are equal, comparing 16 bytes at a time, then 8. */
function equalsAt(start: i32, text: i32, length: i32): bool {
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

function findSlotEnd(hole: i32, start: i32): i32 {
  if (hole === PLAIN_SLOT) return skipPlainString(start);
  if (hole === TEXT_SLOT) return skipString(start);
  const first = load<u8>(start);
  return hole === SIZE_SLOT && (first < 0x31 || first > 0x39) ? -1 : skipNumber(start);
}

/** Skips a string of printable ASCII characters without escapes. */
function skipPlainString(start: i32): i32 {
  let at = start;
  while (true) {
    const bytes = v128.load(at);
    const found = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      // As signed integers, bytes outside ASCII are negative.
      v128.or(i8x16.lt_s(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x7f))),
    );
    const mask = i8x16.bitmask(found);
    if (mask === 0) {
      at += 16;
      continue;
    }
    at += ctz(mask);
    return load<u8>(at) === 0x22 ? at : -1;
  }
}

function skipString(start: i32): i32 {
  let at = start;
  while (true) {
    const byte = load<u8>(at);
    if (byte === 0x22) return at;
    if (byte < 0x20) return -1;
    at += byte === 0x5c ? 2 : 1;
  }
}
