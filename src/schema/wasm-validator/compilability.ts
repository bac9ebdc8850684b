import {
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";
import type { MessageDirection } from "../message-direction.js";
import { compilePattern } from "../pattern/compile-pattern.js";
import { listSubschemas } from "../registry/subschemas.js";
import type { Schemas } from "../validation/schemas.js";
import { isSupportedKeyword } from "./supported-keywords.js";

/**
 * Whether the schema at a pointer and all that it reaches certainly compiles: written in words that are known, used as they
 * should be, with references that lead to schemas.
 */
export function isCompilable(schemas: Schemas, start: Pointer): boolean {
  return listReachableSchemas(schemas, start).every(
    (schema) =>
      typeof schema === "boolean" ||
      (isObject(schema) && Object.keys(schema).every((word) => isCompilableKeyword(word, schema))),
  );
}

/** Whether it reaches something of which drift can tell although it is declared: a mark, an open enumeration. */
export function reachesDriftKeyword(schemas: Schemas, start: Pointer): boolean {
  return listReachableSchemas(schemas, start).some(
    (it) => isObject(it) && (it.readOnly === true || it.writeOnly === true || it["x-extensible-enum"] !== undefined),
  );
}

/** Whether anything below a value tells one side of drift in what is declared. */
export function hasDriftKeyword(root: Json | undefined, view: MessageDirection): boolean {
  const mark = view === "request" ? "readOnly" : "writeOnly";
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value) && (value[mark] === true || value["x-extensible-enum"] !== undefined)) return true;
    for (const inner of Object.values(value)) pending.push(inner);
  }
  return false;
}

function listReachableSchemas({ root }: Schemas, start: Pointer): (Json | undefined)[] {
  const reached = new Set<Pointer>([start]);
  // A set may grow while it is walked.
  for (const pointer of reached) {
    const schema = valueAt(root, pointer);
    if (!isObject(schema)) continue;
    const target = typeof schema.$ref === "string" ? parsePointerFragment(schema.$ref.slice(1)) : undefined;
    if (target !== undefined) reached.add(target);
    for (const { keyword, token } of listSubschemas(schema))
      reached.add(joinPointer(pointer, keyword, ...(token === undefined ? [] : [token])));
  }
  return [...reached].map((pointer) => valueAt(root, pointer));
}

function isCompilableKeyword(word: string, schema: JsonObject): boolean {
  const value = schema[word];
  if (isSupportedKeyword(word, value)) return true;
  if (word === "pattern") return typeof value === "string" && isCompilablePattern(value);
  if (word === "anyOf" || word === "oneOf") return Array.isArray(value) && value.length > 0 && value.every(isObject);
  return ["not", "if", "then", "else"].includes(word) && isObject(value);
}

function isCompilablePattern(pattern: string): boolean {
  try {
    return compilePattern(pattern, "u") !== undefined;
  } catch {
    return false;
  }
}
