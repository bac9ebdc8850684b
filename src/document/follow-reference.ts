import type { Json } from "./json.js";
import { fragmentPointer, type Pointer, valueAt } from "./pointer.js";
import { isLocal, isRemote, leadsOutside, referencedPath } from "./reference.js";
import type { SourceFile } from "./source-file.js";

/** The main file of a description, and how others are read. */
export type Files = { readonly entry: SourceFile; readonly read: (path: string) => SourceFile };

/** Where a reference leads; a sentence when it leads nowhere; no pointer when it names an anchor of the entry file. */
export function followReference(files: Files, from: SourceFile, reference: string): Target | string {
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
  if (found === undefined) return `$ref "${reference}" points nowhere: ${file.path} has nothing at "${pointer}"`;
  return { file, pointer, found };
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
