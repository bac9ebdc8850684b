import { isObject, type Json } from "./json.js";
import { joinPointer, type Pointer, parsePointer, parsePointerFragment, valueAt } from "./pointer.js";
import { isLocalReference, isOutsideRoot, isRemoteReference, resolveReferencePath } from "./reference.js";
import type { SourceFile } from "./source-file.js";

/** The main file of a spec, and a function that reads other files. */
export type SourceFiles = { readonly entry: SourceFile; readonly read: (path: string) => SourceFile };

/** The target of a reference, or a message if it cannot be resolved. No pointer if it names an anchor of the entry file. */
export function followReference(
  files: SourceFiles,
  from: SourceFile,
  reference: string,
  hops = 0,
): ReferenceTarget | string {
  if (isRemoteReference(reference)) {
    return `remote $ref "${reference}" is not fetched; save that file beside the spec and refer to it by its relative path`;
  }
  const file = openReferencedFile(files, from, reference);
  if (typeof file === "string") return `$ref "${reference}" cannot be followed: ${file}`;
  const pointer = parsePointerFragment(reference.split("#")[1] ?? "");
  if (pointer === undefined) {
    if (file === files.entry) return { file, pointer, value: null };
    return `$ref "${reference}" names an anchor in another file; refer to it by a JSON Pointer`;
  }
  const found = valueAt(file.value, pointer);
  if (found !== undefined) return { file, pointer, value: found };
  const target = hops < MAX_HOPS ? followThroughReferences(files, file, pointer, hops + 1) : undefined;
  return target ?? `$ref "${reference}" points nowhere: ${file.path} has nothing at "${pointer}"`;
}

/** A longer chain of references is a cycle. */
const MAX_HOPS = 20;

/** Follows references along a pointer. `#/components/schemas/Pet` has one if another file holds all schemas. */
function followThroughReferences(
  files: SourceFiles,
  start: SourceFile,
  pointer: Pointer,
  hops: number,
): ReferenceTarget | undefined {
  let at: ReferenceTarget = { file: start, pointer: "", value: start.value };
  for (const token of parsePointer(pointer)) {
    if (isObject(at.value) && typeof at.value.$ref === "string" && !Object.hasOwn(at.value, token)) {
      const target = followReference(files, at.file, at.value.$ref, hops);
      if (typeof target === "string") return undefined;
      at = target;
    }
    const found = valueAt(at.value, joinPointer("", token));
    if (found === undefined || at.pointer === undefined) return undefined;
    at = { file: at.file, pointer: joinPointer(at.pointer, token), value: found };
  }
  return at;
}

export type ReferenceTarget = {
  readonly file: SourceFile;
  readonly pointer: Pointer | undefined;
  readonly value: Json;
};

function openReferencedFile(files: SourceFiles, from: SourceFile, reference: string): SourceFile | string {
  if (isLocalReference(reference)) return from;
  const path = resolveReferencePath(from.path, reference);
  if (isOutsideRoot(files.entry.path, path))
    return "it is outside the directory of the spec; run the command in a directory above both files";
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
