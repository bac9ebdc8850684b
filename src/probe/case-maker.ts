import type { Operation } from "../document/index.js";
import type { Finding } from "../gate/index.js";
import type { Edit, Phase, ProbeCase } from "./case.js";
import type { Means } from "./means.js";

/** A case as it is meant, before the contract's judge has seen it. */
export type Proposal = Omit<ProbeCase, "id" | "phase" | "operation" | "method"> & {
  readonly edit: Edit;
  readonly slug: string;
  readonly method?: string;
};

export type CaseMaker = (proposal: Proposal) => ProbeCase | undefined;

/**
 * Makes cases of proposals, and drops those that the contract's own judge sees otherwise than they were meant: what is to
 * be accepted must contradict nothing, and what is to be refused must be wrong in its place and nowhere else.
 */
export function createCaseMaker(means: Means, operation: Operation, phase: Phase): CaseMaker {
  const ids = new Set<string>();
  return ({ slug, method = operation.method, ...proposal }) => {
    const expect = expectation(means, operation, { ...proposal, method });
    if (expect === undefined) {
      means.account.dropped += 1;
      return undefined;
    }
    means.account.planned += 1;
    const id = unique(ids, idOf(phase, operation, proposal.edit, slug));
    return { id, phase, operation, method, ...proposal, expect };
  };
}

export function idOf(phase: Phase, { id }: Operation, { part, at }: Pick<Edit, "part" | "at">, slug: string): string {
  const place = at === "" ? part : at.startsWith("/") ? `${part}${at}` : `${part}.${at}`;
  return `${phase}/${id.replaceAll(/\s+/g, "-")}/${place}/${slug}`;
}

function unique(ids: Set<string>, id: string): string {
  let free = id;
  for (let count = 2; ids.has(free); count += 1) free = `${id}-${count}`;
  ids.add(free);
  return free;
}

type Meant = Pick<Proposal, "expect" | "edit" | "request" | "credentials"> & { readonly method: string };

function expectation(means: Means, operation: Operation, meant: Meant): ProbeCase["expect"] | undefined {
  const { expect, edit, request, method, credentials } = meant;
  // Whether credentials are good is the service's to say; the contract sees only whether there are any.
  if (credentials === "wrong" || edit.part === "method") return expect;
  const judged = means.judge({
    ...{ operation, method, request },
    ...(credentials === undefined ? {} : { credentials }),
  });
  if (!judged.isOurs) return undefined;
  if (expect === "refused") return judged.errors.length > 0 && judged.errors.every(isAbout(edit)) ? expect : undefined;
  if (expect === "open") return expect;
  if (judged.errors.length > 0 || !judged.isRead || judged.reasons.length > 0) return undefined;
  // What the contract has not heard of it does not promise to accept.
  return judged.drift.some(isAbout(edit)) ? "open" : expect;
}

/** Whether a finding is about the place of an edit: in its part, and in the body on the way to it or below it. */
function isAbout({ part, at }: Edit): (finding: Finding) => boolean {
  return ({ code, recording }) => {
    if (!code.startsWith(`request.${part}.`)) return false;
    const place = recording.body;
    return part !== "body" || place === undefined || isOnWay(place, at) || isOnWay(at, place);
  };
}

function isOnWay(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
