/** The validation thread: clients wait if it cannot keep up, and its failures are reported. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { startRecordingProxy } from "../../src/record/index.js";
import { createFolder } from "../cli/run-contract.js";
import { serveForTest } from "../serve.js";
import { createProxyOptions, readHarExchanges, startRecorder } from "./dialogue.js";

const BOOK = '{"id":7,"title":"Emma"}';

/** Starts a library service that calls `onRequest` for each request. */
async function startLibrary(onRequest: () => void = () => {}): Promise<string> {
  const server = createServer((_, response) => {
    onRequest();
    response.setHeader("Content-Type", "application/json").end(BOOK);
  });
  return serveForTest(server);
}

async function ask(port: number, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/v1/books/${nth}`)).text()).toBe(BOOK);
}

test("a slow validation slows clients down, and loses nothing", async () => {
  let count = 0;
  let furthest = 0;
  const validated = (): number => recorder.seen.length;
  const origin = await startLibrary(() => {
    count += 1;
    furthest = Math.max(furthest, count - validated());
  });
  // Every exchange exceeds this limit, so a request is admitted only if no exchange waits.
  const recorder = await startRecorder(origin, { maxWaiting: 1 });
  await ask(recorder.port, 60);
  // One exchange is complete but not yet checked, and the next one is in progress.
  expect(furthest).toBeLessThanOrEqual(3);
  const { exchanges, report } = await recorder.end();
  expect(exchanges.map(({ request }) => Number(request.url.split("/").at(-1)))).toEqual(
    Array.from({ length: 60 }, (_, nth) => nth),
  );
  expect(report.summary.exchanges).toBe(60);
});

test("pending exchanges are checked and written before the end", async () => {
  let exited: Promise<unknown> | undefined;
  process.once("worker", (worker: Worker) => {
    exited = once(worker, "exit");
  });
  const recorder = await startRecorder(await startLibrary());
  await Promise.all(Array.from({ length: 8 }, () => ask(recorder.port, 50)));
  const { exchanges, seen, notes } = await recorder.end();
  expect(exchanges).toHaveLength(400);
  expect(seen).toHaveLength(400);
  // The regular exit of the thread is not reported as a failure.
  await exited;
  expect(notes).toEqual([]);
});

test("an address in use leaves an earlier recording unchanged", async () => {
  const out = join(createFolder({ "kept.har": "kept" }), "kept.har");
  const origin = await startLibrary();
  const port = Number(new URL(origin).port);
  await expect(startRecordingProxy(createProxyOptions(origin, { out, port }))).rejects.toThrow("EADDRINUSE");
  expect(readFileSync(out, "utf8")).toBe("kept");
});

test("a crashed thread is reported, forwarding continues, and the recording is kept", async () => {
  let thread: Worker | undefined;
  process.once("worker", (worker: Worker) => {
    thread = worker;
  });
  const origin = await startLibrary();
  const notes: string[] = [];
  const options = createProxyOptions(origin, { onNotice: (text) => notes.push(text) });
  const recording = await startRecordingProxy(options);
  await ask(recording.port, 20);
  while (options.seen.length < 20) await pause(5);
  await thread?.terminate();
  await ask(recording.port, 5);
  const { runErrors, summary } = await recording.end();
  expect(notes).toEqual(["recording stopped because the validation thread failed: exit code 1"]);
  expect(summary.exchanges).toBe(0);
  expect(runErrors).toEqual([
    `the validation thread failed (exit code 1): 5 exchanges are not recorded, and the results of the others are lost; run contract check ${options.out} to check the recorded exchanges`,
  ]);
  expect(await readHarExchanges(options.out ?? "")).toHaveLength(20);
});

test("an invalid spec, and a file that cannot be written, are reported before the start", async () => {
  const missing = join(createFolder({}), "missing");
  const notes: string[] = [];
  const wrong = { rules: { spec: `${missing}.yaml` }, onNotice: (text: string) => notes.push(text) };
  await expect(startRecordingProxy(createProxyOptions("http://127.0.0.1:9", wrong))).rejects.toThrow("missing.yaml");
  expect(notes).toEqual([]);
  const unwritten = { out: join(missing, "out.har") };
  await expect(startRecordingProxy(createProxyOptions("http://127.0.0.1:9", unwritten))).rejects.toThrow("ENOENT");
});
