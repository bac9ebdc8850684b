import { join } from "node:path";
import { expect, test } from "vitest";
import { EXCHANGE_PART_POINTERS } from "../../src/exchange/index.js";
import { createReportBuilder, loadContract } from "../../src/gate/index.js";
import { addToChunk, createChunkDraft, encodeChunk } from "../../src/stream/chunk.js";
import { type ChunkStream, StreamError } from "../../src/stream/chunk-stream.js";
import { runWorker } from "../../src/stream/run-worker.js";

const contract = loadContract(join(import.meta.dirname, "../cases/library.yaml"));

/** Runs a worker on one chunk of 100 exchanges, and returns what it did. */
async function workOnChunk(options: {
  readonly graceMs: number;
  readonly interruptedAfter?: number;
  readonly failingPuts?: number;
  /** Milliseconds that pass between two looks at the clock. */
  readonly step?: number;
}): Promise<{ readonly events: readonly string[]; readonly kept: number }> {
  const events: string[] = [];
  const abort = new AbortController();
  const draft = createChunkDraft("a");
  for (let index = 0; index < 100; index++)
    addToChunk(draft, {
      request: { method: "GET", url: "https://library.example/v1/books/7", headers: [], body: { kind: "none" } },
      response: { status: 500, headers: [], body: { kind: "none" } },
      origin: { source: "a", index, pointer: "", parts: EXCHANGE_PART_POINTERS },
    });
  const chunk = await encodeChunk(draft, "2026-01-31T09");
  let [claims, puts, kept, time] = [0, 0, 0, 0];
  const stream = {
    maxBytes: 1_000_000,
    claim: async () => {
      if (events.includes("acknowledge") || claims > 3) abort.abort();
      if (abort.signal.aborted) return undefined;
      claims += 1;
      return {
        ...chunk,
        attempt: claims,
        publishedAt: 0,
        keep: () => {
          kept += 1;
          if (kept === options.interruptedAfter) abort.abort();
        },
        acknowledge: async () => void events.push("acknowledge"),
        release: () => void events.push("release"),
      };
    },
    put: async () => {
      puts += 1;
      if (puts <= (options.failingPuts ?? 0)) throw new StreamError("unreachable", "no server");
      events.push("put");
      return true;
    },
  } as unknown as ChunkStream;
  await runWorker({
    ...{
      stream,
      contract,
      version: "v1",
      maxAttempts: 5,
      rollUpMs: 1e9,
      stopWhenIdle: false,
      graceMs: options.graceMs,
    },
    createBuilder: () => createReportBuilder(contract),
    ...{ isCounting: false, isArchiving: false },
    signal: abort.signal,
    now: () => {
      time += options.step ?? 300;
      return time;
    },
    onContact: () => undefined,
    onChunk: ({ kind }) => events.push(kind),
    onError: ({ message }) => events.push(message),
  });
  return { events, kept };
}

const DONE = ["put", "acknowledge", "checked"];

test("the result is stored before the chunk is acknowledged", async () => {
  expect((await workOnChunk({ graceMs: 0 })).events).toEqual(DONE);
});

test("a chunk whose result cannot be stored is not acknowledged", async () => {
  expect((await workOnChunk({ graceMs: 0, failingPuts: 1 })).events).toEqual(["no server", ...DONE]);
});

test("an interrupted worker finishes its chunk in time, or returns it", async () => {
  expect((await workOnChunk({ graceMs: 10_000, interruptedAfter: 2 })).events).toEqual(DONE);
  expect((await workOnChunk({ graceMs: 1000, interruptedAfter: 2 })).events).toEqual(["release", "returned"]);
});

test("a chunk is kept while its check takes time, and not more often", async () => {
  expect((await workOnChunk({ graceMs: 0, step: 300 })).kept).toBe(5);
  expect((await workOnChunk({ graceMs: 0, step: 60 })).kept).toBe(1);
  expect((await workOnChunk({ graceMs: 0, step: 1 })).kept).toBe(0);
});
