import { getRawQuery } from "../../check/index.js";
import { type Exchange, getHeaderValues } from "../../recording/index.js";
import { detectIdentifier } from "./identifier.js";
import { type AcceptedTraffic, isRejectedData, isServiceTraffic } from "./undocumented-paths.js";

/** `rejected`: returned 404 with data, which counts only if there is nothing else. `hasToken`: issued an access token. */
type OriginCounts = { all: number; data: number; rejected: number; hasToken: boolean; base: BasePath };

/** `hasAll`: select every origin. `accepted`: the traffic that counts. */
type OriginOptions = { readonly hasAll?: boolean | undefined; readonly accepted?: AcceptedTraffic };

/** Browser recordings contain many origins. The origin with the most data exchanges is assumed to be the API. */
export function createApiOrigins({ hasAll = false, accepted = "service" }: OriginOptions = {}) {
  const counts = new Map<string, OriginCounts>();
  const selectOrigins = (): string[] => {
    const [main] = [...counts]
      .filter(([, { data, rejected }]) => accepted !== "service" || data + rejected > 0)
      .toSorted(([a, x], [b, y]) => y.data - x.data || y.rejected - x.rejected || (a < b ? -1 : 1));
    if (main === undefined) return [];
    const siblings = [...counts].filter(
      ([origin, { data, hasToken }]) =>
        origin !== main[0] && (hasAll || (data > 0 && (hasToken || isSameDomain(origin, main[0])))),
    );
    return [main[0], ...siblings.map(([origin]) => origin).sort()];
  };
  return {
    add: (exchange: Exchange) => {
      const { url } = exchange.request;
      const isRejected = isRejectedData(exchange);
      if (!(isRejected || isServiceTraffic(exchange, accepted)) || !/^https?:/i.test(url) || !URL.canParse(url)) return;
      const { origin, pathname } = new URL(url);
      const count = counts.get(origin) ?? { all: 0, data: 0, rejected: 0, hasToken: false, base: undefined };
      counts.set(origin, count);
      count.all += 1;
      count.hasToken ||= isTokenExchange(exchange);
      count.base = updateBasePath(count.base, pathname);
      if (isRejected) count.rejected += 1;
      else if (isDataExchange(exchange)) count.data += 1;
    },
    /** The base URL of the origin with the most data exchanges first, then those of its domain and of its token endpoint by name. */
    selected: () => selectOrigins().map((origin) => origin + formatBasePath(counts.get(origin)?.base)),
    /** The skipped origins and their number of exchanges. */
    others: () => {
      const origins = new Set(selectOrigins());
      return [...counts].flatMap(([origin, { all }]) => (origins.has(origin) ? [] : [[origin, all] as const])).sort();
    },
  };
}

function isDataExchange({ request, response }: Exchange): boolean {
  const [type = ""] = getHeaderValues(response.headers, "content-type");
  return request.method !== "GET" || DATA_MEDIA_TYPE.test(type) || (type === "" && response.status === 204);
}

/** Whether the service responded to a token request of OAuth 2.0 (RFC 6749, section 3.2). Some clients put the form in the query. */
function isTokenExchange({ request, response }: Exchange): boolean {
  if (request.method !== "POST" || response.status !== 200) return false;
  const body = request.body.kind === "text" ? request.body.text : "";
  return GRANT_TYPE.test(body) || GRANT_TYPE.test(getRawQuery(request.url));
}

/**
 * Whether two hosts differ only in the first label, such as `api.shop.example` and `billing.shop.example`, or in that one
 * lacks it.
 */
function isSameDomain(origin: string, other: string): boolean {
  const [domain, otherDomain] = [getParentDomain(origin), getParentDomain(other)];
  const hosts = [new URL(origin).hostname, new URL(other).hostname];
  return (
    (domain !== undefined && (domain === otherDomain || domain === hosts[1])) ||
    (otherDomain !== undefined && otherDomain === hosts[0])
  );
}

function getParentDomain(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  const labels = hostname.split(".");
  return labels.length > 2 && !/^[\d.]+$|:/.test(hostname) ? labels.slice(1).join(".") : undefined;
}

/** In a form, a query, or JSON. */
const GRANT_TYPE = /(?:^|[&"])grant_type["=]/;

const DATA_MEDIA_TYPE =
  /^(?:application\/(?!javascript|x-javascript|wasm|font)|text\/(?:plain|csv|event-stream)|multipart\/)/i;

/** The leading segments that all observed paths of an origin share; undefined without paths. */
export type BasePath = readonly string[] | undefined;

/** The last segment of a path always belongs to the operation. */
export function updateBasePath(base: BasePath, path: string): BasePath {
  const all = path.split("/").slice(1, -1);
  const data = all.findIndex((segment) => !/^[\w.~-]+$/.test(segment) || detectIdentifier(segment) !== undefined);
  const segments = data === -1 ? all : all.slice(0, data);
  if (base === undefined) return segments;
  const end = base.findIndex((segment, index) => segment !== segments[index]);
  return end === -1 ? base : base.slice(0, end);
}

/**
 * Returns the shared segments up to the last version or `api`, such as `/rest/v2`. Other shared segments can be the name of
 * a resource.
 */
export function formatBasePath(base: BasePath): string {
  const end = base?.findLastIndex((segment) => BASE_SEGMENT.test(segment)) ?? -1;
  return (base ?? [])
    .slice(0, end + 1)
    .map((segment) => `/${segment}`)
    .join("");
}

const BASE_SEGMENT = /^(?:apis?|rest|v\d+(?:[._-]?\d+)*(?:(?:alpha|beta|rc)\d*)?)$/i;
