/** Hostile input is processed in bounded time and memory, with a result. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { bundled } from "../bundled.js";
import { ATTACKS } from "./attacks.js";

/** Without limits, each attack would take hours. */
const SECONDS = 120;

type Outcome = { readonly code: number; readonly output: string; readonly memory: number };

/** All attacks run in a separate process. If an attack kills it, only that attack fails. */
const outcomes = runAll(ATTACKS.map(({ attack }) => attack));

describe("hostile input", () => {
  test.each(ATTACKS)(
    "$attack",
    async ({ attack, code, message, never }) => {
      const outcome = (await outcomes).get(attack);
      if (typeof outcome !== "object") throw new Error(outcome ?? "was not run");
      expect(outcome.output).toMatch(message);
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

/** Runs attacks in one process until one of them kills it or all are done. */
async function runUntilLost(names: readonly string[]): Promise<ReadonlyMap<string, Outcome | string>> {
  const found = new Map<string, Outcome | string>();
  const child = spawn(process.execPath, [bundled("test/hostile/child.ts"), ...names], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  let running = names[0] ?? "";
  let end = "exited";
  const watch = (): NodeJS.Timeout =>
    setTimeout(() => {
      end = `took more than ${SECONDS} seconds`;
      child.kill("SIGKILL");
    }, SECONDS * 1000);
  let timer = watch();
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer);
    timer = watch();
    const message = JSON.parse(line) as { started?: string; done?: string } & Outcome;
    if (message.started !== undefined) running = message.started;
    if (message.done !== undefined) found.set(message.done, message);
  }
  clearTimeout(timer);
  if (found.size < names.length && !found.has(running))
    found.set(running, `the process ${end}: ${stderr.slice(-2000)}`);
  return found;
}
