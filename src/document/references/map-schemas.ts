import { isObject, type Json } from "../json.js";
import { joinPointer, type Pointer } from "../pointer.js";
import { getObjectField, type ObjectKind } from "../structure.js";

/** Returns the replacement of a schema in the document. */
export type SchemaTransform = (schema: Json, pointer: Pointer) => Json;

/**
 * Replaces each schema of a document. Parts without changes stay the same objects.
 *
 * Only the locations that OpenAPI defines for schemas count. An example is data, even if it looks like a schema.
 */
export function mapSchemas(node: Json, kind: ObjectKind, change: SchemaTransform, pointer: Pointer = ""): Json {
  return kind === "schema" ? change(node, pointer) : mapInnerSchemas(node, kind, change, pointer);
}

/** Replaces each schema below an object of a document; below a schema, each direct subschema. */
export function mapInnerSchemas(node: Json, kind: ObjectKind, change: SchemaTransform, pointer: Pointer = ""): Json {
  if (!isObject(node)) return node;
  return mapValues(node, (value, name) => {
    const field = getObjectField(kind, name);
    if (field === undefined) return value;
    const at = joinPointer(pointer, name);
    const inner = (item: Json, key: string | number): Json =>
      mapSchemas(item, field.kind, change, joinPointer(at, key));
    if (Array.isArray(value)) return mapItems(value, inner);
    if (field.holds === "map") return isObject(value) ? mapValues(value, inner) : value;
    return mapSchemas(value, field.kind, change, at);
  });
}

export function mapValues<T extends Json>(node: T, change: (value: Json, name: string) => Json): Json {
  if (!isObject(node)) return node;
  let result: Record<string, Json> | undefined;
  for (const name of Object.keys(node)) {
    const value = node[name] ?? null;
    const next = change(value, name);
    if (next === value) continue;
    // The spread and defineProperty keep a property named `__proto__`; an assignment would lose it.
    result ??= { ...node };
    Object.defineProperty(result, name, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return result ?? node;
}

export function mapItems(items: readonly Json[], change: (item: Json, index: number) => Json): readonly Json[] {
  let result: Json[] | undefined;
  for (const [index, item] of items.entries()) {
    const next = change(item, index);
    if (next === item) continue;
    result ??= [...items];
    result[index] = next;
  }
  return result ?? items;
}
