/** Every wait ends, with a message, also if a server stops without closing its connections. Afterwards, the same stream goes on. */
import { setTimeout } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { describe, expect, type TestContext, test } from "vitest";
import type { ChunkStream, StoredResult } from "../../../src/stream/chunk-stream.js";
import { openStream } from "../../../src/stream/index.js";
import { type NatsServer, natsServerPath, startNatsCluster, startNatsServer } from "../nats-server.js";

const chunk = { id: "a", hour: "2026-01-31T09", bytes: Buffer.from("chunk") };
const key = { version: "v1", kind: "report", hour: "2026-01-31T09", name: "a" } as const;

const RETRY_MS = 15_000;

const OPERATIONS: Readonly<Record<string, (stream: ChunkStream) => Promise<unknown>>> = {
  publish: (stream) => stream.publish(chunk),
  claim: async (stream) => (await stream.claim(1000))?.release(),
  countPending: (stream) => stream.countPending(),
  countResults: (stream) => stream.countResults({}),
  put: (stream) => stream.put(key, Buffer.from("result")),
  list: (stream) => list(stream),
  remove: (stream) => stream.remove([{ ...key, bytes: chunk.bytes, revision: 1, storedAt: 0 }]),
};

async function list(stream: ChunkStream): Promise<StoredResult[]> {
  const results: StoredResult[] = [];
  for await (const it of stream.list({})) results.push(it);
  return results;
}

const describeOutcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "done",
    ({ kind, message }) => `${kind}: ${message}`,
  );

/** Runs all operations at the same time. */
async function tryAll(stream: ChunkStream): Promise<Record<string, string>> {
  const outcomes = Object.entries(OPERATIONS).map(async ([name, act]) => [name, await describeOutcome(act(stream))]);
  return Object.fromEntries(await Promise.all(outcomes)) as Record<string, string>;
}

const DONE = Object.fromEntries(Object.keys(OPERATIONS).map((name) => [name, "done"]));
const LOST = Object.fromEntries(
  Object.keys(OPERATIONS).map((name) => [name, expect.stringMatching(/^unreachable: cannot [^:]+: /)]),
);

async function start(
  onTestFinished: TestContext["onTestFinished"],
): Promise<{ server: NatsServer; stream: ChunkStream }> {
  const server = await startNatsServer();
  const stream = await openStream({ url: server.url, service: "orders", ackWaitMs: 1000, retryMs: RETRY_MS });
  onTestFinished(async () => {
    await stream.close();
    await server.stop();
  });
  expect(await tryAll(stream)).toEqual(DONE);
  return { server, stream };
}

/** Tries until it works. */
async function waitUntilDone(act: () => Promise<unknown>): Promise<void> {
  const limit = AbortSignal.timeout(120_000);
  let outcome = await describeOutcome(act());
  while (outcome !== "done" && !limit.aborted) {
    await setTimeout(200);
    outcome = await describeOutcome(act());
  }
  expect(outcome).toBe("done");
}

describe.skipIf(natsServerPath === undefined).concurrent("waits", () => {
  test("a server that stops without closing its connections", async ({ onTestFinished }) => {
    const { server, stream } = await start(onTestFinished);
    const other = await openStream({ url: server.url, service: "orders" });
    await server.pause();
    onTestFinished(server.resume);
    const opening = describeOutcome(openStream({ url: server.url, service: "orders" }));
    const closing = describeOutcome(other.close());
    expect(await tryAll(stream)).toEqual(LOST);
    expect([await opening, await closing]).toEqual([expect.stringMatching(/^unreachable: cannot connect to /), "done"]);
    server.resume();
    for (const act of Object.values(OPERATIONS)) await waitUntilDone(() => act(stream));
  });

  test("a server that is killed while a chunk is claimed and results are listed", async ({ onTestFinished }) => {
    const { server, stream } = await start(onTestFinished);
    await (await stream.claim(2000))?.acknowledge();
    const claiming = describeOutcome(stream.claim(1000));
    const listing = stream.list({});
    await setTimeout(100);
    await server.kill();
    expect(await claiming).toMatch(/^unreachable: cannot claim a chunk: /);
    const listed = describeOutcome(listing[Symbol.asyncIterator]().next());
    await server.start();
    expect(await listed).toBe("done");
    for (const act of Object.values(OPERATIONS)) await waitUntilDone(() => act(stream));
  });

  test("a consumer that the server has lost is created again", async ({ onTestFinished }) => {
    const { server, stream } = await start(onTestFinished);
    const connection = await connect({ servers: server.url });
    await (await jetstreamManager(connection)).consumers.delete("CONTRACT_CHUNKS", "check-orders");
    await connection.close();
    expect(await describeOutcome(stream.claim(1000))).toMatch(/^unreachable: cannot claim a chunk: /);
    expect(await stream.claim(1000)).toMatchObject({ id: "a" });
  });

  test("a cluster without a leader, and with one server that has stopped", async ({ onTestFinished }) => {
    const { servers, stop } = await startNatsCluster(3);
    onTestFinished(stop);
    const [first, second, third] = servers;
    if (first === undefined || second === undefined || third === undefined) throw new Error("no servers");
    const options = { url: first.url, service: "orders", replicas: 3, ackWaitMs: 1000, retryMs: RETRY_MS };
    let stream: ChunkStream | undefined;
    await waitUntilDone(async () => {
      stream = await openStream(options);
    });
    if (stream === undefined) throw new Error("no stream");
    const opened = stream;
    onTestFinished(() => opened.close());
    for (const act of Object.values(OPERATIONS)) await waitUntilDone(() => act(opened));
    await Promise.all([second.kill(), third.kill()]);
    // The server that is left may still give out a chunk, but it stores nothing.
    expect(await tryAll(opened)).toMatchObject({ publish: LOST.publish, put: LOST.put });
    await Promise.all([second.start(), third.start()]);
    for (const act of Object.values(OPERATIONS)) await waitUntilDone(() => act(opened));
    await first.pause();
    onTestFinished(first.resume);
    for (const act of Object.values(OPERATIONS)) await waitUntilDone(() => act(opened));
  });
});
