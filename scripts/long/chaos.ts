/**
 * `npm run long chaos`: kills the sandbox with SIGKILL at random times, while clients write orders and a flaky listener receives webhooks.
 * Then it checks that no write and no webhook is lost. Exits with 1 if a guarantee is violated.
 *
 * Options:
 * - `--engine sqlite|postgres|both`
 * - `--kills 200`: kills at random times
 * - `--alone 10`: further kills, each with a pause before and after it. They measure how fast deliveries resume.
 * - `--replicas 3`: processes on PostgreSQL. SQLite has one.
 * - `--writers 6`
 * - `--pause 240`: average milliseconds between two writes of a writer
 * - `--out bench/CHAOS.md`
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clusterAddress, startCluster, stopCluster } from "../../test/sandbox/postgres-cluster.js";
import { runChaos } from "./chaos/chaos.js";
import { checkHistory } from "./chaos/checks.js";
import { buildReplica } from "./chaos/program.js";
import { formatChaosReport, type Run } from "./chaos/report.js";

const { values } = parseArgs({
  options: {
    engine: { type: "string", default: "both" },
    kills: { type: "string", default: "200" },
    alone: { type: "string", default: "10" },
    replicas: { type: "string", default: "3" },
    writers: { type: "string", default: "6" },
    pause: { type: "string", default: "240" },
    out: { type: "string" },
  },
});

const folder = mkdtempSync(join(tmpdir(), "commerce-contract-chaos-"));
chmodSync(folder, 0o711);
const cluster = join(folder, "cluster");
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
process.once("exit", () => {
  stopCluster(cluster);
  rmSync(folder, { recursive: true, force: true });
});

const program = await buildReplica(folder);
const runs: Run[] = [];
if (values.engine !== "postgres")
  runs.push(await runEngine({ title: "SQLite, 1 process", database: join(folder, "sandbox.db"), replicas: 1 }));
if (values.engine !== "sqlite") {
  mkdirSync(cluster);
  await startCluster({ folder: cluster, owner: process.pid, durable: true });
  const replicas = Number(values.replicas);
  const database = clusterAddress(cluster, "postgres");
  runs.push(await runEngine({ title: `PostgreSQL, ${replicas} replicas`, database, replicas }));
}
const report = formatChaosReport(runs);
if (values.out !== undefined) writeFileSync(values.out, `${formatHeading()}${report}`);
process.stdout.write(report);
process.exit(runs.some(({ outcome }) => outcome.violations.length > 0) ? 1 : 0);

async function runEngine(of: { title: string; database: string; replicas: number }): Promise<Run> {
  const started = performance.now();
  const history = await runChaos({
    ...of,
    program,
    kills: Number(values.kills),
    killsAlone: Number(values.alone),
    writers: Number(values.writers),
    pauseMs: Number(values.pause),
    random: Math.random,
    progress: (text) => process.stderr.write(`${of.title}: ${text}\n`),
  });
  for (const complaint of new Set(history.complaints)) process.stderr.write(complaint);
  return { title: of.title, seconds: (performance.now() - started) / 1000, outcome: checkHistory(history) };
}

function formatHeading(): string {
  return `# Chaos

Results of \`npm run long chaos\`. ${values.writers} clients write orders, retry requests without a response under the same request id, and
read the orders back. A listener rejects 5 % of the webhooks and responds too late to 1 %. Processes are killed with SIGKILL at random
times and restarted. Bold rows are guarantees and must be 0. The run tests crashes of the process. It does not test power loss:
there, committed data depends on the write-ahead logs of SQLite (\`synchronous=FULL\`) and PostgreSQL.

`;
}
