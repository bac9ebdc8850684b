import type { TemplateGroup } from "./path-tree.js";
import type { SegmentTemplate } from "./segment.js";

/**
 * The templates that can fit the same path as another one without being less concrete: `/a/{x}/c` for `/a/b/{y}`. Worked
 * out for a template when it is first met.
 */
export function createAmbiguityFinder(
  leaves: readonly TemplateGroup[],
): (leaf: TemplateGroup) => readonly TemplateGroup[] {
  const known = new Map<TemplateGroup, readonly TemplateGroup[]>();
  return (leaf) => {
    let rivals = known.get(leaf);
    if (rivals === undefined) {
      rivals = leaves.filter((other) => other !== leaf && areAmbiguous(leaf, other)).sort(compareSpecificity);
      known.set(leaf, rivals);
    }
    return rivals;
  };
}

/** Each is the more concrete one somewhere, and nowhere do they exclude each other. */
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

/** A character that no literal has can stand for any text. */
function isSuperset(segment: SegmentTemplate, { key }: SegmentTemplate): boolean {
  return segment.read(key.replaceAll("{}", "\u0000")) !== undefined;
}

/** Literal text from the left, as the tree prefers it; then the order of the description. */
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
