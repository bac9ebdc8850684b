#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { run } from "./run.js";

/**
 * The V8 interrupt budget of Node 20: how much of a function runs before V8 considers optimizing it. Alike traffic is checked by native code
 * and WebAssembly, and `diff` runs much code a few times, so that optimizing early costs more than it saves. More than this costs a tenth of
 * the time on traffic of which no two exchanges are alike.
 */
const V8_INTERRUPT_BUDGET: ReadonlyMap<string, number> = new Map([
  ["diff", 3_000_000],
  ...["check", "check-part", "worker"].map((command) => [command, 1_000_000] as const),
]);

/**
 * How much the heap grows, in percent, before V8 collects it again. Most of what a comparison makes stays in use; of traffic, almost
 * nothing does, and the default lets the heap grow to several times of what is used.
 */
const V8_HEAP_GROWTH: ReadonlyMap<string, number> = new Map([
  ["diff", 700],
  ...["check", "check-part", "gate", "record", "worker"].map((command) => [command, 60] as const),
]);

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());
// A reader such as `head` closes the pipe early, which is not an error.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit(0);
  process.stderr.write(`contract: cannot write to stdout: ${message}\n`);
  process.exit(2);
});

const command = process.argv[2] ?? "";
const budget = V8_INTERRUPT_BUDGET.get(command);
// Other V8 versions use another unit and were not measured.
if (budget !== undefined && process.versions.v8.startsWith("11.3.")) setFlagsFromString(`--interrupt-budget=${budget}`);
const growth = V8_HEAP_GROWTH.get(command);
if (growth !== undefined) setFlagsFromString(`--heap-growing-percent=${growth}`);
// The recorder has two heaps. Small ones keep it 20 MB smaller, in the same time.
if (command === "record") setFlagsFromString("--optimize-for-size");

process.exitCode = await run(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: process.stdin,
  env: process.env,
  signal: interrupt.signal,
  isTerminal: process.stderr.isTTY === true && process.stdout.isTTY === true,
  columns: process.stdout.columns,
  selfCommand: [process.execPath, ...process.execArgv, process.argv[1] ?? ""],
  today: new Date().toISOString().slice(0, 10),
});

// An open read from an idle pipe, or what a failed command leaves open, would otherwise keep the process running after an interrupt.
if (interrupt.signal.aborted) process.exit();
interrupt.signal.addEventListener("abort", () => process.exit());
