import type { TemplateGroup } from "./path-tree.js";
import type { SegmentTemplate } from "./segment.js";

/**
 * Returns a function that lists the templates that can match the same path as a given one and are not less concrete:
 * `/a/{x}/c` for `/a/b/{y}`. The result is computed on the first call and cached.
 */
export function createAmbiguityFinder(
  leaves: readonly TemplateGroup[],
): (leaf: TemplateGroup) => readonly TemplateGroup[] {
  const cache = new Map<TemplateGroup, readonly TemplateGroup[]>();
  return (leaf) => {
    let ambiguous = cache.get(leaf);
    if (ambiguous === undefined) {
      ambiguous = leaves.filter((other) => other !== leaf && areAmbiguous(leaf, other)).sort(compareSpecificity);
      cache.set(leaf, ambiguous);
    }
    return ambiguous;
  };
}

/** Whether two templates can match the same path, and each has a segment that is more concrete than the other's. */
function areAmbiguous({ segments }: TemplateGroup, { segments: others }: TemplateGroup): boolean {
  if (segments.length !== others.length) return false;
  let [ours, theirs] = [false, false];
  for (const [index, segment] of segments.entries()) {
    const step = compareSegments(segment, others[index] ?? "");
    if (step === "apart") return false;
    ours ||= step === "ours" || step === "unclear";
    theirs ||= step === "theirs" || step === "unclear";
  }
  return ours && theirs;
}

type SegmentOrder = "same" | "ours" | "theirs" | "unclear" | "apart";

function compareSegments(segment: string | SegmentTemplate, other: string | SegmentTemplate): SegmentOrder {
  if (typeof segment === "string") {
    if (typeof other === "string") return segment === other ? "same" : "apart";
    return other.read(segment) === undefined ? "apart" : "ours";
  }
  if (typeof other === "string") return segment.read(other) === undefined ? "apart" : "theirs";
  if (segment.key === other.key) return "same";
  const [isWithin, contains] = [isSuperset(other, segment), isSuperset(segment, other)];
  return isWithin === contains ? "unclear" : isWithin ? "ours" : "theirs";
}

/** The NUL character, which occurs in no literal, represents any text. */
function isSuperset(segment: SegmentTemplate, { key }: SegmentTemplate): boolean {
  return segment.read(key.replaceAll("{}", "\u0000")) !== undefined;
}

/** Sorts by literal text from the left, like the tree, then by the order in the spec. */
function compareSpecificity({ segments }: TemplateGroup, { segments: others }: TemplateGroup): number {
  for (const [index, segment] of segments.entries()) {
    const difference = specificityOf(others[index]) - specificityOf(segment);
    if (difference !== 0) return difference > 0 ? 1 : -1;
  }
  return 0;
}

function specificityOf(segment: string | SegmentTemplate | undefined): number {
  if (segment === undefined) return 0;
  return typeof segment === "string" ? Number.MAX_SAFE_INTEGER : segment.specificity;
}
