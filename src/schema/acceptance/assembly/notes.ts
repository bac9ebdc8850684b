import {
  FALSE_KIND,
  FRACTION_KIND,
  ID_AT,
  INTEGER_KIND,
  NOTE_DEPTH_AT,
  NOTE_END_AT,
  NOTE_KIND_AT,
  NOTE_PATH_AT,
  NOTE_PLAN_AT,
  NOTE_START_AT,
  NOTES_END,
  NOTES_START,
  NULL_KIND,
  PATH_START,
  STRING_KIND,
  TRUE_KIND,
} from "../layout";

/** What is left of a body that keeps its plan but for scalars: they are noted, and told by their schemas afterwards. */
let isNoting: bool = false;
/** In how many values one stands of which only the schema, or one of several plans, can tell: nothing is noted there. */
let apart: i32 = 0;
let noted: i32 = NOTES_START;

export function beginNotes(wanted: bool): void {
  isNoting = wanted;
  apart = 0;
  noted = NOTES_START;
}

/** Where the notes end. */
export function notesEnd(): i32 {
  return noted;
}

export function enterApart(): void {
  apart += 1;
}

export function leaveApart(): void {
  apart -= 1;
}

/** Notes a scalar that does not keep its plan, and goes on behind it. */
export function note(plan: i32, start: i32, end: i32, depth: i32): i32 {
  if (!isNoting || apart > 0 || end < 0 || noted + NOTE_PATH_AT + depth * 4 > NOTES_END) return -1;
  store<i32>(noted, load<i32>(plan, ID_AT), NOTE_PLAN_AT);
  store<i32>(noted, start, NOTE_START_AT);
  store<i32>(noted, end, NOTE_END_AT);
  store<i32>(noted, kindOf(start, end), NOTE_KIND_AT);
  store<i32>(noted, depth, NOTE_DEPTH_AT);
  for (let level = 0; level < depth; level += 1)
    store<i32>(noted + level * 4, load<i32>(PATH_START + level * 4), NOTE_PATH_AT);
  noted += NOTE_PATH_AT + depth * 4;
  return end;
}

function kindOf(start: i32, end: i32): i32 {
  switch (load<u8>(start)) {
    case 0x5c:
      return STRING_KIND;
    case 0x74:
      return TRUE_KIND;
    case 0x66:
      return FALSE_KIND;
    case 0x6e:
      return NULL_KIND;
    default:
      for (let at = start; at < end; at += 1) if (load<u8>(at) === 0x2e) return FRACTION_KIND;
      return INTEGER_KIND;
  }
}
