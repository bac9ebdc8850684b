import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EXCHANGE_PART_POINTERS, type Exchange, redactSecrets } from "../../../src/recording/index.js";
import type { UnfedExchanges } from "../../../src/stream/chunk.js";
import { type ChunkStream, type StoredChunk, StreamError } from "../../../src/stream/chunk-stream.js";
import { type LiveFeed, type LiveFeedOptions, startLiveFeed } from "../../../src/stream/live/live-feed.js";
import { readChunk } from "../read-chunk.js";

/** A stream in memory, whose state a test sets. */
function createFakeStream() {
  const published = new Map<string, StoredChunk>();
  const fake = {
    published,
    state: "working" as "working" | "full" | "hanging",
    open: async () =>
      ({
        maxBytes: 100_000,
        publish: async (chunk: StoredChunk) => {
          if (fake.state === "hanging") await new Promise(() => undefined);
          if (fake.state === "full") throw new StreamError("full", "the stream is full");
          published.set(chunk.id, chunk);
        },
        close: async () => undefined,
      }) as unknown as ChunkStream,
  };
  return fake;
}

const chunksOf = ({ published }: { readonly published: ReadonlyMap<string, StoredChunk> }) =>
  Promise.all([...published.values()].map(({ bytes }) => readChunk(bytes)));

async function readFed(
  fake: ReturnType<typeof createFakeStream>,
): Promise<{ urls: string[]; unfed: UnfedExchanges[] }> {
  const chunks = await chunksOf(fake);
  return {
    urls: chunks.flatMap(({ readings }) =>
      readings.map((it) => (it.kind === "exchange" ? it.exchange.request.url : "")),
    ),
    unfed: chunks.flatMap(({ unfed }) => unfed),
  };
}

function start(open: LiveFeedOptions["open"], options: Partial<LiveFeedOptions> = {}): LiveFeed {
  return startLiveFeed({
    open,
    source: "api#1",
    buffer: { maxMemoryBytes: 1_000_000, maxDiskBytes: 1_000_000 },
    sample: 1,
    redact: redactSecrets,
    now: () => Date.now(),
    random: () => 0.5,
    ...options,
  });
}

test("exchanges are fed in order, with secrets redacted", async () => {
  const fake = createFakeStream();
  const feed = start(fake.open);
  for (let index = 0; index < 1200; index++) feed.add(createExchange(index, "Bearer abcdef123456"));
  await new Promise((resolve) => setImmediate(resolve));
  await feed.close();
  const dropped = feed.countUnfed().dropped;
  const { urls, unfed } = await readFed(fake);
  expect(urls).toEqual(Array.from({ length: 1000 }, (_, index) => `https://api.example/${index}`));
  expect(unfed).toEqual([{ kind: "dropped", exchanges: 200 }]);
  expect(dropped).toBe(200);
  expect(JSON.stringify(await chunksOf(fake))).not.toContain("abcdef123456");
});

test("a sample is fed, and the others are counted", async () => {
  const fake = createFakeStream();
  let turn = 0;
  const feed = start(fake.open, { sample: 0.25, random: () => (turn++ % 4) / 4 });
  for (let index = 0; index < 40; index++) feed.add(createExchange(index));
  await feed.close();
  const { urls, unfed } = await readFed(fake);
  expect(urls.length).toBe(10);
  expect(unfed).toEqual([{ kind: "sampled", exchanges: 30 }]);
});

test("what is not published when a process ends is published by the next one", async () => {
  const folder = createTemporaryFolder();
  const buffer = { folder, maxMemoryBytes: 1_000_000, maxDiskBytes: 1_000_000 };
  const away = (): Promise<ChunkStream> => Promise.reject(new StreamError("unreachable", "no server"));
  const first = start(away, { buffer });
  first.add(createExchange(1));
  await first.close(10);
  expect(readdirSync(folder).length).toBe(1);
  const fake = createFakeStream();
  const second = start(fake.open, { buffer, source: "api#2" });
  second.add(createExchange(2));
  await second.close();
  expect((await readFed(fake)).urls.sort()).toEqual(["https://api.example/1", "https://api.example/2"]);
  expect(readdirSync(folder)).toEqual([]);
});

test.each(["full", "hanging"] as const)(
  "while the stream is %s, nothing throws, and a full buffer counts what it drops",
  async (state) => {
    const fake = createFakeStream();
    fake.state = state;
    const folder = createTemporaryFolder();
    const feed = start(fake.open, { buffer: { folder, maxMemoryBytes: 1000, maxDiskBytes: 30_000 } });
    for (let round = 0; round < 12; round++) {
      for (let index = 0; index < 500; index++) feed.add(createExchange(round * 500 + index));
      await expect.poll(() => waitForTurn()).toBe(true);
    }
    await feed.close(10);
    const { dropped } = feed.countUnfed();
    expect(dropped).toBeGreaterThan(0);
    expect(dropped).toBeLessThan(6000);
    expect(readdirSync(folder).length).toBeGreaterThan(0);
    const next = createFakeStream();
    const second = start(next.open, { buffer: { folder, maxMemoryBytes: 1000, maxDiskBytes: 30_000 } });
    await second.close();
    const { urls } = await readFed(next);
    expect(urls.length + dropped).toBe(6000);
  },
);

test("a redaction that throws drops the exchange, and the application does not see it", async () => {
  const fake = createFakeStream();
  const errors: unknown[] = [];
  const redact = (exchange: Exchange): Exchange => {
    if (exchange.request.url.endsWith("/1")) throw new Error("cannot redact");
    return exchange;
  };
  const feed = start(fake.open, { redact, onError: (error) => errors.push(error) });
  for (const index of [0, 1, 2]) feed.add(createExchange(index));
  await feed.close();
  expect(await readFed(fake)).toEqual({
    urls: ["https://api.example/0", "https://api.example/2"],
    unfed: [{ kind: "dropped", exchanges: 1 }],
  });
  expect(errors).toEqual([new Error("cannot redact")]);
});

/** Lets the feed process what waits. */
async function waitForTurn(): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 60));
  return true;
}

function createExchange(index: number, authorization = "none"): Exchange {
  return {
    request: {
      method: "GET",
      url: `https://api.example/${index}`,
      headers: [["Authorization", authorization]],
      body: { kind: "none" },
    },
    response: { status: 200, headers: [], body: { kind: "text", text: String(Math.sin(index)) } },
    origin: { source: "api#1", index, pointer: "", parts: EXCHANGE_PART_POINTERS, startedAt: "2026-01-31T09:00:00Z" },
  };
}

function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "contract-live-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
