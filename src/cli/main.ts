#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { run } from "./run.js";

/**
 * How much of a function the V8 of Node 20 runs before it thinks of optimising it, for `check`. Most of that goes by in native
 * code and in WebAssembly: up to some hundred megabytes, compiling what soon has run its course costs more than it brings.
 */
const V8_INTERRUPT_BUDGET = 3_000_000;

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());
// A reader that has seen enough, such as head, closes the pipe; that is no failure.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit(0);
  process.stderr.write(`contract: stdout cannot be written: ${message}\n`);
  process.exit(2);
});

// Other versions count otherwise, and were not measured.
if (process.argv[2] === "check" && process.versions.v8.startsWith("11.3."))
  setFlagsFromString(`--interrupt-budget=${V8_INTERRUPT_BUDGET}`);

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

// Who interrupts does not wait for a pipe that nobody writes to, and that is being read.
if (interrupt.signal.aborted) process.exit();
