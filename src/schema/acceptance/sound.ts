import {
  fragmentPointer,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { compilePattern } from "../pattern.js";
import type { Schemas } from "../schemas.js";
import { subschemasOf } from "../subschemas.js";
import type { View } from "../view.js";
import { isPlanned } from "./planned-words.js";

/**
 * Whether the schema at a pointer and all that it reaches certainly compiles: written in words that are known, used as they
 * should be, with references that lead to schemas.
 */
export function isSound(schemas: Schemas, start: Pointer): boolean {
  return reachedFrom(schemas, start).every(
    (schema) =>
      typeof schema === "boolean" || (isObject(schema) && Object.keys(schema).every((word) => isKnown(word, schema))),
  );
}

/** Whether it reaches something of which drift can tell although it is declared: a mark, an open enumeration. */
export function tellsDrift(schemas: Schemas, start: Pointer): boolean {
  return reachedFrom(schemas, start).some(
    (it) => isObject(it) && (it.readOnly === true || it.writeOnly === true || it["x-extensible-enum"] !== undefined),
  );
}

/** Whether anything below a value tells one side of drift in what is declared. */
export function holdsMarks(root: Json | undefined, view: View): boolean {
  const mark = view === "request" ? "readOnly" : "writeOnly";
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value) && (value[mark] === true || value["x-extensible-enum"] !== undefined)) return true;
    for (const inner of Object.values(value)) pending.push(inner);
  }
  return false;
}

function reachedFrom({ root }: Schemas, start: Pointer): (Json | undefined)[] {
  const reached = new Set<Pointer>([start]);
  // A set may grow while it is walked.
  for (const pointer of reached) {
    const schema = valueAt(root, pointer);
    if (!isObject(schema)) continue;
    const target = typeof schema.$ref === "string" ? fragmentPointer(schema.$ref.slice(1)) : undefined;
    if (target !== undefined) reached.add(target);
    for (const { keyword, token } of subschemasOf(schema))
      reached.add(joinPointer(pointer, keyword, ...(token === undefined ? [] : [token])));
  }
  return [...reached].map((pointer) => valueAt(root, pointer));
}

function isKnown(word: string, schema: JsonObject): boolean {
  const value = schema[word];
  if (isPlanned(word, value)) return true;
  if (word === "pattern") return typeof value === "string" && compiles(value);
  if (word === "anyOf" || word === "oneOf") return Array.isArray(value) && value.length > 0 && value.every(isObject);
  return ["not", "if", "then", "else"].includes(word) && isObject(value);
}

function compiles(pattern: string): boolean {
  try {
    return compilePattern(pattern, "u") !== undefined;
  } catch {
    return false;
  }
}
