import type { UnfedExchanges } from "../chunk.js";

/** Counts exchanges that are not fed. Each count is part of one chunk. */
export type UnfedCounter = {
  readonly add: (kind: UnfedExchanges["kind"], exchanges: number) => void;
  /** The counts since the last call, for a chunk. */
  readonly take: () => UnfedExchanges[];
  /** Takes back the counts of a chunk that is lost. */
  readonly restore: (counts: readonly UnfedExchanges[]) => void;
  readonly getTotals: () => Readonly<Record<UnfedExchanges["kind"], number>>;
};

export function createUnfedCounter(): UnfedCounter {
  const totals = { sampled: 0, dropped: 0 };
  const taken = { sampled: 0, dropped: 0 };
  return {
    add: (kind, exchanges) => {
      totals[kind] += exchanges;
    },
    take: () =>
      (["sampled", "dropped"] as const).flatMap((kind) => {
        const exchanges = totals[kind] - taken[kind];
        taken[kind] = totals[kind];
        return exchanges === 0 ? [] : [{ kind, exchanges }];
      }),
    restore: (counts) => {
      for (const { kind, exchanges } of counts) taken[kind] -= exchanges;
    },
    getTotals: () => ({ ...totals }),
  };
}
