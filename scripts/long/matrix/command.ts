import { type ChildProcessByStdio, spawn } from "node:child_process";
import { delimiter } from "node:path";
import type { Readable } from "node:stream";

export type CommandEnvironment = {
  readonly folder: string;
  /** Folders that precede the PATH of this process. */
  readonly path: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

export type CommandResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const TIMEOUT = 600_000;

/** Starts a command without the environment variables of the npm process that runs this script. */
export function start(
  { folder, path, env }: CommandEnvironment,
  [command = "", ...args]: readonly string[],
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(command, args, {
    cwd: folder,
    env: { ...createEnvironment(), ...env, PATH: [...path, process.env.PATH ?? ""].join(delimiter) },
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT,
  });
}

/** Runs a command and waits for its end. */
export function run(environment: CommandEnvironment, command: readonly string[]): Promise<CommandResult> {
  const child = start(environment, command);
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ...output, code: null, stderr: String(error) }));
    child.once("close", (code) => resolve({ ...output, code }));
  });
}

/** @throws Error with the output when the command fails */
export async function runSuccessfully(
  environment: CommandEnvironment,
  command: readonly string[],
): Promise<CommandResult> {
  const output = await run(environment, command);
  if (output.code === 0) return output;
  throw new Error(`${command.join(" ")}: exit code ${output.code}\n${output.stdout}${output.stderr}`);
}

/** Removes variables of npm and CI. With `CI` set, package managers reject a changed lockfile. */
function createEnvironment(): Record<string, string | undefined> {
  const variables = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|pnpm_|yarn_|bun_|vitest|node_options$|node_path$|init_cwd$|ci$|force_color$|test$)/i.test(name),
  );
  return { ...Object.fromEntries(variables), NO_COLOR: "1" };
}
