/** Cases of a contract: requests to make, and what it says must come of each. Nothing here sends anything. */
import type { Operation } from "../../document/index.js";
import type { Contract } from "../../gate/index.js";
import type { CaseRequest, Phase, ProbeCase } from "../requests/probe-case.js";
import { createBoundaryDrafts } from "./boundaries.js";
import { type CaseDraft, validateCaseDraft } from "./case-draft.js";
import { buildExampleRequests, type ParameterValues } from "./example-requests.js";
import {
  type GenerationContext,
  type GenerationStats,
  getGenerationContext,
  type Ungenerated,
} from "./generation-context.js";
import { createNegativeDrafts } from "./negatives.js";
import { prioritizeBy } from "./prioritize-cases.js";

export {
  NO_CREDENTIALS,
  type ProbeCredentials,
  type SerializedRequest,
  type ServerDestination,
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

/** Every limit of an operation's request, at its edge, inside and just outside of it; see `boundaries.ts`. */
export function* generateBoundaryCases(
  contract: DocumentSource,
  operation: Operation,
  base: CaseRequest,
): Iterable<ProbeCase> {
  const means = getGenerationContext(contract);
  yield* validateCaseDrafts(means, createBoundaryDrafts(means, operation, base));
}

/** Requests of an operation with one thing wrong; see `negatives.ts`. */
export function* generateNegativeCases(
  contract: DocumentSource,
  operation: Operation,
  base: CaseRequest,
): Iterable<ProbeCase> {
  const means = getGenerationContext(contract);
  yield* validateCaseDrafts(means, createNegativeDrafts(means, operation, base));
}

export type CaseSource = { readonly operation: Operation; readonly base: CaseRequest };

/**
 * Boundaries and negatives of several operations in their order of worth. Each is judged when it is asked for: whoever
 * takes the first thousand does not wait for the rest.
 */
export function* generateCases(
  contract: DocumentSource,
  sources: Iterable<CaseSource>,
  phases: readonly Phase[] = ["boundaries", "negatives"],
): Iterable<ProbeCase> {
  const means = getGenerationContext(contract);
  const drafts = [...sources].flatMap(({ operation, base }) => [
    ...(phases.includes("negatives") ? createNegativeDrafts(means, operation, base) : []),
    ...(phases.includes("boundaries") ? createBoundaryDrafts(means, operation, base) : []),
  ]);
  yield* validateCaseDrafts(
    means,
    prioritizeBy(drafts, ({ probeCase }) => probeCase),
  );
}

function* validateCaseDrafts(means: GenerationContext, drafts: Iterable<CaseDraft>): Iterable<ProbeCase> {
  for (const draft of drafts) {
    const seen = validateCaseDraft(means, draft);
    if (seen !== undefined) yield seen;
  }
}

/** The base requests of an operation as cases of their own. */
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

/** The places that no case is made of, and why; complete once the cases of an operation have been made. */
export function listUngenerated(contract: DocumentSource): Ungenerated[] {
  return [...getGenerationContext(contract).stats.ungenerated.values()];
}

/** How many cases were handed out, and how many dropped because the contract's judge saw them otherwise. */
export function getGenerationCounts(contract: DocumentSource): Pick<GenerationStats, "planned" | "dropped"> {
  const { planned, dropped } = getGenerationContext(contract).stats;
  return { planned, dropped };
}
