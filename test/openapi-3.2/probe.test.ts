/** The probe sends requests of OpenAPI 3.2 as their spec describes them, and finds what a service gets wrong. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFolder, runContract } from "../cli/run-contract.js";
import { DEFECTS, readSpecWithRefusals, type StreamServerOptions, startStreamServer } from "./stream-server.js";

async function probe(options: StreamServerOptions = {}) {
  const spec = join(createFolder({ "streams.yaml": readSpecWithRefusals() }), "streams.yaml");
  const { url, close } = await startStreamServer(options);
  onTestFinished(close);
  const args = ["probe", url, "--spec", spec, "--auth", "header:X-Key=k", "--format", "json"];
  const { code, stdout, stderr } = await runContract(args);
  const report = JSON.parse(stdout);
  const found = report.findings.map((it: { operationId: string; code: string }) => `${it.operationId} ${it.code}`);
  return { code, found: [...new Set<string>(found)], coverage: report.coverage, stderr };
}

test("every operation accepts requests, and nothing is found", async () => {
  const { code, found, coverage, stderr } = await probe();
  expect({ code, found, stderr: stderr.split("\n").filter((line) => /inconclusive|not tested/.test(line)) }).toEqual({
    ...{ code: 0, found: [], stderr: [] },
  });
  expect(coverage.operations).toHaveLength(9);
});

test.each(Object.entries(DEFECTS))("%s", async (_, [options, finding]) => {
  const { found } = await probe(options);
  expect(found).toEqual([finding]);
});
