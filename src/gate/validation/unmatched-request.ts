import {
  type CheckFinding,
  createUndocumentedMethodFinding,
  createUndocumentedPathFinding,
  isPreflight,
} from "../../checks/index.js";
import { parentPointer } from "../../document/index.js";
import { type Exchange, redactUrl } from "../../exchange/index.js";
import type { Match } from "../../match/index.js";
import { findNonApiReason } from "./infrastructure.js";

export type UnmatchedRequest = Exclude<Match, { kind: "operation" }>;

/** What becomes of an exchange that belongs to no operation: it is no concern of the contract, or misses from it. */
export function classifyUnmatched(
  exchange: Exchange,
  match: UnmatchedRequest,
):
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "undocumented"; readonly finding: CheckFinding } {
  if (match.kind === "elsewhere") {
    const { origin, server } = match;
    if (origin.startsWith("{{"))
      return createSkipped(
        `addressed to the variable ${redactUrl(origin)}, which has no value, and the path is not the contract's`,
      );
    const hint = server === undefined ? "" : `; --server ${redactUrl(server)} makes it one`;
    return createSkipped(`addressed to ${redactUrl(origin)}, which is no server of the contract${hint}`);
  }
  if (isPreflight(exchange)) return createSkipped("a CORS preflight");
  if (exchange.request.method === "OPTIONS" && exchange.notLogged?.includes("request.headers"))
    return createSkipped(
      "OPTIONS, which the contract does not document; as a log tells no headers, it may be a CORS preflight",
    );
  const { method } = exchange.request;
  const { status } = exchange.response;
  if (status === 404 || status === 405 || status === 501)
    return createSkipped(`not in the contract, and refused with ${status}`);
  if (match.kind === "method") {
    const item = parentPointer(match.operation.pointer);
    return createUndocumented(createUndocumentedMethodFinding(method, item, match.template, match.methods));
  }
  const beside = findNonApiReason(exchange, match.path);
  return beside === undefined
    ? createUndocumented(createUndocumentedPathFinding(method, match.path))
    : createSkipped(beside);
}

const createSkipped = (reason: string) => ({ kind: "skipped", reason }) as const;
const createUndocumented = (finding: CheckFinding) => ({ kind: "undocumented", finding }) as const;
