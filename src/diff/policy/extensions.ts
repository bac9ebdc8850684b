import { type Document, isObject, type Pointer, parentPointer, valueAt } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";

/** Whether the object at a location, or one that holds it, has an extension with one of the values. */
export function hasExtension(
  { root }: Document,
  pointer: Pointer,
  { name, value }: { readonly name: string; readonly value: unknown },
): boolean {
  for (let at = pointer; ; at = parentPointer(at)) {
    const object = valueAt(root, at);
    const found = isObject(object) ? object[name] : undefined;
    if (found !== undefined)
      return value === undefined ? found !== false : [value].flat().some((it) => isSameJson(it, found));
    if (at === "") return false;
  }
}
