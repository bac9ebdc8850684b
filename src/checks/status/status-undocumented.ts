import { joinPointer } from "../../document/index.js";
import { getHeaderValues } from "../../exchange/index.js";
import type { Check } from "../check.js";

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
