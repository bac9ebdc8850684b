import type { Exchange } from "../../exchange/index.js";
import type { ExchangeReference } from "../../gate/index.js";

/** How many exchanges showed something, the first of them and the last. */
export type Sightings = {
  readonly exchanges: number;
  readonly first: ExchangeReference;
  readonly last: ExchangeReference;
};

/** How many exchanges showed something, of how many that could have. */
export type Evidence = Sightings & { readonly of: number };

export function addSighting(known: Sightings | undefined, { origin }: Exchange): Sightings {
  const { source, index, startedAt } = origin;
  const now: ExchangeReference = { source, index, ...(startedAt === undefined ? {} : { startedAt }) };
  if (known === undefined) return { exchanges: 1, first: now, last: now };
  const { exchanges, first, last } = known;
  return {
    exchanges: exchanges + 1,
    first: getTime(now) < getTime(first) ? now : first,
    last: getTime(now) < getTime(last) ? last : now,
  };
}

export function mergeEvidence(a: Evidence, b: Evidence): Evidence {
  return {
    exchanges: a.exchanges + b.exchanges,
    of: a.of + b.of,
    first: getTime(b.first) < getTime(a.first) ? b.first : a.first,
    last: getTime(b.last) > getTime(a.last) ? b.last : a.last,
  };
}

function getTime({ startedAt }: ExchangeReference): string {
  return startedAt ?? "";
}
