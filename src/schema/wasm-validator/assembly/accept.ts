/**
 * Reads a body where it stands in a recording and holds it against a plan, in one pass (AssemblyScript).
 *
 * A body is the content of a string of JSON, escapes and all: a quotation mark is `\"` there, and an escape `\n` is `\\n`.
 * Behind it stand a bare quotation mark, at which everything stops, and more bytes than are ever read at once.
 *
 * Every function that reads says where what it reads ends, or -1 to refuse it. Refused is much that is fine but unusual:
 * numbers of more than 15 digits, escapes such as `\u00e9` where the text matters, repeated names.
 */
import {
  ANY_MODE,
  ANY_SCHEMA,
  ARRAY_KIND,
  BRANCH_COUNT_AT,
  BRANCHES_AT,
  FALLBACK_MODE,
  FALSE_KIND,
  ID_AT,
  KINDS_AT,
  MAX_VALUE_DEPTH,
  MODE_AT,
  NULL_KIND,
  OBJECT_KIND,
  STRING_KIND,
  TRUE_KIND,
} from "../layout";
import { enterUnrecorded, leaveUnrecorded, recordError, resetRecords } from "./error-records";
import { validateWithSchema } from "./host";
import { readAnyObject, readArray, readObject } from "./objects-and-arrays";
import { skipString, skipWhitespace } from "./scanner";
import { readNumber, readText } from "./strings-and-numbers";

export { recordsEnd } from "./error-records";

let choiceCount: i32 = 0;
let maxChoices: i32 = 0;

/**
 * Whether the body of so many bytes that stands at a place keeps a plan. Where scalars alone do not and `notes` is asked for,
 * it says yes as well, and what they are stands in the notes.
 */
export function accepts(plan: i32, start: i32, length: i32, notes: bool): bool {
  choiceCount = 0;
  maxChoices = 10_000 + 4 * length;
  resetRecords(notes);
  const at = readValue(plan, skipWhitespace(start), 0);
  return at >= 0 && skipWhitespace(at) === start + length;
}

export function readValue(plan: i32, at: i32, depth: i32): i32 {
  const mode = load<i32>(plan, MODE_AT);
  if (mode > ANY_MODE) return readBranchingValue(plan, mode, at, depth);
  const kinds = load<i32>(plan, KINDS_AT);
  switch (load<u8>(at)) {
    case 0x5c: {
      if (load<u8>(at, 1) !== 0x22) return -1;
      const end = kinds & STRING_KIND ? readText(plan, at + 2) : -1;
      return end >= 0 ? end : recordError(plan, at, skipString(at + 2), depth);
    }
    case 0x7b:
      if (!(kinds & OBJECT_KIND) || depth >= MAX_VALUE_DEPTH) return -1;
      return mode === ANY_MODE ? readAnyObject(at, depth) : readObject(plan, at, depth);
    case 0x5b:
      return !(kinds & ARRAY_KIND) || depth >= MAX_VALUE_DEPTH ? -1 : readArray(plan, at, depth);
    case 0x74:
    case 0x66:
    case 0x6e:
      return readLiteral(plan, kinds, at, depth);
    default:
      return readNumber(plan, kinds, at, depth);
  }
}

/** `true`, `false` or `null`. */
function readLiteral(plan: i32, kinds: i32, at: i32, depth: i32): i32 {
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
  return kinds & kind ? end : recordError(plan, at, end, depth);
}

function readBranchingValue(plan: i32, mode: i32, at: i32, depth: i32): i32 {
  // Choices among choices can double at each level. Honest bodies have a few a byte at the most.
  choiceCount += 1;
  if (choiceCount > maxChoices) unreachable();
  enterUnrecorded();
  const end = mode === FALLBACK_MODE ? validateFallback(plan, at, depth) : readUnion(plan, at, depth);
  leaveUnrecorded();
  return end;
}

function readUnion(plan: i32, at: i32, depth: i32): i32 {
  const branches = load<i32>(plan, BRANCHES_AT);
  const count = load<i32>(plan, BRANCH_COUNT_AT);
  for (let index = 0; index < count; index += 1) {
    const end = readValue(load<i32>(branches + index * 4), at, depth);
    if (end >= 0) return end;
  }
  return -1;
}

/** Takes the value out and has it judged by its schema. */
export function validateFallback(plan: i32, start: i32, depth: i32): i32 {
  const end = readValue(ANY_SCHEMA, start, depth);
  return end >= 0 && validateWithSchema(load<i32>(plan, ID_AT), start, end) ? end : -1;
}
