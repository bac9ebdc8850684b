/** `npx tsx scripts/check/lint/workflows.ts`: checks the GitHub workflows with actionlint and every shell script of CI with shellcheck. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A Go module: `go run` downloads and compiles it on the first run. */
const ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

const ACTION = "action.yml";

type Action = { readonly runs: { readonly steps: readonly { readonly id: string; readonly run: string }[] } };

if (!isInstalled("go", "version")) {
  process.stderr.write("this needs Go 1.25 or newer, to run actionlint: install Go and run this again\n");
  process.exit(2);
}
const hasShellcheck = isInstalled("shellcheck", "--version");
if (!hasShellcheck) {
  process.stderr.write(
    "shellcheck is not installed: the scripts in the workflows are not checked (apt install shellcheck)\n",
  );
  if (process.env.CI === "true") process.exit(2);
}

const roots = [".", ...listFiles("examples")];
const workflows = roots.flatMap((root) => listFiles(join(root, ".github/workflows")));
const results = [run("go", ["run", ACTIONLINT, ...workflows])];
if (hasShellcheck) {
  results.push(run("shellcheck", listFiles(".ci")));
  // actionlint does not read the scripts of actions.
  const { runs } = parse(readFileSync(ACTION, "utf8")) as Action;
  for (const step of runs.steps) results.push(run("shellcheck", ["--shell=bash", "-"], step.run));
}
const failed = results.some((status) => status !== 0);
if (!failed) process.stdout.write(`${workflows.length} workflows checked, no findings\n`);
process.exitCode = failed ? 1 : 0;

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

function isInstalled(program: string, versionArgument: string): boolean {
  return spawnSync(program, [versionArgument], { stdio: "ignore" }).status === 0;
}

function run(program: string, args: readonly string[], input?: string): number {
  const stdin = input === undefined ? "inherit" : "pipe";
  const { status, error } = spawnSync(program, args, { stdio: [stdin, "inherit", "inherit"], ...(input && { input }) });
  if (error !== undefined) throw error;
  return status ?? 1;
}
