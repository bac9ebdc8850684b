import {
  FALSE_KIND,
  FRACTION_KIND,
  ID_AT,
  INTEGER_KIND,
  NULL_KIND,
  PATH_START,
  RECORD_DEPTH_AT,
  RECORD_END_AT,
  RECORD_KIND_AT,
  RECORD_PATH_AT,
  RECORD_SCHEMA_AT,
  RECORD_START_AT,
  RECORDS_END,
  RECORDS_START,
  STRING_KIND,
  TRUE_KIND,
} from "../layout";

/** Whether to record scalars that violate their compiled schema. Their original schemas report the errors later. */
let isRecording: bool = false;
/** The number of enclosing values that a union or the original schema decides. Scalars inside are not recorded. */
let unrecordedDepth: i32 = 0;
let recordEnd: i32 = RECORDS_START;

export function resetRecords(wanted: bool): void {
  isRecording = wanted;
  unrecordedDepth = 0;
  recordEnd = RECORDS_START;
}

/** Returns the end address of the records. */
export function recordsEnd(): i32 {
  return recordEnd;
}

export function enterUnrecorded(): void {
  unrecordedDepth += 1;
}

export function leaveUnrecorded(): void {
  unrecordedDepth -= 1;
}

/** Records a scalar that violates its compiled schema, and returns its end. Returns -1 if it cannot be recorded. */
export function recordError(schema: i32, start: i32, end: i32, depth: i32): i32 {
  if (!isRecording || unrecordedDepth > 0 || end < 0 || recordEnd + RECORD_PATH_AT + depth * 4 > RECORDS_END) return -1;
  store<i32>(recordEnd, load<i32>(schema, ID_AT), RECORD_SCHEMA_AT);
  store<i32>(recordEnd, start, RECORD_START_AT);
  store<i32>(recordEnd, end, RECORD_END_AT);
  store<i32>(recordEnd, getKind(start, end), RECORD_KIND_AT);
  store<i32>(recordEnd, depth, RECORD_DEPTH_AT);
  for (let level = 0; level < depth; level += 1)
    store<i32>(recordEnd + level * 4, load<i32>(PATH_START + level * 4), RECORD_PATH_AT);
  recordEnd += RECORD_PATH_AT + depth * 4;
  return end;
}

function getKind(start: i32, end: i32): i32 {
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
