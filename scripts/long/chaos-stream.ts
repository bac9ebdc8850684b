/**
 * `npm run long chaos-stream`: kills workers, feeders and the server of a stream at random, while chunks are repeated and reordered. Then it
 * compares the report with that of one local run. Exits with 1 if they differ. Needs `nats-server` and `npm run build`.
 *
 * Options:
 * - `--kills 200`
 * - `--workers 3`, `--feeders 2`
 * - `--files 20`, `--exchanges 2000`: the recordings, and the exchanges of each
 * - `--servers 1`: with 3, a cluster that stores everything three times, of which one server at a time is killed
 * - `--away 150`: average milliseconds for which a killed server stays away
 * - `--pause 500`: average milliseconds between two kills
 * - `--seed chaos`
 * - `--out bench/CHAOS-STREAM.md`
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startNatsCluster, startNatsServer } from "../../test/stream/nats-server.js";
import { writeRecordings } from "./chaos-stream/recordings.js";
import { runChaos } from "./chaos-stream/run-chaos.js";
import { seededRandom } from "./mutate/random.js";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    workers: { type: "string", default: "3" },
    feeders: { type: "string", default: "2" },
    files: { type: "string", default: "20" },
    exchanges: { type: "string", default: "2000" },
    servers: { type: "string", default: "1" },
    away: { type: "string", default: "150" },
    pause: { type: "string", default: "500" },
    seed: { type: "string", default: "chaos" },
    out: { type: "string" },
  },
});

const HEADING = `# Chaos of streams

Results of \`npm run long chaos-stream\`. Workers check what feeders publish. Processes are killed with SIGKILL at random times and restarted,
and the hours are rolled up meanwhile. Bold rows are guarantees. With \`--servers 3\`, one server of the cluster at a time is away.
`;

/** Replaces the section with a title in a file of results, or adds it. */
function writeSection(file: string, title: string, text: string): void {
  const known = existsSync(file) ? readFileSync(file, "utf8") : "";
  const others = known.split(/^(?=## )/m).filter((it) => it.startsWith("## ") && !it.startsWith(`## ${title}\n`));
  const sections = [...others.map((it) => it.trim()), `## ${title}\n\n${text.trim()}`].sort();
  writeFileSync(file, `${[HEADING.trim(), ...sections].join("\n\n")}\n`);
}

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "contract-chaos-"));
const servers = Number(values.servers);
const { below } = seededRandom(values.seed);
const random = (): number => below(2 ** 32) / 2 ** 32;
const server = await (servers === 1 ? startNatsServer() : startNatsCluster(servers, () => below(servers)));
const [files, exchanges] = [Number(values.files), Number(values.exchanges)];
const started = performance.now();
try {
  const { kills, repeated, streamed, local } = await runChaos({
    server,
    contract: [process.execPath, join(root, "dist/cli/main.js")],
    spec: join(root, "test/cases/library.yaml"),
    recordings: writeRecordings(folder, { files, exchanges, random }),
    workers: Number(values.workers),
    feeders: Number(values.feeders),
    kills: Number(values.kills),
    pauseMs: Number(values.pause),
    awayMs: Number(values.away),
    replicas: servers,
    random,
    progress: (text) => process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`),
  });
  const counted = (JSON.parse(streamed.stdout) as { summary: { exchanges: number } }).summary.exchanges;
  const isSame = streamed.stdout === local.stdout && streamed.code === local.code;
  const table = [
    ["duration", `${((performance.now() - started) / 1000).toFixed(0)} s`],
    [
      "workers / feeders / servers, each with a copy of everything",
      `${values.workers} / ${values.feeders} / ${servers}`,
    ],
    ["kills of workers / feeders / a server (SIGKILL)", `${kills.worker} / ${kills.feeder} / ${kills.server}`],
    ["chunks published again, in random order", String(repeated)],
    ["exchanges in the recordings", String(files * exchanges)],
    ["**exchanges in the report**", String(counted)],
    ["**the report is that of one local run, byte for byte**", isSame ? "yes" : "no"],
  ];
  const report = `|  |  |\n| --- | ---: |\n${table.map((row) => `| ${row.join(" | ")} |\n`).join("")}`;
  process.stdout.write(report);
  if (!isSame) process.stderr.write(streamed.stderr);
  if (values.out !== undefined) writeSection(values.out, servers === 1 ? "One server" : "A cluster of servers", report);
  process.exitCode = isSame ? 0 : 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
