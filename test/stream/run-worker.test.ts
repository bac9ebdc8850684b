import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createReportBuilder, loadContract } from "../../src/check/index.js";
import { EXCHANGE_PART_POINTERS } from "../../src/recording/index.js";
import { createChunkCheck } from "../../src/stream/check-chunk.js";
import { addToChunk, createChunkDraft, encodeChunk } from "../../src/stream/chunk.js";
import { type ChunkStream, type ClaimedChunk, StreamError } from "../../src/stream/chunk-stream.js";
import { runWorker } from "../../src/stream/run-worker.js";

const contract = loadContract(join(import.meta.dirname, "../cases/library.yaml"));
const check = createChunkCheck({ contract, createBuilder: () => createReportBuilder(contract), isCounting: false });

async function createChunk(exchanges: number) {
  const draft = createChunkDraft("a");
  for (let index = 0; index < exchanges; index++)
    addToChunk(draft, {
      request: { method: "GET", url: "https://library.example/v1/books/7", headers: [], body: { kind: "none" } },
      response: { status: 500, headers: [], body: { kind: "none" } },
      origin: { source: "a", index, pointer: "", parts: EXCHANGE_PART_POINTERS },
    });
  return encodeChunk(draft, "2026-01-31T09");
}

type Run = {
  /** The attempts of the chunks that wait. */
  readonly attempts?: readonly number[];
  readonly graceMs?: number;
  readonly interruptedAfter?: number;
  /** What storing a result does at first. */
  readonly failingPuts?: readonly ("fails" | "hangs")[];
  /** Milliseconds that pass between two looks at the clock. */
  readonly step?: number;
  /** Checks nothing, and returns the chunks. */
  readonly isReturning?: boolean;
};

/** Runs a worker on chunks of 100 exchanges, until none is left. Returns what it did. */
async function work(options: Run): Promise<{ readonly events: readonly string[]; readonly kept: number }> {
  const { attempts = [1], failingPuts = [], graceMs = 1000, step = 300 } = options;
  const events: string[] = [];
  const add = (event: string): void => void events.push(event);
  const abort = new AbortController();
  const chunk = await createChunk(100);
  let [claims, puts, kept, time] = [0, 0, 0, 0];
  const createClaimed = (id: string, attempt: number): ClaimedChunk => ({
    ...{ ...chunk, id, attempt },
    keep: () => {
      kept += 1;
      if (kept === options.interruptedAfter) abort.abort();
    },
    acknowledge: async () => add(`acknowledge ${id}`),
    release: () => add(`release ${id}`),
  });
  const stream = {
    maxBytes: 1_000_000,
    claim: async () => {
      const attempt = attempts[claims];
      if (attempt === undefined) {
        await setTimeout(5);
        return undefined;
      }
      claims += 1;
      add(`claim ${claims}`);
      return createClaimed(String(claims), attempt);
    },
    countPending: async () => new Map(),
    put: async ({ name }: { readonly name: string }) => {
      const failure = failingPuts[puts++];
      if (failure === "fails") throw new StreamError("unreachable", "no server");
      if (failure === "hangs") {
        abort.abort();
        await new Promise(() => undefined);
      }
      add(`put ${name}`);
      return true;
    },
  } as unknown as ChunkStream;
  await runWorker({
    ...{ stream, version: "v1", maxAttempts: 5, rollUpMs: 1e9, stopWhenIdle: true, isArchiving: false, graceMs },
    check: async (claimed, canContinue) => {
      add(`check ${claimed.id}`);
      if (options.isReturning !== true) return check(claimed, canContinue);
      await setTimeout(5);
      canContinue();
      return undefined;
    },
    signal: abort.signal,
    now: () => {
      time += step;
      return time;
    },
    onContact: () => undefined,
    onIdle: () => undefined,
    onChunk: ({ kind, id }) => add(`${kind} ${id}`),
    onError: ({ message }) => add(message),
  });
  return { events, kept };
}

const DONE = ["claim 1", "check 1", "put 1", "acknowledge 1", "checked 1"];

test("the result is stored before the chunk is acknowledged", async () => {
  expect((await work({})).events).toEqual(DONE);
});

test("a result that cannot be stored is stored later, and its chunk is not acknowledged before", async () => {
  expect((await work({ failingPuts: ["fails"] })).events).toEqual([
    "claim 1",
    "check 1",
    "no server",
    ...DONE.slice(2),
  ]);
});

test("an interrupted worker finishes its chunk in time, or returns it", async () => {
  expect((await work({ graceMs: 10_000, interruptedAfter: 2 })).events).toEqual(DONE);
  const returned = ["claim 1", "check 1", "release 1", "returned 1"];
  expect((await work({ graceMs: 1000, interruptedAfter: 2 })).events).toEqual(returned);
});

test("an interrupted worker ends, and leaves a chunk whose result the stream does not take", async () => {
  expect((await work({ graceMs: 0, failingPuts: ["hangs"] })).events).toEqual(["claim 1", "check 1"]);
});

test("a chunk is kept while its check takes time, and not more often", async () => {
  expect((await work({ step: 300 })).kept).toBe(5);
  expect((await work({ step: 30 })).kept).toBe(1);
  expect((await work({ step: 1 })).kept).toBe(0);
});

test.each([
  ["is claimed and kept while one is checked", [1, 1], ["claim 1", "claim 2", "check 1", "check 2"], 3],
  ["is not claimed while one is checked that ended a worker", [2, 1], ["claim 1", "check 1", "claim 2", "check 2"], 2],
] as const)("the next chunk %s", async (_, attempts, expected, kept) => {
  const run = await work({ attempts, isReturning: true });
  expect(run.events.filter((it) => /^(claim|check) /.test(it))).toEqual(expected);
  expect(run.kept).toBe(kept);
});
