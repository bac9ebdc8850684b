import { getSubschemaPointer, listSubschemas } from "../applicators.js";
import { isObject, type Json, type JsonObject } from "../json.js";
import { type Pointer, parentPointer } from "../pointer.js";

/** A part of a source that has its own URI: a file, or a schema with `$id`. */
export type SchemaResource<Source> = {
  readonly uri: string;
  readonly source: Source;
  readonly pointer: Pointer;
  readonly dynamicAnchors: ReadonlyMap<string, Pointer>;
};

export type SchemaLocation<Source> = { readonly source: Source; readonly pointer: Pointer };

/**
 * The identifiers of schemas: `$id`, `$anchor` and `$dynamicAnchor`. A source is a file, or a whole document.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
 */
export class SchemaResources<Source extends object> {
  readonly #byUri = new Map<string, SchemaResource<Source>>();
  readonly #bySource = new Map<Source, Map<Pointer, SchemaResource<Source>>>();
  readonly #anchors = new Map<string, SchemaLocation<Source>>();
  readonly #seen = new WeakSet<object>();

  /** Adds a part of a source under the URI that it was read from. */
  addSource(source: Source, uri: string, pointer: Pointer = ""): SchemaResource<Source> {
    const resource = { uri, source, pointer, dynamicAnchors: new Map<string, Pointer>() };
    const resources = this.#bySource.get(source) ?? new Map<Pointer, SchemaResource<Source>>();
    // A schema with `$id` is also known by the URI that it was read from.
    const outer = resources.get(pointer);
    if (outer !== undefined && this.#byUri.get(outer.uri) === outer) this.#byUri.set(outer.uri, resource);
    this.#bySource.set(source, resources.set(pointer, resource));
    if (!this.#byUri.has(uri)) this.#byUri.set(uri, resource);
    return resource;
  }

  /** Adds the identifiers of a schema and its subschemas, and visits each with its resource. */
  addSchema(source: Source, schema: Json, pointer: Pointer, visit?: SchemaVisitor<Source>): void {
    if (!isObject(schema)) return;
    const outer = this.at(source, pointer) ?? this.addSource(source, "", "");
    this.#addBelow(outer, schema, pointer, visit);
  }

  #addBelow(
    outer: SchemaResource<Source>,
    schema: JsonObject,
    pointer: Pointer,
    visit: SchemaVisitor<Source> | undefined,
  ): void {
    this.#seen.add(schema);
    const resource = this.#addIdentifiers(outer, schema, pointer);
    visit?.(schema, pointer, resource);
    for (const inner of listSubschemas(schema))
      if (isObject(inner.schema)) this.#addBelow(resource, inner.schema, getSubschemaPointer(pointer, inner), visit);
  }

  has(schema: object): boolean {
    return this.#seen.has(schema);
  }

  find(uri: string): SchemaResource<Source> | undefined {
    return this.#byUri.get(uri);
  }

  findAnchor({ uri }: SchemaResource<Source>, name: string): SchemaLocation<Source> | undefined {
    return this.#anchors.get(`${uri}#${name}`);
  }

  /** The innermost resource that contains a pointer. */
  at(source: Source, pointer: Pointer): SchemaResource<Source> | undefined {
    const resources = this.#bySource.get(source);
    let at = pointer;
    while (at !== "" && resources?.has(at) !== true) at = parentPointer(at);
    return resources?.get(at);
  }

  of(source: Source): Iterable<SchemaResource<Source>> {
    return this.#bySource.get(source)?.values() ?? [];
  }

  #addIdentifiers(outer: SchemaResource<Source>, schema: JsonObject, pointer: Pointer): SchemaResource<Source> {
    const { $id: id, $anchor: anchor, $dynamicAnchor: dynamicAnchor } = schema;
    if (id === undefined && anchor === undefined && dynamicAnchor === undefined) return outer;
    const { source } = outer;
    // Up to draft 7, `$id` could be an anchor.
    const isAnchor = typeof id === "string" && id.startsWith("#");
    const hasUri = typeof id === "string" && !isAnchor;
    const resource = hasUri ? this.addSource(source, removeFragment(resolveUri(id, outer.uri)), pointer) : outer;
    const location = { source, pointer };
    for (const name of [isAnchor ? id.slice(1) : undefined, anchor, dynamicAnchor]) {
      const key = `${resource.uri}#${String(name)}`;
      if (typeof name === "string" && !this.#anchors.has(key)) this.#anchors.set(key, location);
    }
    if (typeof dynamicAnchor === "string")
      (resource.dynamicAnchors as Map<string, Pointer>).set(dynamicAnchor, pointer);
    return resource;
  }
}

export type SchemaVisitor<Source> = (schema: JsonObject, pointer: Pointer, resource: SchemaResource<Source>) => void;

export function resolveUri(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

export function removeFragment(uri: string): string {
  const at = uri.indexOf("#");
  return at === -1 ? uri : uri.slice(0, at);
}
