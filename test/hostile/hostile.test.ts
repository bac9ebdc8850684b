/** What is made to harm us ends in bounded time and memory, with a verdict. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { bundled } from "../bundled.js";
import { ATTACKS } from "./attacks.js";

/** Unbounded, each would take hours. */
const SECONDS = 120;

type Outcome = { readonly code: number; readonly output: string; readonly memory: number };

/** Every attack runs in one process that is not this one; an attack that it does not survive costs it, and only it. */
const outcomes = runAll(ATTACKS.map(({ attack }) => attack));

describe("what is made to harm us", () => {
  test.each(ATTACKS)(
    "$attack",
    async ({ attack, code, says, never }) => {
      const outcome = (await outcomes).get(attack);
      if (typeof outcome !== "object") throw new Error(outcome ?? "was not run");
      expect(outcome.output).toMatch(says);
      expect(outcome.code, outcome.output).toBe(code);
      if (never !== undefined) expect(outcome.output).not.toMatch(never);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(outcome.output).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(outcome.output).not.toMatch(/\n\s+at .*:\d+:\d+|internal error/);
      expect(outcome.memory, "MiB").toBeLessThan(3000);
    },
    SECONDS * ATTACKS.length * 1000,
  );
});

async function runAll(names: readonly string[]): Promise<ReadonlyMap<string, Outcome | string>> {
  const found = new Map<string, Outcome | string>();
  let rest = names;
  while (rest.length > 0) {
    for (const [name, outcome] of await runUntilLost(rest)) found.set(name, outcome);
    rest = names.filter((name) => !found.has(name));
  }
  return found;
}

/** Runs attacks in one process until one of them is lost, or all are done. */
async function runUntilLost(names: readonly string[]): Promise<ReadonlyMap<string, Outcome | string>> {
  const found = new Map<string, Outcome | string>();
  const child = spawn(process.execPath, [bundled("test/hostile/child.ts"), ...names], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  let running = names[0] ?? "";
  let why = "ended";
  const watch = (): NodeJS.Timeout =>
    setTimeout(() => {
      why = `took more than ${SECONDS} seconds`;
      child.kill("SIGKILL");
    }, SECONDS * 1000);
  let timer = watch();
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer);
    timer = watch();
    const told = JSON.parse(line) as { started?: string; done?: string } & Outcome;
    if (told.started !== undefined) running = told.started;
    if (told.done !== undefined) found.set(told.done, told);
  }
  clearTimeout(timer);
  if (found.size < names.length && !found.has(running)) found.set(running, `the process ${why}: ${said.slice(-2000)}`);
  return found;
}
