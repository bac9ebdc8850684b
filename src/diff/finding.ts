import {
  asObject,
  compareStrings,
  createFingerprint,
  type Document,
  dropUndefined,
  type Json,
  type Pointer,
  resolvePointer,
  type SourceLocation,
  valueAt,
} from "../document/index.js";
import { groupBy } from "../document/memoize.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import { DIFF_CODES, type DiffCode, type DiffLevel } from "./codes.js";

/** A difference between two specs, with its locations in both. */
export type DiffFinding = {
  readonly code: DiffCode;
  readonly level: DiffLevel;
  /** What changed, where, and how to stay compatible. The text may change between versions, but the code does not. */
  readonly message: string;
  /** What changed, without the place and the advice. */
  readonly change: string;
  readonly old?: DiffLocation;
  readonly new?: DiffLocation;
  /** A value that one spec accepts, and the other rejects or reads as another one. Every error about a schema has one. */
  readonly counterexample?: Counterexample;
  /** The affected operations, and the part of each. */
  readonly affects: readonly AffectedPart[];
  /** Stable between runs: a hash of code, locations and subject. */
  readonly fingerprint: string;
};

export type DiffLocation = SourceLocation & { readonly pointer: Pointer };

export type Counterexample = {
  readonly value: unknown;
  /** How the value travels, if not as JSON: the text of a parameter, a header or a body. */
  readonly text?: string;
  /** The operation, and the part of it that the value is a value of. */
  readonly operation: string;
  readonly part: string;
  readonly acceptedBy: "old" | "new";
  /** Absent if the other spec reads another value from the text instead. */
  readonly rejectedBy?: "old" | "new";
  readonly readBy?: "old" | "new";
  /** What is read instead; absent if nothing is. */
  readonly readAs?: unknown;
};

export type AffectedPart = {
  readonly operation: string;
  /** The part of the exchange, such as `request body application/json`. */
  readonly part: string;
  /** The path in the value, such as `/items/1/price`; `*` stands for any item. */
  readonly at?: string;
  /** Where it is, if the finding has several places. */
  readonly old?: DiffLocation;
  readonly new?: DiffLocation;
};

/** A difference at one place of use. A difference in a shared component has many. */
export type DiffFindingDraft = {
  readonly code: DiffCode;
  /** What changed at the place, such as `"name" is now optional`, or a predicate of the place: `was added`. */
  readonly change: string;
  /** How to stay compatible, or why nothing is certain. */
  readonly advice?: string;
  readonly old?: Pointer;
  readonly new?: Pointer;
  /** What the difference is about, in addition to its locations, such as a property name. */
  readonly subject?: string;
  readonly counterexample?: Counterexample;
  readonly affected: AffectedPart;
};

type Documents = Readonly<Record<"old" | "new", Document>>;

/** Merges drafts into findings and sorts them by severity. */
export function collectFindings(drafts: readonly DiffFindingDraft[], documents: Documents): DiffFinding[] {
  return [...groupBy(mergeReplacedObjects(withoutRepeated(drafts), documents), getIdentity)]
    .map(([identity, group]) => createFinding(identity, group, documents))
    .sort(compareFindings);
}

/**
 * Schemas that apply to the same value, such as members of `allOf`, may say the same change twice.
 * A property that comes or goes, or does so in one direction, is one change, also if its object is closed or it is required.
 * It is reported as what that breaks, and else as what it is.
 */
function withoutRepeated(all: readonly DiffFindingDraft[]): DiffFindingDraft[] {
  const getPlace = ({ affected: { operation, part, at } }: DiffFindingDraft): string =>
    [operation, part, at].join("\n");
  const texts = groupBy(all, (it) =>
    it.affected.at === undefined ? it : [it.code, it.change, getPlace(it)].join("\n"),
  );
  const drafts = [...texts.values()].map(([first]) => first);
  const isDeclaration = ({ code }: DiffFindingDraft): boolean =>
    /\.property\.(added|removed|read-only|write-only)$/.test(code);
  const isBreak = ({ code }: DiffFindingDraft): boolean => /\.property\.(refused|required|optional)$/.test(code);
  const declared = new Map(drafts.filter(isDeclaration).map((it) => [getPlace(it), it]));
  const followed = new Set(drafts.filter((it) => followsFrom(declared.get(getPlace(it)), it)));
  const broken = new Set([...followed].filter(isBreak).map(getPlace));
  return drafts.flatMap((it) => {
    if (isDeclaration(it)) return broken.has(getPlace(it)) ? [] : [it];
    if (!followed.has(it)) return [it];
    if (!isBreak(it)) return [];
    if (it.code.endsWith(".refused")) return [it];
    const declaration = declared.get(getPlace(it));
    return [declaration === undefined ? it : nameCause(it, declaration)];
  });
}

