import { type Disagreement, isPreflight, methodUndocumented, pathUndocumented } from "../checks/index.js";
import { parentPointer } from "../document/index.js";
import { type Exchange, redactUrl } from "../exchange/index.js";
import type { Match } from "../match/index.js";
import { whyBesideService } from "./infrastructure.js";

export type Unmatched = Exclude<Match, { kind: "operation" }>;

/** What becomes of an exchange that belongs to no operation: it is no concern of the contract, or misses from it. */
export function unmatched(
  exchange: Exchange,
  match: Unmatched,
):
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "undocumented"; readonly disagreement: Disagreement } {
  if (match.kind === "elsewhere") {
    const { origin, server } = match;
    if (origin.startsWith("{{"))
      return skipped(
        `addressed to the variable ${redactUrl(origin)}, which has no value, and the path is not the contract's`,
      );
    const hint = server === undefined ? "" : `; --server ${redactUrl(server)} makes it one`;
    return skipped(`addressed to ${redactUrl(origin)}, which is no server of the contract${hint}`);
  }
  if (isPreflight(exchange)) return skipped("a CORS preflight");
  if (exchange.request.method === "OPTIONS" && exchange.unlogged?.includes("request.headers"))
    return skipped(
      "OPTIONS, which the contract does not document; as a log tells no headers, it may be a CORS preflight",
    );
  const { method } = exchange.request;
  const { status } = exchange.response;
  if (status === 404 || status === 405 || status === 501)
    return skipped(`not in the contract, and refused with ${status}`);
  if (match.kind === "method") {
    const item = parentPointer(match.operation.pointer);
    return undocumented(methodUndocumented(method, item, match.template, match.methods));
  }
  const beside = whyBesideService(exchange, match.path);
  return beside === undefined ? undocumented(pathUndocumented(method, match.path)) : skipped(beside);
}

const skipped = (reason: string) => ({ kind: "skipped", reason }) as const;
const undocumented = (disagreement: Disagreement) => ({ kind: "undocumented", disagreement }) as const;
