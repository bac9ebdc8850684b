/**
 * `npm run chaos`: clients write and a flaky listener listens while the service is killed with SIGKILL at random, and what was
 * promised is looked for afterwards. Exits with 1 when a promise was broken.
 *
 * Options: `--engine sqlite|postgres|both`, `--kills 200` (at random moments), `--alone 10` (further kills after which the
 * others are left alone, by which the resuming of deliveries is measured), `--replicas 3` (of PostgreSQL; SQLite has one
 * process), `--writers 6`, `--pause 240` (milliseconds between two writes of a writer), `--out bench/CHAOS.md`.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clusterAddress, startCluster, stopCluster } from "../test/sandbox/postgres-cluster.js";
import { runChaos } from "./chaos/chaos.js";
import { judge } from "./chaos/checks.js";
import { buildReplica } from "./chaos/program.js";
import { chaosReport, type Run } from "./chaos/report.js";

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
const report = chaosReport(runs);
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
  return { title: of.title, seconds: (performance.now() - started) / 1000, outcome: judge(history) };
}

function formatHeading(): string {
  return `# Chaos

What \`npm run chaos\` found: ${values.writers} clients write orders, repeat what was not answered with the same request id, and
read back; a listener refuses 5 % of the webhooks and answers 1 % too late; a process is killed with SIGKILL at a random moment
and started again. Bold rows are promises: they are 0. A crash of the process is what is tried here; that committed data
survive a loss of power rests on the write-ahead logs of SQLite (\`synchronous=FULL\`) and PostgreSQL.

`;
}
