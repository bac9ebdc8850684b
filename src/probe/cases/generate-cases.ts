import type { Contract, Finding } from "../../check/index.js";
import { groupBy, isWithin, type Operation, takeName } from "../../document/index.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import type { CaseEdit, CaseRequest, Phase, ProbeCase } from "../requests/probe-case.js";
import { proposeBoundaries } from "./boundaries.js";
import { type GenerationContext, getGenerationContext, type Ungenerated } from "./generation-context.js";
import { proposeNegatives } from "./negatives.js";

/** Generates cases from a spec: requests and the expected outcome of each. This module sends nothing. */

type DocumentSource = Pick<Contract, "document">;

export type CaseSource = { readonly operation: Operation; readonly base: CaseRequest };

const PROPOSALS = { negatives: proposeNegatives, boundaries: proposeBoundaries } as const;
type GeneratedPhase = keyof typeof PROPOSALS;

/** Generates the cases of one phase and one operation in the order of the locations of the request. */
export function* generateCasesOf(
  contract: DocumentSource,
  phase: GeneratedPhase,
  source: CaseSource,
): Iterable<ProbeCase> {
  const context = getGenerationContext(contract);
  yield* validateCaseDrafts(context, createCaseDrafts(context, phase, source));
}

/**
 * Generates boundary and negative cases of several operations by priority. Each case is validated only when the
 * consumer requests it, so the first cases are available at once.
 */
export function* generateCases(
  contract: DocumentSource,
  sources: readonly CaseSource[],
  phases: readonly Phase[] = ["negatives", "boundaries"],
): Iterable<ProbeCase> {
  const context = getGenerationContext(contract);
  const selected = (["negatives", "boundaries"] as const).filter((phase) => phases.includes(phase));
  const drafts = sources.flatMap((source) =>
    selected.flatMap((phase) => [...createCaseDrafts(context, phase, source)]),
  );
  const kept = drafts.filter(({ probeCase }) => !sources.some((it) => deletesRecordOf(it, probeCase)));
  yield* validateCaseDrafts(context, prioritizeDrafts(kept));
}

/** Whether a case deletes the record that the cases of another operation use. */
function deletesRecordOf({ operation, base }: CaseSource, { method, edit, ...it }: CaseDraft["probeCase"]): boolean {
  const isBelow = operation !== it.operation && isWithin(operation.path, it.operation.path);
  const isSame = (name: string): boolean => String(base.path[name]) === String(it.request.path[name]);
  return method === "DELETE" && edit.part === "path" && isBelow && Object.keys(it.request.path).every(isSame);
}

/** A case that is not validated yet, so its `expect` may be wrong. */
type CaseDraft = {
  readonly probeCase: ProbeCase & { readonly edit: CaseEdit };
  readonly enclosing: string;
};

/** Creates drafts with stable ids: an id does not depend on which other drafts are validated. */
function* createCaseDrafts(
  context: GenerationContext,
  phase: GeneratedPhase,
  { operation, base }: CaseSource,
): Iterable<CaseDraft> {
  const ids = new Set<string>();
  const sent = new Set<string>();
  for (const proposal of PROPOSALS[phase]({ context, operation, base })) {
    const { slug, method = operation.method, enclosing = proposal.edit.at, isReplaced, ...change } = proposal;
    const { part, at } = proposal.edit;
    const text = `${part} ${at} ${serializeExactJson(change.request)}`;
    // The walk visits a location once for each branch of the schema.
    if (isReplaced === true && sent.size === sent.add(text).size) continue;
    const id = takeName(formatCaseId(phase, operation, proposal.edit, slug), ids, "-");
    yield { probeCase: { id, phase, operation, method, ...change }, enclosing };
  }
}

function formatCaseId(phase: Phase, { id }: Operation, { part, at }: CaseEdit, slug: string): string {
  const place = at === "" || part === "security" ? part : at.startsWith("/") ? `${part}${at}` : `${part}.${at}`;
  return `${phase}/${id.replaceAll(/\s+/g, "-")}/${place}/${slug}`;
}

