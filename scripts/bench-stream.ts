/**
 * `npm run bench:stream`: measures feeders and workers on NATS JetStream beside a local run. Needs `nats-server` and `npm run build`.
 *
 * Options:
 * - `--megabytes 40`: the size of the recording
 * - `--out bench/STREAM.md`
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startNatsServer } from "../test/stream/nats-server.js";
import { measureDelay, measureFeed } from "./bench-stream/live.js";
import { measureProcesses, readCpuSeconds } from "./bench-stream/processes.js";
import { writeTraffic } from "./bench-stream/traffic.js";
import { measureWaiting } from "./bench-stream/waiting.js";

const { values } = parseArgs({
  options: { megabytes: { type: "string", default: "40" }, out: { type: "string" } },
});
const root = join(import.meta.dirname, "..");
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
  const megabytes = recordings.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  const rate = (seconds: number): string => (megabytes / seconds).toFixed(1);
  lines.push("| | wall s | CPU s | MB/s | MB per CPU s | CPU s of the server | memory of a process, MB |");
  lines.push("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  const measure = async (title: string, commands: readonly (readonly string[])[]): Promise<number> => {
    const before = readCpuSeconds(server.pid());
    const { wall, cpu, memory } = await measureProcesses(commands);
    const used = (readCpuSeconds(server.pid()) - before).toFixed(1);
    addRow(title, wall.toFixed(1), cpu.toFixed(1), rate(wall), rate(cpu), used, memory.toFixed(0));
    return cpu;
  };
  await measure("contract check, one process", [[...contract, "check", ...recordings, "--spec", spec, "--quiet"]]);
  for (const workers of [1, 2]) {
    const service = ["--service", `w${workers}`];
    await measure(`feed before ${workers} workers`, [[...contract, "feed", server.url, ...service, ...recordings]]);
    const work = [...contract, "worker", server.url, ...service, "--spec", spec, "--drain"];
    await measure(`${workers} workers`, Array(workers).fill(work));
    await measure(`report of ${workers} workers`, [
      [...contract, "report", server.url, ...service, "--quiet", "--fail-on", "never"],
    ]);
  }
  lines.push("", "Workers whose check is replaced by waiting 100 ms for each chunk:", "");
  lines.push("| workers | chunks per second | of the ideal |", "| ---: | ---: | ---: |");
  for (const workers of [1, 2, 4, 8]) {
    const perSecond = await measureWaiting(server.url, workers);
    addRow(String(workers), perSecond.toFixed(1), `${((perSecond / (workers * 10)) * 100).toFixed(0)} %`);
  }
  const feed = await measureFeed(join(root, "test/traffic"));
  const delay = await measureDelay(server.url, join(root, "test/cases/library.yaml"));
  lines.push("", "| | |", "| --- | ---: |");
  addRow(
    `CPU of the middleware's feed for an exchange of ${feed.kilobytes.toFixed(1)} KB`,
    `${feed.milliseconds.toFixed(3)} ms`,
  );
  addRow("time from an exchange to its stored finding: p50", `${delay.p50.toFixed(2)} s`);
  addRow("the same: p99", `${delay.p99.toFixed(2)} s`);
  const heading = `# Streams

Results of \`npm run bench:stream\` on ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}, with
${megabytes.toFixed(0)} MB of NDJSON made from \`test/traffic\`. The chunks are fed before the workers start.

`;
  const text = `${heading}${lines.join("\n")}\n`;
  process.stdout.write(text);
  if (values.out !== undefined) writeFileSync(values.out, text);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
