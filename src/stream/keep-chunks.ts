import type { ClaimedChunk } from "./chunk-stream.js";

/** Keeps the chunks of a worker from other workers until their results are stored. */
export type Keeper = {
  readonly add: (claimed: ClaimedChunk) => void;
  readonly remove: (claimed: ClaimedChunk) => void;
  /** Keeps all chunks, if that is due. Returns whether it was. */
  readonly keep: () => boolean;
};

export function createKeeper(now: () => number): Keeper {
  const held = new Set<ClaimedChunk>();
  let lastKept = now();
  return {
    add: (claimed) => held.add(claimed),
    remove: (claimed) => held.delete(claimed),
    keep: () => {
      if (now() - lastKept < KEEP_MS) return false;
      lastKept = now();
      for (const claimed of held) claimed.keep();
      return true;
    },
  };
}

/** Less than the shortest time after which a chunk goes to another worker. */
const KEEP_MS = 250;