function* validateCaseDrafts(context: GenerationContext, drafts: Iterable<CaseDraft>): Iterable<ProbeCase> {
  for (const draft of drafts) {
    const validated = validateCaseDraft(context, draft);
    if (validated !== undefined) yield validated;
  }
}

/** Lists the locations without cases and the reasons; complete after all cases of an operation are generated. */
export function listUngenerated(contract: DocumentSource): Ungenerated[] {
  return [...getGenerationContext(contract).stats.ungenerated.values()];
}

/**
 * Orders drafts so that any prefix is a fair sample. Operations take turns. Within an operation, the first case of each
 * kind precedes the second of any kind, and cases for untested keywords come first.
 */
function prioritizeDrafts(drafts: readonly CaseDraft[]): CaseDraft[] {
  const queues = groupBy(drafts, ({ probeCase }) => probeCase.operation.pointer);
  const ranked = [...queues.values()].map(rankByKind);
  const longest = Math.max(0, ...ranked.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, index) => ranked.flatMap((queue) => queue.slice(index, index + 1))).flat();
}

function rankByKind(queue: readonly CaseDraft[]): CaseDraft[] {
  const kinds = new Map<string, number>();
  const clauses = new Map<string, number>();
  const rank = ({ probeCase }: CaseDraft): number => {
    const kind = getCaseKind(probeCase);
    return countUp(kinds, kind) + 2 * countUp(clauses, `${kind} ${probeCase.edit.contract}`);
  };
  const ranked = queue.map((draft) => ({ draft, rank: rank(draft) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ draft }) => draft);
}

/** The phase, the part and the kind of edit, without the number or value. */
function getCaseKind({ id, phase, edit }: ProbeCase): string {
  const slug = id.slice(id.lastIndexOf("/") + 1).replace(/:.*$|-\d+$/, "");
  return `${phase} ${edit?.part ?? ""} ${slug}`;
}

function countUp(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}

/**
 * Validates a draft against the spec. Returns undefined if the result contradicts `expect`: an accepted case must be
 * valid, and a refused case must be invalid at the edited location only.
 */
function validateCaseDraft(context: GenerationContext, draft: CaseDraft): ProbeCase | undefined {
  const expect = decideOutcome(context, draft);
  context.stats[expect === "dropped" ? "dropped" : "planned"] += 1;
  return expect === "dropped" ? undefined : { ...draft.probeCase, expect };
}

/** Validates the whole serialized request. */
function decideOutcome(
  context: GenerationContext,
  { probeCase, enclosing }: CaseDraft,
): ProbeCase["expect"] | "dropped" {
  const { expect, edit, credentials } = probeCase;
  const isAbout = createLocationTest(edit, enclosing);
  // The spec only says whether credentials are present, not whether they are valid.
  if (credentials === "wrong" || edit.part === "method") return expect;
  const checkResult = context.validate(probeCase);
  if (!checkResult.isMatched) return "dropped";
  if (expect === "refused")
    return checkResult.errors.length > 0 && checkResult.errors.every(isAbout) ? expect : "dropped";
  if (expect === "open") return expect;
  if (checkResult.errors.length > 0 || !checkResult.isRoundTripped || checkResult.reasons.length > 0) return "dropped";
  // A service may reject undocumented data.
  return checkResult.drift.some(isAbout) ? "open" : expect;
}

/**
 * Creates a test whether a finding is about the edited location: same part, and in the body an ancestor or a
 * descendant.
 */
function createLocationTest({ part }: CaseEdit, at: string): (finding: Finding) => boolean {
  return ({ code, recording }) => {
    if (!code.startsWith(`request.${part}.`)) return false;
    const place = recording.body;
    return part !== "body" || place === undefined || isWithin(at, place) || isWithin(place, at);
  };
}
