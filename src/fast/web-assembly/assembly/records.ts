/** Records values of a body for the host; see layout.ts. */
import { PATH_START, RECORD_SIZE, RECORDS_END, RECORDS_START, TYPE_BITS } from "../layout";

let recordsEnd: i32 = RECORDS_START;
let isFull: bool = false;
let hasErrors: bool = false;

export function resetRecords(): void {
  recordsEnd = RECORDS_START;
  isFull = false;
  hasErrors = false;
}

export function getRecordsEnd(): i32 {
  return recordsEnd;
}

/** Returns 1 for a body without errors, 2 for one whose errors are recorded, and 0 if there are too many records. */
export function getRecordedResult(): i32 {
  return isFull ? 0 : hasErrors ? 2 : 1;
}

/** Drops the records from an address on. */
export function dropRecords(from: i32): void {
  recordsEnd = from;
}

export function getSubject(id: i32, type: i32): i32 {
  return (id << TYPE_BITS) | type;
}

function addRecord(subject: i32, start: i32, end: i32, depth: i32): void {
  isFull = isFull || recordsEnd + RECORD_SIZE + depth * 4 > RECORDS_END;
  if (isFull) return;
  store<i32>(recordsEnd, subject);
  store<i32>(recordsEnd, start, 4);
  store<i32>(recordsEnd, end, 8);
  store<i32>(recordsEnd, depth, 12);
  for (let level = 0; level < depth; level += 1)
    store<i32>(recordsEnd + level * 4, load<i32>(PATH_START + level * 4), RECORD_SIZE);
  recordsEnd += RECORD_SIZE + depth * 4;
}

/** Records a scalar that violates its schema, and returns its end. The original schema reports the error later. */
export function recordError(subject: i32, start: i32, end: i32, depth: i32): i32 {
  hasErrors = true;
  if (end > 0) addRecord(subject, start, end, depth);
  return end;
}
