import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { redactSecrets } from "../../src/recording/index.js";
import { type StoredChunk, StreamError } from "../../src/stream/chunk-stream.js";
import { followLog } from "../../src/stream/follow-log.js";
import { type ReadChunk, readChunk } from "./read-chunk.js";

/** A log in a temporary directory, and what was fed of it. */
function createLog() {
  const folder = mkdtempSync(join(tmpdir(), "contract-follow-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "access.log");
  const published = new Map<string, StoredChunk>();
  let isFailing = false;
  const start = () => {
    const abort = new AbortController();
    const stream = {
      maxBytes: 1_000_000,
      publish: async (chunk: StoredChunk) => {
        published.set(chunk.id, chunk);
        // The chunk is stored, but its feeder does not learn that.
        if (isFailing) throw new StreamError("unreachable", "no response");
      },
    };
    const ended = followLog(path, {
      stream,
      source: "host:access.log",
      stateFile: join(folder, "state"),
      redact: redactSecrets,
      baseUrl: undefined,
      getHour: () => "2026-01-31T09",
      signal: abort.signal,
      onFed: () => undefined,
      onWait: () => undefined,
    }).catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    });
    const end = (): Promise<void> => {
      abort.abort();
      return ended;
    };
    return { end, ended };
  };
  const readChunks = (): Promise<ReadChunk[]> =>
    Promise.all([...published.values()].map(({ bytes }) => readChunk(bytes)));
  return {
    path,
    start,
    readChunks,
    fail: (fails: boolean) => {
      isFailing = fails;
    },
    readPaths: async (): Promise<string[]> =>
      (await readChunks()).flatMap(({ readings }) =>
        readings.map((it) =>
          it.kind === "exchange" ? new URL(it.exchange.request.url).pathname : it.unreadable.reason,
        ),
      ),
  };
}

function formatLine(path: string): string {
  const request = { method: "GET", host: "library.example", uri: path, proto: "HTTP/1.1", headers: {} };
  return `${JSON.stringify({ ts: 1769850000, request, status: 200, size: 3, duration: 0.1, resp_headers: {} })}\n`;
}

test("lines are fed when they are complete, and a restart neither repeats nor skips one", async () => {
  const log = createLog();
  const first = log.start();
  writeFileSync(log.path, formatLine("/1") + formatLine("/2").slice(0, 20));
  await expect.poll(log.readPaths).toEqual(["/1"]);
  appendFileSync(log.path, formatLine("/2").slice(20));
  await expect.poll(log.readPaths).toEqual(["/1", "/2"]);
  await first.end();
  appendFileSync(log.path, formatLine("/3"));
  const second = log.start();
  await expect.poll(log.readPaths).toEqual(["/1", "/2", "/3"]);
  await second.end();
  const indexes = (await log.readChunks()).flatMap(({ readings }) =>
    readings.map((it) => it.kind === "exchange" && it.exchange.origin.index),
  );
  expect(indexes).toEqual([0, 1, 2]);
});

test("a feeder that is killed after publishing publishes the same chunk again, without later lines", async () => {
  const log = createLog();
  writeFileSync(log.path, formatLine("/1"));
  log.fail(true);
  const first = log.start();
  await expect.poll(log.readPaths).toEqual(["/1"]);
  await first.end();
  log.fail(false);
  appendFileSync(log.path, formatLine("/2"));
  const second = log.start();
  await expect.poll(log.readPaths).toEqual(["/1", "/2"]);
  await second.end();
  expect((await log.readChunks()).length).toBe(2);
});

test("the rest of a rotated log is fed first, also if the feeder was away meanwhile", async () => {
  const log = createLog();
  writeFileSync(log.path, formatLine("/1"));
  const first = log.start();
  await expect.poll(log.readPaths).toEqual(["/1"]);
  appendFileSync(log.path, formatLine("/2").trim());
  renameSync(log.path, `${log.path}.1`);
  writeFileSync(log.path, formatLine("/3"));
  await expect.poll(log.readPaths).toEqual(["/1", "/2", "/3"]);
  await first.end();
  appendFileSync(log.path, formatLine("/4"));
  renameSync(log.path, `${log.path}.2`);
  writeFileSync(log.path, formatLine("/5"));
  const second = log.start();
  await expect.poll(log.readPaths).toEqual(["/1", "/2", "/3", "/4", "/5"]);
  await second.end();
});

test("a rotated log that is gone is an error of the report", async () => {
  const log = createLog();
  writeFileSync(log.path, formatLine("/1"));
  const first = log.start();
  await expect.poll(log.readPaths).toEqual(["/1"]);
  await first.end();
  // The inode of a file that exists is not used again.
  renameSync(log.path, join(log.path, "../moved"));
  writeFileSync(log.path, formatLine("/2"));
  const second = log.start();
  await expect.poll(log.readPaths).toEqual(["/1", "/2"]);
  await second.end();
  expect((await log.readChunks()).map(({ runErrors }) => runErrors)).toEqual([
    [],
    [expect.stringMatching(/access\.log: the rotated file is gone; lines after byte \d+ may be missing/)],
  ]);
});

test("a log that is truncated is fed from its start", async () => {
  const log = createLog();
  writeFileSync(log.path, formatLine("/1") + formatLine("/2"));
  const follower = log.start();
  await expect.poll(log.readPaths).toEqual(["/1", "/2"]);
  truncateSync(log.path);
  writeFileSync(log.path, formatLine("/3"));
  await expect.poll(log.readPaths).toEqual(["/1", "/2", "/3"]);
  await follower.end();
});

test("a log of no supported format is refused", async () => {
  const log = createLog();
  writeFileSync(log.path, '127.0.0.1 - - "GET / HTTP/1.1" 200\n');
  await expect(log.start().ended).rejects.toThrow("expected HAR");
});
