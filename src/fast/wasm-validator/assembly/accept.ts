/**
 * Checks the bytes of a body against a compiled schema in one pass, without decoding them (AssemblyScript).
 *
 * A body is the content of a JSON string with its escapes: a quotation mark is `\"`, and an escape `\n` is `\\n`. A bare
 * quotation mark ends it. After it, there are more bytes than one load reads.
 *
 * Each read function returns the end of what it reads, or -1 to refuse it. Unusual but valid values are refused too: numbers
 * of more than 15 digits, escapes such as `\u00e9` in texts that must be compared, and repeated names.
 */
import {
  ANY_MODE,
  ANY_SCHEMA,
  ARRAY_KIND,
  BRANCH_COUNT_AT,
  BRANCHES_AT,
  FALLBACK_MODE,
  FALSE_KIND,
  FLAGS_AT,
  ID_AT,
  KINDS_AT,
  MARKED_FLAG,
  MAX_VALUE_DEPTH,
  MODE_AT,
  NULL_KIND,
  OBJECT_KIND,
  STRING_KIND,
  TRUE_KIND,
} from "../layout";
import { enterUnrecorded, leaveUnrecorded, recordError, resetRecords } from "./error-records";
import { validateWithSchema } from "./host";
import { enterMarked, leaveMarked, resetMarks } from "./marks";
import { readAnyObject, readArray, readObject, resetOutline } from "./objects-and-arrays";
import { skipString, skipWhitespace } from "./scanner";
import { readNumber, readText } from "./strings-and-numbers";

export { recordsEnd } from "./error-records";
export { getMarksEnd } from "./marks";
export { getOutlineEnd } from "./objects-and-arrays";

let choiceCount: i32 = 0;
let maxChoices: i32 = 0;

/**
 * Returns whether the body at an address matches a compiled schema. With `isRecording`, it also returns true if only scalars
 * violate the schema, and records them.
 */
export function accepts(schema: i32, start: i32, length: i32, isRecording: bool): bool {
  choiceCount = 0;
  maxChoices = 10_000 + 4 * length;
  resetRecords(isRecording);
  resetOutline();
  resetMarks();
  const at = readValue(schema, skipWhitespace(start), 0);
  return at >= 0 && skipWhitespace(at) === start + length;
}

export function readValue(schema: i32, at: i32, depth: i32): i32 {
  if (!(load<i32>(schema, FLAGS_AT) & MARKED_FLAG)) return readUnmarked(schema, at, depth);
  enterMarked();
  const end = readUnmarked(schema, at, depth);
  leaveMarked(schema, at, end, depth);
  return end;
}

function readUnmarked(schema: i32, at: i32, depth: i32): i32 {
  const mode = load<i32>(schema, MODE_AT);
  if (mode > ANY_MODE) return readBranchingValue(schema, mode, at, depth);
  const kinds = load<i32>(schema, KINDS_AT);
  switch (load<u8>(at)) {
    case 0x5c: {
      if (load<u8>(at, 1) !== 0x22) return -1;
      const end = kinds & STRING_KIND ? readText(schema, at + 2) : -1;
      return end >= 0 ? end : recordError(schema, at, skipString(at + 2), depth);
    }
    case 0x7b:
      if (!(kinds & OBJECT_KIND) || depth >= MAX_VALUE_DEPTH) return -1;
      return mode === ANY_MODE ? readAnyObject(at, depth) : readObject(schema, at, depth);
    case 0x5b:
      return !(kinds & ARRAY_KIND) || depth >= MAX_VALUE_DEPTH ? -1 : readArray(schema, at, depth);
    case 0x74:
    case 0x66:
    case 0x6e:
      return readLiteral(schema, kinds, at, depth);
    default:
      return readNumber(schema, kinds, at, depth);
  }
}

/** Reads `true`, `false` or `null`. */
function readLiteral(schema: i32, kinds: i32, at: i32, depth: i32): i32 {
  let end = at + 4;
  let kind = NULL_KIND;
  switch (load<u32>(at)) {
    case 0x65757274:
      kind = TRUE_KIND;
      break;
    case 0x6c6c756e:
      break;
    case 0x736c6166:
      if (load<u8>(end) !== 0x65) return -1;
      end += 1;
      kind = FALSE_KIND;
      break;
    default:
      return -1;
  }
  return kinds & kind ? end : recordError(schema, at, end, depth);
}

function readBranchingValue(schema: i32, mode: i32, at: i32, depth: i32): i32 {
  // Nested unions can need exponential time. Normal bodies have at most a few choices per byte.
  choiceCount += 1;
  if (choiceCount > maxChoices) unreachable();
  enterUnrecorded();
  const end = mode === FALLBACK_MODE ? validateFallback(schema, at, depth) : readUnion(schema, at, depth);
  leaveUnrecorded();
  return end;
}

function readUnion(schema: i32, at: i32, depth: i32): i32 {
  const branches = load<i32>(schema, BRANCHES_AT);
  const count = load<i32>(schema, BRANCH_COUNT_AT);
  for (let index = 0; index < count; index += 1) {
    const end = readValue(load<i32>(branches + index * 4), at, depth);
    if (end >= 0) return end;
  }
  return -1;
}

/** Validates a value with its original schema. */
export function validateFallback(schema: i32, start: i32, depth: i32): i32 {
  const end = readUnmarked(ANY_SCHEMA, start, depth);
  return end >= 0 && validateWithSchema(load<i32>(schema, ID_AT), start, end) ? end : -1;
}
