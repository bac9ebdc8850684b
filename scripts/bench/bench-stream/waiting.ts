import { setTimeout } from "node:timers/promises";
import { type ChunkResult, openStream, runWorker } from "../../../src/stream/index.js";

/** Workers of a stream whose check is replaced by waiting. */
export type WaitingWorkers = {
  readonly chunksPerSecond: number;
  /** The share of time in which a worker checks, as far as others left it a chunk. */
  readonly checkingShare: number;
};

/**
 * Runs workers on connections of their own that wait instead of checking. A wait that the machine makes longer counts as a longer
 * check, so that the share shows only what the stream costs.
 */
export async function measureWaiting(url: string, workers: number): Promise<WaitingWorkers> {
  const service = `waiting${workers}`;
  const chunks = workers * CHUNKS;
  const feeder = await openStream({ url, service });
  for (let index = 0; index < chunks; index++)
    await feeder.publish({ id: `c${index}`, hour: "2026-01-31T09", bytes: Buffer.alloc(200_000, index) });
  await feeder.close();
  const runs = await Promise.all(Array.from({ length: workers }, () => runWaitingWorker(url, service)));
  const checking = runs.reduce((sum, it) => sum + it.checking, 0);
  const working = runs.reduce((sum, it) => sum + it.ended - it.started, 0);
  const wall = Math.max(...runs.map(({ ended }) => ended)) - Math.min(...runs.map(({ started }) => started));
  return { chunksPerSecond: (chunks / wall) * 1000, checkingShare: checking / working };
}

type Run = { readonly started: number; readonly ended: number; readonly checking: number };

/** Ends when no chunk is left. The time from the first claim to the last stored result counts. */
async function runWaitingWorker(url: string, service: string): Promise<Run> {
  const stream = await openStream({ url, service });
  const started = performance.now();
  let [checking, ended] = [0, started];
  await runWorker({
    ...{ stream, version: "v1", stopWhenIdle: true, isArchiving: false, maxAttempts: 5, rollUpMs: 1e9, graceMs: 0 },
    check: async () => {
      const before = performance.now();
      await setTimeout(CHECK_MS);
      checking += performance.now() - before;
      return RESULT;
    },
    signal: new AbortController().signal,
    now: () => Date.now(),
    onContact: () => undefined,
    onIdle: () => undefined,
    onChunk: () => {
      ended = performance.now();
    },
    onError: ({ message }) => process.stderr.write(`${message}\n`),
  });
  await stream.close();
  return { started, ended, checking };
}

const RESULT: ChunkResult = { chunks: ["a".repeat(2000)], credentials: {}, open: {}, unfed: [] };
const CHUNKS = 50;
const CHECK_MS = 100;
