import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createFolder, runContract } from "../cli/run-contract.js";
import { readSpecWithRefusals, type StreamServerOptions, startStreamServer } from "./stream-server.js";

/** Probes the service of streams.yaml, and returns the operations and codes of the findings. */
export async function probeStreams(options: StreamServerOptions = {}) {
  const spec = join(createFolder({ "streams.yaml": readSpecWithRefusals() }), "streams.yaml");
  const { url, close } = await startStreamServer(options);
  onTestFinished(close);
  const args = ["probe", url, "--spec", spec, "--auth", "header:X-Key=k", "--format", "json"];
  const { code, stdout, stderr } = await runContract(args);
  const report = JSON.parse(stdout);
  const found = report.findings.map((it: { operationId: string; code: string }) => `${it.operationId} ${it.code}`);
  return { code, found: [...new Set<string>(found)], coverage: report.coverage, stderr };
}
