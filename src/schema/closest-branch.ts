import { isObject, joinPointer, type Pointer } from "../document/index.js";
import type { View } from "./ajv.js";
import type { Failure, Schemas } from "./schemas.js";

/** How deep composition in composition is followed; nothing written by hand nests further. */
const MAX_NESTING = 8;

/**
 * Replaces a failed `oneOf` or `anyOf` by the failures of the branch that was most likely meant: one whose tags (`const`
 * and `enum`) fit rather than one whose tags do not, then the one with the fewest failures.
 *
 * A value that fits several branches of a `oneOf`, or no branch in its very type, keeps the failure as it is.
 */
export function reduceToClosestBranch(
  schemas: Schemas,
  view: View,
  failures: readonly Failure[],
  nesting = 0,
): Failure[] {
  return failures.flatMap((failure) => {
    if (failure.keyword !== "oneOf" && failure.keyword !== "anyOf") return [failure];
    if (Array.isArray(failure.params.passingSchemas) || nesting >= MAX_NESTING) return [failure];
    const closest = closestBranch(schemas, view, failure);
    return closest === undefined ? [failure] : reduceToClosestBranch(schemas, view, closest, nesting + 1);
  });
}

function closestBranch(schemas: Schemas, view: View, failure: Failure): Failure[] | undefined {
  const branches = Array.isArray(failure.schema) ? failure.schema.length : 0;
  let best: { readonly failures: Failure[]; readonly distance: number } | undefined;
  for (let index = 0; index < branches; index += 1) {
    const pointer: Pointer = joinPointer(failure.pointer, index);
    const inner = schemas.validate(pointer, view, failure.value);
    const failures = inner.map((it) => ({ ...it, instance: failure.instance + it.instance }));
    const distance = distanceOf(failures, failure.instance);
    if (distance !== undefined && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { failures, distance };
  }
  // Where all branches are equally simple misses of one scalar, the alternatives themselves say it best.
  return best !== undefined && isObject(failure.value) ? best.failures : undefined;
}

/** Undefined when the value is not even of the branch's type. */
function distanceOf(failures: readonly Failure[], instance: Pointer): number | undefined {
  let distance = failures.length;
  for (const { keyword, instance: at } of failures) {
    if (keyword === "type" && at === instance) return undefined;
    const isTag = (keyword === "const" || keyword === "enum") && at.lastIndexOf("/") === instance.length;
    if (isTag) distance += 1000;
  }
  return distance;
}
