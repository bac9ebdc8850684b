import { isJsonType, type Operation, parentPointer } from "../../document/index.js";
import {
  type Exchange,
  getHeaderValues,
  REDIRECT_STATUSES,
  redactUrl,
  UNRECORDED_ORIGIN,
} from "../../recording/index.js";
import { matchesStatus } from "../router/documented-parts.js";
import type { Match } from "../router/router.js";
import type { CheckFinding } from "../rules/check.js";
import {
  createUndocumentedMethodFinding,
  createUndocumentedPathFinding,
  createUndocumentedServerFinding,
  hasTrailingSlashMismatch,
} from "../rules/request.js";
import { isPreflight } from "../rules/security.js";
import type { ExchangeResult } from "./exchange-result.js";
import { createLevelResolver, type LevelResolver } from "./levels.js";

/**
 * Returns the reason why a response does not come from the operation itself. A proxy sends undocumented redirects. A path
 * with a different trailing slash may be rejected like any path that is not in the spec.
 */
export function findInfrastructureReason(
  { request, response: { status } }: Exchange,
  operation: Operation,
  levels: LevelResolver = createLevelResolver(),
): string | undefined {
  if ((status === 404 || status === 405) && hasTrailingSlashMismatch(request.url, operation))
    return `not in the spec except for the trailing slash, rejected with ${status}`;
  if (!INTERIM_STATUSES.has(status) && !REDIRECT_STATUSES.includes(status)) return undefined;
  const isDocumented = operation.responses.some(({ status: documented }) => matchesStatus(documented, status));
  if (isDocumented || levels.hasStatusRule("response.status.undocumented", status)) return undefined;
  return INTERIM_STATUSES.has(status)
    ? `an interim response (${status}), not the final one`
    : `a redirect (${status}) that the spec does not document`;
}

/**
 * Returns the reason why an undocumented path does not belong to the API: a static file by name and media type, a browser
 * resource, or a health check by one of the usual names.
 */
export function findNonApiReason({ request, response, notLogged }: Exchange, path: string): string | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const [type] = getHeaderValues(response.headers, "content-type");
  if ((STATIC_FILE_PATH.test(path) && STATIC_FILE_TYPE.test(type ?? "")) || SOURCE_MAP_PATH.test(path))
    return "a static file that is not in the spec";
  if (STATIC_FILE_PATH.test(path) && type === undefined && notLogged?.includes("response.headers"))
    return "a static file by its name that is not in the spec; the log lacks its media type";
  // Browsers send the purpose of a request; requests of scripts have "empty".
  const [purpose = "empty"] = getHeaderValues(request.headers, "sec-fetch-dest");
  if (purpose !== "empty" && !isJsonType(type)) return "a browser resource that is not in the spec";
  return HEALTH_CHECK_PATH.test(path) ? "a health check that is not in the spec" : undefined;
}

const STATIC_FILE_PATH = /\.(?:m?js|css|html?|map|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|otf|wasm|webmanifest)$/i;
const STATIC_FILE_TYPE =
  /^(?:(?:text|application)\/(?:x-)?javascript|text\/(?:css|html)|image\/|font\/|application\/(?:wasm|manifest\+json|font-woff2?|vnd\.ms-fontobject))/i;
const SOURCE_MAP_PATH = /\.(?:m?js|css)\.map$/i;
const HEALTH_CHECK_PATH =
  /\/(?:healthz?|livez|readyz|_health|actuator\/health)(?:\/(?:live|ready|liveness|readiness))?$/;

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.2 */
const INTERIM_STATUSES: ReadonlySet<number> = new Set([100, 102, 103]);

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
  if (match.kind === "method" && listsMethods(exchange)) return createSkipped(OPTIONS_REASON);
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

const OPTIONS_REASON =
  "OPTIONS, to which servers respond with the methods of a path, whether the spec documents it or not";

/**
 * Whether a server responds to OPTIONS with nothing but the methods of the path.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.7
 */
function listsMethods({ request, response: { status, headers, body } }: Exchange): boolean {
  const isEmpty = body.kind === "none" || getHeaderValues(headers, "allow").length > 0;
  return request.method === "OPTIONS" && status >= 200 && status < 300 && isEmpty;
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
