import { UsageError } from "../process/usage-error.js";

/** One part of a run whose exchanges are split into several, counted from 1. */
export type Shard = { readonly index: number; readonly of: number };

/** @throws UsageError unless the text is `i/n` with i from 1 to n. */
export function parseShard(given: string): Shard {
  const [, index = "", of = ""] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(given) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (index === "" || shard.index > shard.of)
    throw new UsageError(`--shard ${given}: expected i/n with i from 1 to n and n up to 999999, such as 1/4`);
  return shard;
}

/** Whether an exchange belongs to the shard, by its number counted over all recordings of the run. */
export function belongsToShard(shard: Shard, number: number): boolean {
  return number % shard.of === shard.index - 1;
}
