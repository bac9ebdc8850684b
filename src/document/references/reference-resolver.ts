import { posix } from "node:path";
import { getApplicator, getSubschemaPointer, listSubschemas } from "../applicators.js";
import {
  decodePercentOrKeep,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parentPointer,
  parsePointer,
  parsePointerFragment,
  tryCall,
  valueAt,
} from "../json.js";
import type { SourceFile } from "../source-file.js";
import { isSpecUrl } from "../spec-url.js";
import { listSchemas } from "../structure.js";

/** Whether a `$ref` stays in its own file. */
export function isLocalReference(reference: string): boolean {
  return reference.startsWith("#");
}

/** Whether a `$ref` is a remote URL. */
export function isRemoteReference(reference: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(reference);
}

/**
 * Whether a spec must not read a file, since a spec from another party must not read arbitrary local files. Allowed are the
 * current directory and, for a spec outside of it, the directory of the spec.
 */
function isOutsideRoot(entry: string, path: string): boolean {
  // An absolute path into the current directory is one in it, unless all files are.
  const own = posix.resolve() === "/" ? entry : posix.relative(".", entry);
  const root = isUpwardPath(own) ? posix.dirname(own) : ".";
  return isUpwardPath(posix.relative(root, path)) || path.includes("\0");
}

function isUpwardPath(path: string): boolean {
  return path === ".." || path.startsWith("../") || posix.isAbsolute(path);
}

/** Whether a URI is that of JSON Schema 2020-12, which the schema registry knows. */
export function isKnownDialect(uri: string): boolean {
  return uri.startsWith("https://json-schema.org/draft/2020-12/");
}

/** The base of relative `$id`s in a bundle; never shown. */
export const DOCUMENT_URI = "contract://document/";

/** Stands for parent folders, so that a path with `..` has a URI. */
const PARENTS = `${DOCUMENT_URI}${"~/".repeat(30)}`;

/** The base of relative `$id`s in a file. Paths are relative to the working directory, or absolute. */
function formatFileUri(path: string): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return new URL(posix.isAbsolute(path) ? `contract://root${encoded}` : PARENTS + encoded).href;
}

/** The path of the file with this URI; undefined for other URIs. */
function parseFileUri(uri: string): string | undefined {
  if (uri.startsWith("contract://root/")) return decodePercentOrKeep(uri.slice("contract://root".length));
  if (!uri.startsWith(DOCUMENT_URI)) return undefined;
  const rest = uri.slice(DOCUMENT_URI.length).replace(/^(~\/)*/, "");
  const parents = 30 - (uri.length - DOCUMENT_URI.length - rest.length) / 2;
  return posix.normalize("../".repeat(parents) + decodePercentOrKeep(rest));
}

/** The path of the file that a `$ref` in the file at `from` leads to. */
function resolveReferencePath(from: string, reference: string): string {
  const [path = ""] = reference.split("#");
  return path === "" ? from : posix.join(posix.dirname(from), decodePercentOrKeep(path));
}

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

type SchemaVisitor<Source> = (schema: JsonObject, pointer: Pointer, resource: SchemaResource<Source>) => void;

export function resolveUri(reference: string, base: string): string {
  return tryCall(() => new URL(reference, base).href) ?? reference;
}

export function removeFragment(uri: string): string {
  const at = uri.indexOf("#");
  return at === -1 ? uri : uri.slice(0, at);
}

/** The main file of a spec, and a function that reads other files. */
type SourceFiles = { readonly entry: SourceFile; readonly read: (path: string) => SourceFile };

export type ReferenceTarget = { readonly file: SourceFile; readonly pointer: Pointer; readonly value: Json };

/** The file and pointer of an object that holds a reference. */
export type ReferenceSource = { readonly file: SourceFile; readonly pointer: Pointer };

/** A longer chain of references is a cycle. */
const MAX_HOPS = 20;

/**
 * Resolves the references of a spec in one or several files: against the `$id` of the schema that holds them, or else the
 * `$self` of its document, or else the path of its file. It reads files when references first lead to them, and no URL.
 */
