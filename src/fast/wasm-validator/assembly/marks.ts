import { ID_AT, MARK_PATH_AT, MARKS_END, MARKS_START, PATH_START } from "../layout";

/** The number of enclosing values that are marked as a whole. */
let markedDepth: i32 = 0;
let marksEnd: i32 = MARKS_START;
let isFull: bool = false;

export function resetMarks(): void {
  markedDepth = 0;
  marksEnd = MARKS_START;
  isFull = false;
}

/** Returns the end address of the marks; 0 if there are too many. */
export function getMarksEnd(): i32 {
  return isFull ? 0 : marksEnd;
}

export function enterMarked(): void {
  markedDepth += 1;
}

export function leaveMarked(schema: i32, start: i32, end: i32, depth: i32): void {
  markedDepth -= 1;
  if (markedDepth > 0 || end < 0 || isFull) return;
  isFull = marksEnd + MARK_PATH_AT + depth * 4 > MARKS_END;
  if (isFull) return;
  store<i32>(marksEnd, load<i32>(schema, ID_AT));
  store<i32>(marksEnd, start, 4);
  store<i32>(marksEnd, end, 8);
  store<i32>(marksEnd, depth, 12);
  for (let level = 0; level < depth; level += 1)
    store<i32>(marksEnd + level * 4, load<i32>(PATH_START + level * 4), MARK_PATH_AT);
  marksEnd += MARK_PATH_AT + depth * 4;
}

export function getNextMark(): i32 {
  return marksEnd;
}

/** Drops the marks from an address on, which are inside a value that is marked as a whole. */
export function dropMarks(from: i32): void {
  marksEnd = from;
}
