import { posix } from "node:path";
import {
  type Document,
  formatPointerFragment,
  type Json,
  type Pointer,
  parsePointerFragment,
} from "../document/index.js";

/** What the bundled description says, with its references as the file at a place has to write them. */
export function rewriteReferences(document: Document, at: Pointer, value: Json): Json {
  const file = document.getOrigin?.(at).file;
  return file === undefined ? value : rewriteReferencesFrom(document, file.path, value);
}

/** The same for a file that need not be there yet. */
export function rewriteReferencesFrom(document: Document, path: string, value: Json): Json {
  const written = (reference: string): string => {
    const component = parsePointerFragment(reference.slice(1));
    const place = component === undefined ? undefined : document.getOrigin?.(component);
    if (place === undefined) return reference;
    const fragment = place.pointer === "" ? "" : `#${formatPointerFragment(place.pointer)}`;
    if (place.file.path === path) return fragment || reference;
    return posix.relative(posix.dirname(path), place.file.path) + fragment;
  };
  const copy = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([name, child]) => [
        name,
        name === "$ref" && typeof child === "string" && child.startsWith("#") ? written(child) : copy(child),
      ]),
    );
  };
  return copy(value);
}
