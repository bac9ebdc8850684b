/**
 * `npm run bench check`: measures `contract check`, `redocly drift`, and a program that only parses the same file. The programs take turns.
 *
 * Options:
 *
 * - `--rounds 3`, `--size 93MB`, `--huge 556MB`, `--out bench/RESULTS.md`
 * - `--only clean,examples,huge,noisy,start`, or `public`, `specs`, `record`; `sandbox`, `deliveries`, `lists` (tables of bench/SANDBOX.md)
 * - `--public FILE --exchanges 16960`: a large spec for `public`, such as that of discord/discord-api-spec; several, with commas, for `specs`
 * - `--seconds 60`: how long each row of `deliveries` takes
 *
 * Recordings are written to a temporary folder.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { basename, isAbsolute, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { scratchFolder } from "../long/mutate/rivals/scratch.js";
import { createDeliveryTables } from "./deliveries.js";
import { createLargeListTable } from "./large-lists.js";
import { writeNoisy } from "./noisy.js";
import { createRecordTables, RECORD_HEADER } from "./record.js";
import { createSandboxTables } from "./sandbox.js";
import { writeAccessLog, writeNdjson, writeRepeatedEntries, writeTraffic, writeVaryingHeaders } from "./shapes.js";
import { runInTurn, runTimed, type Timed } from "./timed.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "clean,examples,huge,noisy,start" },
    size: { type: "string", default: "93MB" },
    huge: { type: "string", default: "556MB" },
    out: { type: "string" },
    public: { type: "string" },
    exchanges: { type: "string", default: "16960" },
    seconds: { type: "string", default: "60" },
  },
});
const ROOT = join(import.meta.dirname, "../..");
const SPEC = join(ROOT, "generated/openapi.json");
const CONTRACT = join(ROOT, "dist/cli/main.js");
const REDOCLY = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");
const LOWER_BOUND = join(import.meta.dirname, "lower-bound.mjs");
const TWO_WORKERS = "two workers";
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const rows: string[] = [];
const rounds = Number(values.rounds);

try {
  const names = values.only.split(",");
  const largeHar = names.some((name) => name === "clean" || name === "start") ? makeHar("big", values.size) : "";
  const parts: Readonly<Record<string, () => void | Promise<void>>> = {
    clean: async () => addTable(`${getMegabytes(largeHar)} MB HAR without findings`, await measureSimilar(largeHar)),
    huge: () => addTable(`${values.huge} HAR without findings`, measureHuge()),
    noisy: () => addTable("15,000 exchanges, 160 violations each", measureNoisy()),
    start: () => addTable("Start: ten exchanges", measureStart(largeHar)),
    examples: async () =>
      addTable("82 MB HAR of all examples of the spec, with error responses (4xx, 5xx)", await measureExamples()),
    public: () => measurePublicSpec(values.public),
    specs: () => measureSpecs((values.public ?? "").split(",").filter((it) => it !== "")),
    deliveries: async () => void rows.push(...(await createDeliveryTables(folder, Number(values.seconds)))),
    lists: async () => void rows.push(...(await createLargeListTable(folder))),
    sandbox: async () => void rows.push(...(await createSandboxTables())),
    record: async () => void rows.push(...(await createRecordTables(rounds))),
  };
  for (const name of names) await parts[name]?.();
} finally {
  rmSync(folder, { recursive: true });
}
const text = formatPage();
if (values.out !== undefined) writeFileSync(values.out, text);
process.stdout.write(text);

async function measureSimilar(har: string): Promise<Map<string, Timed>> {
  const lines = har.replace(/har$/, "ndjson");
  await writeNdjson(har, lines);
  const varied = writeVaryingHeaders(har);
  return runInTurn(rounds, {
    contract: () => runContract(har),
    "contract, with headers that differ in each exchange": () => runContract(varied),
    "contract, with these headers, without the fast path": () => runContract(varied, "--no-fast"),
    "contract, of the same as NDJSON": () => runContract(lines),
    "contract, with coverage": () => runContract(har, "--coverage"),
    "contract, without the fast path": () => runContract(har, "--no-fast"),
    "redocly drift": () => runDrift(har),
    ...createLowerBounds(har, SPEC),
  });
}

function createLowerBounds(har: string, spec: string): Record<string, () => Timed> {
  return {
    "lower bound: readFile, JSON.parse, bodies parsed": () => runTimed(folder, LOWER_BOUND, [har]),
    "lower bound, plus stock Ajv on response bodies": () => runTimed(folder, LOWER_BOUND, [har, spec, scratchFolder()]),
  };
}

function measureExamples(): Promise<Map<string, Timed>> {
  const har = join(folder, "examples.har");
  writeRepeatedEntries(join(ROOT, "test/traffic/examples.har"), har, 82e6);
  return measureSimilar(har);
}

/** Traffic of a large spec, of which no two exchanges are alike. */
function measurePublicSpec(spec: string | undefined): void {
  if (spec === undefined) throw new Error("--only public needs --public FILE");
  const write = (name: string, ...options: readonly string[]): string =>
    writeTraffic("spec-traffic.ts", spec, join(folder, name), options);
  const check =
    (files: string | readonly string[], ...options: readonly string[]) =>
    () =>
      runTimed(folder, CONTRACT, ["check", ...[files].flat(), "--spec", resolve(spec), "--workers", "1", ...options]);
  const most = ["--exchanges", values.exchanges];
  const har = write("public.har", ...most);
  const log = join(folder, "access.log");
  writeAccessLog(har, log);
  const drift = runDrift(har, resolve(spec));
  const rows = {
    HAR: check(har),
    "HAR, without the fast path": check(har, "--no-fast"),
    "HAR, two undeclared headers on each response": check(write("undeclared.har", ...most, "--undeclared")),
    NDJSON: check(write("public.ndjson", ...most, "--format", "ndjson")),
    "access log": check(log),
    "HAR, 512 exchanges": check(write("512.har", "--exchanges", "512")),
    "HAR, one exchange": check(write("1.har", "--exchanges", "1")),
    ...createLowerBounds(har, resolve(spec)),
    "redocly drift, one run": () => drift,
  };
  const title = `${values.exchanges} exchanges (${getMegabytes(har)} MB HAR) of a public spec, no two alike`;
  addTable(title, runInTurn(rounds, rows));
  const eight = ["1", "2", "3", "4", "5", "6", "7", "8"].map((seed) =>
    write(`part-${seed}.har`, "--exchanges", String(Number(values.exchanges) / 2), "--seed", seed),
  );
  const size = eight.reduce((sum, file) => sum + getMegabytes(file), 0);
  addShardTable(`Shards and workers of eight such HARs (${size} MB)`, (...options) => check(eight, ...options));
}

