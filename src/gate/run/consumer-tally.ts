import { compareText } from "./finding-groups.js";
import type { ConsumerCount, Report } from "./report.js";

/** Counts the exchanges of each consumer, in bounded memory, also if a header that is unique in each request names it. */
export type ConsumerTally = {
  readonly counts: Map<string, Omit<ConsumerCount, "name">>;
  /** The exchanges of consumers beyond the limit. */
  unlisted: number;
};

export function createConsumerTally(): ConsumerTally {
  return { counts: new Map(), unlisted: 0 };
}

export function addConsumerCount(tally: ConsumerTally, { name, exchanges, failed }: ConsumerCount): void {
  const known = tally.counts.get(name);
  if (known === undefined && tally.counts.size >= MAX_CONSUMERS) tally.unlisted += exchanges;
  else
    tally.counts.set(name, {
      exchanges: (known?.exchanges ?? 0) + exchanges,
      failed: (known?.failed ?? 0) + failed,
    });
}

export function mergeConsumerTally(tally: ConsumerTally, { counts, unlisted }: ConsumerTally): void {
  for (const [name, count] of counts) addConsumerCount(tally, { name, ...count });
  tally.unlisted += unlisted;
}

/** Lists the consumers by their number of exchanges, if any of the `total` exchanges has one. */
export function listConsumers({ counts, unlisted }: ConsumerTally, total: number): Pick<Report, "consumers"> {
  if (counts.size === 0) return {};
  const listed = [...counts]
    .map(([name, count]) => ({ name, ...count }))
    .sort((a, b) => b.exchanges - a.exchanges || compareText(a.name, b.name));
  const known = listed.reduce((sum, { exchanges }) => sum + exchanges, unlisted);
  return { consumers: { listed, unlisted, unknown: total - known } };
}

export function mergeConsumers(reports: readonly Report[]): Pick<Report, "consumers"> {
  const tally = createConsumerTally();
  let total = 0;
  for (const { consumers, summary } of reports) {
    for (const it of consumers?.listed ?? []) addConsumerCount(tally, it);
    tally.unlisted += consumers?.unlisted ?? 0;
    total += summary.exchanges;
  }
  return listConsumers(tally, total);
}

const MAX_CONSUMERS = 1000;
