/**
 * Compares the bytes of a recording's entry with a template (AssemblyScript).
 *
 * A template is the length of the last tail and segments: length, slot that follows, and bytes, padded to a multiple of
 * eight. After the recording, there are more bytes than one load reads.
 */
import { BODY_SLOT, NO_SLOT, PLAIN_SLOT, SIZE_SLOT, SLOTS_START, TEXT_SLOT } from "../layout";
import { findSpecialByte, isEqualAt, skipNumber, skipRawString } from "./scanner";

/** The maximum difference in length between tails, whose numbers vary in digits. */
const TAIL_SLACK: i32 = 192;

let nextSlot: i32 = 0;
let nextSegment: i32 = 0;

/** Returns whether the entry between two addresses matches a template. The slots found are written to memory. */
export function match(template: i32, start: i32, end: i32): bool {
  nextSlot = SLOTS_START;
  nextSegment = template + 8;
  const bodyStart = matchSegments(start, end);
  if (bodyStart === 0) return false;
  const tail = nextSegment;
  const slot = nextSlot;
  // Most tails have the same length, so that of the last one is tried first.
  const guess = end - load<i32>(template);
  const last = min(end, guess + TAIL_SLACK);
  let bodyEnd = guess;
  for (let next = max(bodyStart, guess - TAIL_SLACK); bodyEnd < last; bodyEnd = next, next += 1) {
    if (bodyEnd < bodyStart || load<u8>(bodyEnd) !== 0x22) continue;
    nextSegment = tail;
    addSlot(slot, bodyStart, bodyEnd);
    if (matchSegments(bodyEnd, end) !== end) continue;
    store<i32>(template, end - bodyEnd);
    return true;
  }
  return false;
}

/** Returns the end of the segments up to the body or the end of the template, or 0. */
function matchSegments(start: i32, end: i32): i32 {
  let at = start;
  while (true) {
    const length = load<i32>(nextSegment);
    const slot = load<i32>(nextSegment, 4);
    if (length > end - at || !isEqualAt(at, nextSegment + 8, length)) return 0;
    at += length;
    nextSegment += 8 + ((length + 7) & ~7);
    if (slot === NO_SLOT || slot === BODY_SLOT) return at;
    const slotEnd = findSlotEnd(slot, at);
    if (slotEnd <= 0) return 0;
    addSlot(nextSlot, at, slotEnd);
    at = slotEnd;
  }
}

function findSlotEnd(slot: i32, start: i32): i32 {
  if (slot === TEXT_SLOT) return skipRawString(start) - 1;
  const first = load<u8>(start);
  if (slot !== PLAIN_SLOT) return slot === SIZE_SLOT && (first < 0x31 || first > 0x39) ? 0 : skipNumber(start);
  const end = findSpecialByte(start);
  return load<u8>(end) === 0x22 ? end : 0;
}

function addSlot(slot: i32, start: i32, end: i32): void {
  store<i32>(slot, start);
  store<i32>(slot, end, 4);
  nextSlot = slot + 8;
}
