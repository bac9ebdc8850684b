import { hasTrailingSlashMismatch } from "../../checks/index.js";
import type { Operation } from "../../document/index.js";
import { type Exchange, getHeaderValues } from "../../exchange/index.js";

/**
 * Why an answer is not the operation's own: a redirect that the contract does not know comes from what stands before the
 * service, and a path that differs by its last slash may be refused like any other that is not in the contract.
 */
export function findInfrastructureReason({ request, response }: Exchange, operation: Operation): string | undefined {
  const { status } = response;
  if (hasTrailingSlashMismatch(request.url, operation) && (status === 404 || status === 405))
    return `not in the contract but for the slash at its end, and refused with ${status}`;
  const isDocumented = operation.responses.some(({ status: documented }) => matchesStatus(documented, status));
  if (INTERIM_STATUSES.has(status) && !isDocumented) return `an interim answer (${status}), which another one follows`;
  return REDIRECT_STATUSES.has(status) && !isDocumented
    ? `a redirect (${status}) that the contract does not document`
    : undefined;
}

/**
 * Why a path that is not in the contract is none of the service's: a file that stands beside it by name and by what it
 * is, or a probe of its health by one of the usual names.
 */
export function findNonApiReason({ request, response, notLogged }: Exchange, path: string): string | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const [type] = getHeaderValues(response.headers, "content-type");
  if ((STATIC_FILE_PATH.test(path) && STATIC_FILE_TYPE.test(type ?? "")) || SOURCE_MAP_PATH.test(path))
    return "a static file, which is not in the contract";
  if (STATIC_FILE_PATH.test(path) && type === undefined && notLogged?.includes("response.headers"))
    return "a static file by its name, of which the log tells no type, and which is not in the contract";
  // A browser says what it wants a thing for; what programs ask for is "empty".
  const [purpose = "empty"] = getHeaderValues(request.headers, "sec-fetch-dest");
  if (purpose !== "empty" && !/[/+]json\b/i.test(type ?? ""))
    return "what a browser loads by itself, which is not in the contract";
  return HEALTH_CHECK_PATH.test(path) ? "a health check, which is not in the contract" : undefined;
}

const STATIC_FILE_PATH = /\.(?:m?js|css|html?|map|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|otf|wasm|webmanifest)$/i;
const STATIC_FILE_TYPE =
  /^(?:(?:text|application)\/(?:x-)?javascript|text\/(?:css|html)|image\/|font\/|application\/(?:wasm|manifest\+json|font-woff2?|vnd\.ms-fontobject))/i;
const SOURCE_MAP_PATH = /\.(?:m?js|css)\.map$/i;
const HEALTH_CHECK_PATH =
  /\/(?:healthz?|livez|readyz|_health|actuator\/health)(?:\/(?:live|ready|liveness|readiness))?$/;

function matchesStatus(documented: string, status: number): boolean {
  return documented === String(status) || documented.toUpperCase() === `${String(status).charAt(0)}XX`;
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.2 */
const INTERIM_STATUSES: ReadonlySet<number> = new Set([100, 102, 103]);
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
