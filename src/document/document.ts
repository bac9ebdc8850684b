import { getSubschemaPointer, isInPlace, listSubschemas } from "./applicators.js";
import { type Diagnostic, DocumentError, type DocumentFault, type SourceLocation } from "./diagnostic.js";
import {
  getLocalReferenceTarget,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Pointer,
  parentPointer,
  valueAt,
} from "./json.js";
import type { Bundle, SourceOrigin } from "./references/bundle.js";
import type { SourceFile } from "./source-file.js";
import { formatObjectKind, getObjectField, type ObjectKind, type OpenApiVersion } from "./structure.js";

/**
 * A spec as one bundled document, with the source file, line and column of every pointer.
 *
 * Nothing is dereferenced or cloned: a schema is always the object at its pointer, so that recursive schemas work.
 */
export type Document = {
  readonly root: JsonObject;
  /** The path of the main file of the spec, as the user gave it. */
  readonly path: string;
  /** A Swagger 2.0 document is converted to 3.0. */
  readonly version: OpenApiVersion;
  /** Whether the document was Swagger 2.0. */
  readonly isConverted?: boolean;
  /**
   * Why single parts cannot be used, by pointer. A value is not validated against such a schema, or a schema that refers to it,
   * and an exchange is not validated against an operation with such a parameter or response.
   */
  readonly unusable?: ReadonlyMap<Pointer, Diagnostic>;
  /** Constructs that the specification does not allow but the loader accepts, by pointer. */
  readonly repaired?: ReadonlyMap<Pointer, string>;
  /** The source position of a pointer. */
  readonly locate: (pointer: Pointer) => SourceLocation;
  /** The file that contains a pointer of the bundle, and the pointer in that file. */
  readonly getOrigin?: (pointer: Pointer) => { readonly file: SourceFile; readonly pointer: Pointer };
};

/** A document that may have errors, for a check of the spec itself. Other uses need a document without errors. */
export type FaultyDocument = { readonly document: Document; readonly errors: readonly DocumentFault[] };

/**
 * Errors are objects of a wrong type outside of schemas, and a `$ref` of a path item that cannot be resolved.
 *
 * @throws DocumentError when the file is not OpenAPI 3.0, 3.1 or 3.2.
 */
export function createFaultyDocument(entry: SourceFile, bundle: () => Bundle): FaultyDocument {
  const version = readOpenapiVersion(entry);
  const { root, origins, referenced, diagnostics, unresolved: dangling, repaired } = bundle();
  const getOrigin = (pointer: Pointer): SourceOrigin => {
    let base = pointer;
    while (base !== "" && !origins.has(base)) base = parentPointer(base);
    const nearest = origins.get(base) ?? { file: entry, pointer: "" };
    return { file: nearest.file, pointer: nearest.pointer + pointer.slice(base.length) };
  };
  const locate = (pointer: Pointer): SourceLocation => {
    const origin = getOrigin(pointer);
    return origin.file.locate(origin.pointer);
  };
  const cycles = findReferenceCycles(root, referenced);
  const reported = new Set([...dangling.keys(), ...diagnostics.map(({ pointer }) => parentPointer(pointer))]);
  const unusable = new Map(dangling);
  for (const pointer of cycles)
    unusable.set(parentPointer(pointer), {
      message: `$ref "${String(valueAt(root, pointer))}" leads back to itself without stepping into a property or an item, so no value can ever be checked against it`,
      ...locate(pointer),
    });
  const silent: DocumentFault[] = [];
  for (const { message, pointer, within } of findMisplacedValues(root)) {
    const diagnostic = { message, pointer, ...locate(pointer) };
    if (within === undefined && reported.has(parentPointer(pointer))) continue;
    if (within === undefined) silent.push(diagnostic);
    else if (!unusable.has(within)) unusable.set(within, diagnostic);
  }
  const places = { locate, getOrigin };
  const document = { root, path: entry.path, version, isConverted: isSwagger(entry), unusable, repaired, ...places };
  return { document, errors: [...diagnostics, ...silent] };
}

export type ResolvedObject = { readonly pointer: Pointer; readonly value: JsonObject };

/** Resolves a pointer, if there is one, through every `$ref` on the way. Returns the value and its final pointer. */
export function resolvePointer(
  document: Pick<Document, "root">,
  pointer: Pointer | undefined,
): ResolvedObject | undefined {
  if (pointer === undefined) return undefined;
  return followReferences(document, pointer, valueAt(document.root, pointer));
}

