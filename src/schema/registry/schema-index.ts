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
import { getSubschemaPointer, listSubschemas } from "./subschemas.js";

/** The base URI of the spec, which resolves its relative URIs. */
const DOCUMENT_BASE = "contract://document/";

/** A `$dynamicRef` to an anchor, and its target if no schema in the dynamic scope overrides it. */
export type DynamicReference = { readonly target: Pointer; readonly anchor: string };

/**
 * The identifiers of schemas (`$id`, `$anchor`, `$dynamicAnchor`, `$schema`), and the targets of their references as
 * pointers into one document.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
 */
export type SchemaIndex = {
  /** Local references for each `$ref` and `$dynamicRef` that is not one, by the pointer of the keyword. */
  readonly references: ReadonlyMap<Pointer, string>;
  readonly dynamicReferences: ReadonlyMap<Pointer, DynamicReference>;
  /** The dynamic anchors of a resource, by its pointer. */
  readonly dynamicAnchors: ReadonlyMap<Pointer, ReadonlyMap<string, Pointer>>;
  /** The `$schema` URIs, by the pointer of their schema. */
  readonly dialects: ReadonlyMap<Pointer, string>;
  /** Referenced schemas at locations where OpenAPI defines none. */
  readonly misplaced: ReadonlySet<Pointer>;
  /** Schemas from outside the document, by the key under which they are added to its root. */
  readonly externalSchemas: ReadonlyMap<string, Json>;
  readonly resourceAt: (pointer: Pointer) => SchemaResource;
  /** Why identifiers and references are ignored, by pointer. */
  readonly reinterpreted: ReadonlyMap<Pointer, string>;
};

/** A part of the document that has its own URI. */
export type SchemaResource = { readonly uri: string; readonly pointer: Pointer };

type PendingReference = {
  readonly keyword: string;
  readonly text: string;
  readonly pointer: Pointer;
  readonly base: string;
};

/**
 * @param schemas every schema of the document, with its pointer.
 * @param lookUp returns schemas from outside the document, by URI.
 */
export function indexSchemas(
  root: JsonObject,
  schemas: Iterable<readonly [Pointer, Json]>,
  lookUp: (uri: string) => Json | undefined,
): SchemaIndex {
  const indexer = new SchemaIndexer(root, lookUp);
  for (const [pointer, schema] of schemas) indexer.indexSchema(schema, pointer, indexer.document);
  indexer.resolveReferences();
  return indexer;
}

class SchemaIndexer implements SchemaIndex {
  readonly references = new Map<Pointer, string>();
  readonly dynamicReferences = new Map<Pointer, DynamicReference>();
  readonly dynamicAnchors = new Map<Pointer, Map<string, Pointer>>();
  readonly dialects = new Map<Pointer, string>();
  readonly misplaced = new Set<Pointer>();
  readonly externalSchemas = new Map<string, Json>();
  readonly reinterpreted = new Map<Pointer, string>();
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
    const resource = this.#recordIdentifiers(schema, pointer, outer);
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

  /** Resolves every reference, and those in the schemas that are found on the way. */
  resolveReferences(): void {
    while (this.#local.size + this.#pending.length > 0) {
      const pending = [...this.#local.values(), ...this.#pending.splice(0)];
      this.#local.clear();
      for (const reference of pending) this.#resolve(reference);
    }
  }

  readonly resourceAt = (pointer: Pointer): SchemaResource => {
    let at = pointer;
    while (!this.#resourcePointers.has(at)) at = parentPointer(at);
    return this.#resourcePointers.get(at) ?? this.document;
  };

  /** Records the identifiers of a schema, and returns the resource that it belongs to. */
  #recordIdentifiers(schema: JsonObject, pointer: Pointer, outer: SchemaResource): SchemaResource {
    let resource = outer;
    if (typeof schema.$schema === "string") this.dialects.set(pointer, schema.$schema);
    if (typeof schema.$id === "string" && schema.$id.startsWith("#")) {
      this.#addAnchor(resource, schema.$id.slice(1), pointer);
    } else if (typeof schema.$id === "string") {
      resource = { uri: removeFragment(resolveUri(schema.$id, outer.uri)), pointer };
      const existing = this.#resources.get(resource.uri);
      if (existing !== undefined && existing.pointer !== pointer)
        this.reinterpreted.set(joinPointer(pointer, "$id"), `"${schema.$id}" is already in use`);
      else this.#resources.set(resource.uri, resource);
      this.#resourcePointers.set(pointer, resource);
    }
    if (typeof schema.$anchor === "string") this.#addAnchor(resource, schema.$anchor, pointer);
    if (typeof schema.$dynamicAnchor === "string") {
      this.#addAnchor(resource, schema.$dynamicAnchor, pointer);
      const anchors = this.dynamicAnchors.get(resource.pointer) ?? new Map<string, Pointer>();
      this.dynamicAnchors.set(resource.pointer, anchors.set(schema.$dynamicAnchor, pointer));
    }
    return resource;
  }

  #addAnchor({ uri }: SchemaResource, name: string, pointer: Pointer): void {
    const key = `${uri}#${name}`;
    if (!this.#anchors.has(key)) this.#anchors.set(key, pointer);
  }

  #resolve({ keyword, text, pointer, base }: PendingReference): void {
    const uri = resolveUri(text, base);
    const fragment = decodeFragment(uri.slice(removeFragment(uri).length + 1));
    const target = this.#findTarget(removeFragment(uri), fragment);
    const value = target === undefined ? undefined : this.#valueAt(target);
    if (target === undefined || value === undefined) {
      this.reinterpreted.set(pointer, `"${text}" cannot be resolved`);
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

  #findTarget(uri: string, fragment: string): Pointer | undefined {
    const resource = this.#resources.get(uri) ?? this.#addExternal(uri);
    if (resource === undefined) return undefined;
    if (fragment === "" || fragment.startsWith("/")) return resource.pointer + fragment;
    return this.#anchors.get(`${resource.uri}#${fragment}`);
  }

  #addExternal(uri: string): SchemaResource | undefined {
    const schema = this.#lookUp(uri);
    if (schema === undefined) return undefined;
    this.externalSchemas.set(uri, schema);
    const resource = { uri, pointer: joinPointer("", uri) };
    this.#resources.set(uri, resource);
    this.#resourcePointers.set(resource.pointer, resource);
    this.indexSchema(schema, resource.pointer, resource);
    const identified = this.resourceAt(resource.pointer);
    this.#resources.set(uri, identified);
    return identified;
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
