import type { Document, Pointer } from "../document/index.js";
import type { MessageDirection } from "../schema/index.js";
import {
  type ConfirmationEngine,
  type ContainmentChecker,
  type ContainmentResult,
  createContainmentChecker,
} from "./containment/containment-checker.js";
import { createSchemaEquality, type SchemaEquality } from "./containment/schema-equality.js";
import { createVersionedDocument, type SchemaRef, type VersionedDocument } from "./containment/versioned-document.js";
import type { AffectedPart, DiffFindingDraft } from "./finding.js";

/** Two descriptions under comparison, and where differences are told. */
export type Comparison = {
  readonly old: VersionedDocument;
  readonly new: VersionedDocument;
  readonly report: (draft: DiffFindingDraft) => void;
  /** Whether what one of them sends the other understands; each pair of schemas is compared once. */
  readonly contains: (query: ContainmentQuery, places: SchemaPointers) => ContainmentResult;
  /** Whether a schema of the old and one of the new say the same, and have the same marks. */
  readonly isSameWithAnnotations: SchemaEquality;
};

export type ContainmentQuery = {
  readonly sender: "old" | "new";
  readonly direction: MessageDirection;
  readonly confirming: ConfirmationEngine;
};

/** What stands in the old description and what in the new. */
export type Pair<T> = { readonly old: T; readonly new: T };

/** Places of a schema, or of what else is compared; undefined where it is not there. */
export type SchemaPointers = Pair<Pointer | undefined>;

export type OperationPart = Omit<AffectedPart, "at">;

export function createComparison(documents: Pair<Document>, report: (draft: DiffFindingDraft) => void): Comparison {
  const sides = {
    old: createVersionedDocument("old", documents.old),
    new: createVersionedDocument("new", documents.new),
  };
  const checkers = new Map<string, ContainmentChecker>();
  const results = new Map<string, ContainmentResult>();
  const same = { old: createSchemaEquality(), new: createSchemaEquality() };
  const contains: Comparison["contains"] = ({ sender, direction, confirming }, pointers) => {
    const queryKey = `${sender} ${direction} ${confirming}`;
    const key = `${queryKey} ${pointers.old ?? ""} ${pointers.new ?? ""}`;
    const checker =
      checkers.get(queryKey) ??
      createContainmentChecker({
        left: sides[sender],
        direction,
        same: same[sender],
        countsUndeclared: false,
        confirming,
      });
    checkers.set(queryKey, checker);
    const receiver = sender === "old" ? "new" : "old";
    const containment =
      results.get(key) ??
      checker(createSchemaRef(sides[sender], pointers[sender]), createSchemaRef(sides[receiver], pointers[receiver]));
    results.set(key, containment);
    return containment;
  };
  return { ...sides, report, contains, isSameWithAnnotations: createSchemaEquality(COMPARED_ANNOTATIONS) };
}

const COMPARED_ANNOTATIONS: ReadonlySet<string> = new Set(["deprecated", "x-extensible-enum"]);

function createSchemaRef(spec: VersionedDocument, pointer: Pointer | undefined): SchemaRef | undefined {
  return pointer === undefined ? undefined : { spec, pointer };
}
