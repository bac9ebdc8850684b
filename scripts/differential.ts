/**
 * `npm run differential`: random lists of commands against SQLite, PostgreSQL and the model, as many as are asked for.
 *
 * Every answer is judged by the gate, and those of the two engines are compared byte for byte.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runDifferential } from "../test/sandbox/model/differential.js";
import { clusterAddress, startCluster, stopCluster } from "../test/sandbox/postgres-cluster.js";

const { values } = parseArgs({
  options: { lists: { type: "string", default: "5000" }, seed: { type: "string", default: "1" } },
});
const folder = mkdtempSync(join(tmpdir(), "commerce-contract-differential-"));
// PostgreSQL runs as another user when this one is root.
chmodSync(folder, 0o711);
const cluster = join(folder, "cluster");
mkdirSync(cluster);
try {
  await startCluster({ folder: cluster, owner: process.pid });
  const lists = Number(values.lists);
  const targets = [":memory:", clusterAddress(cluster, "postgres")];
  const judged = await runDifferential({ targets, lists, seed: Number(values.seed), withRestarts: false });
  process.stdout.write(
    `${lists} lists of commands: no difference; ${judged} answers, all kept the contract, no drift\n`,
  );
} finally {
  stopCluster(cluster);
  rmSync(folder, { recursive: true, force: true });
}
