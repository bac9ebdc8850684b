/**
 * `npm run long faults`: plants one defect at a time between `contract probe` and the sandbox, and measures which defects the probe finds,
 * with how many requests and in what time. Then it probes the healthy sandbox with ten seeds. A full run writes bench/FAULTS.md.
 *
 * Options:
 * - `--match TEXT`: only faults whose name contains the text
 * - `--phase examples,stateful`: only these phases of the probe
 * - `--seeds N`: number of healthy runs
 * - `--no-drift`: without `redocly drift`
 * - `--state FILE`: the file for intermediate results; `--resume` continues from it
 * - `--jobs 2`: number of processes
 * - `--out FILE`
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PHASES } from "../../src/probe/index.js";
import { FAULTS, keyOf } from "./faults/catalogue.js";
import { findDriftProblems } from "./faults/drift.js";
import type { Fault } from "./faults/fault.js";
import { formatFaultsPage, formatTotals, type Line } from "./faults/page.js";
import { createProbeRunner, type ProbeRun } from "./faults/probe-runner.js";

const { values } = parseArgs({
  options: {
    phase: { type: "string" },
    match: { type: "string" },
    seeds: { type: "string", default: "10" },
    "no-drift": { type: "boolean", default: false },
    jobs: { type: "string", default: "1" },
    part: { type: "string", default: "1/1" },
    state: { type: "string", default: join(tmpdir(), "commerce-contract-faults.json") },
    resume: { type: "boolean", default: false },
    out: { type: "string", default: "bench/FAULTS.md" },
  },
});

type State = { healthy?: string[]; drift?: string[]; lines: Record<string, Line> };

const phases = PHASES.filter((it) => values.phase === undefined || values.phase.split(",").includes(it));
const state: State = { lines: {} };
if (values.resume) for (const file of [values.state, ...listPartFiles(values.state)]) loadState(file);
const faults = FAULTS.filter((it) => keyOf(it).includes(values.match ?? ""));
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);
const [part = 1, parts = 1] = values.part.split("/").map(Number);
const isOwn = (_: unknown, at: number): boolean => at % parts === part - 1;
if (Number(values.jobs) > 1) await runInProcesses(Number(values.jobs));
const runner = await createProbeRunner();
const driftRuns: Promise<void>[] = [];

// Findings of the healthy sandbox are no evidence of a fault, so they are collected first.
if (state.healthy === undefined) await runHealthy(1);
for (const fault of faults.filter(isOwn)) if (state.lines[keyOf(fault)] === undefined) await runFault(fault);
for (const seed of seeds.filter(isOwn)) if (state.lines[`seed ${seed}`] === undefined) await runHealthy(seed);
await Promise.all(driftRuns);
await runner.close();

const getLine = (key: string): Line[] => (state.lines[key] === undefined ? [] : [state.lines[key]]);
const results = {
  faults: faults.flatMap((it) => getLine(keyOf(it)).map((line) => ({ ...line, missReason: it.missReason }))),
  healthy: seeds.flatMap((it) => getLine(`seed ${it}`)),
  phases,
};
process.stdout.write(`${formatTotals(results)}\n`);
if (values.match === undefined && values.phase === undefined && parts === 1)
  writeFileSync(values.out, formatFaultsPage(results));
process.exitCode = results.healthy.some(({ errors }) => errors.length > 0) ? 1 : 0;

/** Returns the state files of the processes of a run with `--jobs`, which may have been interrupted. */
function listPartFiles(file: string): string[] {
  return [1, 2, 3, 4].map((at) => `${file}.${at}`);
}

function loadState(file: string): void {
  if (!existsSync(file)) return;
  const { lines, ...baseline } = JSON.parse(readFileSync(file, "utf8")) as State;
  Object.assign(state, baseline);
  Object.assign(state.lines, lines);
}

/** Each process continues from the current state and writes its own file. */
async function runInProcesses(jobs: number): Promise<void> {
  const files = listPartFiles(values.state).slice(0, jobs);
  const ended = files.map((file, at) => {
    writeFileSync(file, JSON.stringify(state));
    const own = ["--jobs", "1", "--resume", "--part", `${at + 1}/${jobs}`, "--state", file];
    const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1), ...own], {
      stdio: "inherit",
    });
    return once(child, "close");
  });
  await Promise.all(ended);
  for (const file of files) loadState(file);
  writeFileSync(values.state, JSON.stringify(state, null, 1));
}

async function runHealthy(seed: number): Promise<void> {
  const result = await runner.run({ seed, phases });
  if (state.healthy === undefined) {
    state.healthy = [...result.seen.keys()];
    if (!values["no-drift"]) state.drift = [...(await findDriftProblems(result.exchanges, runner.url))];
  }
  saveLine(`seed ${seed}`, { name: result.name, operation: "", run: result });
}

async function runFault(fault: Fault): Promise<void> {
  const result = await runner.run({ fault, phases, healthy: new Set(state.healthy) });
  const key = keyOf(fault);
  const summary = { name: fault.name, operation: fault.operation, run: result };
  // `redocly drift` runs during the next probe run, one process at a time.
  await driftRuns.at(-1);
  if (values["no-drift"]) saveLine(key, summary);
  else
    driftRuns.push(
      findDriftProblems(result.exchanges, runner.url).then((problems) => {
        const operations = [fault.operation, ...(fault.reportedFor ?? [])];
        const own = [...problems].filter((it) => operations.some((name) => it.startsWith(`${name} `)));
        saveLine(key, { ...summary, drift: own.filter((it) => state.drift?.includes(it) !== true) });
      }),
    );
}

type RunResult = Pick<Line, "name" | "operation" | "drift"> & { readonly run: ProbeRun };

function saveLine(key: string, { run, ...summary }: RunResult): void {
  const { found, requests, ms } = run;
  const errors = [...new Set(run.errors)];
  const line = { key, ...summary, found, requests, ms, errors };
  state.lines[key] = line;
  writeFileSync(values.state, JSON.stringify(state, null, 1));
  const isHealthy = summary.operation === "";
  const verdict = isHealthy ? `${errors.length} false alarms` : found === undefined ? "MISSED" : `found ${found}`;
  const flagged = summary.drift === undefined ? "" : summary.drift.length > 0 ? "; drift too" : "";
  process.stdout.write(`${verdict}  ${key}  ${requests} requests, ${(ms / 1000).toFixed(1)} s${flagged}\n`);
  if (found === undefined) for (const error of errors.slice(0, 8)) process.stdout.write(`          ${error}\n`);
}
