import { posix } from "node:path";
import { isObject, type Json } from "./json.js";
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

/**
 * Whether a file is none that a description may draw on: a description from somebody else must not read what else lies on
 * the machine. It may draw on the folder in which the command runs, or on its own where it stands outside of that.
 */
export function leadsOutside(entry: string, path: string): boolean {
  const root = isOutward(entry) ? posix.dirname(entry) : ".";
  return isOutward(posix.relative(root, path)) || path.includes("\0");
}

function isOutward(path: string): boolean {
  return path === ".." || path.startsWith("../") || posix.isAbsolute(path);
}

/** The place that a `$ref` leads to, as `<file>#<pointer>`. */
export function referenceKey(from: string, reference: string): string {
  const [, fragment = ""] = reference.split("#");
  return `${referencedPath(from, reference)}#${fragmentPointer(fragment) ?? fragment}`;
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const identifiers = new WeakMap<object, ReadonlySet<string>>();

/** Whether a `$id` in the description, or the dialect itself, is what a reference names. */
export function isIdentified(root: Json, reference: string): boolean {
  if (typeof root !== "object" || root === null) return false;
  const known = identifiers.get(root) ?? identifiersIn(root);
  identifiers.set(root, known);
  return known.has(reference.split("#")[0] ?? "");
}

/** Every URI that a `$id` names, whether it is a schema's or looks like one. */
function identifiersIn(value: Json): ReadonlySet<string> {
  const found = new Set([DIALECT]);
  const rest: Json[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (isObject(next) && typeof next.$id === "string") found.add(next.$id.replace(/#$/, ""));
    for (const child of Object.values(next)) rest.push(child);
  }
  return found;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
