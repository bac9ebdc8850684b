/** Reads objects and arrays. */
import {
  ANY_SCHEMA,
  FLAGS_AT,
  ITEMS_AT,
  KEY_COUNT_AT,
  KEY_SIZE,
  KEYS_AT,
  MAX_ITEMS_AT,
  MIN_ITEMS_AT,
  NEXT_KEYS_AT,
  OPEN_FLAG,
  OUTLINE_ENTRY_SIZE,
  OUTLINE_START,
  PATH_START,
  REQUIRED_ALTERNATIVES_AT,
  REQUIRED_AT,
} from "../layout";
import { readValue, validateFallback } from "./accept";
import { enterUnrecorded, leaveUnrecorded } from "./error-records";
import { dropMarks, enterMarked, getNextMark, leaveMarked } from "./marks";
import { matchesAt, skipString, skipWhitespace } from "./scanner";

/** The end of the outline of the body; 0 if it is not an object with declared properties only. */
let outlineEnd: i32 = 0;
let nextOutlineEntry: i32 = OUTLINE_START;
/** The number of items of the array that was read last. */
let itemCount: i32 = 0;

export function resetOutline(): void {
  outlineEnd = 0;
}

export function getOutlineEnd(): i32 {
  return outlineEnd;
}

export function readObject(schema: i32, start: i32, depth: i32): i32 {
  if (depth > 0) return readMembers(schema, start, depth);
  nextOutlineEntry = OUTLINE_START;
  const end = readMembers(schema, start, 0);
  outlineEnd = end < 0 ? 0 : nextOutlineEntry;
  return end;
}

function readMembers(schema: i32, start: i32, depth: i32): i32 {
  let at = skipWhitespace(start + 1);
  if (load<u8>(at) === 0x7d) return hasRequired(schema, 0) ? at + 1 : -1;
  const keys = load<i32>(schema, KEYS_AT);
  const follows = load<i32>(schema, NEXT_KEYS_AT);
  let seen: i64 = 0;
  let previous = load<i32>(schema, KEY_COUNT_AT);
  const marks = getNextMark();
  while (true) {
    if (load<u16>(at) !== 0x225c) return -1;
    const key = findKey(schema, previous, at + 2);
    if (key < 0) return readWithUndeclaredName(schema, start, depth, marks);
    const bit = (<i64>1) << (<i64>key);
    if (seen & bit) return -1;
    seen |= bit;
    store<i32>(follows + previous * 4, key);
    previous = key;
    at = readMember(keys + key * KEY_SIZE, at, depth);
    if (at < 0) return -1;
    at = skipWhitespace(at);
    if (load<u8>(at) === 0x7d) return hasRequired(schema, seen) ? at + 1 : -1;
    if (load<u8>(at) !== 0x2c) return -1;
    at = skipWhitespace(at + 1);
  }
}

/** Unless any name is allowed, only the original schema decides whether an undeclared name is valid. */
function readWithUndeclaredName(schema: i32, start: i32, depth: i32, marks: i32): i32 {
  if (depth === 0) nextOutlineEntry = 0;
  if (load<i32>(schema, FLAGS_AT) & OPEN_FLAG) return readAnyObject(start, depth);
  dropMarks(marks);
  enterMarked();
  enterUnrecorded();
  const end = validateFallback(schema, start, depth);
  leaveUnrecorded();
  leaveMarked(schema, start, end, depth);
  return end;
}

/** Reads a property from its name to the end of its value. */
function readMember(entry: i32, start: i32, depth: i32): i32 {
  let at = start + 2 + load<i32>(entry);
  if (load<u8>(at) !== 0x3a) at = skipWhitespace(at);
  if (load<u8>(at) !== 0x3a) return -1;
  store<i32>(PATH_START + depth * 4, entry);
  const value = skipWhitespace(at + 1);
  const schema = load<i32>(entry, 8);
  const isSecret = load<i32>(entry, 12) !== 0;
  if (isSecret) enterMarked();
  const end = readValue(schema, value, depth + 1);
  if (isSecret) leaveMarked(schema, value, end, depth + 1);
  if (depth === 0) addToOutline(entry, value, end);
  return end;
}

function addToOutline(entry: i32, start: i32, end: i32): void {
  store<i32>(nextOutlineEntry, entry);
  store<i32>(nextOutlineEntry, start, 4);
  store<i32>(nextOutlineEntry, end, 8);
  store<i32>(nextOutlineEntry, load<u8>(start) === 0x5b ? itemCount : -1, 12);
  nextOutlineEntry += OUTLINE_ENTRY_SIZE;
}

/** Returns the index of the name at an address. It first tries the name that followed last time, because traffic repeats its order. */
function findKey(schema: i32, previous: i32, at: i32): i32 {
  const keys = load<i32>(schema, KEYS_AT);
  const count = load<i32>(schema, KEY_COUNT_AT);
  if (count === 0) return -1;
  const guess = load<i32>(load<i32>(schema, NEXT_KEYS_AT) + previous * 4);
  if (guess < count && isKey(keys + guess * KEY_SIZE, at)) return guess;
  for (let index = 0; index < count; index += 1) if (isKey(keys + index * KEY_SIZE, at)) return index;
  return -1;
}

function isKey(entry: i32, at: i32): bool {
  return matchesAt(at, load<i32>(entry, 4), load<i32>(entry));
}

export function readAnyObject(start: i32, depth: i32): i32 {
  let at = skipWhitespace(start + 1);
  if (load<u8>(at) === 0x7d) return at + 1;
  while (true) {
    if (load<u16>(at) !== 0x225c) return -1;
    at = skipString(at + 2);
    if (at < 0) return -1;
    at = skipWhitespace(at);
    if (load<u8>(at) !== 0x3a) return -1;
    at = readValue(ANY_SCHEMA, skipWhitespace(at + 1), depth + 1);
    if (at < 0) return -1;
    at = skipWhitespace(at);
    if (load<u8>(at) === 0x7d) return at + 1;
    if (load<u8>(at) !== 0x2c) return -1;
    at = skipWhitespace(at + 1);
  }
}

export function readArray(schema: i32, start: i32, depth: i32): i32 {
  const items = load<i32>(schema, ITEMS_AT);
  const least = load<i32>(schema, MIN_ITEMS_AT);
  const most = load<i32>(schema, MAX_ITEMS_AT);
  let at = skipWhitespace(start + 1);
  itemCount = 0;
  if (load<u8>(at) === 0x5d) return least > 0 ? -1 : at + 1;
  store<i32>(PATH_START + depth * 4, 0);
  let count = 0;
  while (true) {
    count += 1;
    at = readValue(items, at, depth + 1);
    if (at < 0) return -1;
    at = skipWhitespace(at);
    if (load<u8>(at) === 0x5d) {
      itemCount = count;
      return count < least || count > most ? -1 : at + 1;
    }
    if (load<u8>(at) !== 0x2c) return -1;
    at = skipWhitespace(at + 1);
  }
}

function hasRequired(schema: i32, seen: i64): bool {
  const required = load<i64>(schema, REQUIRED_AT);
  if ((required & seen) !== required) return false;
  let at = load<i32>(schema, REQUIRED_ALTERNATIVES_AT);
  if (at === 0) return true;
  const lists = load<i64>(at);
  at += 8;
  for (let list: i64 = 0; list < lists; list += 1) {
    const sets = load<i64>(at);
    at += 8;
    let isMet = false;
    for (let set: i64 = 0; set < sets; set += 1, at += 8) if ((load<i64>(at) & seen) === load<i64>(at)) isMet = true;
    if (!isMet) return false;
  }
  return true;
}
