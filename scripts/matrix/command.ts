import { type ChildProcessByStdio, spawn } from "node:child_process";
import { delimiter } from "node:path";
import type { Readable } from "node:stream";

export type Machine = {
  readonly folder: string;
  /** Folders of programs, before those of the machine. */
  readonly path: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const TIMEOUT = 600_000;

/** Starts a command. Settings of the npm that started this process do not reach it. */
export function start(
  { folder, path, env }: Machine,
  [command = "", ...args]: readonly string[],
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(command, args, {
    cwd: folder,
    env: { ...inherited(), ...env, PATH: [...path, process.env.PATH ?? ""].join(delimiter) },
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT,
  });
}

/** Runs a command to its end. */
export function run(machine: Machine, command: readonly string[]): Promise<Ended> {
  const child = start(machine, command);
  const ended = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ...ended, code: null, stderr: String(error) }));
    child.once("close", (code) => resolve({ ...ended, code }));
  });
}

/** @throws Error with the output when the command fails */
export async function succeed(machine: Machine, command: readonly string[]): Promise<Ended> {
  const ended = await run(machine, command);
  if (ended.code === 0) return ended;
  throw new Error(`${command.join(" ")}: exit code ${ended.code}\n${ended.stdout}${ended.stderr}`);
}

/** What CI sets makes package managers refuse a lockfile that changes; users do not have it. */
function inherited(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|pnpm_|yarn_|bun_|vitest|node_options$|node_path$|init_cwd$|ci$|force_color$|test$)/i.test(name),
  );
  return { ...Object.fromEntries(kept), NO_COLOR: "1" };
}
