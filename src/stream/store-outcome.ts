import { setTimeout } from "node:timers/promises";
import { compress } from "./chunk.js";
import { type ChunkResult, encodeResult } from "./chunk-result.js";
import { type ChunkStream, type ClaimedChunk, isPassing, type StreamError } from "./chunk-stream.js";
import type { Keeper } from "./keep-chunks.js";

/** What became of a chunk. */
export type WorkedChunk = Pick<ClaimedChunk, "id" | "attempt" | "publishedAt"> &
  (
    | { readonly kind: "checked"; readonly result: ChunkResult }
    | { readonly kind: "failed"; readonly reason: string }
    | { readonly kind: "returned" }
  );

export type StoreOptions = {
  readonly stream: ChunkStream;
  /** The version of the spec and of the settings. */
  readonly version: string;
  /** Whether checked chunks are archived. */
  readonly isArchiving: boolean;
  readonly keeper: Keeper;
  /** Whether there is time to try again. */
  readonly canContinue: () => boolean;
  readonly onChunk: (worked: WorkedChunk) => void;
  /** Called with errors of the stream. The worker tries again. */
  readonly onError: (error: StreamError) => void;
};

/**
 * Stores the result of a chunk and acknowledges it. While the stream takes no results, the chunk is kept, so that it does not
 * count as one that cannot be checked.
 *
 * @throws StreamError if the stream refuses access
 */
export async function storeOutcome(claimed: ClaimedChunk, outcome: WorkedChunk, options: StoreOptions): Promise<void> {
  const { stream, version, isArchiving, keeper } = options;
  try {
    if (outcome.kind === "returned") claimed.release();
    else {
      const kind = outcome.kind === "checked" ? "report" : "failed";
      const bytes =
        outcome.kind === "checked" ? await encodeResult(outcome.result) : await encodeFailure(claimed, outcome, stream);
      if (outcome.kind === "checked" && isArchiving) await retry(() => stream.archive(claimed), options);
      await retry(() => stream.put({ version, kind, hour: claimed.hour, name: claimed.id }, bytes), options);
      await claimed.acknowledge();
    }
    options.onChunk(outcome);
  } finally {
    keeper.remove(claimed);
  }
}

async function retry(act: () => Promise<unknown>, { keeper, canContinue, onError }: StoreOptions): Promise<void> {
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      if (!isPassing(error) || !canContinue()) throw error;
      onError(error);
      keeper.keep();
      await setTimeout(RETRY_MS);
    }
  }
}

/** Keeps the chunk beside the reason, so that it can be examined and fed again. */
async function encodeFailure(
  { bytes }: ClaimedChunk,
  { reason }: Extract<WorkedChunk, { kind: "failed" }>,
  { maxBytes }: ChunkStream,
): Promise<Uint8Array> {
  const encoded = await compress(JSON.stringify({ reason, chunk: Buffer.from(bytes).toString("base64") }));
  return encoded.length > maxBytes ? compress(JSON.stringify({ reason })) : encoded;
}

const RETRY_MS = 200;
