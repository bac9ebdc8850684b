import { addComponents, createComponentName, defineOwnProperty } from "./add-components.js";
import type { Diagnostic } from "./diagnostic.js";
import type { DocumentFault } from "./document-error.js";
import { followReference, type ReferenceTarget } from "./follow-reference.js";
import { asObject, isObject, type Json, type JsonObject } from "./json.js";
import { formatPointerFragment, joinPointer, type Pointer, parsePointerFragment, valueAt } from "./pointer.js";
import { isKnownIdentifier, isLocalReference, isRemoteReference } from "./reference.js";
import { followMapReference, type MapReference, reserveComponents } from "./reserve-components.js";
import type { SourceFile } from "./source-file.js";
import { COMPONENT_SECTION, getObjectField, type ObjectKind } from "./structure.js";

/** The source of a part of the bundle: a file and a pointer in it. */
export type SourceOrigin = { readonly file: SourceFile; readonly pointer: Pointer };

export type Bundle = {
  readonly root: JsonObject;
  /** The pointers of the bundle at which another file, or another part of a file, begins. */
  readonly origins: ReadonlyMap<Pointer, SourceOrigin>;
  /** The pointers of the bundle that are targets of a `$ref`. */
  readonly referenced: ReadonlySet<Pointer>;
  /** Why the spec cannot be used. */
  readonly diagnostics: readonly DocumentFault[];
  /** Why parts cannot be used, by the pointer of an unresolvable `$ref` object: a schema, an example or a link. */
  readonly unresolved: ReadonlyMap<Pointer, Diagnostic>;
  /** References in place of a map, which the specification does not allow but the loader accepts. */
  readonly repaired: ReadonlyMap<Pointer, string>;
};

/**
 * Bundles the files of a spec into one document in which every `$ref` is a local pointer.
 *
 * Content of another file becomes a component named after the file, or after the last segment of the pointer into it. Path
 * items are inlined. A single-file spec is returned unchanged.
 */
export function bundleDocument(entry: SourceFile, read: (path: string) => SourceFile): Bundle {
  const { placed, fromMaps } = reserveComponents({ entry, read });
  const state: BundleState = {
    entry,
    read,
    origins: new Map(),
    placed,
    added: new Map(),
    referenced: new Set(),
    diagnostics: [],
    unresolved: new Map(),
    fromMaps,
    repaired: new Map(),
  };
  state.origins.set("", { file: entry, pointer: "" });
  const root = copyNode(state, entry.value, { kind: "openapi", file: entry, source: "", target: "" }) as JsonObject;
  const { origins, referenced, diagnostics, unresolved, repaired } = state;
  return { root: addComponents(root, state.added), origins, referenced, diagnostics, unresolved, repaired };
}

