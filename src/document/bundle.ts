import { componentName, define, withAddedComponents } from "./added-components.js";
import type { DocumentProblem } from "./document-error.js";
import { followReference, type Target } from "./follow-reference.js";
import { asObject, isObject, type Json, type JsonObject } from "./json.js";
import { fragmentPointer, joinPointer, type Pointer, pointerFragment, valueAt } from "./pointer.js";
import { isIdentified, isLocal, isRemote } from "./reference.js";
import { type MapTarget, referencedMap, reservedComponents } from "./reserved-components.js";
import type { SourceFile } from "./source-file.js";
import { COMPONENT_SECTION, fieldOf, type ObjectKind } from "./structure.js";

/** Where a part of the bundle was written: a pointer in one of the files. */
export type Mount = { readonly file: SourceFile; readonly pointer: Pointer };

export type Bundle = {
  readonly root: JsonObject;
  /** The bundle's pointers at which another file (or another place of one) begins. */
  readonly mounts: ReadonlyMap<Pointer, Mount>;
  /** The bundle's pointers that some `$ref` leads to. */
  readonly referenced: ReadonlySet<Pointer>;
  /** Why the whole description cannot be used. */
  readonly problems: readonly DocumentProblem[];
  /** Why a part of it cannot, by the pointer of a `$ref`'s object that leads nowhere: a schema, an example or a link. */
  readonly gaps: ReadonlyMap<Pointer, DocumentProblem>;
  /** What the specification does not allow and is read all the same, as it was meant: each reference that stands for a map. */
  readonly repaired: ReadonlyMap<Pointer, string>;
};

/**
 * Joins the files of a description into one document in which every `$ref` is a local pointer.
 *
 * What another file holds becomes a component named after that file (or after the last word of the pointer into it);
 * path items are put where they are referenced. A description that is one file already comes back as it is.
 */
export function bundle(entry: SourceFile, read: (path: string) => SourceFile): Bundle {
  const { placed, fromMaps } = reservedComponents({ entry, read });
  const state: State = {
    entry,
    read,
    mounts: new Map(),
    placed,
    added: new Map(),
    referenced: new Set(),
    problems: [],
    gaps: new Map(),
    fromMaps,
    repaired: new Map(),
  };
  state.mounts.set("", { file: entry, pointer: "" });
  const root = copy(state, entry.value, { kind: "openapi", file: entry, source: "", target: "" }) as JsonObject;
  const { mounts, referenced, problems, gaps, repaired } = state;
  return { root: withAddedComponents(root, state.added), mounts, referenced, problems, gaps, repaired };
}

type State = {
  readonly entry: SourceFile;
  readonly read: (path: string) => SourceFile;
  readonly mounts: Map<Pointer, Mount>;
  /** The bundle pointer of each referenced place, by `<file>#<pointer>`. */
  readonly placed: Map<string, Pointer>;
  readonly added: Map<Pointer, Json>;
  readonly referenced: Set<Pointer>;
  readonly problems: DocumentProblem[];
  readonly gaps: Map<Pointer, DocumentProblem>;
  readonly fromMaps: ReadonlySet<Pointer>;
  readonly repaired: Map<Pointer, string>;
};

/** Where the copy stands: what kind of object, its place in its file, and its place in the bundle. */
type Place = {
  readonly kind: ObjectKind;
  readonly file: SourceFile;
  readonly source: Pointer;
  readonly target: Pointer;
  /** The references that are being put in place on the way here; one that comes again is a cycle. */
  readonly inlining?: readonly string[];
};

function copy(state: State, node: Json, place: Place): Json {
  if (!isObject(node)) return node;
  if (typeof node.$ref === "string") return copyReference(state, node, node.$ref, place);
  return copyFields(state, node, place);
}

function copyFields(state: State, node: JsonObject, place: Place): JsonObject {
  return copyWhere(node, (value, name) => copyField(state, value, name, place));
}

function copyField(state: State, value: Json, name: string, place: Place): Json {
  if (name === "discriminator" && place.kind === "schema") return copyDiscriminator(state, value, place);
  const field = fieldOf(place.kind, name);
  if (field === undefined) return value;
  const source = joinPointer(place.source, name);
  // What has not moved stands at one place.
  const target = place.target === place.source ? source : joinPointer(place.target, name);
  const at = (token: string | number, kind: ObjectKind): Place => {
    const from = token === "" ? source : joinPointer(source, token);
    const to = token === "" ? target : target === source ? from : joinPointer(target, token);
    return { ...place, kind, source: from, target: to };
  };
  if (Array.isArray(value)) return copyItems(state, value, (index) => at(index, field.kind));
  // What is no array where one must stand is complained of when the whole is there.
  if (field.holds === "array") return value;
  if (field.holds !== "map" || !isObject(value)) return copy(state, value, at("", field.kind));
  const map = referencedMap(state, place.file, value);
  if (map !== undefined) return copyMap(state, map, at("", field.kind));
  return copyWhere(value, (item, key) => copy(state, item, at(key, field.kind)));
}

/** Puts the map that a reference leads to in its place. */
function copyMap(state: State, { file, pointer, found }: MapTarget, place: Place): Json {
  const reference = joinPointer(place.target, "$ref");
  state.repaired.set(reference, `a $ref stands for one object, and here for a whole map: ${file.path}#${pointer}`);
  state.mounts.set(reference, { file: place.file, pointer: joinPointer(place.source, "$ref") });
  state.mounts.set(place.target, { file, pointer });
  if (!isObject(found)) return found;
  return copyWhere(found, (item, key) =>
    copy(state, item, { ...place, file, source: joinPointer(pointer, key), target: joinPointer(place.target, key) }),
  );
}

