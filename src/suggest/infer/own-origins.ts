import { type Exchange, headerValues } from "../../exchange/index.js";
import { isOfService } from "./new-paths.js";

/** Which hosts of a recording are the service, and which are somebody else's. */
export type OwnOrigins = {
  readonly add: (exchange: Exchange) => void;
  /** The one that was asked most comes first, then those of the same domain, by name. */
  readonly chosen: () => readonly string[];
  /** What is left out, and how many exchanges went there. */
  readonly others: () => readonly (readonly [origin: string, exchanges: number])[];
};

/** A browser asks many hosts; the service is the one that is asked most for data. */
export function createOwnOrigins(): OwnOrigins {
  const counts = new Map<string, { all: number; data: number }>();
  const chosen = (): string[] => {
    const [main] = [...counts]
      .filter(([, { data }]) => data > 0)
      .toSorted(([a, x], [b, y]) => y.data - x.data || (a < b ? -1 : 1));
    if (main === undefined) return [];
    const beside = [...counts].filter(
      ([origin, { data }]) => data > 0 && origin !== main[0] && isAkin(origin, main[0]),
    );
    return [main[0], ...beside.map(([origin]) => origin).sort()];
  };
  return {
    add: (exchange) => {
      const { url } = exchange.request;
      if (!isOfService(exchange) || !/^https?:/i.test(url) || !URL.canParse(url)) return;
      const { origin } = new URL(url);
      const count = counts.get(origin) ?? { all: 0, data: 0 };
      counts.set(origin, count);
      count.all += 1;
      if (isData(exchange)) count.data += 1;
    },
    chosen,
    others: () => {
      const own = new Set(chosen());
      return [...counts].flatMap(([origin, { all }]) => (own.has(origin) ? [] : [[origin, all] as const])).sort();
    },
  };
}

function isData({ request, response }: Exchange): boolean {
  const [type = ""] = headerValues(response.headers, "content-type");
  return request.method !== "GET" || DATA.test(type) || (type === "" && response.status === 204);
}

/** Hosts that differ in their first name only, as `api.shop.example` and `billing.shop.example` do. */
function isAkin(origin: string, other: string): boolean {
  const [domain, otherDomain] = [domainOf(origin), domainOf(other)];
  return domain !== undefined && domain === otherDomain;
}

function domainOf(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  const labels = hostname.split(".");
  return labels.length > 2 && !/^[\d.]+$|:/.test(hostname) ? labels.slice(1).join(".") : undefined;
}

const DATA = /^(?:application\/(?!javascript|x-javascript|wasm|font)|text\/(?:plain|csv|event-stream)|multipart\/)/i;
