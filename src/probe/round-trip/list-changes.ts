import { isObject, type Json, joinPointer, type Pointer } from "../../document/index.js";
import { describeChange, type ValueChange } from "./describe-change.js";

/** A place of a written value that is shown differently. */
export type PlacedChange = ValueChange & { readonly at: Pointer };

/** Properties that a service sets itself, or masks on purpose. */
const SERVICE_PROPERTIES =
  /^(updatedAt|modifiedAt|updated_at|lastModified|version|etag|links|_links|secret|password|token)$/i;

/**
 * Lists the places of a written value that the shown one lacks or changes. Additional properties are allowed.
 *
 * @param isHidden Whether the service may mask a place.
 */
export function* listChanges(
  written: Json,
  shown: Json | undefined,
  at: Pointer,
  isHidden: (at: Pointer) => boolean = () => false,
): Iterable<PlacedChange> {
  const isSameList = Array.isArray(written) && Array.isArray(shown) && shown.length === written.length;
  if (isSameList && !written.every((it) => typeof it === "string")) {
    for (const [index, item] of written.entries())
      yield* listChanges(item, shown[index], joinPointer(at, index), isHidden);
    return;
  }
  if (!isObject(written) || !isObject(shown)) {
    const change = describeChange(written, shown);
    if (change !== undefined) yield { ...change, at };
    return;
  }
  const names = new Map(Object.keys(shown).map((name) => [name.toLowerCase(), name]));
  for (const [name, value] of Object.entries(written)) {
    const other = Object.hasOwn(shown, name) ? undefined : names.get(name.toLowerCase());
    if (other !== undefined && !Object.hasOwn(written, other)) {
      yield { kind: "lost", what: "the name of a property changes its case", isDerived: true, at };
      continue;
    }
    const place = joinPointer(at, name);
    if (!SERVICE_PROPERTIES.test(name) && !isHidden(place))
      yield* listChanges(value as Json, shown[name], place, isHidden);
  }
}