function followReferences(
  { root }: Pick<Document, "root">,
  pointer: Pointer,
  referring: Json | undefined,
): ResolvedObject | undefined {
  let [at, value] = [pointer, referring];
  // The loader rejects cycles. The limit only guards documents that tests build.
  for (let hops = 0; hops < 100; hops += 1) {
    if (!isObject(value)) return undefined;
    const next = getLocalReferenceTarget(value.$ref);
    if (next === undefined) return { pointer: at, value };
    at = next;
    value = valueAt(root, at);
  }
  return undefined;
}

/** A child of a map or array, with the place from where it was found, which differs from the pointer if that is a reference. */
export type ResolvedChild = ResolvedObject & { readonly key: string; readonly at: Pointer };

/** The resolved children of a map or array, by key, in document order. */
export function resolveChildren(document: Pick<Document, "root">, pointer: Pointer): ResolvedChild[] {
  const parent: Json | undefined = valueAt(document.root, pointer);
  if (typeof parent !== "object" || parent === null) return [];
  return Object.entries(parent).flatMap(([key, value]) => {
    const at = joinPointer(pointer, key);
    const child = followReferences(document, at, value);
    return child === undefined ? [] : [{ ...child, key, at }];
  });
}

/** The name of a component, or undefined for an inline object. */
export function getComponentName(pointer: Pointer): string | undefined {
  return /^\/components\/[^/]+\/[^/]+$/.test(pointer) ? lastToken(pointer) : undefined;
}

/** The title of a schema as a name on one line; undefined without a text. */
export function getTitleName(schema: JsonObject | undefined): string | undefined {
  const name = typeof schema?.title === "string" ? schema.title.trim().replaceAll(/\s+/g, " ") : "";
  return name === "" ? undefined : name;
}

/** Whether a file is a Swagger 2.0 document, which is converted to OpenAPI 3.0. Its version is often an unquoted number. */
export function isSwagger({ value }: SourceFile): boolean {
  return isObject(value) && value.openapi === undefined && (value.swagger === "2.0" || value.swagger === 2);
}

function readOpenapiVersion(entry: SourceFile): OpenApiVersion {
  const accepted = "only OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0, are supported";
  const fail = (message: string, pointer: Pointer): never => {
    const fault = pointer === "" ? entry.findJsonFault?.() : undefined;
    throw new DocumentError([fault ?? { message: `${message}; ${accepted}`, ...entry.locate(pointer) }]);
  };
  if (!isObject(entry.value)) return fail("not an OpenAPI description: the file holds no object", "");
  const { openapi, swagger } = entry.value;
  if (isSwagger(entry)) return "3.0";
  if (swagger !== undefined) return fail(`a Swagger ${String(swagger)} description`, "/swagger");
  if (openapi === undefined) return fail('not an OpenAPI description: there is no "openapi" version', "");
  if (typeof openapi !== "string")
    return fail(
      `"openapi" is ${JSON.stringify(openapi)}, which is no text; put the version in quotes: "3.1.0"`,
      "/openapi",
    );
  const [, version] = /^(3\.[012])(\.|$)/.exec(openapi) ?? [];
  if (version === undefined) return fail(`an OpenAPI ${openapi} description`, "/openapi");
  return version as OpenApiVersion;
}

/**
 * Finds schemas that cannot be evaluated, because a `$ref` (also through `allOf` and similar keywords) leads back to them for
 * the same value. Each cycle is identified by the pointer of the reference that closes it.
 *
 * Recursion through a property or an item describes tree-shaped data and is not a cycle.
 */
function findReferenceCycles(root: JsonObject, referenced: Iterable<Pointer>): Pointer[] {
  const state = new Map<Pointer, "open" | "done">();
  const cycles: Pointer[] = [];

  const visit = (pointer: Pointer): void => {
    if (state.has(pointer)) return;
    state.set(pointer, "open");
    for (const [from, to] of listInPlaceReferences(root, pointer)) {
      if (state.get(to) === "open") cycles.push(from);
      else visit(to);
    }
    state.set(pointer, "done");
  };

  for (const target of referenced) visit(target);
  return cycles;
}

