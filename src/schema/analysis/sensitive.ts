import { isObject, joinPointer, type Pointer, parsePointer } from "../../document/index.js";
import type { Schemas } from "../validation/schemas.js";
import type { ApplicableSchema } from "./applicable-schema.js";
import { getApplicableSchemas } from "./coerce.js";
import { findPropertyPointers } from "./merged-schema.js";

/**
 * Whether the value at an instance pointer, or one that it stands in, is a secret: marked `x-sensitive` or `writeOnly`,
 * or of the format `password`.
 */
export function isSensitive(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): boolean {
  const known = sensitiveCache.get(schemas) ?? new Map<string, boolean>();
  sensitiveCache.set(schemas, known);
  const key = `${schema} ${instance}`;
  const answer = known.get(key) ?? findSensitiveSchema(schemas, schema, instance);
  if (known.size < MAX_CACHED) known.set(key, answer);
  return answer;
}

/** Noisy traffic asks the same of many values. */
const sensitiveCache = new WeakMap<Schemas, Map<string, boolean>>();
const MAX_CACHED = 10_000;

function findSensitiveSchema(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): boolean {
  let shapes = getApplicableSchemas(schemas, schema);
  if (shapes.some(isSensitiveSchema)) return true;
  for (const token of parsePointer(instance)) {
    const pointers = [...(findPropertyPointers(shapes, token) ?? []), ...shapes.flatMap(listItemSchemas)];
    shapes = pointers.flatMap((pointer) => getApplicableSchemas(schemas, pointer));
    if (shapes.some(isSensitiveSchema)) return true;
  }
  return false;
}

/** Whether a schema itself says that what it describes is a secret. */
export function isSensitiveSchema({ schema }: Pick<ApplicableSchema, "schema">): boolean {
  return schema["x-sensitive"] === true || schema.writeOnly === true || schema.format === "password";
}

function listItemSchemas({ pointer, schema }: ApplicableSchema): Pointer[] {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const pointers = prefix.map((_, index) => joinPointer(pointer, "prefixItems", index));
  const rest = ["items", "unevaluatedItems"].filter((keyword) => isObject(schema[keyword]));
  return [...pointers, ...rest.map((keyword) => joinPointer(pointer, keyword))];
}