export class ReferenceResolver {
  readonly #entry: SourceFile;
  readonly #read: (path: string) => SourceFile;
  readonly #resources = new SchemaResources<SourceFile>();
  /** The outermost schemas of each file. */
  readonly #schemas = new Map<SourceFile, Set<Pointer>>();

  constructor({ entry, read }: SourceFiles) {
    this.#entry = entry;
    this.#read = read;
    this.#index(entry);
  }

  /** The target of a reference, or a message if it cannot be resolved. */
  resolve({ file, pointer }: ReferenceSource, reference: string, hops = 0): ReferenceTarget | string {
    const base = this.#resources.at(file, pointer)?.uri ?? formatFileUri(file.path);
    const uri = removeFragment(resolveUri(reference, base));
    const fragment = decodePercentOrKeep(reference.split("#")[1] ?? "");
    const resource = this.#resources.find(uri) ?? this.#openResource(file, reference, { uri, base });
    if (typeof resource === "string") return resource;
    const target = this.#findInResource(resource, fragment, hops);
    if (target !== undefined) return target;
    // Many generators put `$id` into component schemas, but write references from the start of the document.
    const isLocal = reference.startsWith("#/") && resource.pointer !== "";
    const inFile = isLocal ? this.#findAt(file, parsePointerFragment(fragment) ?? "", hops) : undefined;
    if (inFile !== undefined) return inFile;
    const { path } = resource.source;
    return fragment === "" || fragment.startsWith("/")
      ? `$ref "${reference}" points nowhere: ${path} has nothing at "${resource.pointer}${fragment}"`
      : `$ref "${reference}" points nowhere: ${path} has no anchor "${fragment}"`;
  }

