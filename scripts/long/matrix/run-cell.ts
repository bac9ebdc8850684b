import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findAlarms } from "./alarms.js";
import { type Cell, nameOf } from "./cells.js";
import { type CommandEnvironment, runSuccessfully } from "./command.js";
import { type Manager, managerOf } from "./managers.js";
import { stepsOf } from "./smoke.js";
import { CACHE, installNode, installPrograms } from "./tools.js";

export type StepResult = { readonly name: string; readonly failure?: string };
export type CellResult = { readonly cell: Cell; readonly steps: readonly StepResult[]; readonly seconds: number };

/**
 * Installs the tarball in an empty folder, once with the command for users and once from the lockfile, and tests it.
 *
 * @param skipped names of steps to leave out
 */
export async function runCell(cell: Cell, tarball: string, skipped: readonly string[] = []): Promise<CellResult> {
  const started = performance.now();
  const manager = managerOf(cell.manager);
  const folder = mkdtempSync(join(tmpdir(), "cell-"));
  const programs = [installNode(cell.node), installPrograms(manager.tool)];
  const environment = { folder, path: [...programs, join(folder, "node_modules/.bin")], env: manager.env };
  const steps: StepResult[] = [];
  const attempt = async (name: string, run: () => Promise<void>): Promise<boolean> => {
    const failure = await run().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    steps.push(failure === undefined ? { name } : { name, failure });
    return failure === undefined;
  };
  const reinstall = async (): Promise<void> => {
    rmSync(join(folder, "node_modules"), { recursive: true });
    await install(environment, manager.frozen, cell);
  };
  try {
    writeProject(cell, manager, folder);
    const isAdded = await attempt("install", () => install(environment, manager.add(tarball), cell));
    // With vitest, the lockfile is mostly about packages of vitest.
    const isInstalled = isAdded && (cell.vitest !== undefined || (await attempt("lockfile, no scripts", reinstall)));
    if (isInstalled)
      for (const [name, run] of stepsOf(cell).filter(([step]) => !skipped.includes(step)))
        await attempt(name, () => run({ cell, manager, environment }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { cell, steps, seconds: (performance.now() - started) / 1000 };
}

function writeProject({ typescript, vitest }: Cell, { files }: Manager, folder: string): void {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, "npmrc"), "audit=false\nfund=false\nupdate-notifier=false\n");
  const devDependencies = {
    ...(typescript === "none" ? {} : { typescript }),
    ...(vitest === undefined ? {} : { vitest, "@types/node": "22" }),
  };
  const manifest = { name: "cell", version: "1.0.0", private: true, license: "MIT", type: "module", devDependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  // vitest 3 comes with esbuild, whose install script pnpm refuses without consent.
  if (vitest !== undefined) writeFileSync(join(folder, "pnpm-workspace.yaml"), "allowBuilds:\n  esbuild: true\n");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

async function install(environment: CommandEnvironment, command: readonly string[], cell: Cell): Promise<void> {
  const alarms = findAlarms(await runSuccessfully(environment, command));
  if (alarms.length > 0) throw new Error(`${command.join(" ")} in ${nameOf(cell)}:\n${alarms.join("\n")}`);
  if (cell.typescript !== "none") return;
  const installed = readdirSync(join(environment.folder, "node_modules")).filter((name) => !name.startsWith("."));
  if (installed.join() !== "commerce-contract") throw new Error(`installs other packages: ${installed.join(", ")}`);
}
