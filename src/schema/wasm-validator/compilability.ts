import { listSubschemas } from "../../document/applicators.js";
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
import type { Schemas } from "../validation/schemas.js";
import { isSupportedKeyword } from "./supported-keywords.js";

/**
 * Whether the schema at a pointer, and all schemas that it reaches, certainly compile: they have only known keywords with
 * valid values, and references that resolve to schemas.
 */
export function isCompilable(schemas: Schemas, start: Pointer): boolean {
  return listReachableSchemas(schemas, start).every(
    (schema) =>
      typeof schema === "boolean" ||
      (isObject(schema) && Object.keys(schema).every((keyword) => isCompilableKeyword(keyword, schema))),
  );
}

/** Whether a schema reaches `readOnly`, `writeOnly` or `x-extensible-enum`, which can cause drift in declared data. */
export function reachesDriftKeyword(schemas: Schemas, start: Pointer): boolean {
  return listReachableSchemas(schemas, start).some(
    (it) => isObject(it) && (it.readOnly === true || it.writeOnly === true || it["x-extensible-enum"] !== undefined),
  );
}

/** Whether any schema below a value has a keyword that can cause drift in declared data of one direction. */
export function hasDriftKeyword(root: Json | undefined, direction: MessageDirection): boolean {
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value) && (value[flag] === true || value["x-extensible-enum"] !== undefined)) return true;
    for (const inner of Object.values(value)) pending.push(inner);
  }
  return false;
}

function listReachableSchemas({ root }: Schemas, start: Pointer): (Json | undefined)[] {
  const reached = new Set<Pointer>([start]);
  // Iteration over a set includes elements that are added meanwhile.
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

function isCompilableKeyword(keyword: string, schema: JsonObject): boolean {
  const value = schema[keyword];
  if (isSupportedKeyword(keyword, value)) return true;
  if (keyword === "pattern") return typeof value === "string" && isCompilablePattern(value);
  if (keyword === "anyOf" || keyword === "oneOf")
    return Array.isArray(value) && value.length > 0 && value.every(isObject);
  return ["not", "if", "then", "else"].includes(keyword) && isObject(value);
}

function isCompilablePattern(pattern: string): boolean {
  try {
    compilePattern(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
