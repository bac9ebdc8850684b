import { UsageError } from "../process/usage-error.js";

/** One part of a run whose recordings are dealt out to several, counted from 1. */
export type Shard = { readonly index: number; readonly of: number };

/** @throws UsageError unless the text is `i/n` with i from 1 to n. */
export function parseShard(given: string): Shard {
  const [, index = "", of = ""] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(given) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (index === "" || shard.index > shard.of)
    throw new UsageError(`--shard ${given}: expected i/n with i from 1 to n and n up to 999999, such as 1/4`);
  return shard;
}
