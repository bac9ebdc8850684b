import { type Document, isObject, type Pointer, parentPointer, resolvePointer } from "../../document/index.js";

/**
 * Whether the spec marks an open question (`x-open-point`) at a location or at an ancestor, up to the parameter,
 * property or schema.
 */
export function hasOpenQuestion(document: Document, pointer: Pointer): boolean {
  for (let at = pointer; at !== ""; at = parentPointer(at)) {
    const value = resolvePointer(document, at)?.value;
    if (isObject(value) && value["x-open-point"] !== undefined) return true;
    if (/^\/components\/[^/]+\/[^/]+$|\/parameters\/\d+$/.test(at)) return false;
  }
  return false;
}
