import { posix } from "node:path";
import { isObject, type Json } from "./json.js";
import { parsePointerFragment, valueAt } from "./pointer.js";

/** Whether a `$ref` stays in its own file. */
export function isLocalReference(reference: string): boolean {
  return reference.startsWith("#");
}

/** Whether a `$ref` is a remote URL. */
export function isRemoteReference(reference: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(reference);
}

/** The path of the file that a `$ref` in the file at `from` leads to. */
export function resolveReferencePath(from: string, reference: string): string {
  const [path = ""] = reference.split("#");
  return path === "" ? from : posix.join(posix.dirname(from), decodePath(path));
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

/** The target of a `$ref`, as `<file>#<pointer>`. */
export function getReferenceKey(from: string, reference: string): string {
  const [, fragment = ""] = reference.split("#");
  return `${resolveReferencePath(from, reference)}#${parsePointerFragment(fragment) ?? fragment}`;
}

const DIALECT_URI = "https://json-schema.org/draft/2020-12/schema";

/** The base of relative `$id`s; never shown. */
const BASE_URI = "contract://document/";

const identifierCache = new WeakMap<object, ReadonlyMap<string, Json>>();

/**
 * Whether a reference leads to a schema with a `$id` in the spec, or to the dialect, or into one of them. Relative references
 * are resolved against each of them.
 */
export function isKnownIdentifier(root: Json, reference: string): boolean {
  if (typeof root !== "object" || root === null) return false;
  const known = identifierCache.get(root) ?? collectIdentifiers(root);
  identifierCache.set(root, known);
  return [BASE_URI, ...known.keys()].some((base) => {
    const [uri = "", fragment = ""] = resolveUri(reference, base).split("#");
    const schema = known.get(uri);
    const pointer = parsePointerFragment(fragment);
    return schema !== undefined && (pointer === undefined || valueAt(schema, pointer) !== undefined);
  });
}

/** The objects by the URI of their `$id`, whether or not they are schemas. */
function collectIdentifiers(value: Json): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>([[DIALECT_URI, {}]]);
  const rest: { readonly value: Json; readonly base: string }[] = [{ value, base: BASE_URI }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, base } = next;
    if (typeof value !== "object" || value === null) continue;
    const id =
      isObject(value) && typeof value.$id === "string" ? resolveUri(value.$id, base).replace(/#.*$/s, "") : base;
    if (id !== base) found.set(id, value);
    for (const child of Object.values(value)) rest.push({ value: child, base: id });
  }
  return found;
}

function resolveUri(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
