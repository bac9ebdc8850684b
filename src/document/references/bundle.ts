import { posix } from "node:path";
import type { Diagnostic, DocumentFault } from "../diagnostic.js";
import {
  asObject,
  formatPointerFragment,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../json.js";
import type { SourceFile } from "../source-file.js";
import { COMPONENT_SECTION, getObjectField, mapItems, mapValues, type ObjectKind } from "../structure.js";
import {
  isKnownDialect,
  isLocalReference,
  isRemoteReference,
  ReferenceResolver,
  type ReferenceSource,
  type ReferenceTarget,
} from "./reference-resolver.js";

/** The source of a part of the bundle: a file and a pointer in it. */
export type SourceOrigin = { readonly file: SourceFile; readonly pointer: Pointer };

/** What is known about the parts of a bundle. */
export type BundleRecord = {
  /** The pointers of the bundle at which another file, or another part of a file, begins. */
  readonly origins: Map<Pointer, SourceOrigin>;
  /** The pointers of the bundle that are targets of a `$ref`. */
  readonly referenced: Set<Pointer>;
  /** Why the spec cannot be used. */
  readonly diagnostics: DocumentFault[];
  /** Why parts cannot be used, by the pointer of an unresolvable `$ref` object: a schema, an example or a link. */
  readonly unresolved: Map<Pointer, Diagnostic>;
  /** What the specification does not allow but the loader accepts: references in place of a map, types of other languages. */
  readonly repaired: Map<Pointer, string>;
};

export type Bundle = BundleRecord & { readonly root: JsonObject };

export function createBundleRecord(entry: SourceFile): BundleRecord {
  const origins = new Map([["", { file: entry, pointer: "" }]]);
  return { origins, referenced: new Set(), diagnostics: [], unresolved: new Map(), repaired: new Map() };
}

type BundleState = BundleRecord & {
  readonly entry: SourceFile;
  readonly resolver: ReferenceResolver;
  /** The bundle pointer of each reference target, by `<file>#<pointer>`. */
  readonly placed: Map<string, Pointer>;
  readonly added: Map<Pointer, Json>;
  readonly fromMaps: ReadonlySet<Pointer>;
};

/** The state of the copy: the kind of object, its location in its file, and its location in the bundle. */
type CopyPosition = {
  readonly kind: ObjectKind;
  readonly file: SourceFile;
  readonly source: Pointer;
  readonly target: Pointer;
  /** The references that are being inlined; one that occurs again is a cycle. */
  readonly inlining?: readonly string[];
};

function reportUnresolved(state: BundleState, position: CopyPosition, node: JsonObject, message: string): Json {
  const diagnostic = { message, ...position.file.locate(joinPointer(position.source, "$ref")) };
  // Only what needs a component cannot be checked. A missing path item would hide unknown operations.
  if (COMPONENT_SECTION[position.kind] !== undefined) state.unresolved.set(position.target, diagnostic);
  else state.diagnostics.push({ ...diagnostic, pointer: joinPointer(position.target, "$ref") });
  return node;
}

/** Whether the bundle has a component at a pointer already. */
function isTakenPointer(state: BundleState, target: Pointer): boolean {
  return state.added.has(target) || state.fromMaps.has(target) || valueAt(state.entry.value, target) !== undefined;
}

/**
 * Bundles the files of a spec into one document in which every `$ref` is a local pointer.
 *
 * Content of another file becomes a component named after the file, or after the last segment of the pointer into it. Path
 * items are inlined. A single-file spec is returned unchanged.
 */
export function bundleDocument(entry: SourceFile, read: (path: string) => SourceFile): Bundle {
  const resolver = new ReferenceResolver({ entry, read });
  const { placed, fromMaps } = reserveComponents(entry, resolver);
  const record = createBundleRecord(entry);
  const state: BundleState = { ...record, entry, resolver, placed, added: new Map(), fromMaps };
  const root = copyNode(state, entry.value, { kind: "openapi", file: entry, source: "", target: "" }) as JsonObject;
  return { ...record, root: addComponents(root, state.added) };
}

function copyNode(state: BundleState, node: Json, position: CopyPosition): Json {
  if (!isObject(node)) return node;
  if (typeof node.$ref === "string") return copyReference(state, node, node.$ref, position);
  return copyFields(state, node, position);
}

function copyFields(state: BundleState, node: JsonObject, position: CopyPosition): JsonObject {
  return mapValues(node, (value, name) => copyField(state, value, name, position)) as JsonObject;
}

function copyField(state: BundleState, value: Json, name: string, position: CopyPosition): Json {
  if (name === "discriminator" && position.kind === "schema") return copyDiscriminator(state, value, position);
  if (name === "$dynamicRef" && position.kind === "schema") return copyDynamicReference(state, value, position);
  const field = getObjectField(position.kind, name);
  if (field === undefined) return value;
  const source = joinPointer(position.source, name);
  // An object that was not moved has a single location.
  const target = position.target === position.source ? source : joinPointer(position.target, name);
  const at = (token: string | number, kind: ObjectKind): CopyPosition => {
    const from = token === "" ? source : joinPointer(source, token);
    const to = token === "" ? target : target === source ? from : joinPointer(target, token);
    return { ...position, kind, source: from, target: to };
  };
  if (Array.isArray(value)) return mapItems(value, (item, index) => copyNode(state, item, at(index, field.kind)));
  // A value that should be an array is reported later, for the complete bundle.
  if (field.holds === "array") return value;
  if (field.holds !== "map" || !isObject(value)) return copyNode(state, value, at("", field.kind));
  const map = followMapReference(state.resolver, { file: position.file, pointer: source }, value);
  if (map !== undefined) return copyMap(state, map, at("", field.kind));
  return mapValues(value, (item, key) => copyNode(state, item, at(key, field.kind)));
}

/** Inlines the map that a reference leads to. */
function copyMap(state: BundleState, { file, pointer, value: found }: ReferenceTarget, position: CopyPosition): Json {
  const reference = joinPointer(position.target, "$ref");
  state.repaired.set(reference, `a $ref stands for one object, and here for a whole map: ${file.path}#${pointer}`);
  state.origins.set(reference, { file: position.file, pointer: joinPointer(position.source, "$ref") });
  state.origins.set(position.target, { file, pointer });
  if (!isObject(found)) return found;
  return mapValues(found, (item, key) =>
    copyNode(state, item, {
      ...position,
      file,
      source: joinPointer(pointer, key),
      target: joinPointer(position.target, key),
    }),
  );
}

/** A mapping names schemas by component name or by reference; only references are rewritten. */
function copyDiscriminator(state: BundleState, value: Json, position: CopyPosition): Json {
  const mapping = asObject(asObject(value)?.mapping);
  if (mapping === undefined) return value;
  const entries = Object.entries(mapping).map(([key, target]): [string, Json] => {
    if (typeof target !== "string" || isRemoteReference(target) || !/[/.#]/.test(target)) return [key, target];
    // A mapping does not affect validity, so that lint reports one that cannot be resolved.
    const source = joinPointer(position.source, "discriminator", "mapping", key);
    if (typeof state.resolver.resolve({ file: position.file, pointer: source }, target) === "string")
      return [key, target];
    const moved = copyReference(state, { $ref: target }, target, { ...position, source });
    return [key, asObject(moved)?.$ref ?? target];
  });
  return { ...(value as JsonObject), mapping: Object.fromEntries(entries) };
}

function copyReference(state: BundleState, node: JsonObject, reference: string, position: CopyPosition): Json {
  if (position.kind === "schema" && isKnownDialect(reference)) return node;
  const target = state.resolver.resolve({ file: position.file, pointer: position.source }, reference);
  if (typeof target === "string") return reportUnresolved(state, position, node, target);
  const { file, pointer } = target;
  const isOwn = file === state.entry;
  const isInlined = position.kind === "pathItem" && (!isOwn || Object.keys(node).length > 1);
  const whole = position.kind === "schema" ? state.resolver.findWholeSchema(target) : undefined;
  const key = `${file.path}#${pointer}`;
  const isPart = whole !== undefined && whole !== pointer;
  const isPlacedHere = !isPart && state.placed.get(key) === position.target;
  if (isInlined || (!isOwn && (COMPONENT_SECTION[position.kind] === undefined || isPlacedHere)))
    return inlineReference(state, node, { ...target, key }, position);
  const local = isOwn ? findOwnPlace(state, reference, target) : placeTarget(state, target, { ...position, whole });
  state.referenced.add(local);
  // Since 3.1 a reference in a schema can have sibling keywords, which can contain references.
  const copy = position.kind === "schema" ? copyFields(state, node, position) : node;
  const isLocal = isLocalReference(reference) && parsePointerFragment(reference.slice(1)) === local;
  return isLocal ? copy : { ...copy, $ref: `#${formatPointerFragment(local)}` };
}

/** A reference through another, such as a component that is one, leads to where the target was placed. */
function findOwnPlace(state: BundleState, reference: string, { file, pointer }: ReferenceTarget): Pointer {
  const isDirect = valueAt(state.entry.value, parsePointerFragment(reference.slice(1)) ?? "") !== undefined;
  return (!isDirect && state.placed.get(`${file.path}#${pointer}`)) || pointer;
}

/** Adds the target in another file as a component, or the whole schema that contains it, and returns its new pointer. */
function placeTarget(
  state: BundleState,
  { file, pointer, value }: ReferenceTarget,
  { whole, ...position }: CopyPosition & { readonly whole: Pointer | undefined },
): Pointer {
  const source = whole ?? pointer;
  const found = whole === undefined ? value : (valueAt(file.value, whole) ?? null);
  return (
    addComponent(state, `${file.path}#${source}`, found, { ...position, file, source }) + pointer.slice(source.length)
  );
}

/** A reference to a dynamic anchor stays one, and names its resource by URI. Any other becomes a pointer. */
function copyDynamicReference(state: BundleState, value: Json, position: CopyPosition): Json {
  if (typeof value !== "string") return value;
  const target = state.resolver.resolve({ file: position.file, pointer: position.source }, value);
  const anchor = typeof target === "string" ? undefined : state.resolver.findDynamicAnchor(target, value);
  if (typeof target === "string" || anchor === undefined)
    return asObject(copyReference(state, { $ref: value }, value, position))?.$ref ?? value;
  if (target.file !== state.entry)
    placeTarget(state, target, { ...position, whole: state.resolver.findWholeSchema(target) });
  return target.file === position.file ? value : anchor;
}

/** A file whose dynamic anchors belong to no `$id` becomes a schema with the `$id` that the file has by its path. */
function copyTarget(state: BundleState, found: Json, position: CopyPosition): Json {
  const copy = copyNode(state, found, position);
  const { file, source, kind } = position;
  if (kind !== "schema" || source !== "" || !isObject(copy) || copy.$id !== undefined) return copy;
  return state.resolver.hasDynamicAnchors(file) ? { $id: file.path, ...copy } : copy;
}

type InlineReference = ReferenceTarget & { readonly key: string };

/** Inlines the target of a reference; sibling fields of the reference take precedence. */
function inlineReference(
  state: BundleState,
  node: JsonObject,
  { file, pointer, value: found, key }: InlineReference,
  position: CopyPosition,
): Json {
  const trail = position.inlining ?? [];
  if (trail.includes(key))
    return reportUnresolved(state, position, node, `$ref "${String(node.$ref)}" leads back to itself`);
  state.origins.set(position.target, { file, pointer });
  const inlined = copyTarget(state, found, { ...position, file, source: pointer, inlining: [...trail, key] });
  const { $ref: _, ...rest } = node;
  if (Object.keys(rest).length === 0) return inlined;
  const own = copyFields(state, rest, position);
  for (const name of Object.keys(own)) {
    state.origins.set(joinPointer(position.target, name), {
      file: position.file,
      pointer: joinPointer(position.source, name),
    });
  }
  return { ...asObject(inlined), ...own };
}

function addComponent(state: BundleState, key: string, found: Json, position: CopyPosition): Pointer {
  const known = state.placed.get(key);
  if (known !== undefined) return known;
  const base = joinPointer("/components", COMPONENT_SECTION[position.kind] ?? "");
  const name = createComponentName(position.file.path, position.source);
  let target = joinPointer(base, name);
  for (let n = 2; isTakenPointer(state, target); n += 1) target = joinPointer(base, `${name}-${n}`);
  state.placed.set(key, target);
  state.origins.set(target, { file: position.file, pointer: position.source });
  state.added.set(target, null);
  state.added.set(target, copyTarget(state, found, { ...position, target }));
  return target;
}

/** Names a component after its file, or after the last segment of the pointer into the file. */
export function createComponentName(path: string, pointer: Pointer): string {
  const name = pointer === "" ? posix.basename(path).replace(/\.(ya?ml|json)$/i, "") : lastToken(pointer);
  return name.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

/** Adds the components from other files to the document, sorted by name. */
function addComponents(root: JsonObject, added: ReadonlyMap<Pointer, Json>): JsonObject {
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

/** Finds components that are references, so that other references to the same target lead to the component. */
function reserveComponents(entry: SourceFile, resolver: ReferenceResolver) {
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
  return {
    /** The component pointer of a location in a file, by `<file>#<pointer>`. */
    placed,
    /** The components from a referenced map, which are not in the entry file. */
    fromMaps,
  };
}

/**
 * Resolves a reference in place of a map, such as `schemas: { $ref: schemas/index.yaml }`. The specification does not allow it,
 * but specs in several files use it.
 */
function followMapReference(
  resolver: ReferenceResolver,
  source: ReferenceSource,
  map: Json,
): ReferenceTarget | undefined {
  const reference = asObject(map)?.$ref;
  if (typeof reference !== "string" || Object.keys(map as JsonObject).length > 1) return undefined;
  const target = resolver.resolve(source, reference);
  return typeof target === "string" || target.value === map ? undefined : target;
}
