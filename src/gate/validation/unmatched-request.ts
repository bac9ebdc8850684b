import {
  type CheckFinding,
  createUndocumentedMethodFinding,
  createUndocumentedPathFinding,
  createUndocumentedServerFinding,
  isPreflight,
} from "../../checks/index.js";
import { parentPointer } from "../../document/index.js";
import { type Exchange, redactUrl } from "../../exchange/index.js";
import type { Match } from "../../match/index.js";
import type { ExchangeResult } from "./exchange-result.js";
import { findNonApiReason } from "./infrastructure.js";
import { createLevelResolver, type LevelResolver } from "./levels.js";

export type UnmatchedRequest = Exclude<Match, { kind: "operation" }>;

/** Classifies an exchange without an operation: skipped because it is not part of the API, or undocumented. */
export function classifyUnmatched(
  exchange: Exchange,
  match: UnmatchedRequest,
  levels: LevelResolver = createLevelResolver(),
  nameServerOption = (url: string): string => `--server ${url}`,
):
  | { readonly kind: "skipped"; readonly reason: string; readonly place?: Pick<ExchangeResult, "elsewhere"> }
  | { readonly kind: "undocumented"; readonly finding: CheckFinding } {
  if (match.kind === "elsewhere") {
    const { origin, server } = match;
    const address = redactUrl(origin);
    if (origin === "")
      return createSkipped("the path has no base path of the spec's servers, and no operation matches without one");
    if (origin.startsWith("{{"))
      return createSkipped(`the variable ${address} has no value, and the path is not in the spec`);
    if (levels("request.server.undocumented", undefined, exchange.response.status) !== "off")
      return createUndocumented(createUndocumentedServerFinding(origin));
    const mismatch = `${address} is not a server in the spec`;
    const place = { origin: address, mismatch };
    if (server === undefined) return createSkipped(mismatch, place);
    const fitting = redactUrl(server);
    return createSkipped(`${mismatch}; add it with ${nameServerOption(fitting)}`, { ...place, server: fitting });
  }
  if (isPreflight(exchange)) return createSkipped("a CORS preflight");
  if (exchange.request.method === "OPTIONS" && exchange.notLogged?.includes("request.headers"))
    return createSkipped(
      "OPTIONS, which the spec does not document; possibly a CORS preflight, as the log has no headers",
    );
  const { method } = exchange.request;
  const { status } = exchange.response;
  const code = match.kind === "method" ? "request.method.undocumented" : "request.path.undocumented";
  const isRejected = status === 404 || status === 405 || status === 501;
  if (isRejected && !levels.hasStatusRule(code, status))
    return createSkipped(`not in the spec, rejected with ${status}`);
  if (match.kind === "method") {
    const item = parentPointer(match.operation.pointer);
    return createUndocumented(createUndocumentedMethodFinding(method, item, match.template, match.methods));
  }
  const reason = findNonApiReason(exchange, match.path);
  return reason === undefined
    ? createUndocumented(createUndocumentedPathFinding(method, match.path))
    : createSkipped(reason);
}

const createSkipped = (reason: string, elsewhere?: ExchangeResult["elsewhere"]) =>
  ({ kind: "skipped", reason, ...(elsewhere && { place: { elsewhere } }) }) as const;
const createUndocumented = (finding: CheckFinding) => ({ kind: "undocumented", finding }) as const;
