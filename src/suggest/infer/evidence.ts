import { type ExchangeReference, toExchangeReference } from "../../check/index.js";
import type { Exchange } from "../../recording/index.js";

/** The number of exchanges with an observation, and the first and last of them by time. */
export type Sightings = {
  readonly exchanges: number;
  readonly first: ExchangeReference;
  readonly last: ExchangeReference;
};

/** Sightings, out of `of` relevant exchanges. */
export type Evidence = Sightings & { readonly of: number };

export function addSighting(known: Sightings | undefined, { origin }: Exchange): Sightings {
  const current = toExchangeReference(origin);
  if (known === undefined) return { exchanges: 1, first: current, last: current };
  const { exchanges, first, last } = known;
  return {
    exchanges: exchanges + 1,
    first: getTime(current) < getTime(first) ? current : first,
    last: getTime(current) < getTime(last) ? last : current,
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
