#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { run } from "./run.js";

/** How much of a function the V8 of Node 20 runs before it thinks of optimising it, unless it is told otherwise. */
const V8_BUDGET = 66 * 1024;

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());
// A reader that has seen enough, such as head, closes the pipe; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 2));

// What runs once, before the traffic is read, is not worth optimising: that would cost a sixth of the time of a short run.
const isMeasured = process.versions.v8.startsWith("11.3.");
const hold = (budget: number): void => {
  if (isMeasured) setFlagsFromString(`--interrupt-budget=${budget}`);
};
if (process.argv[2] === "check") hold(1_000_000);

process.exitCode = await run(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: process.stdin,
  env: process.env,
  signal: interrupt.signal,
  isTerminal: process.stderr.isTTY === true && process.stdout.isTTY === true,
  columns: process.stdout.columns,
  self: [process.execPath, ...process.execArgv, process.argv[1] ?? ""],
  lasting: () => hold(V8_BUDGET),
  today: new Date(performance.timeOrigin).toISOString().slice(0, 10),
});