  /**
   * The pointer of the outermost schema that contains a target, if its file identifies schemas by `$id` or `$dynamicAnchor`.
   * References in such a schema depend on where it stands, so that it has to stay whole.
   */
  findWholeSchema({ file, pointer }: ReferenceSource): Pointer | undefined {
    const uri = formatFileUri(file.path);
    const isIdentified = [...this.#resources.of(file)].some((it) => it.uri !== uri || it.dynamicAnchors.size > 0);
    if (file === this.#entry || !isIdentified) return undefined;
    const outer = [...(this.#schemas.get(file) ?? [])];
    return outer.find((it) => it === pointer || pointer.startsWith(`${it}/`));
  }

  /** Whether schemas of a file have dynamic anchors that belong to the file, and not to a schema with `$id`. */
  hasDynamicAnchors(file: SourceFile): boolean {
    return [...this.#resources.of(file)].some((it) => it.pointer === "" && it.dynamicAnchors.size > 0);
  }

  /** The URI of the resource that contains a target, and the name of its dynamic anchor. */
  findDynamicAnchor({ file, pointer }: ReferenceSource, reference: string): string | undefined {
    const [, name = ""] = reference.split("#");
    const resource = this.#resources.at(file, pointer);
    if (resource?.dynamicAnchors.get(name) !== pointer) return undefined;
    return resource.pointer === "" && resource.uri === formatFileUri(file.path)
      ? `${DOCUMENT_URI}${file.path}#${name}`
      : `${resource.uri}#${name}`;
  }

  #openResource(
    from: SourceFile,
    reference: string,
    { uri, base }: { readonly uri: string; readonly base: string },
  ): SchemaResource<SourceFile> | string {
    // A URI below that of an absolute `$id` or `$self` usually names a file in the same directory.
    const directory = base.slice(0, base.lastIndexOf("/") + 1);
    const relative =
      isRemoteReference(reference) && uri.startsWith(directory) ? uri.slice(directory.length) : reference;
    const joined = isRemoteReference(relative) ? undefined : resolveReferencePath(from.path, relative);
    const path = base === formatFileUri(from.path) ? joined : (parseFileUri(uri) ?? joined);
    if (path === undefined || isKnownDialect(uri))
      return `remote $ref "${reference}" is not fetched; save that file beside the spec and refer to it by its relative path`;
    const file = this.#open(path);
    if (typeof file === "string") return `$ref "${reference}" cannot be followed: ${file}`;
    return this.#index(file);
  }

  #open(path: string): SourceFile | string {
    if (isSpecUrl(this.#entry.path) && path !== this.#entry.path)
      return "a spec from a URL must be one file; download all its files, and pass the main file";
    if (isOutsideRoot(this.#entry.path, path))
      return "it is outside the directory of the spec; run the command in a directory above both files";
    if (path === this.#entry.path) return this.#entry;
    try {
      return this.#read(path);
    } catch (error) {
      if (isMissingFile(error)) return `there is no file ${path}`;
      throw error;
    }
  }

  /** Adds the schemas of a file, which is a schema, an OpenAPI document, or a map of schemas. */
  #index(file: SourceFile): SchemaResource<SourceFile> {
    const known = this.#resources.at(file, "");
    if (known !== undefined) return known;
    const location = formatFileUri(file.path);
    const self = readSelf(file.value);
    let added = this.#resources.addSource(file, location);
    if (self !== undefined) added = this.#resources.addSource(file, removeFragment(resolveUri(self, location)));
    this.#schemas.set(file, new Set());
    if (!MAY_IDENTIFY.test(file.text)) return added;
    const { value } = file;
    if (isSchemaFile(value)) this.#addSchema(file, value, "");
    else {
      for (const [pointer, schema] of listSchemas(value, "openapi")) this.#addSchema(file, schema, pointer);
      if (isObject(value) && value.components === undefined && value.openapi === undefined)
        for (const [name, item] of Object.entries(value)) this.#addSchema(file, item, joinPointer("", name));
    }
    return this.#resources.at(file, "") ?? added;
  }

  #addSchema(file: SourceFile, schema: Json, pointer: Pointer): void {
    if (!isObject(schema) || this.#resources.has(schema)) return;
    this.#schemas.get(file)?.add(pointer);
    this.#resources.addSchema(file, schema, pointer);
  }

  #findInResource(resource: SchemaResource<SourceFile>, fragment: string, hops: number): ReferenceTarget | undefined {
    const { source: file } = resource;
    if (fragment === "" || fragment.startsWith("/")) return this.#findAt(file, resource.pointer + fragment, hops);
    const anchor = this.#resources.findAnchor(resource, fragment);
    return anchor && this.#findAt(file, anchor.pointer, hops);
  }

  #findAt(file: SourceFile, pointer: Pointer, hops: number): ReferenceTarget | undefined {
    const value = valueAt(file.value, pointer);
    if (value !== undefined) return { file, pointer, value };
    return hops < MAX_HOPS ? this.#findThroughReferences(file, pointer, hops + 1) : undefined;
  }

  /** Follows references along a pointer. `#/components/schemas/Pet` has one if another file holds all schemas. */
  #findThroughReferences(start: SourceFile, pointer: Pointer, hops: number): ReferenceTarget | undefined {
    let at: ReferenceTarget = { file: start, pointer: "", value: start.value };
    for (const token of parsePointer(pointer)) {
      if (isObject(at.value) && typeof at.value.$ref === "string" && !Object.hasOwn(at.value, token)) {
        const target = this.resolve(at, at.value.$ref, hops);
        if (typeof target === "string") return undefined;
        at = target;
      }
      const found = valueAt(at.value, joinPointer("", token));
      if (found === undefined) return undefined;
      at = { file: at.file, pointer: joinPointer(at.pointer, token), value: found };
    }
    return at;
  }
}

/** A file without any of these identifies no schemas, which saves a walk through a large spec. */
const MAY_IDENTIFY = /\$(?:id|anchor|dynamicAnchor)|\\[xuU]0*24/;

/** The URI that a document gives itself, since OpenAPI 3.2. */
function readSelf(value: Json): string | undefined {
  if (!isObject(value) || typeof value.openapi !== "string" || !value.openapi.startsWith("3.2")) return undefined;
  return typeof value.$self === "string" ? value.$self : undefined;
}

/** Whether a file is one schema: it has a keyword that no OpenAPI document and no map of schemas has. */
function isSchemaFile(value: Json): boolean {
  if (!isObject(value) || value.openapi !== undefined || value.components !== undefined) return false;
  return Object.keys(value).some((key) => key.startsWith("$") || key === "type" || getApplicator(key) !== undefined);
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR");
}
