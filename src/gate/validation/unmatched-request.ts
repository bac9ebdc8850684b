import {
  type CheckFinding,
  createUndocumentedMethodFinding,
  createUndocumentedPathFinding,
  createUndocumentedServerFinding,
  isPreflight,
} from "../../checks/index.js";
import { parentPointer } from "../../document/index.js";
import { type Exchange, redactUrl, UNRECORDED_ORIGIN } from "../../exchange/index.js";
import type { Match } from "../../match/index.js";
import type { ExchangeResult } from "./exchange-result.js";
import { findNonApiReason } from "./infrastructure.js";
import { createLevelResolver, type LevelResolver } from "./levels.js";

export type UnmatchedRequest = Exclude<Match, { kind: "operation" }>;

type UnmatchedClass =
  | { readonly kind: "skipped"; readonly reason: string; readonly elsewhere?: ExchangeResult["elsewhere"] }
  | { readonly kind: "undocumented"; readonly finding: CheckFinding };

/** Classifies an exchange without an operation: skipped because it is not part of the API, or undocumented. */
export function classifyUnmatched(
  exchange: Exchange,
  match: UnmatchedRequest,
  levels: LevelResolver = createLevelResolver(),
  nameServerOption = (url: string): string => `--server ${url}`,
): UnmatchedClass {
  if (match.kind === "elsewhere") return classifyElsewhere(match, exchange, { levels, nameServerOption });
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
  const option = match.server === undefined ? undefined : nameServerOption(redactUrl(match.server));
  const reason = findNonApiReason(exchange, match.path);
  return reason === undefined
    ? createUndocumented(createUndocumentedPathFinding(method, match.path, option))
    : createSkipped(reason);
}

function classifyElsewhere(
  { origin, server, mismatch, isServer }: Extract<UnmatchedRequest, { kind: "elsewhere" }>,
  exchange: Exchange,
  { levels, nameServerOption }: { levels: LevelResolver; nameServerOption: (url: string) => string },
): UnmatchedClass {
  if (origin === UNRECORDED_ORIGIN)
    return createSkipped("the recording has no host, and the path is not below that of a server in the spec");
  if (origin.startsWith("{{"))
    return createSkipped(`the variable ${redactUrl(origin)} has no value, and the path is not in the spec`);
  if (levels("request.server.undocumented", undefined, exchange.response.status) !== "off")
    return createUndocumented(createUndocumentedServerFinding(origin));
  const url = server && redactUrl(server);
  const suggested = url === undefined ? {} : { server: url, option: nameServerOption(url) };
  const hint = suggested.option === undefined ? "" : `; add it with ${suggested.option}`;
  const what = isServer ? "" : " is not a server in the spec";
  const reason = `${redactUrl(origin)}${what}: ${mismatch}${hint}`;
  return { kind: "skipped", reason, elsewhere: { origin: redactUrl(origin), mismatch, ...suggested } };
}

const createSkipped = (reason: string) => ({ kind: "skipped", reason }) as const;
const createUndocumented = (finding: CheckFinding) => ({ kind: "undocumented", finding }) as const;
