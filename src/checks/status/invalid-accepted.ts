import type { Operation } from "../../document/index.js";
import type { CheckFinding } from "../check.js";
import { CODES } from "../codes.js";

/**
 * `response.status.invalid-accepted`: a request that contradicts the contract was answered with success.
 *
 * Not a check of its own, for it is about what the other checks found in the request.
 */
export function createInvalidAcceptedFinding(
  operation: Operation,
  status: number,
  request: readonly CheckFinding[],
): CheckFinding | undefined {
  const errors = [...new Set(request.map(({ code }) => code))].filter((code) => CODES[code].level === "error");
  if (errors.length === 0 || status < 200 || status > 299) return undefined;
  return {
    code: "response.status.invalid-accepted",
    message: `answered ${status} to a request that the contract forbids (${errors.join(", ")})`,
    part: "response.status",
    at: "",
    contract: operation.pointer,
    valueClass: errors.join(" "),
    occurrences: 1,
  };
}
