import { posix } from "node:path";
import { asObject, type Json, type JsonObject } from "../json.js";
import { joinPointer, lastToken, type Pointer } from "../pointer.js";
import type { SourceFile } from "../source-file.js";
import { isLocalReference, isRemoteReference } from "./reference.js";
import type { ReferenceResolver, ReferenceSource, ReferenceTarget } from "./reference-resolver.js";

/** Names a component after its file, or after the last segment of the pointer into the file. */
export function createComponentName(path: string, pointer: Pointer): string {
  const name = pointer === "" ? posix.basename(path).replace(/\.(ya?ml|json)$/i, "") : lastToken(pointer);
  return name.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

/** Adds the components from other files to the document, sorted by name. */
export function addComponents(root: JsonObject, added: ReadonlyMap<Pointer, Json>): JsonObject {
  if (added.size === 0) return root;
  const sections: Record<string, Record<string, Json>> = {};
  for (const [section, components] of Object.entries(asObject(root.components) ?? {})) {
    sections[section] = { ...(components as Record<string, Json>) };
  }
  for (const pointer of [...added.keys()].sort()) {
    const [, , section = "", name = ""] = pointer.split("/");
    const components = sections[section] ?? {};
    components[name] = added.get(pointer) ?? null;
    sections[section] = components;
  }
  return { ...root, components: sections };
}

type ReservedComponents = {
  /** The component pointer of a location in a file, by `<file>#<pointer>`. */
  readonly placed: Map<string, Pointer>;
  /** The components from a referenced map, which are not in the entry file. */
  readonly fromMaps: ReadonlySet<Pointer>;
};

/** Finds components that are references, so that other references to the same target lead to the component. */
export function reserveComponents(entry: SourceFile, resolver: ReferenceResolver): ReservedComponents {
  const placed = new Map<string, Pointer>();
  const fromMaps = new Set<Pointer>();
  const reserve = (key: string, target: Pointer): void => {
    if (!placed.has(key)) placed.set(key, target);
  };
  const sections = asObject(asObject(entry.value)?.components) ?? {};
  for (const [section, components] of Object.entries(sections)) {
    const base = { file: entry, pointer: joinPointer("/components", section) };
    const map = followMapReference(resolver, base, components);
    const { file, pointer: at } = map ?? base;
    for (const [name, component] of Object.entries(asObject(map?.value ?? components) ?? {})) {
      const pointer = joinPointer("/components", section, name);
      const source = { file, pointer: joinPointer(at, name) };
      if (map !== undefined) {
        reserve(`${file.path}#${source.pointer}`, pointer);
        fromMaps.add(pointer);
      }
      const reference = asObject(component)?.$ref;
      if (typeof reference !== "string" || isLocalReference(reference) || isRemoteReference(reference)) continue;
      // A reference with sibling keywords is a separate schema, different from its target.
      if (Object.keys(component as JsonObject).length > 1) continue;
      const target = resolver.resolve(source, reference);
      if (typeof target !== "string") reserve(`${target.file.path}#${target.pointer}`, pointer);
    }
  }
  return { placed, fromMaps };
}

/**
 * Resolves a reference in place of a map, such as `schemas: { $ref: schemas/index.yaml }`. The specification does not allow it,
 * but specs in several files use it.
 */
export function followMapReference(
  resolver: ReferenceResolver,
  source: ReferenceSource,
  map: Json,
): ReferenceTarget | undefined {
  const reference = asObject(map)?.$ref;
  if (typeof reference !== "string" || Object.keys(map as JsonObject).length > 1) return undefined;
  const target = resolver.resolve(source, reference);
  return typeof target === "string" || target.value === map ? undefined : target;
}