/** The object itself where nothing in it becomes anything else, as in all of a description that is one file. */
function copyWhere(node: JsonObject, change: (value: Json, name: string) => Json): JsonObject {
  let result: Record<string, Json> | undefined;
  for (const name of Object.keys(node)) {
    const value = node[name] as Json;
    const next = change(value, name);
    if (next === value) continue;
    // A spread keeps a property that is named `__proto__`.
    result ??= { ...node };
    define(result, name, next);
  }
  return result ?? node;
}

function copyItems(state: State, items: readonly Json[], at: (index: number) => Place): readonly Json[] {
  const copies = items.map((item, index) => copy(state, item, at(index)));
  return copies.some((item, index) => item !== items[index]) ? copies : items;
}

/** A mapping names schemas by component name or by reference; only references move. */
function copyDiscriminator(state: State, value: Json, place: Place): Json {
  const mapping = asObject(asObject(value)?.mapping);
  if (mapping === undefined) return value;
  const entries = Object.entries(mapping).map(([key, target]): [string, Json] => {
    if (typeof target !== "string" || isRemote(target) || !/[/.#]/.test(target)) return [key, target];
    // It says nothing about validity, so one that leads nowhere is for the lint to tell.
    if (typeof followReference(state, place.file, target) === "string") return [key, target];
    const source = joinPointer(place.source, "discriminator", "mapping", key);
    const moved = copyReference(state, { $ref: target }, target, { ...place, source });
    return [key, asObject(moved)?.$ref ?? target];
  });
  return { ...(value as JsonObject), mapping: Object.fromEntries(entries) };
}

function copyReference(state: State, node: JsonObject, reference: string, place: Place): Json {
  // An identifier inside the description is for the schema compiler to resolve.
  if (place.kind === "schema" && isRemote(reference) && isIdentified(state.entry.value, reference)) return node;
  const target = followReference(state, place.file, reference);
  if (typeof target === "string") {
    const isOurs = place.kind === "schema" && place.file === state.entry && isIdentified(state.entry.value, reference);
    return isOurs ? node : complain(state, place, node, target);
  }
  const { file, pointer, found } = target;
  if (pointer === undefined) return node;
  const isOwn = file === state.entry;
  const isDirect = valueAt(state.entry.value, fragmentPointer(reference.slice(1)) ?? "") !== undefined;
  const isInlined = place.kind === "pathItem" && (!isOwn || Object.keys(node).length > 1);
  const key = `${file.path}#${pointer}`;
  if (
    isInlined ||
    (!isOwn && (COMPONENT_SECTION[place.kind] === undefined || state.placed.get(key) === place.target))
  ) {
    return inline(state, node, { ...target, pointer, key }, place);
  }
  const source: Place = { ...place, file, source: pointer };
  const ownPlace = (!isDirect && state.placed.get(key)) || pointer;
  const local = isOwn ? ownPlace : componentFor(state, key, found, source);
  state.referenced.add(local);
  if (isOwn && isLocal(reference) && isDirect) return siblings(state, node, place);
  return { ...siblings(state, node, place), $ref: `#${pointerFragment(local)}` };
}

type InlineTarget = Target & { readonly pointer: Pointer; readonly key: string };

/** Puts what is referred to in the place of the reference; fields beside the reference count more. */
function inline(state: State, node: JsonObject, { file, pointer, found, key }: InlineTarget, place: Place): Json {
  const trail = place.inlining ?? [];
  if (trail.includes(key)) return complain(state, place, node, `$ref "${String(node.$ref)}" leads back to itself`);
  state.mounts.set(place.target, { file, pointer });
  const inlined = copy(state, found, { ...place, file, source: pointer, inlining: [...trail, key] });
  const { $ref: _, ...rest } = node;
  if (Object.keys(rest).length === 0) return inlined;
  const own = copyFields(state, rest, place);
  for (const name of Object.keys(own)) {
    state.mounts.set(joinPointer(place.target, name), { file: place.file, pointer: joinPointer(place.source, name) });
  }
  return { ...asObject(inlined), ...own };
}

/** Without one of these the rest can still be judged; without a parameter or an answer, nobody knows what is documented. */
const MAY_BE_GAP: ReadonlySet<ObjectKind> = new Set(["schema", "example", "link"]);

function complain(state: State, place: Place, node: JsonObject, message: string): Json {
  const problem = { message, location: place.file.locate(joinPointer(place.source, "$ref")) };
  if (MAY_BE_GAP.has(place.kind)) state.gaps.set(place.target, problem);
  else state.problems.push(problem);
  return node;
}

/** Since 3.1 a reference in a schema can have keywords beside it, with references of their own. */
function siblings(state: State, node: JsonObject, place: Place): JsonObject {
  return place.kind === "schema" ? copyFields(state, node, place) : node;
}

function componentFor(state: State, key: string, found: Json, place: Place): Pointer {
  const known = state.placed.get(key);
  if (known !== undefined) return known;
  const base = joinPointer("/components", COMPONENT_SECTION[place.kind] ?? "");
  const name = componentName(place.file.path, place.source);
  let target = joinPointer(base, name);
  for (let n = 2; isTaken(state, target); n += 1) target = joinPointer(base, `${name}-${n}`);
  state.placed.set(key, target);
  state.mounts.set(target, { file: place.file, pointer: place.source });
  state.added.set(target, null);
  state.added.set(target, copy(state, found, { ...place, target }));
  return target;
}

function isTaken(state: State, target: Pointer): boolean {
  return state.added.has(target) || state.fromMaps.has(target) || valueAt(state.entry.value, target) !== undefined;
}
