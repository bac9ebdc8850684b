import { getSubschemaPointer, isApplied, listSubschemas } from "../../document/applicators.js";
import { isObject, type JsonObject, type Pointer, valueAt } from "../../document/index.js";
import { getReferenceTarget, listEnclosingSchemas } from "./excluded-properties.js";
import type { SchemaRegistry } from "./schema-registry.js";

/**
 * Creates a test of whether the schema at a pointer differs for requests and responses. It does if it or an enclosing
 * schema of the same value reaches `readOnly` or `writeOnly`. Otherwise one compiled schema serves both directions.
 */
export function createDirectionTest({ root, traits }: SchemaRegistry): (pointer: Pointer) => boolean {
  if (!traits.has("one-sided properties")) return () => false;
  const symmetric = new Set<Pointer>();
  return (start) => {
    const reached = new Set<Pointer>([listEnclosingSchemas(root, start)[0] ?? start]);
    // Iteration over a set includes elements that are added meanwhile.
    for (const pointer of reached) {
      const schema = symmetric.has(pointer) ? undefined : valueAt(root, pointer);
      if (!isObject(schema)) continue;
      if (hasDirectionKeyword(schema)) return true;
      for (const next of listNextSchemas(schema, pointer)) reached.add(next);
    }
    for (const pointer of reached) symmetric.add(pointer);
    return false;
  };
}

/** Includes dynamic references, because their targets are known only during validation. */
function hasDirectionKeyword(schema: JsonObject): boolean {
  return schema.readOnly === true || schema.writeOnly === true || schema.$dynamicRef !== undefined;
}

function listNextSchemas(schema: JsonObject, pointer: Pointer): Pointer[] {
  const target = getReferenceTarget(schema);
  const below = listSubschemas(schema).filter(isApplied);
  return [...(target === undefined ? [] : [target]), ...below.map((inner) => getSubschemaPointer(pointer, inner))];
}
