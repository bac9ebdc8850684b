import type { Operation } from "../../document/index.js";
import type { CheckFinding } from "../check.js";
import { CODES } from "../codes/codes.js";

/**
 * `response.status.invalid-accepted`: the service accepted a request that violates the spec.
 *
 * Not a `Check`, because it needs the findings of the other checks about the request.
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
    message: `status ${status} for a request that violates the spec (${errors.join(", ")})`,
    part: "response.status",
    at: "",
    contract: operation.pointer,
    valueClass: errors.join(" "),
    occurrences: 1,
  };
}
