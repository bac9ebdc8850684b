import type { Arbitrary } from "fast-check";
import type { Operation } from "../document/index.js";
import type { Contract } from "../gate/index.js";
import type { CaseRequest } from "./case.js";
import { meansOf } from "./means.js";
import { placesOf } from "./places.js";

export type FastCheck = typeof import("fast-check");

/**
 * Requests that the contract lets pass, at random, shrinking towards the base request.
 *
 * @param fc fast-check, loaded by whoever needs it.
 */
export function randomRequests(
  fc: FastCheck,
  contract: Pick<Contract, "document">,
  operation: Operation,
  base: CaseRequest,
): Arbitrary<CaseRequest> {
  const means = meansOf(contract);
  const places = placesOf(means, operation, base);
  return fc.constantFrom(base, ...places.map(({ put, value }) => put(value)));
}
