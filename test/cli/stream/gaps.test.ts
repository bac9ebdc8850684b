/** What the results and the archive of a stream lack, and the address of the health of a worker. */

import { expect, onTestFinished, test } from "vitest";
import { serveHealth } from "../../../src/cli/actions/worker.js";
import { waitForInterrupt } from "../../../src/cli/process/io.js";
import {
  countSampled,
  formatChunks,
  listResultGaps,
  listWaitingChunks,
  readArchive,
} from "../../../src/cli/stream/stream-range.js";
import type { ChunkStream } from "../../../src/stream/index.js";

type Gaps = Parameters<typeof listResultGaps>[0];
/** Only the parts that the functions read. */
const gaps = (given: object): Gaps => given as Gaps;

test.each([
  [{ failed: [] }, []],
  [{ failed: [{ id: "a", reason: "r" }] }, ["1 chunk is not checkable: a: r"]],
  [
    {
      failed: [
        { id: "b", reason: "s" },
        { id: "a", reason: "r" },
      ],
    },
    ["2 chunks are not checkable: b: s"],
  ],
  [{ failed: [], result: { unfed: [{ kind: "sampled", exchanges: 7 }] } }, []],
  [
    {
      failed: [],
      result: {
        unfed: [
          { kind: "sampled", exchanges: 7 },
          { kind: "dropped", exchanges: 3 },
        ],
      },
    },
    ["feeders dropped 3 exchanges, because their buffer was full"],
  ],
])("the results %j lack %j", (given, expected) => expect(listResultGaps(gaps(given))).toEqual(expected));

test("exchanges that were not fed, because feeders sample", () => {
  const unfed = [
    { kind: "dropped", exchanges: 3 },
    { kind: "sampled", exchanges: 7 },
  ];
  expect([countSampled(undefined), countSampled(gaps({ result: { unfed: [] } }).result)]).toEqual([0, 0]);
  expect(countSampled(gaps({ result: { unfed } }).result)).toBe(7);
  expect([0, 1, 2].map(formatChunks)).toEqual(["0 chunks are", "1 chunk is", "2 chunks are"]);
});

const HOURS = ["2026-01-31T09", "2026-01-31T10", "2026-01-31T11"];

/** A stream whose chunks wait in each hour, and without results. */
function createStream(parts: Partial<ChunkStream>): ChunkStream {
  return {
    countPending: async () => new Map(HOURS.map((hour, index) => [hour, index])),
    countArchived: async () => new Map(),
    list: async function* () {},
    ...parts,
  } as unknown as ChunkStream;
}

test("chunks that wait, in a range of hours", async () => {
  const list = (range: Parameters<typeof listWaitingChunks>[1]) => listWaitingChunks(createStream({}), range);
  expect(await list({})).toEqual(["3 chunks are not checked yet; wait for the workers"]);
  expect(await list({ since: "2026-01-31T11" })).toEqual(["2 chunks are not checked yet; wait for the workers"]);
  expect(await list({ until: "2026-01-31T11" })).toEqual(["1 chunk is not checked yet; wait for the workers"]);
  expect(await list({ until: "2026-01-31T10" })).toEqual([]);
});

test("an archive is read by hours, until it is interrupted", async () => {
  const stop = new AbortController();
  const read: string[] = [];
  const stream = createStream({
    countPending: async () => new Map([["2026-01-31T09", 1]]),
    countArchived: async () => new Map([...HOURS].reverse().map((hour) => [hour, 1])),
    listArchived: async function* (hour) {
      read.push(hour);
      if (read.length === 2) stop.abort();
      if (read.length === 2) yield { id: "a", bytes: new Uint8Array() } as never;
    },
  });
  const onReading = () => {
    throw new Error("nothing can be read");
  };
  expect(await readArchive(stream, {}, { signal: stop.signal, onReading })).toEqual([
    "1 chunk is not checked yet; wait for the workers",
  ]);
  expect(read).toEqual(HOURS.slice(0, 2));
});

test("the health of a worker is served", async () => {
  let problem: string | undefined;
  const served = { findProblem: () => problem };
  const { address, close } = await serveHealth("0", served);
  onTestFinished(close);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const get = async (path: string) => {
    const response = await fetch(address + path);
    return `${response.status} ${response.headers.get("content-type")} ${await response.text()}`;
  };
  expect(await get("/health")).toBe('200 application/json {"status":"ok"}\n');
  problem = "no server";
  expect(await get("/health")).toBe('503 application/json {"status":"no server"}\n');
  expect(await get("/health/")).toBe("404 null ");
  const { port } = new URL(address);
  await expect(serveHealth(`127.0.0.1:${port}`, served)).rejects.toThrow(
    `cannot listen on 127.0.0.1, port ${port}: listen EADDRINUSE`,
  );
  for (const where of ["a", "127.0.0.1", "123456", ":80", "80:"])
    await expect(serveHealth(where, served)).rejects.toThrow(
      `--health ${where}: give a port, or a host and a port such as 0.0.0.0:9464`,
    );
});

test("an interrupt is noticed before and after the wait begins", async () => {
  const [before, after] = [new AbortController(), new AbortController()];
  before.abort();
  await waitForInterrupt(before);
  const waiting = waitForInterrupt(after);
  expect(await Promise.race([waiting.then(() => "ended"), new Promise((later) => setTimeout(later, 5, "waits"))])).toBe(
    "waits",
  );
  after.abort();
  await waiting;
});
