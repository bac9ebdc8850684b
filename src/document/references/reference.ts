import { posix } from "node:path";

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
export function isOutsideRoot(entry: string, path: string): boolean {
  const root = isUpwardPath(entry) ? posix.dirname(entry) : ".";
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
export function formatFileUri(path: string): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return new URL(posix.isAbsolute(path) ? `contract://root${encoded}` : PARENTS + encoded).href;
}

/** The path of the file with this URI; undefined for other URIs. */
export function parseFileUri(uri: string): string | undefined {
  if (uri.startsWith("contract://root/")) return decodePath(uri.slice("contract://root".length));
  if (!uri.startsWith(DOCUMENT_URI)) return undefined;
  const rest = uri.slice(DOCUMENT_URI.length).replace(/^(~\/)*/, "");
  const parents = 30 - (uri.length - DOCUMENT_URI.length - rest.length) / 2;
  return posix.normalize("../".repeat(parents) + decodePath(rest));
}

/** The path of the file that a `$ref` in the file at `from` leads to. */
export function resolveReferencePath(from: string, reference: string): string {
  const [path = ""] = reference.split("#");
  return path === "" ? from : posix.join(posix.dirname(from), decodePath(path));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
