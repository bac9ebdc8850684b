import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStream } from "../../../src/stream/index.js";
import { type NatsServer, natsServerPath, startNatsServer } from "../../stream/nats-server.js";
import { type CommandResult, createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

const SPEC = join(import.meta.dirname, "../../cases/library.yaml");

describe.skipIf(natsServerPath === undefined)("contract worker", () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.stop());

  /** Starts a worker with metrics. */
  async function startWorker(service: string) {
    const abort = new AbortController();
    let stderr = "";
    const args = ["worker", server.url, "--spec", SPEC, "--service", service, "--metrics", "0"];
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
    await expect.poll(() => stderr).toMatch(/metrics at (\S+)\/metrics\n.*checking/s);
    const [, address = ""] = /metrics at (\S+)\/metrics/.exec(stderr) ?? [];
    return { address, ended, readErrors: () => stderr, stop: () => abort.abort() };
  }

  test("counts what it checks, and ends on an interrupt", async () => {
    const stream = await openStream({ url: server.url, service: "metrics" });
    const worker = await startWorker("metrics");
    const bad = { response: { content: { size: 9, mimeType: "application/json", text: '{"id":"7","title":"Emma"}' } } };
    const folder = createFolder({ "a.har": createHar(createHarEntry(), createHarEntry(bad), createHarEntry(bad)) });
    await runContract(["feed", server.url, "--service", "metrics", folder]);
    await stream.publish({ id: "poison", hour: "2026-01-31T09", bytes: Buffer.from("x") });
    await expect.poll(async () => (await stream.countPending()).size).toBe(0);
    const metrics = (): Promise<string> => fetch(`${worker.address}/metrics`).then((it) => it.text());
    await expect.poll(metrics).toContain('contract_chunks_total{result="failed"} 1\n');
    const text = await metrics();
    for (const line of [
      'contract_chunks_total{result="checked"} 1',
      'contract_exchanges_total{verdict="passed"} 1',
      'contract_exchanges_total{verdict="failed"} 2',
      'contract_findings_total{code="response.body.invalid",level="error"} 2',
      'contract_delay_seconds_bucket{le="3600"} 1',
      "contract_delay_seconds_count 1",
    ])
      expect(text.split("\n")).toContain(line);
    expect((await fetch(`${worker.address}/health`)).status).toBe(200);
    expect((await fetch(`${worker.address}/other`)).status).toBe(404);
    worker.stop();
    expect((await worker.ended).code).toBe(0);
    expect(worker.readErrors()).toContain("checked 1 chunks, 1 failed, 0 returned\n");
    await stream.close();
  });

  test.each([
    ["x", "--metrics x: give a port, or a host and a port such as 0.0.0.0:9464"],
    ["256.0.0.1:9464", "--metrics 256.0.0.1:9464: cannot listen: "],
  ])("--metrics %s fails with the reason", async (where, reason) => {
    const { code, stderr } = await runContract(["worker", server.url, "--spec", SPEC, "--metrics", where, "--drain"]);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });
});
