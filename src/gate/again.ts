import { unlistedValue } from "../checks/unlisted-value.js";
import type { Exchange } from "../exchange/index.js";
import type { Shortfall } from "../schema/acceptance/index.js";
import { describeFailure } from "../schema/index.js";
import type { Finding, FindingMaker } from "./finding.js";
import type { Levels } from "./levels.js";
import type { Kept, KeptBut } from "./settle.js";

/** One more finding of a group that is there already: of it only what the group counts has to be known. */
export type Again = Pick<Finding, "code" | "level" | "fingerprint" | "name" | "occurrences">;

/** Whether all of these are of groups that are there, and none of them was found before what the group tells. */
export type HasSeen = (exchange: Exchange, again: readonly Again[]) => boolean;

/**
 * What `check` would find about scalars of a body, but for the words; undefined where the words of one matter for what is
 * counted. It goes by the same rules as the checks `bodyInvalid` and `bodyDrift`.
 */
export type AgainReader = (exchange: Exchange, found: KeptBut) => readonly Again[] | undefined;

export function createAgainReader(makeFinding: FindingMaker, levels: Levels): AgainReader {
  const known = new WeakMap<Kept, Map<Shortfall, readonly Identity[]>>();
  const identitiesOf = (shortfall: Shortfall, exchange: Exchange, { kept, subject, schema }: KeptBut): Identity[] => {
    const disagreements = [
      ...shortfall.failures.map((failure) => {
        const { valueClass } = describeFailure(failure);
        return { code: "response.body.invalid", contract: failure.pointer, valueClass } as const;
      }),
      ...shortfall.observations.map((observation) => {
        const { name } = unlistedValue(subject, { schema, observation });
        return { code: "response.body.unlisted", contract: observation.pointer, valueClass: "unlisted", name } as const;
      }),
    ];
    const { operation } = kept;
    return disagreements
      .filter(({ code }) => levels(code, operation.id, exchange.response.status) !== "off")
      .map((it) => {
        const finding = { ...it, message: "", part: "response.body", at: "", occurrences: 1 } as const;
        const { code, level, fingerprint, name } = makeFinding(exchange, operation, finding);
        const told = { code, level, fingerprint, ...(name === undefined ? {} : { name }) };
        return { place: `${code} ${it.contract}`, told, key: `${fingerprint} ${name ?? ""}` };
      });
  };
  const countsOf = (exchange: Exchange, found: KeptBut): Map<Identity, number> => {
    const memory = known.get(found.kept) ?? new Map<Shortfall, readonly Identity[]>();
    known.set(found.kept, memory);
    const counts = new Map<Identity, number>();
    for (const shortfall of found.shortfalls) {
      const identities = memory.get(shortfall) ?? identitiesOf(shortfall, exchange, found);
      if (memory.size < MAX_KNOWN) memory.set(shortfall, identities);
      for (const identity of identities) counts.set(identity, (counts.get(identity) ?? 0) + 1);
    }
    return counts;
  };
  const latest = new WeakMap<Kept, Latest>();
  return (exchange, found) => {
    const { kept, shortfalls } = found;
    const before = latest.get(kept);
    // What a service gets wrong it mostly gets wrong in each of its answers.
    if (before !== undefined && isSame(before.shortfalls, shortfalls)) return before.again;
    const again = summed(countsOf(exchange, found));
    latest.set(kept, { shortfalls, again });
    return again;
  };
}

type Latest = { readonly shortfalls: readonly Shortfall[]; readonly again: readonly Again[] | undefined };

function isSame(one: readonly Shortfall[], other: readonly Shortfall[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

function summed(counts: ReadonlyMap<Identity, number>): Again[] | undefined {
  const all = new Map<string, { readonly identity: Identity; occurrences: number }>();
  const classes = new Map<string, string>();
  for (const [identity, count] of counts) {
    const { place, told, key } = identity;
    // In one place of the contract the first value of an exchange stands for the others, of whatever class they are.
    if ((classes.get(place) ?? told.fingerprint) !== told.fingerprint) return undefined;
    classes.set(place, told.fingerprint);
    const sum = all.get(key);
    if (sum === undefined) all.set(key, { identity, occurrences: count });
    else sum.occurrences += count;
  }
  return [...all.values()].map(({ identity, occurrences }) => ({ ...identity.told, occurrences }));
}

type Identity = {
  /** Where the contract is broken, and in which respect. */
  readonly place: string;
  readonly told: Omit<Again, "occurrences">;
  /** Of findings that are counted as one. */
  readonly key: string;
};

/** Memory must not grow with the traffic. */
const MAX_KNOWN = 10_000;