/** The references of a schema (or of a reference object) that apply to the same value. */
function listInPlaceReferences(root: JsonObject, pointer: Pointer): [from: Pointer, to: Pointer][] {
  const found: [Pointer, Pointer][] = [];
  const walk = (node: Json | undefined, at: Pointer): void => {
    if (!isObject(node)) return;
    const target = getLocalReferenceTarget(node.$ref);
    if (target !== undefined) found.push([joinPointer(at, "$ref"), target]);
    for (const inner of listSubschemas(node)) if (isInPlace(inner)) walk(inner.schema, getSubschemaPointer(at, inner));
  };
  walk(valueAt(root, pointer), pointer);
  return found;
}

type MisplacedValue = {
  readonly pointer: Pointer;
  readonly message: string;
  /** The schema that becomes unusable; absent if the spec becomes unusable. */
  readonly within?: Pointer;
};

/**
 * Finds values and reference targets that are not objects where OpenAPI requires one, since they would be ignored silently.
 * Examples and links do not affect validity and are not checked. An error in a schema makes only that schema unusable.
 */
function findMisplacedValues(root: JsonObject): MisplacedValue[] {
  const found: MisplacedValue[] = [];
  visitNode(root, root, { kind: "openapi", pointer: "" }, found);
  return found;
}

type NodePosition = { readonly kind: ObjectKind; readonly pointer: Pointer; readonly within?: Pointer };

function visitNode(
  root: JsonObject,
  node: Json | undefined,
  { kind, pointer, within }: NodePosition,
  found: MisplacedValue[],
): void {
  if (kind === "example" || kind === "link") return;
  if (kind === "schema" && (typeof node === "boolean" || (Array.isArray(node) && DEPENDENCY.test(pointer)))) return;
  if (!isObject(node)) {
    const message = `expected ${formatObjectKind(kind)} object here, found ${formatType(node)}`;
    found.push({ pointer, message, ...(within === undefined ? {} : { within }) });
    return;
  }
  if (typeof node.$ref === "string" && isDangling(root, node.$ref, kind)) {
    const message = `$ref "${node.$ref}" does not lead to ${formatObjectKind(kind)} object`;
    found.push({ pointer: joinPointer(pointer, "$ref"), message, ...(kind === "schema" ? { within: pointer } : {}) });
  }
  // In OpenAPI 3.0, what is beside a `$ref` is ignored.
  if (kind === "schema" && typeof node.$ref === "string" && String(root.openapi).startsWith("3.0")) return;
  for (const [name, value] of Object.entries(node)) {
    // `$ref` is not a field, even in objects with arbitrary field names, such as a callback.
    if (name !== "$ref") visitField(root, value, { kind, pointer, name }, found);
  }
}

/** Before 2019-09, a dependency could be a list of names. */
const DEPENDENCY = /\/dependencies\/[^/]*$/;

function visitField(
  root: JsonObject,
  value: Json,
  { kind, pointer, name }: NodePosition & { name: string },
  found: MisplacedValue[],
): void {
  const field = getObjectField(kind, name);
  // YAML files often leave an empty map or array without a value.
  if (field === undefined || (value === null && field.holds !== "one")) return;
  const at = joinPointer(pointer, name);
  const inSchema = kind === "schema" ? { within: pointer } : {};
  // Before 2020-12 `items` could be a list, which the schema engine supports for those dialects.
  const isMany = field.holds === "array" || (name === "items" && Array.isArray(value));
  if (field.holds === "one" && !isMany) {
    visitNode(root, value, { kind: field.kind, pointer: at, ...inSchema }, found);
    return;
  }
  if (isMany !== Array.isArray(value) || typeof value !== "object" || value === null) {
    found.push({
      pointer: at,
      message: `expected ${isMany ? "an array" : "an object"} here, found ${formatType(value)}`,
      ...inSchema,
    });
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (!key.startsWith("x-") || name === "properties" || name === "headers") {
      const itemAt = joinPointer(at, key);
      const within = kind === "components" && field.kind === "schema" ? { within: itemAt } : inSchema;
      visitNode(root, item, { kind: field.kind, pointer: itemAt, ...within }, found);
    }
  }
}

/** Whether a local reference leads to no object. References of schemas that are not local are resolved or reported already. */
function isDangling(root: JsonObject, reference: string, kind: ObjectKind): boolean {
  const pointer = getLocalReferenceTarget(reference);
  if (pointer === undefined) return kind !== "schema";
  const target = valueAt(root, pointer);
  return !isObject(target) && !(kind === "schema" && typeof target === "boolean");
}

function formatType(value: Json | undefined): string {
  if (value === null) return "nothing";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
