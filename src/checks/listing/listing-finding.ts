import type { CheckFinding } from "../check.js";
import type { FindingCode } from "../codes/codes.js";
import type { ListingPage } from "./listing-page.js";

/** Creates a finding about the body of a page. */
export function createListingFinding(
  { operation }: Pick<ListingPage, "operation">,
  fields: ListingFindingFields,
): CheckFinding {
  return { part: "response.body", at: "", contract: operation.pointer, occurrences: 1, ...fields };
}

type ListingFindingFields = Pick<CheckFinding, "message" | "valueClass"> &
  Partial<Pick<CheckFinding, "at" | "contract" | "property">> & { readonly code: FindingCode };
