/**
 * `npm run long differential`: sends random lists of commands to the sandbox on SQLite and PostgreSQL, and to a model of it.
 *
 * Every response is checked against the spec. The responses of the two databases are compared byte for byte. Options: `--lists 5000`,
 * `--seed 1`.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runDifferential } from "../../test/sandbox/model/differential.js";
import { clusterAddress, startCluster, stopCluster } from "../../test/sandbox/postgres-cluster.js";

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
  const checked = await runDifferential({ targets, lists, seed: Number(values.seed), withRestarts: false });
  process.stdout.write(
    `${lists} lists of commands: no difference. ${checked} responses checked against the spec: no violation, no drift\n`,
  );
} finally {
  stopCluster(cluster);
  rmSync(folder, { recursive: true, force: true });
}
