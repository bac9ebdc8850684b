/** Reads objects and arrays. */
import { ANY_SCHEMA, NAMES_END, NAMES_START, PATH_START } from "../layout";
import { readValue, validateFallback } from "./accept";
import { dropRecords, getRecordsEnd } from "./records";
import { isEqualAt, skipString, skipWhitespace } from "./scanner";
import { Key, Schema } from "./schema";

let namesEnd: i32 = NAMES_START;

export function resetNames(): void {
  namesEnd = NAMES_START;
}

export function readObject(schema: Schema, start: i32, depth: i32): i32 {
  let at = skipWhitespace(start + 1);
  if (load<u8>(at) === 0x7d) return schema.requiredCount === 0 ? at + 1 : 0;
  let seen: i64 = 0;
  let missing = schema.requiredCount;
  let previous = schema.keyCount;
  const records = getRecordsEnd();
  while (true) {
    if (load<u16>(at) !== 0x225c) return 0;
    const index = findKey(schema, previous, at + 2);
    if (index < 0) return readUndeclared(schema, start, depth, records);
    const bit = (<i64>1) << (<i64>index);
    if (seen & bit) return 0;
    seen |= bit;
    store<i32>(schema.nextKeys + previous * 4, index);
    previous = index;
    const key = getKey(schema, index);
    missing -= key.isRequired;
    at = skipWhitespace(readMember(key, at + 2 + key.length, depth));
    if (load<u8>(at) === 0x7d) return missing === 0 ? at + 1 : 0;
    if (load<u8>(at) !== 0x2c) return 0;
    at = skipWhitespace(at + 1);
  }
}

/** Reads an object with undeclared names. Unless any name is allowed, only the original schema decides whether it is valid. */
function readUndeclared(schema: Schema, start: i32, depth: i32, records: i32): i32 {
  dropRecords(records);
  if (schema.isOpen) return readAnyObject(start, depth);
  return validateFallback(schema, start, depth);
}

/** Reads a property from the end of its name to the end of its value. */
function readMember(key: Key, start: i32, depth: i32): i32 {
  const at = skipWhitespace(start);
  if (load<u8>(at) !== 0x3a) return 0;
  store<i32>(PATH_START + depth * 4, changetype<i32>(key));
  const value = skipWhitespace(at + 1);
  return readValue(key.value, value, depth + 1);
}

/** Returns the index of the name at an address. It first tries the name that followed last time, because traffic repeats its order. */
function findKey(schema: Schema, previous: i32, at: i32): i32 {
  const guess = load<i32>(schema.nextKeys + previous * 4);
  if (guess < schema.keyCount && isKey(getKey(schema, guess), at)) return guess;
  for (let index = 0; index < schema.keyCount; index += 1) if (isKey(getKey(schema, index), at)) return index;
  return -1;
}

function getKey(schema: Schema, index: i32): Key {
  return changetype<Key>(schema.keys + index * offsetof<Key>());
}

function isKey(key: Key, at: i32): bool {
  return isEqualAt(at, key.text, key.length);
}

function readAnyObject(start: i32, depth: i32): i32 {
  let at = skipWhitespace(start + 1);
  if (load<u8>(at) === 0x7d) return at + 1;
  const names = namesEnd;
  while (true) {
    if (load<u16>(at) !== 0x225c) return 0;
    const end = skipString(at + 2);
    if (end === 0 || !addName(names, at + 2, end - 2)) return 0;
    at = skipWhitespace(end);
    if (load<u8>(at) !== 0x3a) return 0;
    at = skipWhitespace(readValue(changetype<Schema>(ANY_SCHEMA), skipWhitespace(at + 1), depth + 1));
    if (load<u8>(at) === 0x7d) break;
    if (load<u8>(at) !== 0x2c) return 0;
    at = skipWhitespace(at + 1);
  }
  namesEnd = names;
  return at + 1;
}

/** Adds a name to those of its object. Returns false if the object may have it already, or if the name has an escape. */
function addName(names: i32, start: i32, end: i32): bool {
  let hash: i64 = FNV_OFFSET;
  for (let at = start; at < end; at += 1) {
    const byte = load<u8>(at);
    if (byte === 0x5c) return false;
    hash = (hash ^ byte) * FNV_PRIME;
  }
  for (let at = names; at < namesEnd; at += 8) if (load<i64>(at) === hash) return false;
  if (namesEnd >= NAMES_END) return false;
  store<i64>(namesEnd, hash);
  namesEnd += 8;
  return true;
}

/** The prime of FNV-1a; any start will do. See https://www.rfc-editor.org/rfc/rfc9923 */
const FNV_OFFSET: i64 = 0x811c9dc5;
const FNV_PRIME: i64 = 0x100000001b3;

export function readArray(schema: Schema, start: i32, depth: i32): i32 {
  let at = skipWhitespace(start + 1);
  let count = 0;
  if (load<u8>(at) === 0x5d) at += 1;
  else {
    store<i32>(PATH_START + depth * 4, 0);
    do {
      at = skipWhitespace(readValue(schema.items, skipWhitespace(at), depth + 1));
      count += 1;
    } while (load<u8>(at++) === 0x2c);
  }
  return load<u8>(at - 1) === 0x5d && count >= schema.minItems && count <= schema.maxItems ? at : 0;
}
