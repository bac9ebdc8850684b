import type { Operation } from "../document/index.js";
import type { Finding } from "../gate/index.js";
import type { Edit, Phase, ProbeCase } from "./case.js";
import { jsonText } from "./json-text.js";
import type { Means } from "./means.js";
import { optional } from "./optional.js";
import type { Place } from "./places.js";
import { quickJudge } from "./quick-judge.js";

/** A case as it is meant: what it changes, and what kind of change that is. */
export type Proposal = Omit<ProbeCase, "id" | "phase" | "operation" | "method"> & {
  readonly edit: Edit;
  readonly slug: string;
  readonly method?: string;
  /** The place at which the judge may tell of the edit, where that is further out than the edit. */
  readonly within?: string;
  readonly replaced?: Replaced;
};

/** A value that was put in a place, and the place that knows of itself that the value fits, or that it does not. */
export type Replaced = { readonly place: Place; readonly value: unknown };

/** A case that the contract's judge has not seen yet, so that it may not be what it says. */
export type Draft = {
  readonly it: ProbeCase & { readonly edit: Edit };
  readonly within: string;
  readonly replaced?: Replaced;
};

/** Makes drafts of proposals; an id is the same whether or not the other drafts are ever judged. */
export function* draftsOf(operation: Operation, phase: Phase, proposals: Iterable<Proposal>): Iterable<Draft> {
  const ids = new Set<string>();
  const isNew = createNovelty();
  for (const { slug, method = operation.method, within, replaced, ...proposal } of proposals) {
    if (replaced !== undefined && !isNew(replaced)) continue;
    const id = unique(ids, idOf(phase, operation, proposal.edit, slug));
    const it = { id, phase, operation, method, ...proposal };
    yield { it, within: within ?? proposal.edit.at, ...optional("replaced", replaced) };
  }
}

/** Tells whether a value was put in a place before: a place is met once in each of the branches that it could be of. */
function createNovelty(): (replaced: Replaced) => boolean {
  const known = new WeakMap<object, Set<string>>();
  return ({ place, value }) => {
    const { request } = place.standing;
    const values = known.get(request) ?? new Set();
    known.set(request, values);
    const size = values.size;
    return values.add(`${place.part} ${place.at} ${jsonText(value)}`).size > size;
  };
}

/**
 * The draft as a case, or undefined where the contract's own judge sees it otherwise than it was meant: what is to be
 * accepted must contradict nothing, and what is to be refused must be wrong in its place and nowhere else.
 */
export function seenByJudge(means: Means, draft: Draft): ProbeCase | undefined {
  const expect = quickJudge(means, draft) ?? fullJudge(means, draft);
  means.account[expect === "dropped" ? "dropped" : "planned"] += 1;
  return expect === "dropped" ? undefined : { ...draft.it, expect };
}

function idOf(phase: Phase, { id }: Operation, { part, at }: Edit, slug: string): string {
  const place = at === "" ? part : at.startsWith("/") ? `${part}${at}` : `${part}.${at}`;
  return `${phase}/${id.replaceAll(/\s+/g, "-")}/${place}/${slug}`;
}

function unique(ids: Set<string>, id: string): string {
  let free = id;
  for (let count = 2; ids.has(free); count += 1) free = `${id}-${count}`;
  ids.add(free);
  return free;
}

/** What is to be expected of a draft, which may be less than it was meant to be. */
export type Verdict = ProbeCase["expect"] | "dropped";

/** By everything that the gate would say of the written request. */
export function fullJudge(means: Means, { it, within }: Draft): Verdict {
  const { expect, edit, credentials } = it;
  const isAbout = aboutPlace(edit, within);
  // Whether credentials are good is the service's to say; the contract sees only whether there are any.
  if (credentials === "wrong" || edit.part === "method") return expect;
  const judged = means.judge(it);
  if (!judged.isOurs) return "dropped";
  if (expect === "refused") return judged.errors.length > 0 && judged.errors.every(isAbout) ? expect : "dropped";
  if (expect === "open") return expect;
  if (judged.errors.length > 0 || !judged.isRead || judged.reasons.length > 0) return "dropped";
  // What the contract has not heard of it does not promise to accept.
  return judged.drift.some(isAbout) ? "open" : expect;
}

/** Whether a finding is about the place of an edit: in its part, and in the body on the way to it or below it. */
function aboutPlace({ part }: Edit, at: string): (finding: Finding) => boolean {
  return ({ code, recording }) => {
    if (!code.startsWith(`request.${part}.`)) return false;
    const place = recording.body;
    return part !== "body" || place === undefined || isOnWay(place, at) || isOnWay(at, place);
  };
}

function isOnWay(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