/** Says what makes a property required or optional: that it was added or removed, or excluded from one direction. */
function nameCause(draft: DiffFindingDraft, cause: DiffFindingDraft): DiffFindingDraft {
  const change = draft.code.endsWith(".required") ? `${cause.change} and is required` : cause.change;
  if (cause.change.startsWith("was ")) return { ...draft, change };
  const [, keyword] = /^is no longer (\w+)/.exec(cause.change) ?? [];
  const advice = keyword === undefined ? (cause.advice ?? KEEP) : `keep ${keyword} to stay compatible`;
  return { ...draft, change, advice, ...dropUndefined({ old: cause.old, new: cause.new }) };
}

/** Replaces the drafts about single properties by one for each object whose properties were all replaced by other ones. */
function mergeReplacedObjects(all: readonly DiffFindingDraft[], documents: Documents): DiffFindingDraft[] {
  const getObject = (draft: DiffFindingDraft): unknown => {
    const { code, subject, old, new: next, affected } = draft;
    if (subject === undefined || !/\.property\.(added|removed|required|optional)$/.test(code)) return draft;
    return [affected.operation, affected.part, getParentPath(affected), getOwner(old), getOwner(next)].join("\n");
  };
  return [...groupBy(all, getObject).values()].flatMap((group): readonly DiffFindingDraft[] => {
    const [first] = group;
    // At least two properties were removed, and one was added.
    if (group.length < 3) return group;
    const pointers = { old: getOwner(first.old), new: getOwner(first.new) };
    const before = listPropertyNames(documents.old, pointers.old);
    const after = listPropertyNames(documents.new, pointers.new);
    const found = new Set(group.map(({ subject }) => subject));
    const isReplaced = before.length > 1 && after.length > 0 && !after.some((name) => before.includes(name));
    if (!isReplaced || ![...before, ...after].every((name) => found.has(name))) return group;
    const rank = ({ code, counterexample }: DiffFindingDraft): number =>
      2 * LEVEL_ORDER.indexOf(DIFF_CODES[code].level) + Number(counterexample === undefined);
    const { subject: _, ...worst } = group.reduce((one, other) => (rank(other) < rank(one) ? other : one));
    const change = `all properties were replaced: ${listSome(before)} were removed, ${listSome(after)} added`;
    const affected = { ...worst.affected, at: getParentPath(worst.affected) };
    const code = REPLACED_CODES[worst.code] ?? worst.code;
    return [{ ...worst, ...pointers, code, change, advice: "keep the old ones to stay compatible", affected }];
  });
}

/** An object with other properties is another type for its reader. */
const REPLACED_CODES: Readonly<Partial<Record<DiffCode, DiffCode>>> = {
  "request.property.required": "request.type.narrowed",
  "response.property.optional": "response.type.widened",
  "webhook.property.optional": "webhook.type.widened",
};

function getParentPath({ at = "" }: AffectedPart): string {
  return at.replace(/\/[^/]*$/, "");
}

/** The object that a location of `required` or in `properties` belongs to. */
function getOwner(pointer: Pointer = ""): Pointer {
  return pointer.replace(/\/(required|properties(\/[^/]*)?)$/, "");
}

function listPropertyNames({ root }: Document, schema: Pointer): string[] {
  return Object.keys(asObject(asObject(valueAt(root, schema))?.properties) ?? {});
}

function listSome(names: readonly string[]): string {
  const shown = names.slice(0, names.length > 4 ? 3 : 4).map((it) => JSON.stringify(it));
  return shown.join(", ") + (shown.length < names.length ? ` and ${names.length - shown.length} more` : "");
}

/** Whether a draft about the same property says what its declaration, or its missing declaration, brings about. */
function followsFrom(declaration: DiffFindingDraft | undefined, draft: DiffFindingDraft): boolean {
  const { code, change, old = "", new: next = "" } = draft;
  const isCompatible = /\.schema\.(narrowed|widened)$/.test(code);
  const isAbout = (keyword: RegExp): boolean => isCompatible && [old, next].some((it) => keyword.test(it));
  if (declaration === undefined) return false;
  // What is required under a condition, or instead of something else, follows from that.
  if (/\.property\.(required|optional)$/.test(code) || isAbout(/\/required$/))
    return / is now (required|optional)$/.test(change);
  return code.endsWith(".property.refused") || isAbout(/\/(additional|unevaluated)Properties$/);
}

/** What is the same for operations that each need scopes of their own. */
export const NEEDS_SCOPES = ": other scopes are needed";
export const MAKE_OPTIONAL = "make it optional to stay compatible";
export const KEEP = "keep it to stay compatible";
export const KEEP_ACCEPTING = "keep accepting it to stay compatible";
export const KEEP_REQUIRED = "keep it required to stay compatible";

/** Describes what changed, and where in the value. */
export function describeDraft({ change, affected: { at = "" } }: DiffFindingDraft): string {
  const place = /^(was|is) /.test(change) ? at : `${at}:`;
  return at === "" ? change : `${place} ${change}`;
}

/** The operation is part of the identity only if there is no location. */
function getIdentity({ code, old, new: next, subject, affected }: DiffFindingDraft): string {
  return [
    code,
    old ?? "",
    next ?? "",
    subject ?? "",
    old === undefined && next === undefined ? affected.operation : "",
  ].join("\n");
}

