import { followReference, type ReferenceTarget, type SourceFiles } from "./follow-reference.js";
import { asObject, type Json, type JsonObject } from "./json.js";
import { joinPointer, type Pointer } from "./pointer.js";
import { getReferenceKey, isLocalReference, isRemoteReference } from "./reference.js";
import type { SourceFile } from "./source-file.js";

export type ReservedComponents = {
  /** The component as which a place in a file is known, by `<file>#<pointer>`. */
  readonly placed: Map<string, Pointer>;
  /** The components that come from a map in another place, and so do not stand in the entry file. */
  readonly fromMaps: ReadonlySet<Pointer>;
};

/** The names that a description gives to what stands elsewhere, so that whoever refers to it refers to the component. */
export function reserveComponents(files: SourceFiles): ReservedComponents {
  const { entry } = files;
  const placed = new Map<string, Pointer>();
  const fromMaps = new Set<Pointer>();
  const reserve = (key: string, target: Pointer): void => {
    if (!placed.has(key)) placed.set(key, target);
  };
  const sections = asObject(asObject(entry.value)?.components) ?? {};
  for (const [section, components] of Object.entries(sections)) {
    const map = followMapReference(files, entry, components);
    const file = map?.file ?? entry;
    for (const [name, component] of Object.entries(asObject(map?.value ?? components) ?? {})) {
      const pointer = joinPointer("/components", section, name);
      if (map !== undefined) {
        reserve(`${file.path}#${joinPointer(map.pointer, name)}`, pointer);
        fromMaps.add(pointer);
      }
      const reference = asObject(component)?.$ref;
      if (typeof reference !== "string" || isLocalReference(reference) || isRemoteReference(reference)) continue;
      // With keywords beside it, a reference is a schema of its own and cannot be what it refers to.
      if (Object.keys(component as JsonObject).length > 1) continue;
      reserve(getReferenceKey(file.path, reference), pointer);
    }
  }
  return { placed, fromMaps };
}

export type MapReference = ReferenceTarget & { readonly pointer: Pointer };

/**
 * What a reference in the place of a whole map leads to. The specification has none there, but descriptions in several files
 * have: `schemas: { $ref: schemas/index.yaml }`.
 */
export function followMapReference(files: SourceFiles, file: SourceFile, map: Json): MapReference | undefined {
  const reference = asObject(map)?.$ref;
  if (typeof reference !== "string" || Object.keys(map as JsonObject).length > 1) return undefined;
  const target = followReference(files, file, reference);
  if (typeof target === "string" || target.pointer === undefined || target.value === map) return undefined;
  return { ...target, pointer: target.pointer };
}
