import { setTimeout } from "node:timers/promises";
import { type ChunkCheck, checkChunk } from "./check-chunk.js";
import { compress, decodeChunk, toHour } from "./chunk.js";
import { type ChunkResult, encodeResult } from "./chunk-result.js";
import { type ChunkStream, type ClaimedChunk, StreamError } from "./chunk-stream.js";
import { mergeClosedHours } from "./merge-closed-hours.js";

export type WorkerOptions = Omit<ChunkCheck, "canContinue"> & {
  readonly stream: ChunkStream;
  /** The version of the spec and of the settings. */
  readonly version: string;
  /** A chunk that was claimed more often without a result is put on the list of failed chunks. */
  readonly maxAttempts: number;
  /** Ends the worker. A chunk that is being checked is finished, or returned if that takes longer than `graceMs`. */
  readonly signal: AbortSignal;
  readonly graceMs: number;
  /** Ends the worker when no chunk waits. */
  readonly stopWhenIdle: boolean;
  /** Whether checked chunks are archived. */
  readonly isArchiving: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called whenever the stream responds. */
  readonly onContact: () => void;
  /** Milliseconds between two turns of rolling up closed hours. */
  readonly rollUpMs: number;
  readonly onChunk: (checked: WorkedChunk) => void;
  /** Called with errors of the stream. The worker tries again. */
  readonly onError: (error: StreamError) => void;
};

export type WorkedChunk = Pick<ClaimedChunk, "id" | "attempt" | "publishedAt"> &
  (
    | { readonly kind: "checked"; readonly result: ChunkResult }
    | { readonly kind: "failed"; readonly reason: string }
    | { readonly kind: "returned" }
  );

/**
 * Checks chunks until the signal aborts. The result of a chunk is stored before the chunk is acknowledged, under a key of the
 * chunk, so that a chunk that is checked twice counts once.
 *
 * @throws StreamError if the stream refuses access.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { stream, signal, now, graceMs } = options;
  let deadline = Number.POSITIVE_INFINITY;
  const stop = (): void => {
    deadline = now() + graceMs;
  };
  let nextRollUp = now() + options.rollUpMs;
  if (signal.aborted) return;
  signal.addEventListener("abort", stop, { once: true });
  while (!signal.aborted) {
    try {
      const claimed = await stream.claim(CLAIM_WAIT_MS);
      options.onContact();
      if (claimed === undefined && options.stopWhenIdle && (await stream.countPending()).size === 0) return;
      if (signal.aborted) claimed?.release();
      else if (claimed !== undefined) await workOn(claimed, options, () => now() < deadline);
      if (now() >= nextRollUp) {
        nextRollUp = now() + options.rollUpMs;
        await mergeClosedHours(stream, options.version, toHour(now() - OPEN_MS) ?? "");
      }
    } catch (error) {
      if (!(error instanceof StreamError) || error.kind === "refused" || error.kind === "unsuitable") throw error;
      options.onError(error);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function workOn(claimed: ClaimedChunk, options: WorkerOptions, canContinue: () => boolean): Promise<void> {
  const { id, attempt, publishedAt } = claimed;
  const { onChunk } = options;
  const about = { id, attempt, publishedAt };
  if (attempt > options.maxAttempts) {
    const reason = `claimed ${options.maxAttempts} times without a result; each time, the worker ended or took too long`;
    await storeFailure(claimed, reason, options);
    return onChunk({ ...about, kind: "failed", reason });
  }
  let result: ChunkResult | undefined;
  try {
    let lastKept = options.now();
    const keepAndContinue = (): boolean => {
      if (options.now() - lastKept >= KEEP_MS) {
        lastKept = options.now();
        claimed.keep();
      }
      return canContinue();
    };
    result = await checkChunk(id, await decodeChunk(claimed.bytes), { ...options, canContinue: keepAndContinue });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await storeFailure(claimed, reason, options);
    return onChunk({ ...about, kind: "failed", reason });
  }
  if (result === undefined) {
    claimed.release();
    return onChunk({ ...about, kind: "returned" });
  }
  const { version, stream, isArchiving } = options;
  if (isArchiving) await stream.archive(claimed);
  await stream.put({ version, kind: "report", hour: claimed.hour, name: id }, await encodeResult(result));
  await claimed.acknowledge();
  onChunk({ ...about, kind: "checked", result });
}

/** Keeps the chunk beside the reason, so that it can be examined and fed again. */
async function storeFailure(claimed: ClaimedChunk, reason: string, { stream, version }: WorkerOptions): Promise<void> {
  const { id, hour, bytes } = claimed;
  const failure = { reason, chunk: Buffer.from(bytes).toString("base64") };
  const encoded = await compress(JSON.stringify(failure));
  const isTooLarge = encoded.length > stream.maxBytes;
  await stream.put(
    { version, kind: "failed", hour, name: id },
    isTooLarge ? await compress(JSON.stringify({ reason })) : encoded,
  );
  await claimed.acknowledge();
}

const CLAIM_WAIT_MS = 1000;
/** Less than the shortest time after which a chunk goes to another worker. */
const KEEP_MS = 250;
const RETRY_MS = 500;
/** Chunks of an hour may arrive this much later before it counts as closed. */
const OPEN_MS = 2 * 3_600_000;
