/** `contract record --feed`: the exchanges reach the stream without secrets, and clients do not notice a missing server. */
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStream } from "../../src/stream/index.js";
import { createFolder, runContract } from "../cli/run-contract.js";
import { serveForTest } from "../serve.js";
import { natsServerPath, startNatsServer } from "../stream/nats-server.js";
import { readChunk } from "../stream/read-chunk.js";
import { startRecorder } from "./dialogue.js";

const BOOK = '{"id":7,"title":"Emma"}';

async function startLibrary(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "application/json").end(BOOK);
  });
  return serveForTest(server);
}

async function ask(port: number, times: number): Promise<void> {
  for (let index = 0; index < times; index++) {
    const headers = { Authorization: "Bearer abcdef123456", "X-Client-Id": "shop" };
    const response = await fetch(`http://127.0.0.1:${port}/v1/books/${index}?api_key=abcdef123456`, { headers });
    expect(await response.text()).toBe(BOOK);
  }
}

describe.skipIf(natsServerPath === undefined)("a recorder that feeds a stream", () => {
  test("keeps what it cannot publish, and the next one publishes it, redacted and once", async () => {
    const nats = await startNatsServer();
    onTestFinished(nats.stop);
    await nats.kill();
    const origin = await startLibrary();
    const bufferFolder = join(createFolder({}), "buffer");
    const feed = { feed: nats.url, service: "orders", bufferFolder };
    const rules = {
      ...{ spec: "test/cases/library.yaml", servers: [`${origin}/v1`] },
      consumers: [{ kind: "header", name: "X-Client-Id" } as const],
    };
    const first = await startRecorder(origin, { feed, rules });
    // The fast path takes over after 30 exchanges.
    await ask(first.port, 40);
    const { report, notes } = await first.end();
    expect(report.summary.exchanges).toBe(40);
    expect(notes.join("\n")).toContain("feed: cannot connect to 127.0.0.1:");
    const count = readdirSync(bufferFolder).length;
    expect(count).toBeGreaterThan(0);
    expect(notes.at(-1)).toBe(`feed: chunks that wait in ${bufferFolder} for the next recording: ${count}`);
    await nats.start();
    const second = await startRecorder(origin, { feed, rules });
    await ask(second.port, 2);
    expect((await second.end()).notes).toEqual([]);
    expect(readdirSync(bufferFolder)).toEqual([]);
    const stream = await openStream({ url: nats.url, service: "orders" });
    const readings: unknown[] = [];
    for (let claimed = await stream.claim(5000); claimed !== undefined; claimed = await stream.claim(1))
      readings.push(...(await readChunk(claimed.bytes)).readings);
    await stream.close();
    expect(readings.length).toBe(42);
    for (const it of readings)
      expect(it).toMatchObject({
        exchange: {
          request: { url: expect.stringMatching(/\?api_key=\[redacted\]$/) },
          response: { status: 200, body: { kind: "text", text: BOOK } },
          consumer: "shop",
        },
      });
    expect(JSON.stringify(readings)).not.toContain("abcdef123456");
  });
});

test("without a server and a directory, the exchanges that are lost are named, and an error wins", async () => {
  const abort = new AbortController();
  const folder = createFolder({});
  let stderr = "";
  const ended = runContract(
    ["record", "--target", await startLibrary(), "--feed", "nats://127.0.0.1:1", "--port", "0"],
    "",
    {},
    {
      signal: abort.signal,
      stderr: (text) => {
        stderr += text;
      },
    },
  );
  await expect.poll(() => stderr).toContain("to 127.0.0.1:1\n");
  const [, port = ""] = /recording http:\/\/127\.0\.0\.1:(\d+)/.exec(stderr) ?? [];
  await ask(Number(port), 1);
  abort.abort();
  expect((await ended).code).toBe(1);
  expect(stderr).toContain("the stream cannot be used, and no buffer is left: chunks that were not fed: 1");
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [[], "give --out FILE for a recording, --feed URL for a stream, or both"],
  [["--out", "a.har", "--sample", "0.1"], "--sample needs --feed URL"],
  [["--feed", "nats://127.0.0.1", "--sample", "2"], "--sample 2: give a share of at most 1, such as 0.1"],
  [["--out", "a.har", "--feed-buffer", "b"], "--feed-buffer needs --feed URL"],
  [["--feed", "http://127.0.0.1"], "http://127.0.0.1: expected the URL of a NATS server"],
])("contract record %j fails with the reason", async (args, reason) => {
  const { code, stderr } = await runContract(["record", "--target", "http://127.0.0.1:1", ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) });
});
