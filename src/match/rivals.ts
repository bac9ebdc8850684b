import type { Leaf } from "./path-tree.js";
import type { SegmentTemplate } from "./segment.js";

/**
 * The templates that can fit the same path as another one without being less concrete: `/a/{x}/c` for `/a/b/{y}`. Worked
 * out for a template when it is first met.
 */
export function rivalsOf(leaves: readonly Leaf[]): (leaf: Leaf) => readonly Leaf[] {
  const known = new Map<Leaf, readonly Leaf[]>();
  return (leaf) => {
    let rivals = known.get(leaf);
    if (rivals === undefined) {
      rivals = leaves.filter((other) => other !== leaf && areRivals(leaf, other)).sort(moreConcrete);
      known.set(leaf, rivals);
    }
    return rivals;
  };
}

/** Each is the more concrete one somewhere, and nowhere do they exclude each other. */
function areRivals({ segments }: Leaf, { segments: others }: Leaf): boolean {
  if (segments.length !== others.length) return false;
  let [ours, theirs] = [false, false];
  for (const [index, segment] of segments.entries()) {
    const step = compare(segment, others[index] ?? "");
    if (step === "apart") return false;
    ours ||= step === "ours" || step === "unclear";
    theirs ||= step === "theirs" || step === "unclear";
  }
  return ours && theirs;
}

type Step = "same" | "ours" | "theirs" | "unclear" | "apart";

function compare(segment: string | SegmentTemplate, other: string | SegmentTemplate): Step {
  if (typeof segment === "string") {
    if (typeof other === "string") return segment === other ? "same" : "apart";
    return other.read(segment) === undefined ? "apart" : "ours";
  }
  if (typeof other === "string") return segment.read(other) === undefined ? "apart" : "theirs";
  if (segment.key === other.key) return "same";
  const [isWithin, contains] = [takesAllOf(other, segment), takesAllOf(segment, other)];
  return isWithin === contains ? "unclear" : isWithin ? "ours" : "theirs";
}

/** A character that no literal has can stand for any text. */
function takesAllOf(segment: SegmentTemplate, { key }: SegmentTemplate): boolean {
  return segment.read(key.replaceAll("{}", "\u0000")) !== undefined;
}

/** Literal text from the left, as the tree prefers it; then the order of the description. */
function moreConcrete({ segments }: Leaf, { segments: others }: Leaf): number {
  for (const [index, segment] of segments.entries()) {
    const difference = weightOf(others[index]) - weightOf(segment);
    if (difference !== 0) return difference > 0 ? 1 : -1;
  }
  return 0;
}

function weightOf(segment: string | SegmentTemplate | undefined): number {
  if (segment === undefined) return 0;
  return typeof segment === "string" ? Number.MAX_SAFE_INTEGER : segment.weight;
}
