import { joinPointer, type Operation } from "../../document/index.js";
import { getHeaderValues } from "../../recording/index.js";
import type { Check, CheckFinding } from "./check.js";
import { CODES } from "./codes.js";

/** `response.status.undocumented`. */
export const statusUndocumented: Check = ({ exchange, operation, response }, report) => {
  if (response !== undefined) return;
  const { status } = exchange.response;
  const { headers } = exchange.request;
  // HTTP defines 304 for conditional requests, so the spec does not have to document it.
  if (status === 304 && CONDITIONAL_HEADERS.some((name) => getHeaderValues(headers, name).length > 0)) return;
  const documented = operation.responses.map((candidate) => candidate.status);
  report({
    code: "response.status.undocumented",
    message: `status ${status} is not documented for ${operation.id}; documented are ${documented.join(", ") || "none"}`,
    part: "response.status",
    at: "",
    contract: joinPointer(operation.pointer, "responses"),
    valueClass: `status ${status}`,
    name: String(status),
    declared: documented,
    occurrences: 1,
  });
};

const CONDITIONAL_HEADERS = ["if-none-match", "if-modified-since"];

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
