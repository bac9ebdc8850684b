import { posix } from "node:path";
import {
  type Document,
  formatPointerFragment,
  type Json,
  type Pointer,
  parsePointer,
  parsePointerFragment,
} from "../document/index.js";
import type { Evidence } from "./infer/operation-observations.js";

/** An addition to the spec that documents drift. */
export type Suggestion = {
  /** What to add, for display. */
  readonly title: string;
  readonly evidence: Evidence;
  /** The map or list to add to. */
  readonly at: Pointer;
  /** The new key, if `at` is a map. */
  readonly key?: string;
  /** The value for the source file, with references relative to it. */
  readonly value: Json;
  /** A new file that `value` references. */
  readonly ownFile?: { readonly path: string; readonly value: Json };
  /** The value for the bundled spec. */
  readonly bundled: Json;
  /** Whether a new status references a shared response, which is a guess. */
  readonly isShared?: boolean;
  /** Whether the evidence already covers all operations. */
  readonly isCounted?: boolean;
};

/**
 * Creates an Overlay 1.0.0 document with the suggestions, for the bundled spec.
 *
 * @see https://spec.openapis.org/overlay/v1.0.0.html
 */
export function createOverlay(
  suggestions: readonly Pick<Suggestion, "title" | "at" | "key" | "bundled">[],
  title: string,
): Json {
  return {
    overlay: "1.0.0",
    info: { title, version: "1.0.0" },
    actions: suggestions.map(({ title: description, at, key, bundled }) => ({
      target: formatJsonPath(at),
      description,
      update: key === undefined ? bundled : { [key]: bundled },
    })),
  };
}

/** Formats a JSON Pointer as a normalized path (RFC 9535, section 2.7). */
function formatJsonPath(pointer: string): string {
  return `$${parsePointer(pointer)
    .map((token) => (/^(0|[1-9]\d*)$/.test(token) ? `[${token}]` : `['${token.replaceAll(/['\\]/g, "\\$&")}']`))
    .join("")}`;
}

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
