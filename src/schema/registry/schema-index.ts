import {
  decodePercentOrKeep,
  formatPointerFragment,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";
import {
  DOCUMENT_URI,
  removeFragment,
  resolveUri,
  type SchemaResource,
  SchemaResources,
} from "../../document/references/reference-resolver.js";

/** A `$dynamicRef` to an anchor, and its target if no schema in the dynamic scope overrides it. */
export type DynamicReference = { readonly target: Pointer; readonly anchor: string };

/** All schemas are in one document; those from outside are added to its root. */
export type DocumentResource = SchemaResource<object>;

type PendingReference = {
  readonly keyword: string;
  readonly text: string;
  readonly pointer: Pointer;
  readonly resource: DocumentResource;
};

/**
 * The identifiers of schemas (`$id`, `$anchor`, `$dynamicAnchor`, `$schema`), and the targets of their references as
 * pointers into one document.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
 */
export class SchemaIndex {
  /** Local references for each `$ref` and `$dynamicRef` that is not one, by the pointer of the keyword. */
  readonly references = new Map<Pointer, string>();
  readonly dynamicReferences = new Map<Pointer, DynamicReference>();
  /** Every schema that a dynamic reference to an anchor of this name may lead to. */
  readonly dynamicTargets = new Map<string, readonly Pointer[]>();
  /** The `$schema` URIs, by the pointer of their schema. */
  readonly dialects = new Map<Pointer, string>();
  /** Referenced schemas at locations where OpenAPI defines none. */
  readonly misplaced = new Set<Pointer>();
  /** Schemas from outside the document, by the key under which they are added to its root. */
  readonly externalSchemas = new Map<string, Json>();
  /** Why identifiers and references are ignored, by pointer. */
  readonly reinterpreted = new Map<Pointer, string>();
  readonly #root: JsonObject;
  readonly #lookUp: (uri: string) => Json | undefined;
  readonly #resources = new SchemaResources<object>();
  readonly #document: DocumentResource;
  readonly #pending: PendingReference[] = [];
  readonly #local = new Map<string, PendingReference>();

  /**
   * @param schemas every schema of the document, with its pointer.
   * @param lookUp returns schemas from outside the document, by URI.
   */
  constructor(
    root: JsonObject,
    schemas: Iterable<readonly [Pointer, Json]>,
    lookUp: (uri: string) => Json | undefined,
  ) {
    this.#root = root;
    this.#lookUp = lookUp;
    this.#document = this.#resources.addSource(root, DOCUMENT_URI);
    for (const [pointer, schema] of schemas) this.#indexSchema(schema, pointer);
    this.#resolveReferences();
  }

  #indexSchema(schema: Json, pointer: Pointer): void {
    this.#resources.addSchema(this.#root, schema, pointer, (...visited) => this.#visit(...visited));
  }

  /** Resolves every reference, and those in the schemas that are found on the way. */
  #resolveReferences(): void {
    while (this.#local.size + this.#pending.length > 0) {
      const pending = [...this.#local.values(), ...this.#pending.splice(0)];
      this.#local.clear();
      for (const reference of pending) this.#resolve(reference);
    }
  }

  readonly resourceAt = (pointer: Pointer): DocumentResource =>
    this.#resources.at(this.#root, pointer) ?? this.#document;

  #visit(schema: JsonObject, pointer: Pointer, resource: DocumentResource): void {
    if (typeof schema.$schema === "string") this.dialects.set(pointer, schema.$schema);
    if (resource.pointer === pointer && this.#resources.find(resource.uri) !== resource)
      this.reinterpreted.set(joinPointer(pointer, "$id"), `"${String(schema.$id)}" is already in use`);
    const anchor = schema.$dynamicAnchor;
    if (typeof anchor === "string")
      this.dynamicTargets.set(anchor, [...(this.dynamicTargets.get(anchor) ?? []), pointer]);
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const text = schema[keyword];
      if (typeof text !== "string") continue;
      const reference = { keyword, text, pointer: joinPointer(pointer, keyword), resource };
      const isLocal = resource === this.#document && text.startsWith("#/") && keyword === "$ref";
      if (isLocal) this.#local.set(text, reference);
      else this.#pending.push(reference);
    }
  }

  #resolve({ keyword, text, pointer, resource }: PendingReference): void {
    const uri = resolveUri(text, resource.uri);
    const fragment = decodePercentOrKeep(uri.slice(removeFragment(uri).length + 1));
    const found = this.#findTarget(removeFragment(uri), fragment);
    // In a bundle, pointers begin at the document, also in a schema with `$id`.
    const target = found ?? (text.startsWith("#/") && this.#valueAt(fragment) !== undefined ? fragment : undefined);
    const value = target === undefined ? undefined : this.#valueAt(target);
    if (target === undefined || value === undefined) {
      this.reinterpreted.set(pointer, `"${text}" cannot be resolved`);
      return;
    }
    if (isObject(value) && !this.#resources.has(value) && target !== "") {
      this.misplaced.add(target);
      this.#indexSchema(value, target);
    }
    const local = `#${formatPointerFragment(target)}`;
    if (local !== text && parsePointerFragment(text.slice(1)) !== target) this.references.set(pointer, local);
    const isDynamic = isObject(value) && fragment !== "" && value.$dynamicAnchor === fragment;
    if (keyword === "$dynamicRef" && isDynamic) this.dynamicReferences.set(pointer, { target, anchor: fragment });
  }

  #findTarget(uri: string, fragment: string): Pointer | undefined {
    const resource = this.#resources.find(uri) ?? this.#addExternal(uri);
    if (resource === undefined) return undefined;
    if (fragment !== "" && !fragment.startsWith("/")) return this.#resources.findAnchor(resource, fragment)?.pointer;
    const target = resource.pointer + fragment;
    return this.#valueAt(target) === undefined ? undefined : target;
  }

  #addExternal(uri: string): DocumentResource | undefined {
    const schema = this.#lookUp(uri);
    if (schema === undefined) return undefined;
    this.externalSchemas.set(uri, schema);
    const pointer = joinPointer("", uri);
    this.#resources.addSource(this.#root, uri, pointer);
    this.#indexSchema(schema, pointer);
    return this.#resources.find(uri);
  }

  #valueAt(pointer: Pointer): Json | undefined {
    for (const [key, schema] of this.externalSchemas) {
      const base = joinPointer("", key);
      if (pointer === base || pointer.startsWith(`${base}/`)) return valueAt(schema, pointer.slice(base.length));
    }
    return valueAt(this.#root, pointer);
  }
}
