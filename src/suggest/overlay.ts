import { type Json, parsePointer } from "../document/index.js";
import type { Suggestion } from "./suggestion.js";

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
