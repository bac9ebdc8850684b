/** The short form of `npm run long chaos-stream`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeRecordings } from "../../scripts/long/chaos-stream/recordings.js";
import { runChaos } from "../../scripts/long/chaos-stream/run-chaos.js";
import { seededRandom } from "../../scripts/long/mutate/random.js";
import { bundledCommand } from "../bundled.js";
import { natsServerPath, startNatsServer } from "./nats-server.js";

describe.skipIf(natsServerPath === undefined)("workers, feeders and the server are killed", () => {
  test("every exchange counts once, and the report is that of one local run", async () => {
    const folder = mkdtempSync(join(tmpdir(), "contract-chaos-"));
    const server = await startNatsServer();
    onTestFinished(async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    const { below } = seededRandom("short 0");
    const random = (): number => below(2 ** 32) / 2 ** 32;
    const { kills, repeated, streamed, local } = await runChaos({
      server,
      contract: bundledCommand(),
      spec: join(import.meta.dirname, "../cases/library.yaml"),
      recordings: writeRecordings(folder, { files: 3, exchanges: 1200, random }),
      ...{ workers: 1, feeders: 1, kills: 6, pauseMs: 700, random },
      ...{ replicas: 1, awayMs: 150 },
      progress: () => undefined,
    });
    expect(kills.worker * kills.feeder * kills.server).toBeGreaterThan(0);
    expect(repeated).toBeGreaterThan(0);
    expect(JSON.parse(streamed.stdout).summary.exchanges).toBe(3600);
    expect(streamed).toEqual({ ...local, stderr: streamed.stderr });
  });
});
