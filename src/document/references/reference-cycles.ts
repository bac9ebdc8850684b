import { getSubschemaPointer, isInPlace, listSubschemas } from "../applicators.js";
import { isObject, type Json, type JsonObject } from "../json.js";
import { joinPointer, type Pointer, parsePointerFragment, valueAt } from "../pointer.js";

/**
 * Finds schemas that cannot be evaluated, because a `$ref` (also through `allOf` and similar keywords) leads back to them for
 * the same value. Each cycle is identified by the pointer of the reference that closes it.
 *
 * Recursion through a property or an item describes tree-shaped data and is not a cycle.
 */
export function findReferenceCycles(root: JsonObject, referenced: Iterable<Pointer>): Pointer[] {
  const state = new Map<Pointer, "open" | "done">();
  const cycles: Pointer[] = [];

  const visit = (pointer: Pointer): void => {
    if (state.has(pointer)) return;
    state.set(pointer, "open");
    for (const [from, to] of listInPlaceReferences(root, pointer)) {
      if (state.get(to) === "open") cycles.push(from);
      else visit(to);
    }
    state.set(pointer, "done");
  };

  for (const target of referenced) visit(target);
  return cycles;
}

/** The references of a schema (or of a reference object) that apply to the same value. */
function listInPlaceReferences(root: JsonObject, pointer: Pointer): [from: Pointer, to: Pointer][] {
  const found: [Pointer, Pointer][] = [];
  const walk = (node: Json | undefined, at: Pointer): void => {
    if (!isObject(node)) return;
    if (typeof node.$ref === "string" && node.$ref.startsWith("#")) {
      const target = parsePointerFragment(node.$ref.slice(1));
      if (target !== undefined) found.push([joinPointer(at, "$ref"), target]);
    }
    for (const inner of listSubschemas(node)) if (isInPlace(inner)) walk(inner.schema, getSubschemaPointer(at, inner));
  };
  walk(valueAt(root, pointer), pointer);
  return found;
}
