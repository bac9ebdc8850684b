import type { Document } from "./document.js";
import { asObject, isObject, type JsonObject } from "./json.js";
import { joinPointer, type Pointer, parsePointerFragment, valueAt } from "./pointer.js";
import { formatLocation } from "./source-location.js";
import { getObjectField, type ObjectKind } from "./structure.js";

/** Schemas are compiled when a value needs them. Nothing is checked by the other kinds. */
const IGNORED_KINDS: ReadonlySet<ObjectKind> = new Set(["schema", "example", "link", "callback"]);

/** Lists why parts of an operation are unknown: references at or below a pointer that cannot be resolved. */
export function listGaps(document: Document, start: Pointer, kind: ObjectKind): string[] {
  const { root, unusable } = document;
  if (unusable === undefined || unusable.size === 0) return [];
  const found: string[] = [];
  const visited = new Set<Pointer>();
  const visit = (pointer: Pointer, kind: ObjectKind): void => {
    const value = valueAt(root, pointer);
    if (visited.has(pointer) || IGNORED_KINDS.has(kind) || !isObject(value)) return;
    visited.add(pointer);
    const gap = unusable.get(pointer);
    if (gap !== undefined) found.push(`${formatLocation(gap)}: ${gap.message}`);
    const target = typeof value.$ref === "string" ? parsePointerFragment(value.$ref.replace(/^#/, "")) : undefined;
    if (target !== undefined) visit(target, kind);
    for (const part of listParts(value, pointer, kind)) visit(...part);
  };
  visit(start, kind);
  return found;
}

function* listParts(value: JsonObject, pointer: Pointer, kind: ObjectKind): Iterable<[Pointer, ObjectKind]> {
  for (const name of Object.keys(value)) {
    const field = getObjectField(kind, name);
    if (field === undefined) continue;
    const at = joinPointer(pointer, name);
    if (field.holds === "one") yield [at, field.kind];
    else for (const key of Object.keys(asObject(value[name]) ?? {})) yield [joinPointer(at, key), field.kind];
  }
}