/** Traffic of several specs, each in two kinds: exchanges of which no two are alike, and a client of the sandbox. */
function measureSpecs(specs: readonly string[]): void {
  const columns =
    "| spec | traffic | MB | lower bound s | contract s | `--no-fast` s | × bound | `redocly drift` ÷ contract | peak MB |";
  rows.push("## Specs of others", "", columns, columns.replace(/[^|]+/g, "---"));
  for (const spec of specs.map((it) => resolve(it)))
    for (const [kind, script] of [
      ["no two alike", "spec-traffic.ts"],
      ["a client", "client-traffic.ts"],
    ] as const) {
      const har = join(folder, "traffic.har");
      writeTraffic(script, spec, har, ["--exchanges", values.exchanges]);
      const check = (...options: string[]) =>
        runTimed(folder, CONTRACT, ["check", har, "--spec", spec, "--workers", "1", ...options]);
      const table = runInTurn(rounds, {
        bound: () => runTimed(folder, LOWER_BOUND, [har]),
        ours: () => check(),
        plain: () => check("--no-fast"),
      });
      const [bound, ours, plain] = ["bound", "ours", "plain"].map((name) => table.get(name)?.cpuSeconds ?? Number.NaN);
      const drift = runDrift(har, spec);
      const cells = [basename(spec), kind, getMegabytes(har), ...[bound, ours, plain].map((it) => it?.toFixed(2))];
      const ratios = [
        (ours ?? 0) / (bound ?? 1),
        (drift.failure === undefined ? drift.cpuSeconds : Number.NaN) / (ours ?? 1),
      ];
      rows.push(
        `| ${[...cells, ...ratios.map((it) => it.toFixed(1)), table.get("ours")?.megabytes.toFixed(0)].join(" | ")} |`,
      );
    }
  rows.push("");
}

/** The first shard also lints the spec, so that two shards of each number are measured. */
function addShardTable(title: string, check: (...options: string[]) => () => Timed): void {
  const shards = ["1/2", "2/2", "1/8", "2/8"].map((shard) => [`shard ${shard}`, check("--shard", shard)] as const);
  const workers = { "one run": check(), [TWO_WORKERS]: check("--workers", "2") };
  const table = runInTurn(rounds, { ...workers, ...Object.fromEntries(shards) });
  addTable(title, table);
  const cpu = (name: string): number => table.get(name)?.cpuSeconds ?? Number.NaN;
  const two = (cpu("shard 1/2") + cpu("shard 2/2")) / cpu("one run");
  const eight = (cpu("shard 1/8") + 7 * cpu("shard 2/8")) / cpu("one run");
  const elapsed = (name: string): number => table.get(name)?.seconds ?? Number.NaN;
  const faster = elapsed("one run") / elapsed(TWO_WORKERS);
  rows.push(
    `All together, two shards cost ${two.toFixed(2)} × of one run, eight ${eight.toFixed(2)} ×. Two workers are ${faster.toFixed(2)} × as fast.`,
    "",
  );
}

