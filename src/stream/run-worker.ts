import { setTimeout } from "node:timers/promises";
import { decodeStored, encodeStored, toHour } from "./chunk.js";
import { type ChunkResult, mergeResults } from "./chunk-result.js";
import { type ChunkStream, type ClaimedChunk, isPassing, type StoredResult, type StreamError } from "./chunk-stream.js";

export type WorkerOptions = Omit<StoreOptions, "keeper" | "canContinue"> & {
  readonly stream: ChunkStream;
  /** Checks a chunk. It calls `canContinue` often, and ends without a result if that returns false. */
  readonly check: (claimed: ClaimedChunk, canContinue: () => boolean) => Promise<ChunkResult | undefined>;
  /** A chunk that was claimed more often without a result is put on the list of failed chunks. */
  readonly maxAttempts: number;
  /** Ends the worker. A chunk that is being checked is finished, or returned if that takes longer than `graceMs`. */
  readonly signal: AbortSignal;
  readonly graceMs: number;
  /** Ends the worker when no chunk waits. */
  readonly stopWhenIdle: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called whenever the worker gets on. */
  readonly onContact: () => void;
  /** Called when no chunk waits. */
  readonly onIdle: () => void;
  /** Milliseconds between two turns of rolling up closed hours. */
  readonly rollUpMs: number;
};

/**
 * Checks chunks until the signal aborts. The result of a chunk is stored before the chunk is acknowledged, under a key of the
 * chunk, so that a chunk that is checked twice counts once. While a chunk is checked, the result of the one before is stored, and
 * the next one is claimed.
 *
 * @throws StreamError if the stream refuses access.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { signal, graceMs } = options;
  const ended = new AbortController();
  try {
    // Whatever does not end in time is left to the other workers.
    await Promise.race([work(options), waitForGrace(signal, graceMs + STORE_MS, ended.signal)]);
  } finally {
    ended.abort();
  }
}

/** Waits until the signal has aborted and some time has passed. */
async function waitForGrace(signal: AbortSignal, milliseconds: number, ended: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => {
      signal.addEventListener("abort", resolve, { once: true, signal: ended });
    });
  await setTimeout(milliseconds, undefined, { signal: ended });
}

