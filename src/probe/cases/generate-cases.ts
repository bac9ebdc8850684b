/** Generates cases from a spec: requests and the expected outcome of each. This module sends nothing. */
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
import { prioritizeBy } from "./prioritize-cases.js";
import { validateCaseDraft } from "./validate-draft.js";

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
export { prioritizeCases } from "./prioritize-cases.js";
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
