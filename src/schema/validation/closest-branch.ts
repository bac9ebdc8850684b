import { asArray, asObject, type Json, joinPointer, type Pointer, valueAt } from "../../document/index.js";
import type { MessageDirection } from "../message-direction.js";
import { resolveDiscriminator } from "../registry/discriminator.js";
import { getReferenceTarget } from "../registry/excluded-properties.js";
import { dedupeViolations } from "./dedupe-violations.js";
import { describeViolation } from "./describe-violation.js";
import type { Schemas, Violation } from "./schemas.js";

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
  view: MessageDirection,
  all: readonly Violation[],
  nesting = 0,
): readonly Violation[] {
  const failures = dedupeViolations(all);
  if (!failures.some(isUnionViolation)) return failures;
  return failures.flatMap((failure) => {
    if (!isUnionViolation(failure)) return [failure];
    if (Array.isArray(failure.params.passingSchemas) || nesting >= MAX_NESTING) return [failure];
    const branches = validateBranches(schemas, view, failure);
    const tag = findUnknownTag(failure, branches);
    if (tag !== undefined) return [tag];
    const closest = findClosestBranches(branches, failure.instance);
    const [only] = closest;
    if (only !== undefined && closest.length === 1) return reduceToClosestBranch(schemas, view, only, nesting + 1);
    return [addAlternatives(failure, closest)];
  });
}

function isUnionViolation({ keyword }: Violation): boolean {
  return keyword === "oneOf" || keyword === "anyOf";
}

/** The failures of each branch; of the one alone that a discriminator names. */
function validateBranches(schemas: Schemas, view: MessageDirection, failure: Violation): readonly Violation[][] {
  const named = findDiscriminatedBranch(schemas, failure);
  const count = Array.isArray(failure.schema) ? failure.schema.length : 0;
  const branches =
    named === undefined ? Array.from({ length: count }, (_, index) => joinPointer(failure.pointer, index)) : [named];
  return branches.map((pointer) =>
    dedupeViolations(schemas.validate(pointer, view, failure.value)).map((it) => ({
      ...it,
      instance: failure.instance + it.instance,
    })),
  );
}

/** Where every branch asks for a tag of its own in one place, the tag is what is wrong, and all of theirs would have done. */
function findUnknownTag(
  { instance, pointer, schemaPointer }: Violation,
  branches: readonly (readonly Violation[])[],
): Violation | undefined {
  const typed = branches.filter((failures) => computeDistance(failures, instance) !== undefined);
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

function isTag({ keyword, instance: at }: Violation, instance: Pointer): boolean {
  return (keyword === "const" || keyword === "enum") && at.lastIndexOf("/") === instance.length;
}

/** The failures of each branch that is as close to the value as any other. */
function findClosestBranches(branches: readonly Violation[][], instance: Pointer): Violation[][] {
  let closest: Violation[][] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const failures of branches) {
    const distance = branches.length > 1 ? computeDistance(failures, instance) : 0;
    if (distance === undefined || distance > least) continue;
    closest = distance === least ? [...closest, failures] : [failures];
    least = distance;
  }
  return selectDeepest(closest);
}

/** The branch that a discriminator names. It says which failures to tell, never whether a value is valid. */
function findDiscriminatedBranch(
  { root, document }: Schemas,
  { pointer, schemaPointer, value }: Violation,
): Pointer | undefined {
  const discriminator = asObject(valueAt(root, joinPointer(schemaPointer, "discriminator")));
  const named = resolveDiscriminator(root, discriminator, value as Json);
  if (named === undefined) return undefined;
  const branches = asArray(valueAt(document.root, pointer));
  const index = branches.findIndex((branch) => getReferenceTarget(asObject(branch) ?? {}) === named);
  return index === -1 ? undefined : joinPointer(pointer, index);
}

/** Of branches that are equally close, those that got furthest into the value. */
function selectDeepest(closest: readonly Violation[][]): Violation[][] {
  const depth = (failures: readonly Violation[]): number =>
    Math.max(...failures.map(({ instance }) => instance.split("/").length));
  const most = Math.max(...closest.map(depth));
  return closest.filter((failures) => depth(failures) === most);
}

/** Where several branches are equally close and each asks for one thing, those things say best what would have done. */
function addAlternatives(failure: Violation, closest: readonly Violation[][]): Violation {
  const wanted = closest.map(([first, ...others]) =>
    first === undefined || others.length > 0 || first.instance !== failure.instance
      ? undefined
      : describeViolation(first).expected,
  );
  if (wanted.length < 2 || wanted.includes(undefined)) return failure;
  return { ...failure, params: { ...failure.params, alternatives: [...new Set(wanted)] } };
}

/** Undefined when the value is not even of the branch's type. */
function computeDistance(failures: readonly Violation[], instance: Pointer): number | undefined {
  let distance = failures.length;
  for (const failure of failures) {
    if (failure.keyword === "type" && failure.instance === instance) return undefined;
    if (isTag(failure, instance)) distance += 1000;
  }
  return distance;
}
