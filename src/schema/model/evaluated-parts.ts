import { asArray, isObject, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import { compileBoundedPattern, type Pattern } from "../pattern/bounded-pattern.js";
import { type ApplicableSchema, listInPlaceSchemas } from "./applicable-schema.js";

/** The subschemas of `properties` and `patternProperties` for a name. */
export function listDeclaring(schema: JsonObject, pointer: Pointer, name: string): Pointer[] {
  const { properties, patternProperties } = schema;
  const named =
    isObject(properties) && Object.hasOwn(properties, name) ? [joinPointer(pointer, "properties", name)] : [];
  const patterns = Object.keys(isObject(patternProperties) ? patternProperties : {});
  const matching = patterns.filter((pattern) => matchesPattern(pattern, name));
  return [...named, ...matching.map((pattern) => joinPointer(pointer, "patternProperties", pattern))];
}

/** Whether another keyword than the `unevaluatedProperties` at a pointer evaluates a property. */
export function isPropertyEvaluated(applicable: readonly ApplicableSchema[], owner: Pointer, name: string): boolean {
  return listInPlace(applicable, owner).some(
    ({ pointer, schema }) =>
      schema.additionalProperties !== undefined ||
      (pointer !== owner && schema.unevaluatedProperties !== undefined) ||
      listDeclaring(schema, pointer, name).length > 0,
  );
}

/** The schemas among these that apply in place below the one at a pointer, including itself. */
function listInPlace(applicable: readonly ApplicableSchema[], pointer: Pointer): ApplicableSchema[] {
  const reached = new Set([pointer]);
  // Iteration over a set includes elements that are added meanwhile.
  for (const at of reached) {
    const found = applicable.find((it) => it.pointer === at);
    if (found !== undefined) for (const next of listInPlaceSchemas(found)) reached.add(next);
  }
  return applicable.filter((it) => reached.has(it.pointer));
}

type EvaluatedItem = { readonly index: number; readonly matching: readonly Pointer[] };

/** Whether another keyword than the `unevaluatedItems` at a pointer evaluates an item. */
export function isItemEvaluated(
  applicable: readonly ApplicableSchema[],
  owner: Pointer,
  { index, matching }: EvaluatedItem,
): boolean {
  return listInPlace(applicable, owner).some(
    ({ pointer, schema }) =>
      schema.items !== undefined ||
      (pointer !== owner && schema.unevaluatedItems !== undefined) ||
      asArray(schema.prefixItems).length > index ||
      matching.includes(joinPointer(pointer, "contains")),
  );
}

const patternCache = new Map<string, Pattern | undefined>();

export function matchesPattern(pattern: string, name: string): boolean {
  if (!patternCache.has(pattern)) patternCache.set(pattern, tryCompilePattern(pattern));
  return patternCache.get(pattern)?.test(name) ?? false;
}

function tryCompilePattern(pattern: string): Pattern | undefined {
  try {
    return compileBoundedPattern(pattern, "u");
  } catch {
    return undefined;
  }
}
