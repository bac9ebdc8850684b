import { type Document, dropUndefined, getOrCreate, type Pointer } from "../document/index.js";
import type { MergedSchema, MessageDirection } from "../schema/index.js";
import type { DiffCode } from "./codes.js";
import {
  type ContainmentChecker,
  type ContainmentResult,
  createContainmentChecker,
  isUndecided,
} from "./containment/containment-checker.js";
import { createProofs, createProver, type Proofs } from "./containment/create-prover.js";
import { once } from "./containment/create-violation.js";
import { createSchemaEquality, type SchemaEquality } from "./containment/schemas/schema-equality.js";
import { createSchemaSet } from "./containment/schemas/schema-set.js";
import {
  createVersionedDocument,
  type SchemaRef,
  type VersionedDocument,
} from "./containment/schemas/versioned-document.js";
import { makeVariedValues } from "./containment/varied-values.js";
import type { AffectedPart, DiffFindingDraft } from "./finding.js";
import type { MessageFlow } from "./message-flow.js";
import { hasNameOfEachItem, sendValue, type WireChannel } from "./wire/wire-channel.js";

/** A comparison of two specs, and a callback that collects the differences. */
export type Comparison = {
  readonly old: VersionedDocument;
  readonly new: VersionedDocument;
  readonly report: (draft: DiffFindingDraft) => void;
  /** Whether the receiver accepts everything that the sender may send. Each pair of schemas is compared once. */
  readonly contains: (query: ContainmentQuery, places: SchemaPointers, channel?: WireChannel) => ContainmentResult;
  /** Counts the results of `contains`, except those that are only informative. */
  readonly countResults: () => SchemaCounts;
  /** Makes values of a schema that differ when they are written as text. */
  readonly makeValues: (query: ContainmentQuery, pointer: Pointer) => readonly unknown[];
  /** Whether two schemas are equal, including `deprecated` and `x-extensible-enum`. */
  readonly isSameWithAnnotations: SchemaEquality;
  /** Whether two schemas are equal, including their `xml` objects. */
  readonly isSameXml: SchemaEquality;
};

/** How many pairs of schemas were compared, each direction by itself, and how many of them stayed undecided. */
export type SchemaCounts = { readonly compared: number; readonly undecided: number };

export type ContainmentQuery = {
  readonly sender: "old" | "new";
  readonly direction: MessageDirection;
  /** Whether unproven differences suffice, as for compatible changes. The default is no. */
  readonly isInformative?: boolean;
};

/** The old and the new version of something. */
export type Pair<T> = { readonly old: T; readonly new: T };

/** Locations of a schema in both specs; undefined if a spec has none. */
export type SchemaPointers = Pair<Pointer | undefined>;

/** The schemas of a part in both specs. */
export type ComparedSchemas = SchemaPointers & {
  /** How its values travel, unless as JSON. */
  readonly channel?: WireChannel;
  /** Whether every message that conforms to the old spec has a value, so that no default stands for it. */
  readonly isSent?: boolean | undefined;
};

export type OperationPart = Omit<AffectedPart, "at">;

/** Compares what a part of an operation carries in both specs, in one direction. */
export type PartComparison<Subject> = (
  comparison: Comparison,
  flow: MessageFlow,
  part: OperationPart,
  subject: Subject,
) => void;

/** Reports a change; `more` is what it has besides the place that all changes of a part share. */
export type ChangeReporter = (code: DiffCode, change: string, more?: Partial<DiffFindingDraft>) => void;

/** Reports the changes of a part. What describes it in both specs is where they are, unless a change says otherwise. */
export function createReporter(
  { report }: Pick<Comparison, "report">,
  { old, new: next }: Partial<Pair<{ readonly pointer: Pointer }>>,
  affected: AffectedPart,
): ChangeReporter {
  const place = dropUndefined({ old: old?.pointer, new: next?.pointer });
  return (code, change, more) => report({ code, change, ...place, affected, ...more });
}

