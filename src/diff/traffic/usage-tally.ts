import { dropUndefined, getOrCreate } from "../../document/index.js";
/** Exchanges that a change affects, by operation and by consumer. */
export type Usage = Omit<UsageCount, "name"> & {
  readonly operations: readonly UsageCount[];
  /** Sorted by the number of exchanges. `name` is null for exchanges without a consumer. */
  readonly consumers: readonly (Omit<UsageCount, "name"> & { readonly name: string | null })[];
  /** The exchanges of consumers that are not listed, because there are too many. */
  readonly unlisted?: number;
};

export type UsageCount = {
  readonly name: string;
  readonly exchanges: number;
  /** The recorded times (RFC 3339). */
  readonly firstSeen?: string;
  readonly lastSeen?: string;
};

/** One exchange. */
export type UsageUse = {
  readonly operation: string;
  readonly consumer: string | undefined;
  readonly time: string | undefined;
};

export type UsageTally = {
  readonly add: (use: UsageUse) => void;
  readonly get: () => Usage;
};

export function createUsageTally(): UsageTally {
  const all = new Count();
  const operations = new Map<string, Count>();
  const consumers = new Map<string | null, Count>();
  let unlisted = 0;
  return {
    add: ({ operation, consumer = null, time }) => {
      all.add(time);
      getCount(operations, operation).add(time);
      if (consumers.size < MAX_CONSUMERS || consumers.has(consumer)) getCount(consumers, consumer).add(time);
      else unlisted += 1;
    },
    get: () => ({
      ...all.get(),
      operations: listCounts(operations),
      consumers: listCounts(consumers),
      ...(unlisted === 0 ? {} : { unlisted }),
    }),
  };
}

/** Bounds the memory of each change. */
const MAX_CONSUMERS = 1000;

class Count {
  private exchanges = 0;
  private first: string | undefined;
  private last: string | undefined;

  add(time: string | undefined): void {
    this.exchanges += 1;
    if (time === undefined) return;
    if (this.first === undefined || Date.parse(time) < Date.parse(this.first)) this.first = time;
    if (this.last === undefined || Date.parse(time) > Date.parse(this.last)) this.last = time;
  }

  get(): Omit<UsageCount, "name"> {
    return { exchanges: this.exchanges, ...dropUndefined({ firstSeen: this.first, lastSeen: this.last }) };
  }
}

function getCount<Name>(counts: Map<Name, Count>, name: Name): Count {
  return getOrCreate(counts, name, () => new Count());
}

function listCounts<Name>(counts: ReadonlyMap<Name, Count>): (Omit<UsageCount, "name"> & { readonly name: Name })[] {
  return [...counts]
    .map(([name, count]) => ({ name, ...count.get() }))
    .sort((one, other) => other.exchanges - one.exchanges || (String(one.name) < String(other.name) ? -1 : 1));
}
