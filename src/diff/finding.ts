import { createHash } from "node:crypto";
import type { Document, Location, Pointer } from "../document/index.js";
import { DIFF_CODES, type DiffCode, type DiffLevel } from "./codes.js";

/** One difference between two descriptions, with its places in both. */
export type DiffFinding = {
  readonly code: DiffCode;
  readonly level: DiffLevel;
  /** What, where, and what would have been compatible. Prose: it may change between versions; the code may not. */
  readonly message: string;
  readonly old?: DiffPlace;
  readonly new?: DiffPlace;
  /** A value that the one description accepts and the other refuses; of every error about a schema. */
  readonly witness?: Witness;
  /** The operations that the difference touches, and where in each. */
  readonly touches: readonly Touch[];
  /** The same for the same difference in every run: code, places and name. */
  readonly fingerprint: string;
};

export type DiffPlace = Location & { readonly pointer: Pointer };

export type Witness = {
  readonly value: unknown;
  readonly acceptedBy: "old" | "new";
  readonly refusedBy: "old" | "new";
};

export type Touch = {
  readonly operation: string;
  /** The part of the exchange, such as `request body application/json`. */
  readonly part: string;
  /** The place in the value, where it is one: `/items/1/price`, with `*` for any item. */
  readonly at?: string;
};

/** A difference as it was met in one place; the same difference of a component is met in many. */
export type Draft = {
  readonly code: DiffCode;
  readonly message: string;
  readonly old?: Pointer;
  readonly new?: Pointer;
  /** What it is about besides its places, such as the name of a property. */
  readonly subject?: string;
  readonly witness?: Witness;
  readonly touch: Touch;
};

/** Findings of what was met, each once, the gravest first. */
export function collect(
  drafts: readonly Draft[],
  documents: { readonly old: Document; readonly new: Document },
): DiffFinding[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = identityOf(draft);
    groups.set(key, [...(groups.get(key) ?? []), draft]);
  }
  return [...groups].map(([identity, group]) => findingOf(identity, group, documents)).sort(inOrder);
}

/** Where both places are said, the operations that lead there say nothing more. */
function identityOf({ code, old, new: next, subject, touch }: Draft): string {
  return [
    code,
    old ?? "",
    next ?? "",
    subject ?? "",
    old === undefined && next === undefined ? touch.operation : "",
  ].join("\n");
}

function findingOf(
  identity: string,
  group: readonly Draft[],
  documents: { readonly old: Document; readonly new: Document },
): DiffFinding {
  // The place nearest to its operation is the plainest to tell.
  const [first, ...others] = [...group].sort(
    (one, other) => (one.touch.at ?? "").length - (other.touch.at ?? "").length,
  ) as [Draft, ...Draft[]];
  const touches = new Map(
    [first, ...others].map(({ touch }) => [`${touch.operation}\n${touch.part}`, touch]).reverse() as [string, Touch][],
  );
  const place = (document: Document, pointer: Pointer): DiffPlace => ({ pointer, ...document.locate(pointer) });
  const { code, message, old, new: next, witness } = first;
  return {
    code,
    level: DIFF_CODES[code].level,
    message,
    ...(old === undefined ? {} : { old: place(documents.old, old) }),
    ...(next === undefined ? {} : { new: place(documents.new, next) }),
    ...(witness === undefined ? {} : { witness }),
    touches: [...touches.values()].sort(
      (one, other) => compare(one.operation, other.operation) || compare(one.part, other.part),
    ),
    fingerprint: createHash("sha256").update(identity).digest("hex").slice(0, 16),
  };
}

const LEVELS: readonly DiffLevel[] = ["error", "warn", "info"];

function inOrder(one: DiffFinding, other: DiffFinding): number {
  return (
    LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) ||
    compare(one.touches[0]?.operation ?? "", other.touches[0]?.operation ?? "") ||
    compare(one.code, other.code) ||
    compare(one.new?.pointer ?? one.old?.pointer ?? "", other.new?.pointer ?? other.old?.pointer ?? "") ||
    compare(one.fingerprint, other.fingerprint)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
