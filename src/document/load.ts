import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { bundle } from "./bundle.js";
import { createDocument, type Document } from "./document.js";
import { DocumentError } from "./document-error.js";
import { parseSourceFile, type SourceFile } from "./source-file.js";

/**
 * Loads a description from a file, with all files that it refers to, and bundles it.
 *
 * @param path YAML or JSON; relative paths are kept relative in every location that is reported.
 * @throws DocumentError when a file cannot be read or parsed, or a reference cannot be followed.
 */
export function loadDocument(path: string, readText: (path: string) => string = readTextFile): Document {
  const files = new Map<string, SourceFile>();
  const read = (name: string): SourceFile => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const file = parseSourceFile(name, readText(name));
    files.set(name, file);
    return file;
  };
  try {
    return createDocument(read(posix.normalize(path.replaceAll("\\", "/"))), (entry) => bundle(entry, read));
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError([{ message: reason(error), location: { file: path } }], { cause: error });
  }
}

function readTextFile(path: string): string {
  return readFileSync(path, "utf8");
}

function reason(error: unknown): string {
  if (error instanceof RangeError) return "nested too deeply to be read";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file; give the path of an OpenAPI description in YAML or JSON";
  if (code === "EISDIR") return "is a folder; give the path of the description's main file";
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