function measureHuge(): Map<string, Timed> {
  const har = makeHar("huge", values.huge);
  try {
    return runInTurn(1, { contract: () => runContract(har), "redocly drift": () => runDrift(har) });
  } finally {
    rmSync(har);
  }
}

function measureNoisy(): Map<string, Timed> {
  const har = makeHar("many", "150MB");
  const [clean, noisy] = [join(folder, "quiet.har"), join(folder, "loud.har")];
  writeNoisy(har, clean, { entries: 15_000, violations: 0 });
  writeNoisy(har, noisy, { entries: 15_000, violations: 160 });
  const drift = runDrift(noisy);
  return runInTurn(rounds, {
    "contract, clean": () => runContract(clean),
    "contract, noisy": () => runContract(noisy),
    "redocly drift, noisy, one run": () => drift,
    ...createLowerBounds(noisy, SPEC),
  });
}

function measureStart(har: string): Map<string, Timed> {
  const ten = join(folder, "ten.har");
  writeNoisy(har, ten, { entries: 10, violations: 0 });
  const nothing = join(folder, "nothing.cjs");
  writeFileSync(nothing, "");
  return runInTurn(Math.max(rounds, 7), {
    "node alone": () => runTimed(folder, nothing, []),
    contract: () => runContract(ten),
    "redocly drift": () => runDrift(ten),
  });
}

function runContract(har: string, ...options: readonly string[]): Timed {
  return runTimed(folder, CONTRACT, ["check", har, "--spec", SPEC, "--workers", "1", ...options]);
}

function runDrift(har: string, spec = SPEC): Timed {
  return runTimed(folder, REDOCLY, ["drift", har, "--api", spec, "--format", "json"]);
}

function makeHar(name: string, size: string): string {
  const path = join(folder, `${name}.har`);
  const script = join(import.meta.dirname, "large-har.ts");
  execFileSync(process.execPath, ["--import", "tsx", script, "--size", size, "--out", path], { stdio: "ignore" });
  return path;
}

function getMegabytes(path: string): number {
  return Math.round(statSync(path).size / 1e6);
}

/** Adds a table whose ratios are relative to the first row. */
function addTable(title: string, results: ReadonlyMap<string, Timed>): void {
  const [base] = results.values();
  rows.push(`## ${title}`, "", "| | CPU s | × | elapsed s | peak MB | exit code |", "|---|---|---|---|---|---|");
  for (const [name, { seconds, cpuSeconds, megabytes: peak, status, failure }] of results) {
    const ratio = failure === undefined ? (cpuSeconds / (base?.cpuSeconds ?? cpuSeconds)).toFixed(2) : "–";
    // The CPU time and the memory of the other processes are not known.
    const [cpu, times, memory] =
      name === TWO_WORKERS ? ["–", "–", "–"] : [cpuSeconds.toFixed(2), ratio, peak.toFixed(0)];
    const label = failure === undefined ? name : `${name}, failed: \`${failure}\``;
    rows.push(`| ${label} | ${cpu} | ${times} | ${seconds.toFixed(2)} | ${memory} | ${status ?? "a signal"} |`);
  }
  rows.push("");
}

function formatPage(): string {
  const [load = 0] = loadavg();
  const command = `Written by \`npm run bench check -- ${process.argv.slice(2).map(shortenPath).join(" ")}\`; do not edit.`;
  const machine = `Node ${process.versions.node}, ${cpus().length} shared cores, load ${load.toFixed(1)} at the end.`;
  const header =
    values.only === "record"
      ? ["# Recorder", "", command, ...RECORD_HEADER]
      : [
          "# Benchmark results",
          "",
          `${command} Compare the ratios: the programs of a table took turns in`,
          `one run. Figures are medians of ${rounds} rounds (start: ${Math.max(rounds, 7)}; HAR of ${values.huge}: one run). × is the ratio of CPU time to the first row.`,
          "All rows of `contract` are of one process (`--workers 1`), except those of workers. These have only the elapsed time, because the CPU time and",
          "memory of the further processes are not measured. Exit code 1 means findings. A row without × has the error of a program that failed.",
        ];
  return [...header, machine, "", ...rows].join("\n");
}

/** Leaves out the folders of an absolute path. */
function shortenPath(argument: string): string {
  return isAbsolute(argument) ? basename(argument) : argument;
}
