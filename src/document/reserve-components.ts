import { followReference, type ReferenceTarget, type SourceFiles } from "./follow-reference.js";
import { asObject, type Json, type JsonObject } from "./json.js";
import { joinPointer, type Pointer } from "./pointer.js";
import { getReferenceKey, isLocalReference, isRemoteReference } from "./reference.js";
import type { SourceFile } from "./source-file.js";

export type ReservedComponents = {
  /** The component pointer of a location in a file, by `<file>#<pointer>`. */
  readonly placed: Map<string, Pointer>;
  /** The components from a referenced map, which are not in the entry file. */
  readonly fromMaps: ReadonlySet<Pointer>;
};

/** Finds components that are references, so that other references to the same target lead to the component. */
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
      // A reference with sibling keywords is a separate schema, different from its target.
      if (Object.keys(component as JsonObject).length > 1) continue;
      reserve(getReferenceKey(file.path, reference), pointer);
    }
  }
  return { placed, fromMaps };
}

export type MapReference = ReferenceTarget & { readonly pointer: Pointer };

/**
 * Resolves a reference in place of a map, such as `schemas: { $ref: schemas/index.yaml }`. The specification does not allow it,
 * but specs in several files use it.
 */
export function followMapReference(files: SourceFiles, file: SourceFile, map: Json): MapReference | undefined {
  const reference = asObject(map)?.$ref;
  if (typeof reference !== "string" || Object.keys(map as JsonObject).length > 1) return undefined;
  const target = followReference(files, file, reference);
  if (typeof target === "string" || target.pointer === undefined || target.value === map) return undefined;
  return { ...target, pointer: target.pointer };
}
