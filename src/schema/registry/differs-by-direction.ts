import { isApplied } from "../../document/applicators.js";
import type { JsonObject, Pointer } from "../../document/index.js";
import { listEnclosingSchemas } from "./excluded-properties.js";
import type { SchemaRegistry } from "./schema-registry.js";
import { walkSchemas } from "./walk-schemas.js";

/**
 * Creates a test of whether the schema at a pointer differs for requests and responses. It does if it or an enclosing
 * schema of the same value reaches `readOnly` or `writeOnly`. Otherwise one compiled schema serves both directions.
 */
export function createDirectionTest({ root, traits }: SchemaRegistry): (pointer: Pointer) => boolean {
  if (!traits.has("one-sided properties")) return () => false;
  const symmetric = new Set<Pointer>();
  return (start) => {
    const reached: Pointer[] = [];
    const from = [listEnclosingSchemas(root, start)[0] ?? start];
    for (const { pointer, schema } of walkSchemas(root, from, isApplied, (it) => symmetric.has(it))) {
      if (hasDirectionKeyword(schema)) return true;
      reached.push(pointer);
    }
    for (const pointer of reached) symmetric.add(pointer);
    return false;
  };
}

/** Includes dynamic references, because their targets are known only during validation. */
function hasDirectionKeyword(schema: JsonObject): boolean {
  return schema.readOnly === true || schema.writeOnly === true || schema.$dynamicRef !== undefined;
}