async function work(options: WorkerOptions): Promise<void> {
  const { stream, signal, now } = options;
  const keeper = createKeeper(now);
  let deadline = Number.POSITIVE_INFINITY;
  const setDeadline = (): void => {
    deadline = now() + options.graceMs;
  };
  signal.addEventListener("abort", setDeadline, { once: true });
  const canContinue = (): boolean => now() < deadline;
  const rollUp = createRollUp(options);
  let next: Promise<ClaimedChunk | undefined> | undefined;
  let storing: Promise<unknown> = Promise.resolve();
  let fatal: unknown;
  const handleError = (error: unknown): void => {
    if (isPassing(error)) options.onError(error);
    else fatal = error;
  };
  while (!signal.aborted && fatal === undefined) {
    const isRollUpDue = rollUp.isDue();
    try {
      const claiming = next ?? stream.claim(CLAIM_WAIT_MS);
      next = undefined;
      const claimed = await claiming;
      options.onContact();
      if (signal.aborted) claimed?.release();
      else if (claimed !== undefined) {
        keeper.add(claimed);
        // A chunk that ended a worker before does not take another one with it.
        if (claimed.attempt === 1 && !isRollUpDue) next = claimNext(stream, keeper);
        const outcome = await checkClaimed(claimed, options, { keeper, canContinue });
        await storing;
        storing = storeOutcome(claimed, outcome, { ...options, keeper, canContinue }).catch(handleError);
      } else {
        await storing;
        options.onIdle();
        if (options.stopWhenIdle && (await stream.countPending()).size === 0) break;
      }
      if (isRollUpDue) {
        await storing;
        await rollUp.run();
      }
    } catch (error) {
      handleError(error);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  await storing;
  (await next?.catch(() => undefined))?.release();
  if (fatal !== undefined) throw fatal;
}

/** Claims a chunk for later. Its errors are thrown where it is awaited. */
function claimNext(stream: ChunkStream, keeper: Keeper): Promise<ClaimedChunk | undefined> {
  const claiming = stream.claim(CLAIM_WAIT_MS).then((claimed) => {
    if (claimed !== undefined) keeper.add(claimed);
    return claimed;
  });
  claiming.catch(() => undefined);
  return claiming;
}

/** Rolls up closed hours from time to time. */
function createRollUp({ stream, version, now, rollUpMs }: WorkerOptions) {
  let next = now() + rollUpMs;
  return {
    isDue: () => now() >= next,
    run: async () => {
      next = now() + rollUpMs;
      await mergeClosedHours(stream, version, toHour(now() - OPEN_MS) ?? "");
    },
  };
}

async function checkClaimed(
  claimed: ClaimedChunk,
  { check, maxAttempts, onContact }: WorkerOptions,
  { keeper, canContinue }: { readonly keeper: Keeper; readonly canContinue: () => boolean },
): Promise<WorkedChunk> {
  const { id, attempt } = claimed;
  const about = { id, attempt };
  if (attempt > maxAttempts) {
    const reason = `claimed ${maxAttempts} times without a result; each time, the worker ended or took too long`;
    return { ...about, kind: "failed", reason };
  }
  try {
    const result = await check(claimed, () => {
      if (keeper.keep()) onContact();
      return canContinue();
    });
    return result === undefined ? { ...about, kind: "returned" } : { ...about, kind: "checked", result };
  } catch (error) {
    return { ...about, kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

const CLAIM_WAIT_MS = 1000;
const RETRY_MS = 500;
/** The time to store what is finished in the last moment. */
const STORE_MS = 1000;
/** Chunks of an hour may arrive this much later before it counts as closed. */
const OPEN_MS = 2 * 3_600_000;

/** What became of a chunk. */
export type WorkedChunk = Pick<ClaimedChunk, "id" | "attempt"> &
  (
    | { readonly kind: "checked"; readonly result: ChunkResult }
    | { readonly kind: "failed"; readonly reason: string }
    | { readonly kind: "returned" }
  );

type StoreOptions = {
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
async function storeOutcome(claimed: ClaimedChunk, outcome: WorkedChunk, options: StoreOptions): Promise<void> {
  const { stream, version, isArchiving, keeper } = options;
  try {
    if (outcome.kind === "returned") claimed.release();
    else {
      const kind = outcome.kind === "checked" ? "report" : "failed";
      const bytes =
        outcome.kind === "checked" ? await encodeStored(outcome.result) : await encodeFailure(claimed, outcome, stream);
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
      await setTimeout(STORE_RETRY_MS);
    }
  }
}

/** Keeps the chunk beside the reason, so that it can be examined and fed again. */
async function encodeFailure(
  { bytes }: ClaimedChunk,
  { reason }: Extract<WorkedChunk, { kind: "failed" }>,
  { maxBytes }: ChunkStream,
): Promise<Uint8Array> {
  const encoded = await encodeStored({ reason, chunk: Buffer.from(bytes).toString("base64") });
  return encoded.length > maxBytes ? encodeStored({ reason }) : encoded;
}

const STORE_RETRY_MS = 200;

/** Keeps the chunks of a worker from other workers until their results are stored. */
type Keeper = ReturnType<typeof createKeeper>;

function createKeeper(now: () => number) {
  const held = new Set<ClaimedChunk>();
  let lastKept = now();
  return {
    add: (claimed: ClaimedChunk) => held.add(claimed),
    remove: (claimed: ClaimedChunk) => held.delete(claimed),
    /** Keeps all chunks, if that is due. Returns whether it was. */
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

/**
 * Replaces the reports of closed hours by rollups, so that a report over a long range reads less. Several workers may do this
 * at the same time, and each may be killed: a chunk is in one rollup, and counts once while its own report is still there.
 *
 * @param before The first hour that is still open, such as `2026-01-31T09`.
 */
export async function mergeClosedHours(stream: ChunkStream, version: string, before: string): Promise<void> {
  const counts = await stream.countResults({ version, kind: "report" });
  for (const [hour, count] of counts) if (hour < before && count > 1) await rollUpHour(stream, version, hour);
}

/** Rollups are numbered. A worker writes the next number only if it has read all earlier ones, and only one worker can. */
async function rollUpHour(stream: ChunkStream, version: string, hour: string): Promise<void> {
  const reports = new Map<string, DecodedReport>();
  const rollups = new Map<string, ChunkResult>();
  for await (const stored of stream.list({ version, hour })) {
    if (stored.kind === "rollup") rollups.set(stored.name, await decodeStored(stored.bytes));
    if (stored.kind === "report") reports.set(stored.name, { stored, result: await decodeStored(stored.bytes) });
  }
  const isComplete = Array.from({ length: rollups.size }, (_, index) => rollups.has(String(index))).every(Boolean);
  if (!isComplete) return;
  const known = new Set([...rollups.values()].flatMap(({ chunks }) => chunks));
  const single = [...reports.values()];
  const isKnown = ({ stored }: DecodedReport): boolean => known.has(stored.name);
  // A worker was killed before it removed them, or the chunk was checked again.
  await stream.remove(single.filter(isKnown).map(({ stored }) => stored));
  const batch = await fitBatch(single.filter((it) => !isKnown(it)).slice(0, MAX_CHUNKS), stream.maxBytes);
  if (batch === undefined) return;
  const key = { version, kind: "rollup", hour, name: String(rollups.size) } as const;
  if (await stream.put(key, batch.bytes, { ifAbsent: true })) await stream.remove(batch.stored);
}

type DecodedReport = { readonly stored: StoredResult; readonly result: ChunkResult };

/** Merges as many results as fit in one message; undefined if that are fewer than two. */
async function fitBatch(
  reports: readonly DecodedReport[],
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly stored: readonly StoredResult[] } | undefined> {
  const [first, ...others] = reports.map(({ result }) => result);
  if (first === undefined || others.length === 0) return undefined;
  const bytes = await encodeStored(mergeResults([first, ...others]));
  if (bytes.length > maxBytes) return fitBatch(reports.slice(0, Math.ceil(reports.length / 2)), maxBytes);
  return { bytes, stored: reports.map(({ stored }) => stored) };
}

/** The chunks of one rollup. */
const MAX_CHUNKS = 1000;