export function createComparison(
  documents: Pair<Document>,
  report: (draft: DiffFindingDraft) => void,
  isOverdue: () => boolean,
): Comparison {
  const [getOld, getNew] = [
    once(() => createVersionedDocument("old", documents.old)),
    once(() => createVersionedDocument("new", documents.new)),
  ];
  const checkers = new Map<string, ContainmentChecker>();
  const results = new Map<string, ContainmentResult>();
  const counts = { compared: 0, undecided: 0 };
  const same = createSchemaEquality();
  const contains: Comparison["contains"] = ({ sender, direction, isInformative = false }, pointers, channel) => {
    const queryKey = `${sender} ${direction} ${isInformative ? "informative" : ""}`;
    const key = `${queryKey} ${pointers.old ?? ""} ${pointers.new ?? ""} ${channel?.key ?? ""}`;
    const checker = getOrCreate(checkers, queryKey, () =>
      createContainmentChecker({
        ...{ left: comparison[sender], direction, same, countsUndeclared: false },
        ...{ makesValues: !isInformative, proofs: getProofs(sender, direction) },
      }),
    );
    const known = results.get(key);
    if (known !== undefined) return known;
    const receiver = sender === "old" ? "new" : "old";
    const containment = checker(
      createSchemaRef(comparison[sender], pointers[sender]),
      createSchemaRef(comparison[receiver], pointers[receiver]),
      channel === undefined
        ? undefined
        : {
            send: (value) => sendValue(channel, sender, value),
            isForm: channel[sender].isForm === true,
            isWhole: (path) => hasNameOfEachItem(channel[receiver], path),
          },
    );
    results.set(key, containment);
    if (!isInformative) counts.compared += 1;
    if (!isInformative && isUndecided(containment)) counts.undecided += 1;
    return containment;
  };
  const makeValues: Comparison["makeValues"] = ({ sender, direction }, pointer) => {
    const prover = createProver({ left: comparison[sender], direction });
    return makeVariedValues(prover, createSchemaSet({ spec: comparison[sender], pointer }));
  };
  /** The documents are created when the first operation is compared: equal specs need none. */
  const comparison: Comparison = {
    get old() {
      return getOld();
    },
    get new() {
      return getNew();
    },
    report,
    contains,
    countResults: () => counts,
    makeValues,
    isSameWithAnnotations: createSchemaEquality(COMPARED_ANNOTATIONS),
    isSameXml: createSchemaEquality(new Set(["xml"])),
  };
  const getProofs = createProofCache(comparison, isOverdue);
  return comparison;
}

type ProofCache = (sender: "old" | "new", direction: MessageDirection) => Proofs;

/** Both directions share proofs if no schema differs by direction. */
function createProofCache(sides: Pair<VersionedDocument>, isOverdue: () => boolean): ProofCache {
  const proofs = new Map<string, Proofs>();
  const isSymmetric = once(() => sides.old.schemas.isSymmetric && sides.new.schemas.isSymmetric);
  return (sender, direction) => {
    const key = isSymmetric() ? sender : `${sender} ${direction}`;
    return getOrCreate(proofs, key, () => createProofs({ isOverdue }));
  };
}

/** Keywords that say something about a value and reject none. */
export const NON_VALIDATING_KEYWORDS = ["default", "contentEncoding", "contentMediaType", "contentSchema"] as const;

const COMPARED_ANNOTATIONS: ReadonlySet<string> = new Set([
  ...["deprecated", "x-extensible-enum", "discriminator"],
  ...NON_VALIDATING_KEYWORDS,
]);

function createSchemaRef(spec: VersionedDocument, pointer: Pointer | undefined): SchemaRef | undefined {
  return pointer === undefined ? undefined : { spec, pointer };
}

/** Tests whether one side has a property that is not sent in the direction of the messages, so that its changes are none. */
export function createExclusionTest(comparison: Comparison, { direction }: MessageFlow, schemas: Pair<MergedSchema>) {
  return (side: "old" | "new", name: string): boolean =>
    comparison[side].schemas.model.excludes(schemas[side], name, direction);
}
