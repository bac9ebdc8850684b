import { UsageError } from "../process/usage-error.js";

/** One of several parts into which the exchanges of a run are dealt, counted from 1. */
export type Shard = { readonly index: number; readonly of: number };

/** @throws UsageError when it is not `i/n` with i from 1 to n. */
export function parseShard(given: string): Shard {
  const [, index = "", of = ""] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(given) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (index === "" || shard.index > shard.of)
    throw new UsageError(
      `--shard ${given}: give i/n, the part and how many there are, 999999 at most, such as 1/4 to 4/4`,
    );
  return shard;
}

/** Whether the exchange with this number, counted over all recordings of the run, falls to the shard. */
export function belongsToShard(shard: Shard | undefined, number: number): boolean {
  return shard === undefined || number % shard.of === shard.index - 1;
}
