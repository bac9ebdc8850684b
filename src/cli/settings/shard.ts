import type { RecordingPart } from "../../exchange/index.js";
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

/**
 * Whether an exchange belongs to the shard, by its number counted over all recordings of the run. The first exchanges are dealt out
 * one by one, so that each shard of a small recording has some, and later ones in blocks, so that a shard can skip those of others.
 */
export function belongsToShard(shard: Shard, number: number): boolean {
  const turn = number < MIN_SKIPPED ? number : MIN_SKIPPED + Math.floor((number - MIN_SKIPPED) / BLOCK);
  return turn % shard.of === shard.index - 1;
}

/** Creates what decides which entries of the recordings of a run are read. `count` is the number of entries so far. */
export function createRecordingPart(
  shard: Shard,
  canSkip: RecordingPart["canSkip"],
): RecordingPart & { readonly count: () => number } {
  let number = 0;
  return {
    take: () => {
      const at = number++;
      if (belongsToShard(shard, at)) return "own";
      const isNearOwn = belongsToShard(shard, at + 1) || belongsToShard(shard, at + READ_BEFORE);
      return at < MIN_SKIPPED || isNearOwn ? "foreign" : "skippable";
    },
    canSkip,
    count: () => number,
  };
}

const MIN_SKIPPED = 256;
const BLOCK = 64;
/** An entry is compared with the entries shortly before it, to find those that were recorded twice. */
const READ_BEFORE = 8;
