import { createHash } from "node:crypto";
import type { Document, Pointer, SourceLocation } from "../document/index.js";
import { DIFF_CODES, type DiffCode, type DiffLevel } from "./codes.js";

/** One difference between two descriptions, with its places in both. */
export type DiffFinding = {
  readonly code: DiffCode;
  readonly level: DiffLevel;
  /** What, where, and what would have been compatible. Prose: it may change between versions; the code may not. */
  readonly message: string;
  readonly old?: DiffLocation;
  readonly new?: DiffLocation;
  /** A value that the one description accepts and the other refuses; of every error about a schema. */
  readonly counterexample?: Counterexample;
  /** The operations that the difference affects, and where in each. */
  readonly affects: readonly AffectedPart[];
  /** The same for the same difference in every run: code, places and name. */
  readonly fingerprint: string;
};

export type DiffLocation = SourceLocation & { readonly pointer: Pointer };

export type Counterexample = {
  readonly value: unknown;
  readonly acceptedBy: "old" | "new";
  readonly rejectedBy: "old" | "new";
};

export type AffectedPart = {
  readonly operation: string;
  /** The part of the exchange, such as `request body application/json`. */
  readonly part: string;
  /** The place in the value, where it is one: `/items/1/price`, with `*` for any item. */
  readonly at?: string;
};

/** A difference as it was met in one place; the same difference of a component is met in many. */
export type DiffFindingDraft = {
  readonly code: DiffCode;
  readonly message: string;
  readonly old?: Pointer;
  readonly new?: Pointer;
  /** What it is about besides its places, such as the name of a property. */
  readonly subject?: string;
  readonly counterexample?: Counterexample;
  readonly affected: AffectedPart;
};

/** Findings of what was met, each once, the gravest first. */
export function collectFindings(
  drafts: readonly DiffFindingDraft[],
  documents: { readonly old: Document; readonly new: Document },
): DiffFinding[] {
  const groups = new Map<string, DiffFindingDraft[]>();
  for (const draft of drafts) {
    const key = getIdentity(draft);
    groups.set(key, [...(groups.get(key) ?? []), draft]);
  }
  return [...groups].map(([identity, group]) => createFinding(identity, group, documents)).sort(compareFindings);
}

/** Where both places are said, the operations that lead there say nothing more. */
function getIdentity({ code, old, new: next, subject, affected }: DiffFindingDraft): string {
  return [
    code,
    old ?? "",
    next ?? "",
    subject ?? "",
    old === undefined && next === undefined ? affected.operation : "",
  ].join("\n");
}

function createFinding(
  identity: string,
  group: readonly DiffFindingDraft[],
  documents: { readonly old: Document; readonly new: Document },
): DiffFinding {
  // The place nearest to its operation is the plainest to tell.
  const [first, ...others] = [...group].sort(
    (one, other) => (one.affected.at ?? "").length - (other.affected.at ?? "").length,
  ) as [DiffFindingDraft, ...DiffFindingDraft[]];
  const affects = new Map(
    [first, ...others].map(({ affected }) => [`${affected.operation}\n${affected.part}`, affected]).reverse() as [
      string,
      AffectedPart,
    ][],
  );
  const locate = (document: Document, pointer: Pointer): DiffLocation => ({ pointer, ...document.locate(pointer) });
  const { code, message, old, new: next, counterexample } = first;
  return {
    code,
    level: DIFF_CODES[code].level,
    message,
    ...(old === undefined ? {} : { old: locate(documents.old, old) }),
    ...(next === undefined ? {} : { new: locate(documents.new, next) }),
    ...(counterexample === undefined ? {} : { counterexample }),
    affects: [...affects.values()].sort(
      (one, other) => compareStrings(one.operation, other.operation) || compareStrings(one.part, other.part),
    ),
    fingerprint: createHash("sha256").update(identity).digest("hex").slice(0, 16),
  };
}

const LEVEL_ORDER: readonly DiffLevel[] = ["error", "warn", "info"];

function compareFindings(one: DiffFinding, other: DiffFinding): number {
  return (
    LEVEL_ORDER.indexOf(one.level) - LEVEL_ORDER.indexOf(other.level) ||
    compareStrings(one.affects[0]?.operation ?? "", other.affects[0]?.operation ?? "") ||
    compareStrings(one.code, other.code) ||
    compareStrings(one.new?.pointer ?? one.old?.pointer ?? "", other.new?.pointer ?? other.old?.pointer ?? "") ||
    compareStrings(one.fingerprint, other.fingerprint)
  );
}

function compareStrings(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
