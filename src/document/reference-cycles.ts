import { isObject, type Json, type JsonObject } from "./json.js";
import { joinPointer, type Pointer, parsePointerFragment, valueAt } from "./pointer.js";
import { IN_PLACE_KEYWORDS } from "./structure.js";

/**
 * The schemas that can never be evaluated, because a `$ref` (through `allOf` and its kin) leads back to them without
 * stepping into the value: each is named by the pointer of the reference that closes the circle.
 *
 * Recursion through a property or an item is what tree-shaped data needs, and is not a cycle in this sense.
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

/** The references that a schema (or any object that is a reference) makes about the very value it describes. */
function listInPlaceReferences(root: JsonObject, pointer: Pointer): [from: Pointer, to: Pointer][] {
  const found: [Pointer, Pointer][] = [];
  const walk = (node: Json | undefined, at: Pointer): void => {
    if (!isObject(node)) return;
    if (typeof node.$ref === "string" && node.$ref.startsWith("#")) {
      const target = parsePointerFragment(node.$ref.slice(1));
      if (target !== undefined) found.push([joinPointer(at, "$ref"), target]);
    }
    for (const [child, childAt] of listInPlaceSchemas(node, at)) walk(child, childAt);
  };
  walk(valueAt(root, pointer), pointer);
  return found;
}

function listInPlaceSchemas(node: JsonObject, at: Pointer): [Json | undefined, Pointer][] {
  return IN_PLACE_KEYWORDS.flatMap((keyword): [Json | undefined, Pointer][] => {
    const value = node[keyword];
    if (value === undefined) return [];
    if (Array.isArray(value) || (keyword === "dependentSchemas" && isObject(value))) {
      return Object.entries(value).map(([token, item]) => [item, joinPointer(at, keyword, token)]);
    }
    return [[value, joinPointer(at, keyword)]];
  });
}
