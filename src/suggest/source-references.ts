import { posix } from "node:path";
import {
  type Document,
  formatPointerFragment,
  type Json,
  type Pointer,
  parsePointerFragment,
} from "../document/index.js";

/** Rewrites the references of a value of the bundled spec, so that it can be inserted into the source file of `at`. */
export function rewriteReferences(document: Document, at: Pointer, value: Json): Json {
  const file = document.getOrigin?.(at).file;
  return file === undefined ? value : rewriteReferencesFrom(document, file.path, value);
}

/** Rewrites the references for the source file at `path`, which may not exist yet. */
export function rewriteReferencesFrom(document: Document, path: string, value: Json): Json {
  const rewrite = (reference: string): string => {
    const component = parsePointerFragment(reference.slice(1));
    const origin = component === undefined ? undefined : document.getOrigin?.(component);
    if (origin === undefined) return reference;
    const fragment = `#${formatPointerFragment(origin.pointer)}`;
    if (origin.file.path === path) return fragment;
    return posix.relative(posix.dirname(path), origin.file.path) + (origin.pointer === "" ? "" : fragment);
  };
  return JSON.parse(JSON.stringify(value), (name, child: Json) =>
    name === "$ref" && typeof child === "string" && child.startsWith("#") ? rewrite(child) : child,
  );
}
