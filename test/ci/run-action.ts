/** Runs the step of the GitHub Action as a runner does: inputs become environment variables, then bash runs the script. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";

type Action = {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
type Step = {
  readonly id: string;
  readonly shell: string;
  readonly run: string;
  readonly "working-directory": string;
  readonly env: Readonly<Record<string, string>>;
};

export type ActionRun = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
};

/** @throws Error when the file is not an action with one step. */
export function readAction(path: string): Action & { readonly text: string; readonly step: Step } {
  const text = readFileSync(path, "utf8");
  const action = parse(text) as Action;
  const [step, ...others] = action.runs.steps;
  if (step === undefined || others.length > 0) throw new Error(`${path} has not exactly one step`);
  return { ...action, text, step };
}

/** Runs the action in a workspace. Inputs that are not given have their defaults. `runner`: variables of the runner. */
export async function runAction(
  path: string,
  workspace: string,
  given: Readonly<Record<string, string>>,
  runner: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  const { inputs, step } = readAction(path);
  const evaluate = (value: string): string =>
    value.replaceAll(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_, name) => given[name] ?? inputs[name]?.default ?? "");
  const files = { GITHUB_OUTPUT: join(workspace, ".output"), GITHUB_STEP_SUMMARY: join(workspace, ".summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const script = join(workspace, ".script.sh");
  writeFileSync(script, step.run);
  // What `shell: bash` means on a runner.
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
    cwd: join(workspace, evaluate(step["working-directory"])),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, evaluate(value)])),
      ...files,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_WORKSPACE: workspace,
      ...runner,
    },
  });
  const exited = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exited) as [number | null];
  const lines = readFileSync(files.GITHUB_OUTPUT, "utf8").split("\n").filter(Boolean);
  const outputs = Object.fromEntries(lines.map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)]));
  const summary = existsSync(files.GITHUB_STEP_SUMMARY) ? readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") : "";
  return { code, stdout, stderr, outputs, summary };
}
