import type { Bundle, SourceOrigin } from "./bundle.js";
import { type Diagnostic, DocumentError } from "./document-error.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { findMisplacedValues } from "./misplaced-values.js";
import { joinPointer, lastToken, type Pointer, parentPointer, parsePointerFragment, valueAt } from "./pointer.js";
import { findReferenceCycles } from "./reference-cycles.js";
import type { SourceFile, SourceLocation } from "./source-file.js";

/**
 * A description as one bundled document, with the source file, line and column behind every pointer.
 *
 * Nothing is dereferenced, cloned or changed: a schema is always the one that stands at its pointer, which is what
 * makes recursive schemas right.
 */
export type Document = {
  readonly root: JsonObject;
  /** The path of the description's main file, as the user gave it. */
  readonly path: string;
  readonly version: "3.0" | "3.1";
  /**
   * What cannot be used although the rest can, and why, by the pointer of a schema (or of an example or link, which nothing
   * is judged by): nothing is judged against such a schema, nor against one that leads to it.
   */
  readonly unusable?: ReadonlyMap<Pointer, Diagnostic>;
  /** What the specification does not allow and is read all the same, as it was meant, by its pointer. */
  readonly repaired?: ReadonlyMap<Pointer, string>;
  /** Where the part of the contract at a pointer was written. */
  readonly locate: (pointer: Pointer) => SourceLocation;
  /** What stands at a pointer as its file writes it: every digit of a number. Undefined where no file does. */
  readonly textAt?: (pointer: Pointer) => string | undefined;
  /** The file in which the part at a pointer stands, and its pointer there. */
  readonly getOrigin?: (pointer: Pointer) => { readonly file: SourceFile; readonly pointer: Pointer };
};

/**
 * @throws DocumentError naming every problem: not OpenAPI 3.0 or 3.1, a `$ref` that leads in a circle or, outside of schemas,
 * nowhere or to another machine.
 */
export function createDocument(entry: SourceFile, bundle: (entry: SourceFile) => Bundle): Document {
  const version = readOpenapiVersion(entry);
  const { root, origins, referenced, diagnostics, unresolved: dangling, repaired } = bundle(entry);
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
  const textAt = (pointer: Pointer): string | undefined => {
    const source = getOrigin(pointer);
    return source.file.textAt?.(source.pointer);
  };
  const cycles = diagnostics.length > 0 ? [] : findReferenceCycles(root, referenced);
  const circular = cycles.map((pointer) => ({
    message: `$ref "${String(valueAt(root, pointer))}" leads back to itself without stepping into a property or an item, so no value can ever be checked against it`,
    location: locate(pointer),
  }));
  const misplaced = diagnostics.length > 0 ? [] : findMisplacedValues(root);
  const unusable = new Map(dangling);
  const silent: Diagnostic[] = [];
  for (const { message, pointer, within } of misplaced) {
    const diagnostic = { message, location: locate(pointer) };
    if (within === undefined) silent.push(diagnostic);
    else if (!unusable.has(within)) unusable.set(within, diagnostic);
  }
  const all = [...diagnostics, ...circular, ...silent];
  if (all.length > 0) throw new DocumentError(all);
  return { root, path: entry.path, version, unusable, repaired, locate, textAt, getOrigin };
}

/** What stands at a pointer once every `$ref` on the way has been followed, and the pointer at which it really stands. */
export type ResolvedObject = { readonly pointer: Pointer; readonly value: JsonObject };

export function resolvePointer(document: Document, pointer: Pointer): ResolvedObject | undefined {
  let at = pointer;
  // The loader has refused circles, so this ends; the bound only guards documents made by hand in a test.
  for (let hops = 0; hops < 100; hops += 1) {
    const value = valueAt(document.root, at);
    if (!isObject(value)) return undefined;
    if (typeof value.$ref !== "string" || !value.$ref.startsWith("#")) return { pointer: at, value };
    const next = parsePointerFragment(value.$ref.slice(1));
    if (next === undefined) return { pointer: at, value };
    at = next;
  }
  return undefined;
}

/** The resolved children of a map or array, by key, in the order of the text. */
export function resolveChildren(document: Document, pointer: Pointer): (ResolvedObject & { readonly key: string })[] {
  const parent: Json | undefined = valueAt(document.root, pointer);
  if (typeof parent !== "object" || parent === null) return [];
  return Object.keys(parent).flatMap((key) => {
    const child = resolvePointer(document, joinPointer(pointer, key));
    return child === undefined ? [] : [{ ...child, key }];
  });
}

/** The name a component goes by, or undefined for what stands in place. */
export function getComponentName(pointer: Pointer): string | undefined {
  return /^\/components\/[^/]+\/[^/]+$/.test(pointer) ? lastToken(pointer) : undefined;
}

function readOpenapiVersion(entry: SourceFile): "3.0" | "3.1" {
  const accepted = "only OpenAPI 3.0 and 3.1 can be judged";
  const fail = (message: string, pointer: Pointer): never => {
    throw new DocumentError([{ message: `${message}; ${accepted}`, location: entry.locate(pointer) }]);
  };
  if (!isObject(entry.value)) return fail("not an OpenAPI description: the file holds no object", "");
  const { openapi, swagger } = entry.value;
  if (swagger !== undefined) return fail(`a Swagger ${String(swagger)} description`, "/swagger");
  if (openapi === undefined) return fail('not an OpenAPI description: there is no "openapi" version', "");
  if (typeof openapi !== "string")
    return fail(
      `"openapi" is ${JSON.stringify(openapi)}, which is no text; put the version in quotes: "3.1.0"`,
      "/openapi",
    );
  const [, version] = /^(3\.[01])(\.|$)/.exec(openapi) ?? [];
  if (version === undefined) return fail(`an OpenAPI ${openapi} description`, "/openapi");
  return version as "3.0" | "3.1";
}
