import { isObject, type Json, type JsonObject } from "./json.js";
import { joinPointer, type Pointer, parsePointer, parsePointerFragment, valueAt } from "./pointer.js";
import { IN_PLACE_KEYWORDS } from "./structure.js";

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

/** Removes references that close a cycle, so that a document with such errors can still be walked. */
export function removeReferences(root: JsonObject, references: readonly Pointer[]): JsonObject {
  const withoutOne = (node: Json, [token, ...rest]: readonly string[]): Json => {
    if (typeof node !== "object" || node === null || token === undefined) return node;
    if (Array.isArray(node))
      return node.map((item, index) => (String(index) === token ? withoutOne(item, rest) : item));
    const entries = Object.entries(node).flatMap(([name, value]): [string, Json][] => {
      if (name !== token) return [[name, value]];
      return rest.length === 0 ? [] : [[name, withoutOne(value, rest)]];
    });
    return Object.fromEntries(entries);
  };
  return references.reduce((cut, pointer) => withoutOne(cut, parsePointer(pointer)) as JsonObject, root);
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
