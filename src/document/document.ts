import type { Bundle, Mount } from "./bundle.js";
import { DocumentError, type DocumentProblem } from "./document-error.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { findMisplaced } from "./misplaced.js";
import { fragmentPointer, joinPointer, lastToken, type Pointer, parentPointer, valueAt } from "./pointer.js";
import { referenceCycles } from "./reference-cycles.js";
import type { Location, SourceFile } from "./source-file.js";

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
  readonly gaps?: ReadonlyMap<Pointer, DocumentProblem>;
  /** What the specification does not allow and is read all the same, as it was meant, by its pointer. */
  readonly repaired?: ReadonlyMap<Pointer, string>;
  /** Where the part of the contract at a pointer was written. */
  readonly locate: (pointer: Pointer) => Location;
  /** What stands at a pointer as its file writes it: every digit of a number. Undefined where no file does. */
  readonly textAt?: (pointer: Pointer) => string | undefined;
  /** The file in which the part at a pointer stands, and its pointer there. */
  readonly written?: (pointer: Pointer) => { readonly file: SourceFile; readonly pointer: Pointer };
};

/**
 * @throws DocumentError naming every problem: not OpenAPI 3.0 or 3.1, a `$ref` that leads in a circle or, outside of schemas,
 * nowhere or to another machine.
 */
export function createDocument(entry: SourceFile, bundle: (entry: SourceFile) => Bundle): Document {
  const version = openapiVersion(entry);
  const { root, mounts, referenced, problems, gaps: dangling, repaired } = bundle(entry);
  const written = (pointer: Pointer): Mount => {
    let base = pointer;
    while (base !== "" && !mounts.has(base)) base = parentPointer(base);
    const mount = mounts.get(base) ?? { file: entry, pointer: "" };
    return { file: mount.file, pointer: mount.pointer + pointer.slice(base.length) };
  };
  const locate = (pointer: Pointer): Location => {
    const place = written(pointer);
    return place.file.locate(place.pointer);
  };
  const textAt = (pointer: Pointer): string | undefined => {
    const place = written(pointer);
    return place.file.textAt?.(place.pointer);
  };
  const cycles = problems.length > 0 ? [] : referenceCycles(root, referenced);
  const circular = cycles.map((pointer) => ({
    message: `$ref "${String(valueAt(root, pointer))}" leads back to itself without stepping into a property or an item, so no value can ever be checked against it`,
    location: locate(pointer),
  }));
  const misplaced = problems.length > 0 ? [] : findMisplaced(root);
  const gaps = new Map(dangling);
  const silent: DocumentProblem[] = [];
  for (const { message, pointer, within } of misplaced) {
    const problem = { message, location: locate(pointer) };
    if (within === undefined) silent.push(problem);
    else if (!gaps.has(within)) gaps.set(within, problem);
  }
  const all = [...problems, ...circular, ...silent];
  if (all.length > 0) throw new DocumentError(all);
  return { root, path: entry.path, version, gaps, repaired, locate, textAt, written };
}

/** What stands at a pointer once every `$ref` on the way has been followed, and the pointer at which it really stands. */
export type Resolved = { readonly pointer: Pointer; readonly value: JsonObject };

export function resolve(document: Document, pointer: Pointer): Resolved | undefined {
  let at = pointer;
  // The loader has refused circles, so this ends; the bound only guards documents made by hand in a test.
  for (let hops = 0; hops < 100; hops += 1) {
    const value = valueAt(document.root, at);
    if (!isObject(value)) return undefined;
    if (typeof value.$ref !== "string" || !value.$ref.startsWith("#")) return { pointer: at, value };
    const next = fragmentPointer(value.$ref.slice(1));
    if (next === undefined) return { pointer: at, value };
    at = next;
  }
  return undefined;
}

/** The resolved children of a map or array, by key, in the order of the text. */
export function children(document: Document, pointer: Pointer): (Resolved & { readonly key: string })[] {
  const parent: Json | undefined = valueAt(document.root, pointer);
  if (typeof parent !== "object" || parent === null) return [];
  return Object.keys(parent).flatMap((key) => {
    const child = resolve(document, joinPointer(pointer, key));
    return child === undefined ? [] : [{ ...child, key }];
  });
}

/** The name a component goes by, or undefined for what stands in place. */
export function componentName(pointer: Pointer): string | undefined {
  return /^\/components\/[^/]+\/[^/]+$/.test(pointer) ? lastToken(pointer) : undefined;
}

function openapiVersion(entry: SourceFile): "3.0" | "3.1" {
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
