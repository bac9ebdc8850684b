import {
  formatPointerFragment,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parentPointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";
import type { SchemaDiagnostic } from "./schema-diagnostic.js";
import { getSubschemaPointer, listSubschemas } from "./subschemas.js";

/** The base URI of a description; only relative URIs in it ever show the scheme. */
const DOCUMENT_BASE = "contract://document/";

/** A `$dynamicRef` that names an anchor: where it leads when nothing in the dynamic scope says otherwise. */
export type DynamicReference = { readonly target: Pointer; readonly anchor: string };

/**
 * What schemas call themselves (`$id`, `$anchor`, `$dynamicAnchor`, `$schema`), and where their references therefore
 * lead, as pointers into one document.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
 */
export type SchemaIndex = {
  /** The pointers of `$ref`s and `$dynamicRef`s that are not local pointers already, and what they come to. */
  readonly references: ReadonlyMap<Pointer, string>;
  readonly dynamicReferences: ReadonlyMap<Pointer, DynamicReference>;
  /** The dynamic anchors of the resource that begins at a pointer. */
  readonly dynamicAnchors: ReadonlyMap<Pointer, ReadonlyMap<string, Pointer>>;
  /** Where schemas name their dialect. */
  readonly dialects: ReadonlyMap<Pointer, string>;
  /** Schemas that stand where the document has no place for them, and are referred to there. */
  readonly misplaced: ReadonlySet<Pointer>;
  /** Schemas that the document does not hold, by the key under which they are added to its root. */
  readonly externalSchemas: ReadonlyMap<string, Json>;
  readonly resourceAt: (pointer: Pointer) => SchemaResource;
  readonly diagnostics: readonly SchemaDiagnostic[];
};

/** A part of the document with a URI of its own. */
export type SchemaResource = { readonly uri: string; readonly pointer: Pointer };

type PendingReference = {
  readonly keyword: string;
  readonly text: string;
  readonly pointer: Pointer;
  readonly base: string;
};

/**
 * @param schemas every place of the document that holds a schema.
 * @param lookUp finds schemas that the document does not hold, by URI.
 */
export function indexSchemas(
  root: JsonObject,
  schemas: Iterable<readonly [Pointer, Json]>,
  lookUp: (uri: string) => Json | undefined,
): SchemaIndex {
  const state = new SchemaIndexer(root, lookUp);
  for (const [pointer, schema] of schemas) state.indexSchema(schema, pointer, state.document);
  state.resolveReferences();
  return state;
}

class SchemaIndexer implements SchemaIndex {
  readonly references = new Map<Pointer, string>();
  readonly dynamicReferences = new Map<Pointer, DynamicReference>();
  readonly dynamicAnchors = new Map<Pointer, Map<string, Pointer>>();
  readonly dialects = new Map<Pointer, string>();
  readonly misplaced = new Set<Pointer>();
  readonly externalSchemas = new Map<string, Json>();
  readonly diagnostics: SchemaDiagnostic[] = [];
  readonly document: SchemaResource = { uri: DOCUMENT_BASE, pointer: "" };
  readonly #root: JsonObject;
  readonly #lookUp: (uri: string) => Json | undefined;
  readonly #resources = new Map<string, SchemaResource>([[DOCUMENT_BASE, this.document]]);
  readonly #resourcePointers = new Map<Pointer, SchemaResource>([["", this.document]]);
  readonly #anchors = new Map<string, Pointer>();
  readonly #seen = new WeakSet<object>();
  readonly #pending: PendingReference[] = [];
  readonly #local = new Map<string, PendingReference>();

  constructor(root: JsonObject, lookUp: (uri: string) => Json | undefined) {
    this.#root = root;
    this.#lookUp = lookUp;
  }

  indexSchema(schema: Json, pointer: Pointer, outer: SchemaResource): void {
    if (!isObject(schema)) return;
    this.#seen.add(schema);
    const resource = this.#name(schema, pointer, outer);
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const text = schema[keyword];
      if (typeof text !== "string") continue;
      const reference = { keyword, text, pointer: joinPointer(pointer, keyword), base: resource.uri };
      if (resource === this.document && text.startsWith("#/") && keyword === "$ref") this.#local.set(text, reference);
      else this.#pending.push(reference);
    }
    for (const inner of listSubschemas(schema)) {
      if (typeof inner.schema === "object")
        this.indexSchema(inner.schema, getSubschemaPointer(pointer, inner), resource);
    }
  }

  /** Follows every reference, and those of the schemas that are found on the way. */
  resolveReferences(): void {
    while (this.#local.size + this.#pending.length > 0) {
      const pending = [...this.#local.values(), ...this.#pending.splice(0)];
      this.#local.clear();
      for (const reference of pending) this.#follow(reference);
    }
  }

  readonly resourceAt = (pointer: Pointer): SchemaResource => {
    let at = pointer;
    while (!this.#resourcePointers.has(at)) at = parentPointer(at);
    return this.#resourcePointers.get(at) ?? this.document;
  };

  /** Notes what a schema calls itself, and gives the resource that it belongs to. */
  #name(schema: JsonObject, pointer: Pointer, outer: SchemaResource): SchemaResource {
    let resource = outer;
    if (typeof schema.$schema === "string") this.dialects.set(pointer, schema.$schema);
    if (typeof schema.$id === "string" && schema.$id.startsWith("#")) {
      this.#anchor(resource, schema.$id.slice(1), pointer);
    } else if (typeof schema.$id === "string") {
      resource = { uri: removeFragment(resolveUri(schema.$id, outer.uri)), pointer };
      const namesake = this.#resources.get(resource.uri);
      if (namesake !== undefined && namesake.pointer !== pointer)
        this.diagnostics.push({ pointer: joinPointer(pointer, "$id"), message: `"${schema.$id}" names two schemas` });
      else this.#resources.set(resource.uri, resource);
      this.#resourcePointers.set(pointer, resource);
    }
    if (typeof schema.$anchor === "string") this.#anchor(resource, schema.$anchor, pointer);
    if (typeof schema.$dynamicAnchor === "string") {
      this.#anchor(resource, schema.$dynamicAnchor, pointer);
      const anchors = this.dynamicAnchors.get(resource.pointer) ?? new Map<string, Pointer>();
      this.dynamicAnchors.set(resource.pointer, anchors.set(schema.$dynamicAnchor, pointer));
    }
    return resource;
  }

  #anchor({ uri }: SchemaResource, name: string, pointer: Pointer): void {
    const key = `${uri}#${name}`;
    if (!this.#anchors.has(key)) this.#anchors.set(key, pointer);
  }

  #follow({ keyword, text, pointer, base }: PendingReference): void {
    const uri = resolveUri(text, base);
    const fragment = decodeFragment(uri.slice(removeFragment(uri).length + 1));
    const target = this.#target(removeFragment(uri), fragment);
    const value = target === undefined ? undefined : this.#valueAt(target);
    if (target === undefined || value === undefined) {
      this.diagnostics.push({ pointer, message: `"${text}" leads nowhere` });
      return;
    }
    if (isObject(value) && !this.#seen.has(value) && target !== "") {
      this.misplaced.add(target);
      this.indexSchema(value, target, this.resourceAt(parentPointer(target)));
    }
    const local = `#${formatPointerFragment(target)}`;
    if (local !== text && parsePointerFragment(text.slice(1)) !== target) this.references.set(pointer, local);
    const isDynamic = isObject(value) && fragment !== "" && value.$dynamicAnchor === fragment;
    if (keyword === "$dynamicRef" && isDynamic) this.dynamicReferences.set(pointer, { target, anchor: fragment });
  }

  #target(uri: string, fragment: string): Pointer | undefined {
    const resource = this.#resources.get(uri) ?? this.#add(uri);
    if (resource === undefined) return undefined;
    if (fragment === "" || fragment.startsWith("/")) return resource.pointer + fragment;
    return this.#anchors.get(`${resource.uri}#${fragment}`);
  }

  #add(uri: string): SchemaResource | undefined {
    const schema = this.#lookUp(uri);
    if (schema === undefined) return undefined;
    this.externalSchemas.set(uri, schema);
    const resource = { uri, pointer: joinPointer("", uri) };
    this.#resources.set(uri, resource);
    this.#resourcePointers.set(resource.pointer, resource);
    this.indexSchema(schema, resource.pointer, resource);
    const named = this.resourceAt(resource.pointer);
    this.#resources.set(uri, named);
    return named;
  }

  #valueAt(pointer: Pointer): Json | undefined {
    for (const [key, schema] of this.externalSchemas) {
      const base = joinPointer("", key);
      if (pointer === base || pointer.startsWith(`${base}/`)) return valueAt(schema, pointer.slice(base.length));
    }
    return valueAt(this.#root, pointer);
  }
}

function resolveUri(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

function removeFragment(uri: string): string {
  const at = uri.indexOf("#");
  return at === -1 ? uri : uri.slice(0, at);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
