import { isObject, joinPointer, type Pointer, parsePointer } from "../../document/index.js";
import type { Schemas } from "../validation/schemas.js";
import type { ApplicableSchema } from "./applicable-schema.js";
import { getApplicableSchemas } from "./coerce.js";
import { findPropertyPointers } from "./merged-schema.js";

/**
 * Whether the value at an instance pointer, or a value that contains it, is sensitive: `x-sensitive`, `writeOnly` or the
 * format `password`.
 */
export function isSensitive(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): boolean {
  const cache = sensitiveCache.get(schemas) ?? new Map<string, boolean>();
  sensitiveCache.set(schemas, cache);
  const key = `${schema} ${instance}`;
  const isMarked = cache.get(key) ?? hasSensitiveSchema(schemas, schema, instance);
  if (cache.size < MAX_CACHED) cache.set(key, isMarked);
  return isMarked;
}

/** Traffic with many findings repeats the same lookups. */
const sensitiveCache = new WeakMap<Schemas, Map<string, boolean>>();
const MAX_CACHED = 10_000;

function hasSensitiveSchema(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): boolean {
  let applicable = getApplicableSchemas(schemas, schema);
  if (applicable.some(isSensitiveSchema)) return true;
  for (const token of parsePointer(instance)) {
    const pointers = [...(findPropertyPointers(applicable, token) ?? []), ...applicable.flatMap(listItemSchemas)];
    applicable = pointers.flatMap((pointer) => getApplicableSchemas(schemas, pointer));
    if (applicable.some(isSensitiveSchema)) return true;
  }
  return false;
}

/** Whether a schema itself marks its value as sensitive. */
export function isSensitiveSchema({ schema }: Pick<ApplicableSchema, "schema">): boolean {
  return schema["x-sensitive"] === true || schema.writeOnly === true || schema.format === "password";
}

function listItemSchemas({ pointer, schema }: ApplicableSchema): Pointer[] {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const pointers = prefix.map((_, index) => joinPointer(pointer, "prefixItems", index));
  const rest = ["items", "unevaluatedItems"].filter((keyword) => isObject(schema[keyword]));
  return [...pointers, ...rest.map((keyword) => joinPointer(pointer, keyword))];
}
