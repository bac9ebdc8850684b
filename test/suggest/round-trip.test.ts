/** A recording conforms to the spec inferred from it, without errors and without drift. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { loadContract } from "../../src/check/index.js";
import { writeHar } from "../../src/recording/index.js";
import { createFolder, runContract } from "../cli/run-contract.js";
import { arbitraryExchanges } from "../properties/arbitrary-exchanges.js";

const ROOT = join(import.meta.dirname, "../..");

test.each([
  "spec/openapi.yaml",
  "test/cases/library.yaml",
  ...["adyen", "github", "openai"].map((name) => `test/descriptions/${name}/openapi.yaml`),
])("random exchanges of %s", async (path) => {
  const { made } = arbitraryExchanges(loadContract(join(ROOT, path)));
  const exchanges = made.flatMap((response) => fc.sample(response.exchanges, { numRuns: 5, seed: 1 }));
  expect(exchanges.length).toBeGreaterThan(10);
  const recorded = writeHar(exchanges, { startedAt: "2026-01-31T09:30:00.000Z" });
  const { findings, counts } = await inferAndCheck(recorded);
  expect(findings).toEqual([]);
  expect(counts.passed).toBeGreaterThan(exchanges.length / 2);
});

test("the recording of the examples of the spec, which other tools accept too", async () => {
  const examples = readFileSync(resolve(ROOT, "test/traffic/examples.har"), "utf8");
  const { folder, findings, counts } = await inferAndCheck(examples);
  expect(findings).toEqual([]);
  expect(counts).toEqual({ passed: 88, skipped: 0 });
  // Run the linter in a separate directory, so that the configuration of this project does not apply.
  const linter = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");
  const args = ["lint", "--extends=minimal", "--format=json", "openapi.yaml"];
  const { status, stdout } = spawnSync(process.execPath, [linter, ...args], { cwd: folder, encoding: "utf8" });
  expect({ status, errors: JSON.parse(stdout).totals.errors }).toEqual({ status: 0, errors: 0 });
});

async function inferAndCheck(recorded: string) {
  const folder = createFolder({ "traffic.har": recorded });
  const [traffic, made] = [join(folder, "traffic.har"), join(folder, "openapi.yaml")];
  const result = await runContract(["suggest", traffic, "--new", made]);
  expect(result.code, result.stderr).toBe(0);
  const checked = await runContract(["check", traffic, "--spec", made, "--strict-spec", "--format", "json"]);
  const { findings, summary, runErrors } = JSON.parse(checked.stdout);
  expect(runErrors).toEqual([]);
  expect(summary.failed + summary.partial).toBe(0);
  return { folder, findings, counts: { passed: summary.passed, skipped: summary.skipped } };
}

test.each(["adyen", "github", "openai"])(
  "with half of the paths of %s, the written suggestions document all of the traffic",
  async (name) => {
    const path = join(ROOT, `test/descriptions/${name}/openapi.yaml`);
    const { made } = arbitraryExchanges(loadContract(path));
    const exchanges = made.flatMap((response) => fc.sample(response.exchanges, { numRuns: 5, seed: 1 }));
    const whole = parse(readFileSync(path, "utf8"));
    const half = Object.entries(whole.paths).filter((_, index) => index % 2 === 0);
    const folder = createFolder({
      "traffic.har": writeHar(exchanges, { startedAt: "2026-01-31T09:30:00.000Z" }),
      "openapi.yaml": stringify({ ...whole, paths: Object.fromEntries(half) }),
    });
    const [traffic, spec] = [join(folder, "traffic.har"), join(folder, "openapi.yaml")];
    const result = await runContract(["suggest", traffic, "--spec", spec, "--write"]);
    expect(result.code, result.stderr).toBe(0);
    expect(result.stdout).toMatch(/^\+ .*\$ref: "#\/components\/schemas\//m);
    const checked = await runContract(["check", traffic, "--spec", spec, "--format", "json"]);
    const { findings, summary } = JSON.parse(checked.stdout);
    expect(findings).toEqual([]);
    expect(summary.passed).toBeGreaterThan(exchanges.length / 2);
  },
);
