import { getSubschemaPointer, listSubschemas, type Subschema } from "../../document/applicators.js";
import {
  asArray,
  asString,
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";

/** Added to a normalized `$dynamicRef` that may lead to several schemas: their pointers. */
export const DYNAMIC_TARGETS = "x-contract-dynamic-targets";

/** The pointer of a local reference; undefined for other references. */
export function getReferenceTarget(schema: JsonObject, keyword: "$ref" | "$dynamicRef" = "$ref"): Pointer | undefined {
  const reference = asString(schema[keyword]);
  return reference?.startsWith("#") ? parsePointerFragment(reference.slice(1)) : undefined;
}

/** The schemas that a `$dynamicRef` may lead to. The dynamic scope of a value decides between several. */
export function listDynamicTargets(schema: JsonObject): Pointer[] {
  const several = asArray(schema[DYNAMIC_TARGETS]).map(String);
  const target = getReferenceTarget(schema, "$dynamicRef");
  return several.length > 0 || target === undefined ? several : [target];
}

export type LocatedSchema = { readonly pointer: Pointer; readonly schema: JsonObject };

/**
 * Yields each schema once that is reachable from the pointers through references and the subschemas that `follows` selects,
 * except through the pointers that `skips` selects.
 */
export function* walkSchemas(
  root: Json,
  from: readonly Pointer[],
  follows: (inner: Subschema) => boolean,
  skips: (pointer: Pointer) => boolean = () => false,
): Iterable<LocatedSchema> {
  const reached = new Set(from);
  // Iteration over a set includes elements that are added meanwhile.
  for (const pointer of reached) {
    const schema = skips(pointer) ? undefined : valueAt(root, pointer);
    if (!isObject(schema)) continue;
    yield { pointer, schema };
    const target = getReferenceTarget(schema);
    if (target !== undefined) reached.add(target);
    for (const dynamic of listDynamicTargets(schema)) reached.add(dynamic);
    for (const inner of listSubschemas(schema)) if (follows(inner)) reached.add(getSubschemaPointer(pointer, inner));
  }
}
