import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { EXCHANGE_PART_POINTERS } from "../../../src/recording/index.js";
import { addToChunk, createChunkDraft, encodeChunk } from "../../../src/stream/chunk.js";
import { openStream } from "../../../src/stream/index.js";
import { bundledCommand } from "../../bundled.js";
import { type NatsServer, natsServerPath, startNatsCluster, startNatsServer } from "../../stream/nats-server.js";
import { type CommandResult, createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";
import { createRecordings, SPEC, startRun } from "./stream-run.js";

describe.skipIf(natsServerPath === undefined)("contract worker", () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.stop());

  /** Starts a worker that serves its health. */
  async function startWorker(service: string) {
    const abort = new AbortController();
    let stderr = "";
    const args = ["worker", server.url, "--spec", SPEC, "--service", service, "--health", "0"];
    const ended: Promise<CommandResult> = runContract(
      args,
      "",
      {},
      {
        signal: abort.signal,
        stderr: (text) => {
          stderr += text;
        },
      },
    );
    await expect.poll(() => stderr).toMatch(/health at (\S+)\/health\n.*checking/s);
    const [, address = ""] = /health at (\S+)\/health/.exec(stderr) ?? [];
    return { address, ended, readErrors: () => stderr, stop: () => abort.abort() };
  }

  test("counts what it checks, and ends on an interrupt", async () => {
    const stream = await openStream({ url: server.url, service: "health" });
    const worker = await startWorker("health");
    const bad = { response: { content: { size: 9, mimeType: "application/json", text: '{"id":"7","title":"Emma"}' } } };
    const folder = createFolder({ "a.har": createHar(createHarEntry(), createHarEntry(bad), createHarEntry(bad)) });
    await runContract(["feed", server.url, "--service", "health", folder]);
    await stream.publish({ id: "poison", hour: "2026-01-31T09", bytes: Buffer.from("x") });
    await expect.poll(async () => (await stream.countPending()).size).toBe(0);
    expect((await fetch(`${worker.address}/health`)).status).toBe(200);
    expect((await fetch(`${worker.address}/other`)).status).toBe(404);
    worker.stop();
    expect((await worker.ended).code).toBe(0);
    expect(worker.readErrors()).toContain("checked 1 chunk, 1 failed, 0 returned\n");
    await stream.close();
  });

  test("waits while the server does not store the version of the spec", async () => {
    const other = await startNatsServer();
    const connection = await connect({ servers: other.url });
    onTestFinished(async () => {
      await connection.close();
      await other.stop();
    });
    const { streams } = await jetstreamManager(connection);
    await streams.add({ name: "CONTRACT_RESULTS", subjects: ["contract.results.>"], max_bytes: 1, discard: "new" });
    await runContract(["feed", other.url, createFolder({ "a.har": createHar(createHarEntry()) })]);
    let stderr = "";
    const working = runContract(
      ["worker", other.url, "--spec", SPEC, "--drain"],
      "",
      {},
      {
        stderr: (text) => {
          stderr += text;
        },
      },
    );
    await expect.poll(() => stderr, LONG).toContain("cannot store a result: the stream is full: ");
    await streams.update("CONTRACT_RESULTS", { max_bytes: -1 });
    expect((await working).code).toBe(0);
    expect((await runContract(["report", other.url])).code).toBe(0);
  });

  test.each([
    ["x", "--health x: give a port, or a host and a port such as 0.0.0.0:9464"],
    ["256.0.0.1:9464", "cannot listen on 256.0.0.1, port 9464: "],
  ])("--health %s fails with the reason", async (where, reason) => {
    const { code, stderr } = await runContract(["worker", server.url, "--spec", SPEC, "--health", where, "--drain"]);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });
});

describe.skipIf(natsServerPath === undefined)("the process of contract worker", () => {
  test("says whether it can work, and on SIGTERM ends with its chunks finished or returned", async () => {
    const server = await startNatsServer();
    const stream = await openStream({ url: server.url, service: "default" });
    const [program, ...args] = [...bundledCommand(), "worker", server.url, "--spec", SPEC, "--health", "0"];
    const worker = spawn(program ?? "", args, { stdio: ["ignore", "ignore", "pipe"] });
    const ended = once(worker, "exit");
    onTestFinished(async () => {
      worker.kill("SIGKILL");
      server.resume();
      await stream.close();
      await server.stop();
    });
    let stderr = "";
    worker.stderr.on("data", (text) => {
      stderr += text;
    });
    await expect.poll(() => stderr, LONG).toMatch(/health at (\S+)\/health\n.*checking/s);
    const [, address] = /health at (\S+)\/health/.exec(stderr) ?? [];
    const getHealth = async (): Promise<string> => {
      const response = await fetch(`${address}/health`);
      return `${response.status} ${await response.text()}`;
    };
    expect(await getHealth()).toBe('200 {"status":"ok"}\n');
    await server.pause();
    await expect.poll(getHealth, LONG).toMatch(/^503 \{"status":"cannot claim a chunk: .+"\}\n$/);
    server.resume();
    await expect.poll(getHealth, LONG).toBe('200 {"status":"ok"}\n');
    expect(stderr).toContain("contract worker: the server works again\n");

    for (let index = 0; index < CHUNKS; index++) await stream.publish(await createLongChunk(index));
    await expect.poll(async () => (await stream.countResults({ kind: "report" })).size, LONG).toBe(1);
    const interrupted = performance.now();
    worker.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - interrupted).toBeLessThan(10_000);
    const [checked = 0] = (await stream.countResults({ kind: "report" })).values();
    let returned = 0;
    for (let it = await stream.claim(1000); it !== undefined; it = await stream.claim(1000)) returned += 1;
    expect(checked + returned).toBe(CHUNKS);
    expect(returned).toBeGreaterThan(0);
  });
});

const CHUNKS = 60;
const LONG = { timeout: 120_000 };

function createLongChunk(number: number) {
  const draft = createChunkDraft(String(number));
  for (let index = 0; index < 50; index++)
    addToChunk(draft, {
      request: { method: "GET", url: "https://library.example/v1/books/7", headers: [], body: { kind: "none" } },
      response: { status: 200, headers: [], body: { kind: "none" } },
      origin: { source: String(number), index, pointer: "", parts: EXCHANGE_PART_POINTERS },
    });
  return encodeChunk(draft, "2026-01-31T09");
}

describe.skipIf(natsServerPath === undefined)("a cluster of three servers, of which one is killed", () => {
  test("feed, worker and report go on, and the report is that of a local run", async () => {
    const cluster = await startNatsCluster(3);
    onTestFinished(cluster.stop);
    const { feed, work, report } = startRun(cluster);
    const folder = createRecordings();
    /** Runs a command, and kills a server meanwhile. */
    const runWithout = async (index: number, run: () => Promise<CommandResult>): Promise<CommandResult> => {
      const running = run();
      await setTimeout(50);
      await cluster.servers[index]?.kill();
      const result = await running;
      await cluster.servers[index]?.start();
      await cluster.waitUntilCurrent();
      return result;
    };
    const local = await runContract(["check", "--spec", SPEC, "--format", "json", folder]);
    // A failure shows stderr.
    const endsWith = (code: number, stdout: unknown) => ({ stdout, stderr: expect.any(String), code });
    expect(await work("--replicas", "3")).toEqual(endsWith(0, ""));
    expect(await runWithout(0, () => feed(folder))).toEqual(endsWith(0, expect.any(String)));
    expect(await runWithout(1, work)).toEqual(endsWith(0, ""));
    expect(await runWithout(2, () => report("--wait", "60"))).toEqual(endsWith(1, local.stdout));
  });
});