function createFinding(identity: string, group: readonly DiffFindingDraft[], documents: Documents): DiffFinding {
  // Use the draft with the shortest path for the message.
  const [first, ...rest] = [...group].sort(
    (one, other) =>
      Number(one.counterexample === undefined) - Number(other.counterexample === undefined) ||
      (one.affected.at ?? "").length - (other.affected.at ?? "").length ||
      rankPart(one.affected) - rankPart(other.affected),
  ) as [DiffFindingDraft, ...DiffFindingDraft[]];
  const affects = new Map(
    [first, ...rest].map(({ affected }) => [`${affected.operation}\n${affected.part}`, affected]).reverse() as [
      string,
      AffectedPart,
    ][],
  );
  const locate = (document: Document, pointer: Pointer | undefined): DiffLocation | undefined =>
    pointer === undefined ? undefined : { pointer, ...document.locate(pointer) };
  const { code, change, advice, old, new: next, counterexample } = first;
  return {
    code,
    level: DIFF_CODES[code].level,
    message: advice === undefined ? describeDraft(first) : `${describeDraft(first)}; ${advice}`,
    change,
    ...dropUndefined({ old: locate(documents.old, old), new: locate(documents.new, next), counterexample }),
    affects: [...affects.values()].sort(
      // The first ones have the place that the message names.
      (one, other) =>
        Number(other.at === first.affected.at) - Number(one.at === first.affected.at) ||
        compareStrings(one.operation, other.operation) ||
        rankPart(one) - rankPart(other) ||
        compareStrings(one.part, other.part),
    ),
    fingerprint: createFingerprint(identity),
  };
}

/** Most readers send and read JSON, if a schema is also that of other media types. */
function rankPart({ part }: AffectedPart): number {
  return part.endsWith(" application/json") ? 0 : part.endsWith("json") ? 1 : 2;
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

/**
 * Merges findings that state the same change of several operations, such as a status that each of them has now, into one with
 * all places. What was added or removed must have the same content everywhere, but for its texts. Changes inside of
 * values have one cause if the parameter has the same name, or if the whole schemas of the bodies are the same.
 */
export function mergeFindings<Finding extends DiffFinding & { readonly acceptance?: unknown }>(
  findings: readonly Finding[],
  documents: Documents,
): Finding[] {
  const getIdentity = (finding: Finding): string => {
    const { code, level, change, acceptance, affects, fingerprint, old, new: next } = finding;
    const [{ part, at } = { part: "" }] = affects;
    const content = change.endsWith(NEEDS_SCOPES) ? [] : readContents(finding, documents);
    const contents = [code, level, change, acceptance, ...content];
    if (at === undefined) return JSON.stringify(contents);
    const wholes = [findInlineSchema(old), findInlineSchema(next)];
    if (wholes.includes(undefined)) return fingerprint;
    const isParameter = / parameter /.test(part);
    const texts = isParameter ? [] : [formatContent(documents.old, wholes[0]), formatContent(documents.new, wholes[1])];
    return JSON.stringify([...contents, part, at, ...texts]);
  };
  return [...groupBy(findings, getIdentity)].map(([identity, group]) =>
    group.length === 1 ? group[0] : mergeGroup(identity, group),
  );
}

function mergeGroup<Finding extends DiffFinding>(identity: string, group: readonly [Finding, ...Finding[]]): Finding {
  const affects = group.flatMap(({ affects: parts, old, new: next }) =>
    parts.map((part) => ({ ...part, ...dropUndefined({ old, new: next }) })),
  );
  return { ...group[0], affects, fingerprint: createFingerprint(identity) };
}

/** The whole schema of a parameter or a body around a location, if it is a part of the operation. */
function findInlineSchema({ pointer = "" }: Partial<DiffLocation> = {}): Pick<DiffLocation, "pointer"> | undefined {
  const [schema] = /^\/(?:paths|webhooks)\/.*?\/(?:schema|itemSchema)(?=\/|$)/.exec(pointer) ?? [];
  return schema === undefined ? undefined : { pointer: schema };
}

/** What was added or removed, or else what changed in both specs. */
function readContents({ change, old, new: next }: DiffFinding, documents: Documents): (string | undefined)[] {
  const [, verb] = / was (added|removed)\b/.exec(change) ?? [];
  return [
    verb === "added" ? undefined : formatContent(documents.old, old),
    verb === "removed" ? undefined : formatContent(documents.new, next),
  ];
}

function formatContent(document: Document, location: Pick<DiffLocation, "pointer"> | undefined): string | undefined {
  if (location === undefined) return undefined;
  const value = resolvePointer(document, location.pointer)?.value ?? valueAt(document.root, location.pointer);
  const isText = (name: string, it: unknown): boolean => /^(description|summary)$/.test(name) && typeof it === "string";
  return serializeExactJson(value, 0, (name, it) => (isText(name, it) ? undefined : it));
}

const MAX_LENGTH = 80;

export function formatValue(value: Json | undefined = null): string {
  const text = serializeExactJson(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
