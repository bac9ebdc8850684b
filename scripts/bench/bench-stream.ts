/**
 * `npm run bench stream`: measures feeders and workers on NATS JetStream beside a local run. Needs `nats-server` and `npm run build`.
 *
 * Options:
 * - `--megabytes 40`: the size of the recording
 * - `--rounds 3`: the rounds whose medians are shown
 * - `--out bench/STREAM.md`
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startNatsServer } from "../../test/stream/nats-server.js";
import { measureDelay, measureFeed } from "./bench-stream/live.js";
import { readMemory } from "./bench-stream/processes.js";
import { getMedian, measureRounds } from "./bench-stream/rounds.js";
import { writeTraffic } from "./bench-stream/traffic.js";
import { measureWaiting } from "./bench-stream/waiting.js";

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "40" },
    rounds: { type: "string", default: "3" },
    out: { type: "string" },
  },
});
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "contract-bench-"));
const server = await startNatsServer();
const contract = [process.execPath, join(root, "dist/cli/main.js")];
const spec = join(root, "spec/openapi.yaml");
const lines: string[] = [];
const addRow = (...cells: readonly string[]): void => {
  lines.push(`| ${cells.join(" | ")} |`);
  process.stderr.write(`${cells.join("  ")}\n`);
};
try {
  const recordings = await writeTraffic(folder, join(root, "test/traffic"), Number(values.megabytes));
  const tiny = join(folder, "tiny.ndjson");
  writeFileSync(tiny, readFileSync(recordings[0] ?? "", "utf8").split("\n", 1)[0] ?? "");
  const megabytes = recordings.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  const compare = await measureRounds({ contract, spec, recordings, server, tiny, rounds: Number(values.rounds) });
  lines.push("| | MB per CPU s | CPU s of the server for 100 MB | memory, MB |", "| --- | ---: | ---: | ---: |");
  for (const { title, cpu, serverCpu, memory } of compare.rows)
    addRow(title, (megabytes / cpu).toFixed(1), ((serverCpu / megabytes) * 100).toFixed(1), memory.toFixed(0));
  addRow("nats-server", "–", "–", readMemory(server.pid()).toFixed(0));
  lines.push("", "| | |", "| --- | ---: |");
  const formatRatios = (ratios: readonly number[]): string =>
    `${getMedian(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
  addRow("rate of a worker beside `contract check`: median (all rounds)", formatRatios(compare.ratiosWithoutStart));
  addRow("the same with the CPU of starting both processes", formatRatios(compare.ratios));
  addRow("exchanges", String(compare.exchanges));
  addRow("bytes of an exchange in the recording", ((megabytes * 1e6) / compare.exchanges).toFixed(0));
  addRow("bytes of an exchange in the stream", compare.streamBytes.toFixed(0));
  addRow("bytes of the results of 1000 exchanges", (compare.resultBytes * 1000).toFixed(0));
  addRow("two workers at the same time: CPU s beside that of one", compare.twoWorkers.toFixed(2));
  lines.push("", "Workers whose check is replaced by waiting 100 ms for each chunk:", "");
  lines.push("| workers | chunks per second | share of the time spent waiting |", "| ---: | ---: | ---: |");
  for (const workers of [1, 2, 4, 8]) {
    const { chunksPerSecond, checkingShare } = await measureWaiting(server.url, workers);
    addRow(String(workers), chunksPerSecond.toFixed(1), `${(checkingShare * 100).toFixed(0)} %`);
  }
  const feed = await measureFeed(join(root, "test/traffic"));
  const delay = await measureDelay(server.url, join(root, "test/cases/library.yaml"));
  lines.push("", "| | |", "| --- | ---: |");
  addRow(
    `CPU of the middleware's feed for an exchange of ${feed.kilobytes.toFixed(1)} KB`,
    `${feed.milliseconds.toFixed(3)} ms`,
  );
  addRow("time from an exchange to its finding in a report: p50", `${delay.p50.toFixed(2)} s`);
  addRow("the same: p99", `${delay.p99.toFixed(2)} s`);
  const load = loadavg()[0]?.toFixed(0);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const rounds = Number(values.rounds);
  const heading = `# Streams

Results of \`npm run bench stream\` on ${new Date().toISOString().slice(0, 10)}, with version ${version}, on ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.
The traffic is ${megabytes.toFixed(0)} MB of NDJSON: the exchanges of \`test/traffic\`, repeated. They are small, so that a MB has many of them. \`contract check\` reads
several times as many MB of similar, larger exchanges in the same time ([RESULTS.md](RESULTS.md)).
The machine did other work at the same time (load ${load}), so rates are of CPU time. It includes the start of the process.
${rounds === 1 ? "The table has the figures of one round" : `The table has the medians of ${rounds} rounds`}: \`contract check\`, a feeder, a worker and a report run one after the other.

`;
  const text = `${heading}${lines.join("\n")}\n`;
  process.stdout.write(text);
  if (values.out !== undefined) writeFileSync(values.out, text);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
