#!/usr/bin/env node
import { run } from "./run.js";

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());
// A reader that has seen enough, such as head, closes the pipe; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 2));

process.exitCode = await run(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: process.stdin,
  env: process.env,
  signal: interrupt.signal,
  isTerminal: process.stderr.isTTY === true && process.stdout.isTTY === true,
  today: new Date(performance.timeOrigin).toISOString().slice(0, 10),
});
