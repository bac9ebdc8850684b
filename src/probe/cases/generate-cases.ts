import type { Operation } from "../../document/index.js";
import type { Contract } from "../../gate/index.js";
import type { CaseRequest, Phase, ProbeCase } from "../requests/probe-case.js";
import { createBoundaryDrafts } from "./boundaries.js";
import type { CaseDraft } from "./case-draft.js";
import { buildExampleRequests, type ParameterValues } from "./example-requests.js";
import {
  type GenerationContext,
  type GenerationStats,
  getGenerationContext,
  type Ungenerated,
} from "./generation-context.js";
import { createNegativeDrafts } from "./negatives.js";
import { validateCaseDraft } from "./validate-draft.js";

/** Generates cases from a spec: requests and the expected outcome of each. This module sends nothing. */

export {
  NO_CREDENTIALS,
  type ProbeCredentials,
  type SerializedRequest,
  type ServerAccess,
  serializeCaseRequest,
} from "../requests/serialize-request.js";
export {
  buildExampleRequests,
  type ExampleRequest,
  NO_PARAMETER_VALUES,
  type ParameterValues,
} from "./example-requests.js";
export type { Ungenerated } from "./generation-context.js";
export { createRequestArbitrary } from "./random-requests.js";

type DocumentSource = Pick<Contract, "document">;

/** Generates cases at each limit of a request, just inside and just outside; see `boundaries.ts`. */
export function* generateBoundaryCases(
  contract: DocumentSource,
  operation: Operation,
  base: CaseRequest,
): Iterable<ProbeCase> {
  const context = getGenerationContext(contract);
  yield* validateCaseDrafts(context, createBoundaryDrafts(context, operation, base));
}

/** Generates requests with exactly one error; see `negatives.ts`. */
export function* generateNegativeCases(
  contract: DocumentSource,
  operation: Operation,
  base: CaseRequest,
): Iterable<ProbeCase> {
  const context = getGenerationContext(contract);
  yield* validateCaseDrafts(context, createNegativeDrafts(context, operation, base));
}

export type CaseSource = { readonly operation: Operation; readonly base: CaseRequest };

/**
 * Generates boundary and negative cases of several operations by priority. Each case is validated only when the
 * consumer requests it, so the first cases are available at once.
 */
export function* generateCases(
  contract: DocumentSource,
  sources: Iterable<CaseSource>,
  phases: readonly Phase[] = ["boundaries", "negatives"],
): Iterable<ProbeCase> {
  const context = getGenerationContext(contract);
  const drafts = [...sources].flatMap(({ operation, base }) => [
    ...(phases.includes("negatives") ? createNegativeDrafts(context, operation, base) : []),
    ...(phases.includes("boundaries") ? createBoundaryDrafts(context, operation, base) : []),
  ]);
  yield* validateCaseDrafts(
    context,
    prioritizeBy(drafts, ({ probeCase }) => probeCase),
  );
}

function* validateCaseDrafts(context: GenerationContext, drafts: Iterable<CaseDraft>): Iterable<ProbeCase> {
  for (const draft of drafts) {
    const validated = validateCaseDraft(context, draft);
    if (validated !== undefined) yield validated;
  }
}

/** Builds the base requests of an operation as cases. */
export function buildExampleCases(
  contract: DocumentSource,
  operation: Operation,
  known?: ParameterValues,
): ProbeCase[] {
  return buildExampleRequests(contract, operation, known).map(({ name, request }) => ({
    id: `examples/${operation.id.replaceAll(/\s+/g, "-")}/${name.replaceAll(/[^\w.+-]+/g, "-")}`,
    phase: "examples",
    operation,
    method: operation.method,
    request,
    expect: "accepted",
  }));
}

/** Lists the locations without cases and the reasons; complete after all cases of an operation are generated. */
export function listUngenerated(contract: DocumentSource): Ungenerated[] {
  return [...getGenerationContext(contract).stats.ungenerated.values()];
}

/** Counts the generated cases, and the drafts that validation dropped. */
export function getGenerationCounts(contract: DocumentSource): Pick<GenerationStats, "planned" | "dropped"> {
  const { planned, dropped } = getGenerationContext(contract).stats;
  return { planned, dropped };
}

/**
 * Orders cases so that any prefix is a fair sample. Operations take turns. Within an operation, the first case of each
 * kind precedes the second of any kind, and cases for untested keywords come first.
 */
export function prioritizeCases(cases: Iterable<ProbeCase>): ProbeCase[] {
  return prioritizeBy(cases, (it) => it);
}

/** Like `prioritizeCases`, for items that contain a case. */
function prioritizeBy<Held>(cases: Iterable<Held>, caseOf: (item: Held) => ProbeCase): Held[] {
  const queues = new Map<string, Held[]>();
  for (const item of cases) {
    const { pointer } = caseOf(item).operation;
    const queue = queues.get(pointer) ?? [];
    queue.push(item);
    queues.set(pointer, queue);
  }
  const ranked = [...queues.values()].map((queue) => rankByKind(queue, caseOf));
  const longest = Math.max(0, ...ranked.map((queue) => queue.length));
  const ordered: Held[] = [];
  for (let index = 0; index < longest; index += 1)
    for (const queue of ranked) if (index < queue.length) ordered.push(...queue.slice(index, index + 1));
  return ordered;
}

function rankByKind<Held>(queue: readonly Held[], caseOf: (item: Held) => ProbeCase): Held[] {
  const kinds = new Map<string, number>();
  const clauses = new Map<string, number>();
  return queue
    .map((item) => {
      const it = caseOf(item);
      const kind = getCaseKind(it);
      return { item, rank: countUp(kinds, kind) + 2 * countUp(clauses, `${kind} ${it.edit?.contract ?? ""}`) };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
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
