import type { Operation } from "../../document/index.js";
import type { Finding } from "../../gate/index.js";
import { includeIfDefined } from "../../samples/include-if-defined.js";
import type { CaseEdit, Phase, ProbeCase } from "../requests/probe-case.js";
import { serializeExactJson } from "../requests/serialize-json.js";
import { fastValidateDraft } from "./fast-validate-draft.js";
import type { GenerationContext } from "./generation-context.js";
import type { RequestLocation } from "./request-locations.js";

/** A case as it is meant: what it changes, and what kind of change that is. */
export type CaseProposal = Omit<ProbeCase, "id" | "phase" | "operation" | "method"> & {
  readonly edit: CaseEdit;
  readonly slug: string;
  readonly method?: string;
  /** The place at which the judge may tell of the edit, where that is further out than the edit. */
  readonly within?: string;
  readonly replaced?: ReplacedValue;
};

/** A value that was put in a place, and the place that knows of itself that the value fits, or that it does not. */
export type ReplacedValue = { readonly location: RequestLocation; readonly value: unknown };

/** A case that the contract's judge has not seen yet, so that it may not be what it says. */
export type CaseDraft = {
  readonly probeCase: ProbeCase & { readonly edit: CaseEdit };
  readonly within: string;
  readonly replaced?: ReplacedValue;
};

/** Makes drafts of proposals; an id is the same whether or not the other drafts are ever judged. */
export function* createCaseDrafts(
  operation: Operation,
  phase: Phase,
  proposals: Iterable<CaseProposal>,
): Iterable<CaseDraft> {
  const ids = new Set<string>();
  const isNew = createDuplicateFilter();
  for (const { slug, method = operation.method, within, replaced, ...proposal } of proposals) {
    if (replaced !== undefined && !isNew(replaced)) continue;
    const id = makeUniqueId(ids, formatCaseId(phase, operation, proposal.edit, slug));
    const probeCase = { id, phase, operation, method, ...proposal };
    yield { probeCase, within: within ?? proposal.edit.at, ...includeIfDefined("replaced", replaced) };
  }
}

/** Tells whether a value was put in a place before: a place is met once in each of the branches that it could be of. */
function createDuplicateFilter(): (replaced: ReplacedValue) => boolean {
  const known = new WeakMap<object, Set<string>>();
  return ({ location, value }) => {
    const { request } = location.standing;
    const values = known.get(request) ?? new Set();
    known.set(request, values);
    const size = values.size;
    return values.add(`${location.part} ${location.at} ${serializeExactJson(value)}`).size > size;
  };
}

/**
 * The draft as a case, or undefined where the contract's own judge sees it otherwise than it was meant: what is to be
 * accepted must contradict nothing, and what is to be refused must be wrong in its place and nowhere else.
 */
export function validateCaseDraft(means: GenerationContext, draft: CaseDraft): ProbeCase | undefined {
  const expect = fastValidateDraft(means, draft) ?? fullyValidateDraft(means, draft);
  means.stats[expect === "dropped" ? "dropped" : "planned"] += 1;
  return expect === "dropped" ? undefined : { ...draft.probeCase, expect };
}

function formatCaseId(phase: Phase, { id }: Operation, { part, at }: CaseEdit, slug: string): string {
  const place = at === "" ? part : at.startsWith("/") ? `${part}${at}` : `${part}.${at}`;
  return `${phase}/${id.replaceAll(/\s+/g, "-")}/${place}/${slug}`;
}

function makeUniqueId(ids: Set<string>, id: string): string {
  let free = id;
  for (let count = 2; ids.has(free); count += 1) free = `${id}-${count}`;
  ids.add(free);
  return free;
}

/** What is to be expected of a draft, which may be less than it was meant to be. */
export type DraftOutcome = ProbeCase["expect"] | "dropped";

/** By everything that the gate would say of the written request. */
export function fullyValidateDraft(means: GenerationContext, { probeCase, within }: CaseDraft): DraftOutcome {
  const { expect, edit, credentials } = probeCase;
  const isAbout = createLocationTest(edit, within);
  // Whether credentials are good is the service's to say; the contract sees only whether there are any.
  if (credentials === "wrong" || edit.part === "method") return expect;
  const judged = means.validate(probeCase);
  if (!judged.isMatched) return "dropped";
  if (expect === "refused") return judged.errors.length > 0 && judged.errors.every(isAbout) ? expect : "dropped";
  if (expect === "open") return expect;
  if (judged.errors.length > 0 || !judged.isRoundTripped || judged.reasons.length > 0) return "dropped";
  // What the contract has not heard of it does not promise to accept.
  return judged.drift.some(isAbout) ? "open" : expect;
}

/** Whether a finding is about the place of an edit: in its part, and in the body on the way to it or below it. */
function createLocationTest({ part }: CaseEdit, at: string): (finding: Finding) => boolean {
  return ({ code, recording }) => {
    if (!code.startsWith(`request.${part}.`)) return false;
    const place = recording.body;
    return part !== "body" || place === undefined || isSameOrInside(place, at) || isSameOrInside(at, place);
  };
}

function isSameOrInside(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
