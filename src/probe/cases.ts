/** Cases of a contract: requests to make, and what it says must come of each. Nothing here sends anything. */
import type { Operation } from "../document/index.js";
import type { Contract } from "../gate/index.js";
import { boundaryDrafts } from "./boundaries.js";
import type { CaseRequest, Phase, ProbeCase } from "./case.js";
import { type Draft, seenByJudge } from "./case-maker.js";
import { exampleRequests, type KnownValues } from "./example-requests.js";
import { type Account, type Means, meansOf, type Unplanned } from "./means.js";
import { negativeDrafts } from "./negatives.js";
import { byWorth } from "./order-of-worth.js";

export { randomRequests } from "./arbitraries.js";
export { type ExampleRequest, exampleRequests, type KnownValues, NOTHING_KNOWN } from "./example-requests.js";
export type { Unplanned } from "./means.js";
export { inOrderOfWorth } from "./order-of-worth.js";
export {
  type Credentials,
  NO_CREDENTIALS,
  type Target,
  type WrittenRequest,
  writeRequest,
} from "./write-request.js";

type Description = Pick<Contract, "document">;

/** Every limit of an operation's request, at its edge, inside and just outside of it; see `boundaries.ts`. */
export function* boundaryCases(contract: Description, operation: Operation, base: CaseRequest): Iterable<ProbeCase> {
  const means = meansOf(contract);
  yield* judged(means, boundaryDrafts(means, operation, base));
}

/** Requests of an operation with one thing wrong; see `negatives.ts`. */
export function* negativeCases(contract: Description, operation: Operation, base: CaseRequest): Iterable<ProbeCase> {
  const means = meansOf(contract);
  yield* judged(means, negativeDrafts(means, operation, base));
}

export type Source = { readonly operation: Operation; readonly base: CaseRequest };

/**
 * Boundaries and negatives of several operations in their order of worth. Each is judged when it is asked for: whoever
 * takes the first thousand does not wait for the rest.
 */
export function* casesInOrder(
  contract: Description,
  sources: Iterable<Source>,
  phases: readonly Phase[] = ["boundaries", "negatives"],
): Iterable<ProbeCase> {
  const means = meansOf(contract);
  const drafts = [...sources].flatMap(({ operation, base }) => [
    ...(phases.includes("negatives") ? negativeDrafts(means, operation, base) : []),
    ...(phases.includes("boundaries") ? boundaryDrafts(means, operation, base) : []),
  ]);
  yield* judged(
    means,
    byWorth(drafts, ({ it }) => it),
  );
}

function* judged(means: Means, drafts: Iterable<Draft>): Iterable<ProbeCase> {
  for (const draft of drafts) {
    const seen = seenByJudge(means, draft);
    if (seen !== undefined) yield seen;
  }
}

/** The base requests of an operation as cases of their own. */
export function exampleCases(contract: Description, operation: Operation, known?: KnownValues): ProbeCase[] {
  return exampleRequests(contract, operation, known).map(({ name, request }) => ({
    id: `examples/${operation.id.replaceAll(/\s+/g, "-")}/${name.replaceAll(/[^\w.+-]+/g, "-")}`,
    phase: "examples",
    operation,
    method: operation.method,
    request,
    expect: "accepted",
  }));
}

/** The places that no case is made of, and why; complete once the cases of an operation have been made. */
export function unplannedOf(contract: Description): Unplanned[] {
  return [...meansOf(contract).account.unplanned.values()];
}

/** How many cases were handed out, and how many dropped because the contract's judge saw them otherwise. */
export function countsOf(contract: Description): Pick<Account, "planned" | "dropped"> {
  const { planned, dropped } = meansOf(contract).account;
  return { planned, dropped };
}
