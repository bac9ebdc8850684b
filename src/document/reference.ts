import { posix } from "node:path";
import { fragmentPointer } from "./pointer.js";

/** Whether a `$ref` stays in its own file. */
export function isLocal(reference: string): boolean {
  return reference.startsWith("#");
}

/** Whether a `$ref` would have to be fetched from another machine. */
export function isRemote(reference: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(reference);
}

/** The path of the file that a `$ref` in the file at `from` leads to. */
export function referencedPath(from: string, reference: string): string {
  const [path = ""] = reference.split("#");
  return path === "" ? from : posix.join(posix.dirname(from), decodePath(path));
}

/** The place that a `$ref` leads to, as `<file>#<pointer>`. */
export function referenceKey(from: string, reference: string): string {
  const [, fragment = ""] = reference.split("#");
  return `${referencedPath(from, reference)}#${fragmentPointer(fragment) ?? fragment}`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
