/** Cases of a contract: requests to make, and what it says must come of each. Nothing here sends anything. */
import type { Operation } from "../document/index.js";
import type { Contract } from "../gate/index.js";
import type { ProbeCase } from "./case.js";
import { exampleRequests, type KnownValues } from "./example-requests.js";
import { type Account, meansOf, type Unplanned } from "./means.js";

export { randomRequests } from "./arbitraries.js";
export { boundaryCases } from "./boundaries.js";
export { type ExampleRequest, exampleRequests, type KnownValues, NOTHING_KNOWN } from "./example-requests.js";
export type { Unplanned } from "./means.js";
export { negativeCases } from "./negatives.js";
export { inOrderOfWorth } from "./order-of-worth.js";
export {
  type Credentials,
  NO_CREDENTIALS,
  type Target,
  type WrittenRequest,
  writeRequest,
} from "./write-request.js";

/** The base requests of an operation as cases of their own. */
export function exampleCases(
  contract: Pick<Contract, "document">,
  operation: Operation,
  known?: KnownValues,
): ProbeCase[] {
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
export function unplannedOf(contract: Pick<Contract, "document">): Unplanned[] {
  return [...meansOf(contract).account.unplanned.values()];
}

/** How many cases were handed out, and how many dropped because the contract's judge saw them otherwise. */
export function countsOf(contract: Pick<Contract, "document">): Pick<Account, "planned" | "dropped"> {
  const { planned, dropped } = meansOf(contract).account;
  return { planned, dropped };
}
