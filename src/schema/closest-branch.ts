import { joinPointer, type Pointer } from "../document/index.js";
import { describeFailure } from "./failure-words.js";
import type { Failure, Schemas } from "./schemas.js";
import type { View } from "./view.js";

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
    const closest = closestBranches(schemas, view, failure);
    const [only] = closest;
    if (only !== undefined && closest.length === 1) return reduceToClosestBranch(schemas, view, only, nesting + 1);
    return [nameAlternatives(failure, closest)];
  });
}

/** The failures of each branch that is as close to the value as any. */
function closestBranches(schemas: Schemas, view: View, failure: Failure): Failure[][] {
  const branches = Array.isArray(failure.schema) ? failure.schema.length : 0;
  let closest: Failure[][] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < branches; index += 1) {
    const pointer: Pointer = joinPointer(failure.pointer, index);
    const inner = schemas.validate(pointer, view, failure.value);
    const failures = inner.map((it) => ({ ...it, instance: failure.instance + it.instance }));
    const distance = distanceOf(failures, failure.instance);
    if (distance === undefined || distance > least) continue;
    closest = distance === least ? [...closest, failures] : [failures];
    least = distance;
  }
  return closest;
}

/** Where several branches are equally close and each asks for one thing, those things say best what would have done. */
function nameAlternatives(failure: Failure, closest: readonly Failure[][]): Failure {
  const wanted = closest.map(([first, ...others]) =>
    first === undefined || others.length > 0 ? undefined : describeFailure(first).expected,
  );
  if (wanted.length < 2 || wanted.includes(undefined)) return failure;
  return { ...failure, params: { ...failure.params, alternatives: [...new Set(wanted)] } };
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
