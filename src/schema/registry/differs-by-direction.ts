import { isObject, type JsonObject, type Pointer, valueAt } from "../../document/index.js";
import { getReferenceTarget, listEnclosingSchemas } from "./excluded-properties.js";
import type { SchemaRegistry } from "./schema-registry.js";
import { getSubschemaPointer, listSubschemas } from "./subschemas.js";

/**
 * Whether requests and answers can differ about the schema at a pointer: whether it reaches `readOnly` or `writeOnly`, or
 * stands beside it. Where they cannot, one compiled schema serves both.
 */
export function createDirectionTest({ root, traits }: SchemaRegistry): (pointer: Pointer) => boolean {
  if (!traits.has("one-sided properties")) return () => false;
  const clean = new Set<Pointer>();
  return (start) => {
    const reached = new Set<Pointer>([listEnclosingSchemas(root, start)[0] ?? start]);
    // A set may grow while it is walked, and what is added comes last.
    for (const pointer of reached) {
      const schema = clean.has(pointer) ? undefined : valueAt(root, pointer);
      if (!isObject(schema)) continue;
      if (hasDirectionKeyword(schema)) return true;
      for (const next of listNextSchemas(schema, pointer)) reached.add(next);
    }
    for (const pointer of reached) clean.add(pointer);
    return false;
  };
}

/** A dynamic reference may lead anywhere. */
function hasDirectionKeyword(schema: JsonObject): boolean {
  return schema.readOnly === true || schema.writeOnly === true || schema.$dynamicRef !== undefined;
}

function listNextSchemas(schema: JsonObject, pointer: Pointer): Pointer[] {
  const target = getReferenceTarget(schema);
  const below = listSubschemas(schema).filter(({ applies }) => applies !== "none");
  return [...(target === undefined ? [] : [target]), ...below.map((inner) => getSubschemaPointer(pointer, inner))];
}
