import { setTimeout } from "node:timers/promises";
import { createReportBuilder, loadContract, type ReportBuilder } from "../../../src/check/index.js";
import { type Exchange, redactSecrets } from "../../../src/recording/index.js";
import type { ChunkStream } from "../../../src/stream/chunk-stream.js";
import {
  buildReport,
  collectResults,
  createChunkCheck,
  encodeStored,
  type LiveFeed,
  openStream,
  runWorker,
  startLiveFeed,
} from "../../../src/stream/index.js";
import { readTraffic } from "./traffic.js";

const BUFFER = { maxMemoryBytes: 1e9, maxDiskBytes: 0 };

function startFeed(open: () => Promise<ChunkStream>): LiveFeed {
  return startLiveFeed({
    open,
    source: "bench",
    buffer: BUFFER,
    sample: 1,
    redact: redactSecrets,
    now: () => Date.now(),
    random: () => 0,
  });
}

/** Measures the CPU of all threads that an observed process spends on an exchange. */
export async function measureFeed(traffic: string): Promise<{ milliseconds: number; kilobytes: number }> {
  const exchanges = await readTraffic(traffic);
  const stream = { maxBytes: 1e6, publish: async () => undefined, close: async () => undefined };
  const feed = startFeed(async () => stream as unknown as ChunkStream);
  const run = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index++) {
      const exchange = exchanges[index % exchanges.length];
      if (exchange !== undefined) feed.add(exchange);
      if (index % 100 === 99) await setTimeout(5);
    }
  };
  await run(3000);
  const before = process.cpuUsage();
  await run(10_000);
  await feed.close();
  const { user, system } = process.cpuUsage(before);
  const size = exchanges.reduce((sum, { request, response }) => sum + JSON.stringify([request, response]).length, 0);
  return { milliseconds: (user + system) / 1000 / 10_000, kilobytes: size / exchanges.length / 1000 };
}

/** Measures the time from an exchange to the first report that contains it. A report is made again and again. */
export async function measureDelay(url: string, spec: string): Promise<{ p50: number; p99: number }> {
  const contract = loadContract(spec);
  const [stream, reader] = await Promise.all([1, 2].map(() => openStream({ url, service: "delay" })));
  if (stream === undefined || reader === undefined) throw new Error("no stream");
  const feed = startFeed(() => openStream({ url, service: "delay" }));
  const abort = new AbortController();
  const createBuilder = (): ReportBuilder => createReportBuilder(contract);
  const record = { empty: createBuilder().report(), diagnostics: [] };
  const key = { version: "v1", kind: "version", hour: "any", name: "spec" } as const;
  await stream.put(key, await encodeStored(record));
  const worker = runWorker({
    ...{ stream, version: "v1", maxAttempts: 5, graceMs: 1000, rollUpMs: 1e9, stopWhenIdle: false, isArchiving: false },
    check: createChunkCheck({ contract, createBuilder, isCounting: false }),
    onIdle: () => undefined,
    signal: abort.signal,
    now: () => Date.now(),
    onContact: () => undefined,
    onError: (error) => process.stderr.write(`${error.message}\n`),
    onChunk: () => undefined,
  });
  const fedAt: number[] = [];
  const delays: number[] = [];
  const readReports = async (): Promise<void> => {
    while (delays.length < EXCHANGES) {
      const { result, version } = await collectResults(reader, "v1", {});
      const count = result === undefined ? 0 : buildReport(result, version.empty).summary.failed;
      for (const at of fedAt.slice(delays.length, count)) delays.push((Date.now() - at) / 1000);
      await setTimeout(50);
    }
  };
  const read = readReports();
  for (let index = 0; index < EXCHANGES; index++) {
    fedAt.push(Date.now());
    feed.add(createInvalidExchange(index));
    await setTimeout(5);
  }
  await read;
  await feed.close();
  abort.abort();
  await worker;
  await Promise.all([stream.close(), reader.close()]);
  delays.sort((a, b) => a - b);
  const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

const EXCHANGES = 4000;

function createInvalidExchange(index: number): Exchange {
  const part = "";
  return {
    request: { method: "GET", url: `https://library.example/v1/books/${index}`, headers: [], body: { kind: "none" } },
    response: { status: 500, headers: [], body: { kind: "none" } },
    origin: {
      source: "bench",
      index,
      pointer: "",
      startedAt: new Date().toISOString(),
      parts: {
        "request.method": part,
        "request.url": part,
        "request.headers": part,
        "request.body": part,
        "response.status": part,
        "response.headers": part,
        "response.body": part,
      },
    },
  };
}
