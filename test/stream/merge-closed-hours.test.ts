import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createReportBuilder, loadContract } from "../../src/check/index.js";
import { EXCHANGE_PART_POINTERS } from "../../src/recording/index.js";
import { checkChunk } from "../../src/stream/check-chunk.js";
import { decodeStored, encodeStored } from "../../src/stream/chunk.js";
import { buildReport, type ChunkResult, mergeResults } from "../../src/stream/chunk-result.js";
import type { ChunkStream, ResultKey, ResultQuery, StoredResult } from "../../src/stream/chunk-stream.js";
import { collectResults } from "../../src/stream/collect-results.js";
import { mergeClosedHours } from "../../src/stream/run-worker.js";

const contract = loadContract(join(import.meta.dirname, "../cases/library.yaml"));
const createBuilder = () => createReportBuilder(contract);
const HOUR = "2026-01-31T09";

/** Results in memory. `stored` can be changed to what a crash leaves behind. */
function createFakeStream() {
  const stored: StoredResult[] = [];
  let revision = 0;
  const matches = (it: StoredResult, { version, kind, hour }: ResultQuery): boolean =>
    it.version === (version ?? it.version) && it.kind === (kind ?? it.kind) && it.hour === (hour ?? it.hour);
  const stream = {
    maxBytes: 1_000_000,
    put: async (key: ResultKey, bytes: Uint8Array, { ifAbsent = false } = {}) => {
      const index = stored.findIndex((it) => matches(it, key) && it.name === key.name);
      if (ifAbsent && index !== -1) return false;
      if (index !== -1) stored.splice(index, 1);
      stored.push({ ...key, bytes, revision: ++revision, storedAt: 0 });
      return true;
    },
    countResults: async (query: ResultQuery) => {
      const hours = stored.filter((it) => matches(it, query)).map(({ hour }) => hour);
      return new Map(hours.map((hour) => [hour, hours.filter((it) => it === hour).length]));
    },
    list: async function* (query: ResultQuery) {
      yield* stored.filter((it) => matches(it, query));
    },
    remove: async (results: readonly StoredResult[]) => {
      for (const { revision } of results) {
        const index = stored.findIndex((it) => it.revision === revision);
        if (index !== -1) stored.splice(index, 1);
      }
    },
  } as unknown as ChunkStream;
  return { stored, stream };
}

/** Stores the results of chunks with one exchange each. */
async function storeReports({ stream }: { readonly stream: ChunkStream }, ids: readonly string[]): Promise<void> {
  const record = { empty: createBuilder().report(), diagnostics: [] };
  await stream.put({ version: "v1", kind: "version", hour: "any", name: "spec" }, await encodeStored(record));
  for (const [index, id] of ids.entries()) {
    const exchange = {
      request: { method: "GET", url: "https://library.example/v1/books/7", headers: [], body: { kind: "none" } },
      response: { status: 200, headers: [], body: { kind: "text", text: `{"id":"${index}"}` } },
      origin: { source: "a", index, pointer: `/${index}`, parts: EXCHANGE_PART_POINTERS },
    } as const;
    const chunk = { source: "a", readings: [{ kind: "exchange", exchange } as const], runErrors: [], unfed: [] };
    const result = await checkChunk(id, chunk, {
      ...{ contract, createBuilder, isCounting: false },
      canContinue: () => true,
    });
    if (result === undefined) throw new Error("no result");
    await stream.put({ version: "v1", kind: "report", hour: HOUR, name: id }, await encodeStored(result));
  }
}

async function report(stream: ChunkStream): Promise<object> {
  const { version, result } = await collectResults(stream, "v1", {});
  return result === undefined ? version.empty : buildReport(result, version.empty);
}

const IDS = ["1", "2", "3", "4", "5"];

test("the reports of a closed hour become one rollup, and the report stays the same", async () => {
  const fake = createFakeStream();
  await storeReports(fake, IDS);
  const before = await report(fake.stream);
  expect(before).toMatchObject({ summary: { exchanges: 5 } });
  await mergeClosedHours(fake.stream, "v1", "2026-01-31T09");
  expect(fake.stored.length).toBe(6);
  await mergeClosedHours(fake.stream, "v1", "2026-01-31T10");
  expect(fake.stored.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["version spec", "rollup 0"]);
  expect(await report(fake.stream)).toEqual(before);
});

test("chunks that arrive later get a rollup of their own, and repeated ones count once", async () => {
  const fake = createFakeStream();
  await storeReports(fake, IDS.slice(0, 2));
  await mergeClosedHours(fake.stream, "v1", "2026-01-31T10");
  await storeReports(fake, IDS);
  expect(await report(fake.stream)).toMatchObject({ summary: { exchanges: 5 } });
  await mergeClosedHours(fake.stream, "v1", "2026-01-31T10");
  expect(fake.stored.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
    "rollup 0",
    "rollup 1",
    "version spec",
  ]);
  expect(await report(fake.stream)).toMatchObject({ summary: { exchanges: 5 } });
});

test("two workers that roll up at the same time count nothing twice", async () => {
  const fake = createFakeStream();
  await storeReports(fake, IDS);
  const rollUp = (): Promise<void> => mergeClosedHours(fake.stream, "v1", "2026-01-31T10");
  await Promise.all([rollUp(), rollUp(), rollUp()]);
  expect(await report(fake.stream)).toMatchObject({ summary: { exchanges: 5 } });
});

test("removed and replaced results that a crash of the server brings back count once", async () => {
  const fake = createFakeStream();
  await storeReports(fake, IDS);
  const removed = fake.stored.filter(({ kind }) => kind === "report");
  fake.stored.unshift(...removed.map((it) => ({ ...it, revision: it.revision + 1000 })));
  await mergeClosedHours(fake.stream, "v1", "2026-01-31T10");
  fake.stored.unshift(...removed);
  fake.stored.push(...removed.map((it) => ({ ...it, revision: it.revision + 2000 })));
  expect(await report(fake.stream)).toMatchObject({ summary: { exchanges: 5 } });
  await mergeClosedHours(fake.stream, "v1", "2026-01-31T10");
  expect(await report(fake.stream)).toMatchObject({ summary: { exchanges: 5 } });
});

test("a rollup that is too large for a message is split", async () => {
  const fake = createFakeStream();
  const ids = IDS.map((id) => createHash("sha256").update(id).digest("hex"));
  await storeReports(fake, ids);
  const reports = fake.stored.filter(({ kind }) => kind === "report").slice(0, 2);
  const [first, second] = await Promise.all(reports.map(({ bytes }) => decodeStored<ChunkResult>(bytes)));
  if (first === undefined || second === undefined) throw new Error("no reports");
  const small = { ...fake.stream, maxBytes: (await encodeStored(mergeResults([first, second]))).length + 10 };
  for (let turn = 0; turn < 3; turn++) await mergeClosedHours(small, "v1", "2026-01-31T10");
  const rollups = fake.stored.filter(({ kind }) => kind === "rollup");
  expect(rollups.length).toBeGreaterThan(1);
  expect(Math.max(...rollups.map((it) => it.bytes.length))).toBeLessThanOrEqual(small.maxBytes);
  expect(await report(fake.stream)).toMatchObject({ summary: { exchanges: 5 } });
});
