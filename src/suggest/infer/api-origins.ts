import { type Exchange, getHeaderValues } from "../../exchange/index.js";
import { isServiceTraffic } from "./undocumented-paths.js";

/** Which hosts of a recording are the service, and which are somebody else's. */
export type ApiOrigins = {
  readonly add: (exchange: Exchange) => void;
  /** The one that was asked most comes first, then those of the same domain, by name. */
  readonly selected: () => readonly string[];
  /** What is left out, and how many exchanges went there. */
  readonly others: () => readonly (readonly [origin: string, exchanges: number])[];
};

/** A browser asks many hosts; the service is the one that is asked most for data. */
export function createApiOrigins(): ApiOrigins {
  const counts = new Map<string, { all: number; data: number }>();
  const selected = (): string[] => {
    const [main] = [...counts]
      .filter(([, { data }]) => data > 0)
      .toSorted(([a, x], [b, y]) => y.data - x.data || (a < b ? -1 : 1));
    if (main === undefined) return [];
    const beside = [...counts].filter(
      ([origin, { data }]) => data > 0 && origin !== main[0] && isSameDomain(origin, main[0]),
    );
    return [main[0], ...beside.map(([origin]) => origin).sort()];
  };
  return {
    add: (exchange) => {
      const { url } = exchange.request;
      if (!isServiceTraffic(exchange) || !/^https?:/i.test(url) || !URL.canParse(url)) return;
      const { origin } = new URL(url);
      const count = counts.get(origin) ?? { all: 0, data: 0 };
      counts.set(origin, count);
      count.all += 1;
      if (isDataExchange(exchange)) count.data += 1;
    },
    selected,
    others: () => {
      const own = new Set(selected());
      return [...counts].flatMap(([origin, { all }]) => (own.has(origin) ? [] : [[origin, all] as const])).sort();
    },
  };
}

function isDataExchange({ request, response }: Exchange): boolean {
  const [type = ""] = getHeaderValues(response.headers, "content-type");
  return request.method !== "GET" || DATA_MEDIA_TYPE.test(type) || (type === "" && response.status === 204);
}

/** Hosts that differ in their first name only, as `api.shop.example` and `billing.shop.example` do. */
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
