/**
 * `npm run bench`: the command beside `redocly drift` and beside what cannot be avoided, in one run, interleaved.
 *
 * Options: `--rounds 3`, `--only clean,huge,noisy,start,sandbox` (or `record`), `--size 93MB`, `--huge 556MB`, `--out bench/RESULTS.md`. Its
 * recordings are made in the folder for temporary files, and taken away.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeNoisy } from "./bench/noisy.js";
import { recordTables } from "./bench/record.js";
import { sandboxTables } from "./bench/sandbox.js";
import { interleaved, type Timed, timed } from "./bench/timed.js";
import { scratchFolder } from "./mutate/rivals/scratch.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "clean,huge,noisy,start,sandbox" },
    size: { type: "string", default: "93MB" },
    huge: { type: "string", default: "556MB" },
    out: { type: "string" },
  },
});
const ROOT = join(import.meta.dirname, "..");
const SPEC = join(ROOT, "generated/openapi.json");
const CONTRACT = join(ROOT, "dist/cli/main.js");
const REDOCLY = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");
const FLOOR = join(import.meta.dirname, "bench/floor.mjs");
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const rows: string[] = [];
const rounds = Number(values.rounds);

try {
  const names = values.only.split(",");
  const big = names.some((name) => name === "clean" || name === "start") ? made("big", values.size) : "";
  const parts: Readonly<Record<string, () => void | Promise<void>>> = {
    clean: () => table(`${megabytes(big)} MB HAR without findings`, clean(big)),
    huge: () => table(`${values.huge} HAR without findings`, huge()),
    noisy: () => table("15,000 exchanges, 160 violations each", noisy()),
    start: () => table("Start: ten exchanges", start(big)),
    sandbox: async () => void rows.push(...(await sandboxTables())),
    record: async () => void rows.push(...(await recordTables(rounds))),
  };
  for (const name of names) await parts[name]?.();
} finally {
  rmSync(folder, { recursive: true });
}
const text = page();
if (values.out !== undefined) writeFileSync(values.out, text);
process.stdout.write(text);

function clean(har: string): Map<string, Timed> {
  return interleaved(rounds, {
    contract: () => contract(har),
    "redocly drift": () => drift(har),
    "floor: readFile, JSON.parse, bodies parsed": () => timed(folder, FLOOR, [har]),
    "floor, and stock Ajv to the first error": () => timed(folder, FLOOR, [har, SPEC, scratchFolder()]),
  });
}

/** Once, for its time is not in question. */
function huge(): Map<string, Timed> {
  const har = made("huge", values.huge);
  try {
    return interleaved(1, { contract: () => contract(har), "redocly drift": () => drift(har) });
  } finally {
    rmSync(har);
  }
}

function noisy(): Map<string, Timed> {
  const har = made("many", "150MB");
  const [quiet, loud] = [join(folder, "quiet.har"), join(folder, "loud.har")];
  writeNoisy(har, quiet, { entries: 15_000, violations: 0 });
  writeNoisy(har, loud, { entries: 15_000, violations: 160 });
  return interleaved(rounds, { "contract, clean": () => contract(quiet), "contract, noisy": () => contract(loud) });
}

function start(har: string): Map<string, Timed> {
  const ten = join(folder, "ten.har");
  writeNoisy(har, ten, { entries: 10, violations: 0 });
  const nothing = join(folder, "nothing.cjs");
  writeFileSync(nothing, "");
  return interleaved(Math.max(rounds, 7), {
    "node alone": () => timed(folder, nothing, []),
    contract: () => contract(ten),
    "redocly drift": () => drift(ten),
  });
}

function contract(har: string): Timed {
  return timed(folder, CONTRACT, ["check", har, "--spec", SPEC]);
}

function drift(har: string): Timed {
  return timed(folder, REDOCLY, ["drift", har, "--api", SPEC, "--format", "json"]);
}

function made(name: string, size: string): string {
  const path = join(folder, `${name}.har`);
  const script = join(import.meta.dirname, "big-har.ts");
  execFileSync(process.execPath, ["--import", "tsx", script, "--size", size, "--out", path], { stdio: "ignore" });
  return path;
}

function megabytes(path: string): number {
  return Math.round(statSync(path).size / 1e6);
}

/** Ratios are to the first row. */
function table(title: string, results: ReadonlyMap<string, Timed>): void {
  const [base] = results.values();
  rows.push(`## ${title}`, "", "| | CPU s | × | wall s | peak MB | ended with |", "|---|---|---|---|---|---|");
  for (const [name, { seconds, cpuSeconds, megabytes: peak, status }] of results) {
    const ratio = (cpuSeconds / (base?.cpuSeconds ?? cpuSeconds)).toFixed(2);
    rows.push(
      `| ${name} | ${cpuSeconds.toFixed(2)} | ${ratio} | ${seconds.toFixed(2)} | ${peak.toFixed(0)} | ${status ?? "a signal"} |`,
    );
  }
  rows.push("");
}

function page(): string {
  const [load = 0] = loadavg();
  return [
    "# Measured",
    "",
    `Written by \`npm run bench -- ${process.argv.slice(2).join(" ")}\`; do not edit. Only ratios mean anything: the programs of a table ran in`,
    `turn in one run, medians of ${rounds} (the start: of ${Math.max(rounds, 7)}, a HAR of 556 MB: one run). × is CPU time by that of the first row. Node ${process.versions.node},`,
    `${cpus().length} shared cores, load ${load.toFixed(1)} at the end.`,
    "",
    ...rows,
  ].join("\n");
}
