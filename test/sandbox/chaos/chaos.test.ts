/** The short run of `npm run long chaos`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runChaos } from "../../../scripts/long/chaos/chaos.js";
import { checkHistory } from "../../../scripts/long/chaos/checks.js";
import { buildReplica } from "../../../scripts/long/chaos/program.js";
import { formatChaosReport } from "../../../scripts/long/chaos/report.js";
import { describeEachEngine } from "../engines.js";

const folder = mkdtempSync(join(tmpdir(), "commerce-contract-chaos-"));
let program: readonly string[] = [];
beforeAll(async () => {
  program = await buildReplica(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeEachEngine("a sandbox that is killed at random", (_, { engine, newTarget }) => {
  test("loses no write and no webhook, and does nothing twice", async () => {
    const started = performance.now();
    const replicas = engine === "sqlite" ? 1 : 3;
    const history = await runChaos({
      database: await newTarget(),
      program,
      replicas,
      kills: 6,
      killsAlone: 0,
      writesBetween: 4,
      writers: 6,
      pauseMs: 120,
      random: Math.random,
      progress: () => {},
    });
    // Other tests run at the same time; the long run measures recovery times.
    const outcome = checkHistory(history, 30_000);
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(formatChaosReport([{ title: `${engine}, ${replicas} processes`, seconds, outcome }]));
    expect(outcome.violations).toEqual([]);
    expect(outcome.kills).toBe(6);
    expect(outcome.writes).toBeGreaterThan(20);
    expect([...new Set(history.complaints)]).toEqual([]);
  });
});
