import { isObject, type Json } from "./json.js";
import { fragmentPointer, joinPointer, type Pointer, pointerTokens, valueAt } from "./pointer.js";
import { isLocal, isRemote, leadsOutside, referencedPath } from "./reference.js";
import type { SourceFile } from "./source-file.js";

/** The main file of a description, and how others are read. */
export type Files = { readonly entry: SourceFile; readonly read: (path: string) => SourceFile };

/** Where a reference leads; a sentence when it leads nowhere; no pointer when it names an anchor of the entry file. */
export function followReference(files: Files, from: SourceFile, reference: string, hops = 0): Target | string {
  if (isRemote(reference)) {
    return `remote $ref "${reference}" is not fetched; save that file beside the description and refer to it by its relative path`;
  }
  const file = fileOf(files, from, reference);
  if (typeof file === "string") return `$ref "${reference}" cannot be followed: ${file}`;
  const pointer = fragmentPointer(reference.split("#")[1] ?? "");
  if (pointer === undefined) {
    if (file === files.entry) return { file, pointer, found: null };
    return `$ref "${reference}" names an anchor in another file; refer to it by a JSON Pointer`;
  }
  const found = valueAt(file.value, pointer);
  if (found !== undefined) return { file, pointer, found };
  const target = hops < MOST_HOPS ? through(files, file, pointer, hops + 1) : undefined;
  return target ?? `$ref "${reference}" points nowhere: ${file.path} has nothing at "${pointer}"`;
}

/** More references on the way to one place lead in a circle. */
const MOST_HOPS = 20;

/** Follows the references that stand on the way, as `#/components/schemas/Pet` has one where all schemas are in another file. */
function through(files: Files, start: SourceFile, pointer: Pointer, hops: number): Target | undefined {
  let at: Target = { file: start, pointer: "", found: start.value };
  for (const token of pointerTokens(pointer)) {
    if (isObject(at.found) && typeof at.found.$ref === "string" && !Object.hasOwn(at.found, token)) {
      const target = followReference(files, at.file, at.found.$ref, hops);
      if (typeof target === "string") return undefined;
      at = target;
    }
    const found = valueAt(at.found, joinPointer("", token));
    if (found === undefined || at.pointer === undefined) return undefined;
    at = { file: at.file, pointer: joinPointer(at.pointer, token), found };
  }
  return at;
}

export type Target = { readonly file: SourceFile; readonly pointer: Pointer | undefined; readonly found: Json };

function fileOf(files: Files, from: SourceFile, reference: string): SourceFile | string {
  if (isLocal(reference)) return from;
  const path = referencedPath(from.path, reference);
  if (leadsOutside(files.entry.path, path))
    return "it leads out of the folder that the description is read in; run the command in a folder above both files";
  if (path === from.path) return from;
  if (path === files.entry.path) return files.entry;
  try {
    return files.read(path);
  } catch (error) {
    if (isMissingFile(error)) return `there is no file ${path}`;
    throw error;
  }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR");
}