type BundleState = {
  readonly entry: SourceFile;
  readonly read: (path: string) => SourceFile;
  readonly origins: Map<Pointer, SourceOrigin>;
  /** The bundle pointer of each reference target, by `<file>#<pointer>`. */
  readonly placed: Map<string, Pointer>;
  readonly added: Map<Pointer, Json>;
  readonly referenced: Set<Pointer>;
  readonly diagnostics: DocumentFault[];
  readonly unresolved: Map<Pointer, Diagnostic>;
  readonly fromMaps: ReadonlySet<Pointer>;
  readonly repaired: Map<Pointer, string>;
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

function copyNode(state: BundleState, node: Json, position: CopyPosition): Json {
  if (!isObject(node)) return node;
  if (typeof node.$ref === "string") return copyReference(state, node, node.$ref, position);
  return copyFields(state, node, position);
}

function copyFields(state: BundleState, node: JsonObject, position: CopyPosition): JsonObject {
  return mapFields(node, (value, name) => copyField(state, value, name, position));
}

function copyField(state: BundleState, value: Json, name: string, position: CopyPosition): Json {
  if (name === "discriminator" && position.kind === "schema") return copyDiscriminator(state, value, position);
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
  if (Array.isArray(value)) return copyItems(state, value, (index) => at(index, field.kind));
  // A value that should be an array is reported later, for the complete bundle.
  if (field.holds === "array") return value;
  if (field.holds !== "map" || !isObject(value)) return copyNode(state, value, at("", field.kind));
  const map = followMapReference(state, position.file, value);
  if (map !== undefined) return copyMap(state, map, at("", field.kind));
  return mapFields(value, (item, key) => copyNode(state, item, at(key, field.kind)));
}

/** Inlines the map that a reference leads to. */
function copyMap(state: BundleState, { file, pointer, value: found }: MapReference, position: CopyPosition): Json {
  const reference = joinPointer(position.target, "$ref");
  state.repaired.set(reference, `a $ref stands for one object, and here for a whole map: ${file.path}#${pointer}`);
  state.origins.set(reference, { file: position.file, pointer: joinPointer(position.source, "$ref") });
  state.origins.set(position.target, { file, pointer });
  if (!isObject(found)) return found;
  return mapFields(found, (item, key) =>
    copyNode(state, item, {
      ...position,
      file,
      source: joinPointer(pointer, key),
      target: joinPointer(position.target, key),
    }),
  );
}

/** Returns the same object if nothing in it changes, as for every object of a single-file spec. */
function mapFields(node: JsonObject, change: (value: Json, name: string) => Json): JsonObject {
  let result: Record<string, Json> | undefined;
  for (const name of Object.keys(node)) {
    const value = node[name] as Json;
    const next = change(value, name);
    if (next === value) continue;
    // A spread preserves a property named `__proto__`.
    result ??= { ...node };
    defineOwnProperty(result, name, next);
  }
  return result ?? node;
}

function copyItems(state: BundleState, items: readonly Json[], at: (index: number) => CopyPosition): readonly Json[] {
  const copies = items.map((item, index) => copyNode(state, item, at(index)));
  return copies.some((item, index) => item !== items[index]) ? copies : items;
}

/** A mapping names schemas by component name or by reference; only references are rewritten. */
function copyDiscriminator(state: BundleState, value: Json, position: CopyPosition): Json {
  const mapping = asObject(asObject(value)?.mapping);
  if (mapping === undefined) return value;
  const entries = Object.entries(mapping).map(([key, target]): [string, Json] => {
    if (typeof target !== "string" || isRemoteReference(target) || !/[/.#]/.test(target)) return [key, target];
    // A mapping does not affect validity, so that lint reports one that cannot be resolved.
    if (typeof followReference(state, position.file, target) === "string") return [key, target];
    const source = joinPointer(position.source, "discriminator", "mapping", key);
    const moved = copyReference(state, { $ref: target }, target, { ...position, source });
    return [key, asObject(moved)?.$ref ?? target];
  });
  return { ...(value as JsonObject), mapping: Object.fromEntries(entries) };
}

function copyReference(state: BundleState, node: JsonObject, reference: string, position: CopyPosition): Json {
  // The schema compiler resolves identifiers inside the spec.
  if (position.kind === "schema" && isRemoteReference(reference) && isKnownIdentifier(state.entry.value, reference))
    return node;
  const target = followReference(state, position.file, reference);
  if (typeof target === "string") {
    const isOurs =
      position.kind === "schema" && position.file === state.entry && isKnownIdentifier(state.entry.value, reference);
    return isOurs ? node : reportUnresolved(state, position, node, target);
  }
  const { file, pointer, value: found } = target;
  if (pointer === undefined) return node;
  const isOwn = file === state.entry;
  const isDirect = valueAt(state.entry.value, parsePointerFragment(reference.slice(1)) ?? "") !== undefined;
  const isInlined = position.kind === "pathItem" && (!isOwn || Object.keys(node).length > 1);
  const key = `${file.path}#${pointer}`;
  if (
    isInlined ||
    (!isOwn && (COMPONENT_SECTION[position.kind] === undefined || state.placed.get(key) === position.target))
  ) {
    return inlineReference(state, node, { ...target, pointer, key }, position);
  }
  const source: CopyPosition = { ...position, file, source: pointer };
  const ownPlace = (!isDirect && state.placed.get(key)) || pointer;
  const local = isOwn ? ownPlace : addComponent(state, key, found, source);
  state.referenced.add(local);
  if (isOwn && isLocalReference(reference) && isDirect) return copySiblings(state, node, position);
  return { ...copySiblings(state, node, position), $ref: `#${formatPointerFragment(local)}` };
}

type InlineReference = ReferenceTarget & { readonly pointer: Pointer; readonly key: string };

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
  const inlined = copyNode(state, found, { ...position, file, source: pointer, inlining: [...trail, key] });
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

/** The spec is usable without these kinds of objects. A missing parameter or response would hide documented data. */
const RECOVERABLE_KINDS: ReadonlySet<ObjectKind> = new Set(["schema", "example", "link"]);

function reportUnresolved(state: BundleState, position: CopyPosition, node: JsonObject, message: string): Json {
  const diagnostic = { message, ...position.file.locate(joinPointer(position.source, "$ref")) };
  if (RECOVERABLE_KINDS.has(position.kind)) state.unresolved.set(position.target, diagnostic);
  else state.diagnostics.push({ ...diagnostic, pointer: joinPointer(position.target, "$ref") });
  return node;
}

/** Since 3.1 a reference in a schema can have sibling keywords, which can contain references. */
function copySiblings(state: BundleState, node: JsonObject, position: CopyPosition): JsonObject {
  return position.kind === "schema" ? copyFields(state, node, position) : node;
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
  state.added.set(target, copyNode(state, found, { ...position, target }));
  return target;
}

function isTakenPointer(state: BundleState, target: Pointer): boolean {
  return state.added.has(target) || state.fromMaps.has(target) || valueAt(state.entry.value, target) !== undefined;
}
