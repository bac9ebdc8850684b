import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { posix } from "node:path";
import { DocumentError } from "./diagnostic.js";
import { createFaultyDocument, type Document, type FaultyDocument, isSwagger } from "./document.js";
import { lastToken, parentPointer, tryCall } from "./json.js";
import { memoize } from "./memoize.js";
import { bundleDocument } from "./references/bundle.js";
import { parseSourceFile } from "./source-file.js";
import { isSpecUrl, readSpecUrl } from "./spec-url.js";
import { bundleSwagger } from "./swagger/bundle-swagger.js";

/**
 * Loads a spec from a file with all files that it refers to, and bundles it.
 *
 * @param path YAML or JSON, or an http or https URL of one file. Relative paths stay relative in reported locations.
 * @throws DocumentError when a file cannot be read or parsed, or a reference cannot be followed.
 */
export function loadDocument(path: string, readText: (path: string) => string = readTextFile): Document {
  const { document, errors } = loadFaultyDocument(path, readText);
  if (errors.length > 0) throw new DocumentError(errors);
  return document;
}

/** Loads a spec as `loadDocument` does, without the parts that unresolved references stand for, which `describeUnusable` names. */
export function loadPartialDocument(path: string, readText: (path: string) => string = readTextFile): Document {
  const { document, errors } = loadFaultyDocument(path, readText);
  const others = errors.filter(({ pointer }) => lastToken(pointer) !== "$ref");
  if (others.length > 0) throw new DocumentError(others);
  const leftOut = errors.map((it) => [parentPointer(it.pointer), it] as const);
  return { ...document, unusable: new Map([...leftOut, ...(document.unusable ?? [])]) };
}

/**
 * Loads a spec with the errors that make it unusable, such as references that cannot be followed.
 *
 * @throws DocumentError when a file cannot be read or parsed, or is not OpenAPI.
 */
export function loadFaultyDocument(path: string, readText: (path: string) => string = readTextFile): FaultyDocument {
  const read = memoize((name: string) => parseSourceFile(name, readText(name)));
  try {
    const entry = read(isSpecUrl(path) ? path : posix.normalize(path.replaceAll("\\", "/")));
    return createFaultyDocument(entry, () =>
      isSwagger(entry) ? bundleSwagger(entry, read) : bundleDocument(entry, read),
    );
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError([{ message: formatLoadError(error), file: path }], { cause: error });
  }
}

/** Creates a reader of the lines of spec files, for snippets. It reads each file once; one that cannot be read has no lines. */
export function createSourceReader(read: (path: string) => string = readTextFile): (path: string) => readonly string[] {
  return memoize((path: string) => tryCall(() => read(path).split(/\r?\n/)) ?? []);
}

/**
 * Reads the bytes of a file. Devices are rejected, because reading /dev/zero would use up all memory.
 *
 * @throws Error as Node does, or when it is such a device.
 */
export function readBytes(path: string): Buffer {
  if (statSync(path).isCharacterDevice()) rejectDevice(path);
  return readFileSync(path);
}

function rejectDevice(path: string): void {
  const device = openSync(path, "r");
  try {
    if (readSync(device, Buffer.alloc(1)) > 0) throw new Error("it is a device, and no file");
  } finally {
    closeSync(device);
  }
}

/** Reads a file of a spec, or a URL. */
export function readTextFile(path: string): string {
  const bytes = isSpecUrl(path) ? readSpecUrl(path) : readBytes(path);
  if (!isUtf8(bytes)) throw createUtf8Error(path, bytes);
  return bytes.toString("utf8");
}

/** Invalid UTF-8 becomes U+FFFD. Bytes of multi-byte characters never look like line ends. */
function createUtf8Error(path: string, bytes: Buffer): DocumentError {
  let line = 1;
  let start = 0;
  let end = findEndOfLine(bytes, start);
  for (; isUtf8(bytes.subarray(start, end)); end = findEndOfLine(bytes, start)) {
    line += 1;
    start = end + 1;
  }
  const column = bytes.toString("utf8", start, end).indexOf("\uFFFD") + 1;
  return new DocumentError([{ message: "this is no UTF-8; save the file in UTF-8", file: path, line, column }]);
}

function findEndOfLine(bytes: Buffer, start: number): number {
  const end = bytes.indexOf("\n", start);
  return end === -1 ? bytes.length : end;
}

function formatLoadError(error: unknown): string {
  if (error instanceof RangeError) return "nested too deeply to be read";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "file does not exist; give the path of an OpenAPI document in YAML or JSON";
  if (code === "EISDIR") return "is a directory; give the path of the spec's main file";
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
