/**
 * Checks the bytes of a body against a compiled schema in one pass, without decoding them (AssemblyScript).
 *
 * A body is the content of a JSON string with its escapes: a quotation mark is `\"`, and an escape `\n` is `\\n`. A bare
 * quotation mark ends it. After it, there are more bytes than one load reads.
 *
 * Each read function returns the end of what it reads, or 0 to refuse it: at address 0 is a zero byte, which nothing accepts. Unusual but valid values are refused too: numbers
 * of more than 15 digits, escapes such as `\u00e9` in texts that must be compared, and repeated names.
 */
import {
  ANY_SCHEMA,
  ARRAY_KIND,
  FALSE_KIND,
  MAX_VALUE_DEPTH,
  NULL_KIND,
  OBJECT_KIND,
  STRING_KIND,
  TRUE_KIND,
} from "../layout";
import { validateWithSchema } from "./host";
import { readArray, readObject, resetNames } from "./objects-and-arrays";
import { getRecordedResult, getSubject, recordError, resetRecords } from "./records";
import { skipString, skipWhitespace } from "./scanner";
import { Schema } from "./schema";
import { readNumber, readText } from "./strings-and-numbers";

/** Returns 1 if the body at an address conforms to the schema, 2 if only scalars violate it, which are recorded, or else 0. */
export function accepts(schema: Schema, start: i32, length: i32): i32 {
  resetRecords();
  resetNames();
  const at = readValue(schema, skipWhitespace(start), 0);
  return at > 0 && skipWhitespace(at) === start + length ? getRecordedResult() : 0;
}

export function readValue(schema: Schema, at: i32, depth: i32): i32 {
  return schema.isFallback ? validateFallback(schema, at, depth) : readCompiled(schema, at, depth);
}

function readCompiled(schema: Schema, at: i32, depth: i32): i32 {
  const kinds = schema.kinds;
  switch (load<u8>(at)) {
    case 0x5c: {
      if (load<u8>(at, 1) !== 0x22) return 0;
      const end = kinds & STRING_KIND ? readText(schema, at + 2) : 0;
      return end > 0 ? end : recordError(getSubject(schema.id, STRING_KIND), at, skipString(at + 2), depth);
    }
    case 0x7b:
      return kinds & OBJECT_KIND && depth < MAX_VALUE_DEPTH ? readObject(schema, at, depth) : 0;
    case 0x5b:
      return kinds & ARRAY_KIND && depth < MAX_VALUE_DEPTH ? readArray(schema, at, depth) : 0;
    case 0x74:
      return load<u32>(at) === 0x65757274 ? readLiteral(schema, TRUE_KIND, at, depth) : 0;
    case 0x66:
      return load<u32>(at, 1) === 0x65736c61 ? readLiteral(schema, FALSE_KIND, at, depth) : 0;
    case 0x6e:
      return load<u32>(at) === 0x6c6c756e ? readLiteral(schema, NULL_KIND, at, depth) : 0;
    default:
      return readNumber(schema, at, depth);
  }
}

function readLiteral(schema: Schema, kind: i32, start: i32, depth: i32): i32 {
  const end = start + (kind === FALSE_KIND ? 5 : 4);
  return schema.kinds & kind ? end : recordError(getSubject(schema.id, kind), start, end, depth);
}

/** Validates a value with its original schema. */
export function validateFallback(schema: Schema, start: i32, depth: i32): i32 {
  const end = readCompiled(changetype<Schema>(ANY_SCHEMA), start, depth);
  return end > 0 && validateWithSchema(schema.id, start, end) ? end : 0;
}
