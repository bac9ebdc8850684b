import { type Exchange, getHeaderValues } from "../../exchange/index.js";
import { type BasePath, formatBasePath, updateBasePath } from "./base-path.js";
import { isRejectedData, isServiceTraffic } from "./undocumented-paths.js";

/** Selects the origins of the API from all origins in a recording. */
export type ApiOrigins = {
  readonly add: (exchange: Exchange) => void;
  /** The base URL of the origin with the most data exchanges first, then those of the same domain by name. */
  readonly selected: () => readonly string[];
  /** The skipped origins and their number of exchanges. */
  readonly others: () => readonly (readonly [origin: string, exchanges: number])[];
};

/** `rejected`: returned 404 with data, which counts only if there is nothing else. */
type OriginCounts = { all: number; data: number; rejected: number; base: BasePath };

/** Browser recordings contain many origins. The origin with the most data exchanges is assumed to be the API. */
export function createApiOrigins(): ApiOrigins {
  const counts = new Map<string, OriginCounts>();
  const selectOrigins = (): string[] => {
    const [main] = [...counts]
      .filter(([, { data, rejected }]) => data + rejected > 0)
      .toSorted(([a, x], [b, y]) => y.data - x.data || y.rejected - x.rejected || (a < b ? -1 : 1));
    if (main === undefined) return [];
    const siblings = [...counts].filter(
      ([origin, { data }]) => data > 0 && origin !== main[0] && isSameDomain(origin, main[0]),
    );
    return [main[0], ...siblings.map(([origin]) => origin).sort()];
  };
  return {
    add: (exchange) => {
      const { url } = exchange.request;
      const isRejected = isRejectedData(exchange);
      if (!(isRejected || isServiceTraffic(exchange)) || !/^https?:/i.test(url) || !URL.canParse(url)) return;
      const { origin, pathname } = new URL(url);
      const count = counts.get(origin) ?? { all: 0, data: 0, rejected: 0, base: undefined };
      counts.set(origin, count);
      count.all += 1;
      count.base = updateBasePath(count.base, pathname);
      if (isRejected) count.rejected += 1;
      else if (isDataExchange(exchange)) count.data += 1;
    },
    selected: () => selectOrigins().map((origin) => origin + formatBasePath(counts.get(origin)?.base)),
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

/** Whether two hosts differ only in the first label, such as `api.shop.example` and `billing.shop.example`. */
function isSameDomain(origin: string, other: string): boolean {
  const [domain, otherDomain] = [getParentDomain(origin), getParentDomain(other)];
  return domain !== undefined && domain === otherDomain;
}

function getParentDomain(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  const labels = hostname.split(".");
  return labels.length > 2 && !/^[\d.]+$|:/.test(hostname) ? labels.slice(1).join(".") : undefined;
}

const DATA_MEDIA_TYPE =
  /^(?:application\/(?!javascript|x-javascript|wasm|font)|text\/(?:plain|csv|event-stream)|multipart\/)/i;
