import { asArray, asObject, type Json, joinPointer, type Pointer, valueAt } from "../document/index.js";
import { describeFailure } from "./failure-words.js";
import { referenced } from "./hidden-names.js";
import { namedSchema } from "./named-schema.js";
import type { Failure, Schemas } from "./schemas.js";
import type { View } from "./view.js";
import { withoutEchoes } from "./without-echoes.js";

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
  all: readonly Failure[],
  nesting = 0,
): readonly Failure[] {
  const failures = withoutEchoes(all);
  if (!failures.some(isUnion)) return failures;
  return failures.flatMap((failure) => {
    if (!isUnion(failure)) return [failure];
    if (Array.isArray(failure.params.passingSchemas) || nesting >= MAX_NESTING) return [failure];
    const branches = branchesOf(schemas, view, failure);
    const tag = unknownTag(failure, branches);
    if (tag !== undefined) return [tag];
    const closest = closestOf(branches, failure.instance);
    const [only] = closest;
    if (only !== undefined && closest.length === 1) return reduceToClosestBranch(schemas, view, only, nesting + 1);
    return [nameAlternatives(failure, closest)];
  });
}

function isUnion({ keyword }: Failure): boolean {
  return keyword === "oneOf" || keyword === "anyOf";
}

/** The failures of each branch; of the one alone that a discriminator names. */
function branchesOf(schemas: Schemas, view: View, failure: Failure): readonly Failure[][] {
  const named = discriminatedBranch(schemas, failure);
  const count = Array.isArray(failure.schema) ? failure.schema.length : 0;
  const branches =
    named === undefined ? Array.from({ length: count }, (_, index) => joinPointer(failure.pointer, index)) : [named];
  return branches.map((pointer) =>
    withoutEchoes(schemas.validate(pointer, view, failure.value)).map((it) => ({
      ...it,
      instance: failure.instance + it.instance,
    })),
  );
}

/** Where every branch asks for a tag of its own in one place, the tag is what is wrong, and all of theirs would have done. */
function unknownTag(
  { instance, pointer, schemaPointer }: Failure,
  branches: readonly (readonly Failure[])[],
): Failure | undefined {
  const typed = branches.filter((failures) => distanceOf(failures, instance) !== undefined);
  const [first = [], ...others] = typed;
  if (others.length === 0) return undefined;
  for (const tag of first.filter((it) => isTag(it, instance))) {
    const tags = typed.map((failures) => failures.find((it) => isTag(it, instance) && it.instance === tag.instance));
    const known = tags.filter((it) => it !== undefined);
    if (known.length < typed.length) continue;
    return {
      ...tag,
      keyword: "enum",
      pointer,
      schemaPointer,
      schema: [...new Set(known.flatMap(({ schema }) => schema))],
    };
  }
  return undefined;
}

function isTag({ keyword, instance: at }: Failure, instance: Pointer): boolean {
  return (keyword === "const" || keyword === "enum") && at.lastIndexOf("/") === instance.length;
}

/** The failures of each branch that is as close to the value as any other. */
function closestOf(branches: readonly Failure[][], instance: Pointer): Failure[][] {
  let closest: Failure[][] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const failures of branches) {
    const distance = branches.length > 1 ? distanceOf(failures, instance) : 0;
    if (distance === undefined || distance > least) continue;
    closest = distance === least ? [...closest, failures] : [failures];
    least = distance;
  }
  return deepest(closest);
}

/** The branch that a discriminator names. It says which failures to tell, never whether a value is valid. */
function discriminatedBranch(
  { root, document }: Schemas,
  { pointer, schemaPointer, value }: Failure,
): Pointer | undefined {
  const discriminator = asObject(valueAt(root, joinPointer(schemaPointer, "discriminator")));
  const named = namedSchema(root, discriminator, value as Json);
  if (named === undefined) return undefined;
  const branches = asArray(valueAt(document.root, pointer));
  const index = branches.findIndex((branch) => referenced(asObject(branch) ?? {}) === named);
  return index === -1 ? undefined : joinPointer(pointer, index);
}

/** Of branches that are equally close, those that got furthest into the value. */
function deepest(closest: readonly Failure[][]): Failure[][] {
  const depth = (failures: readonly Failure[]): number =>
    Math.max(...failures.map(({ instance }) => instance.split("/").length));
  const most = Math.max(...closest.map(depth));
  return closest.filter((failures) => depth(failures) === most);
}

/** Where several branches are equally close and each asks for one thing, those things say best what would have done. */
function nameAlternatives(failure: Failure, closest: readonly Failure[][]): Failure {
  const wanted = closest.map(([first, ...others]) =>
    first === undefined || others.length > 0 || first.instance !== failure.instance
      ? undefined
      : describeFailure(first).expected,
  );
  if (wanted.length < 2 || wanted.includes(undefined)) return failure;
  return { ...failure, params: { ...failure.params, alternatives: [...new Set(wanted)] } };
}

/** Undefined when the value is not even of the branch's type. */
function distanceOf(failures: readonly Failure[], instance: Pointer): number | undefined {
  let distance = failures.length;
  for (const failure of failures) {
    if (failure.keyword === "type" && failure.instance === instance) return undefined;
    if (isTag(failure, instance)) distance += 1000;
  }
  return distance;
}
