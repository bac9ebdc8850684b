import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cell } from "./cells.js";
import { type Ended, type Machine, succeed } from "./command.js";
import type { Manager } from "./managers.js";
import { entriesOf, loadAll, SHARED_IDS, TSCONFIG, typesProgram, VITEST_PROGRAM } from "./programs.js";
import { smokeSandbox } from "./smoke-sandbox.js";

const ROOT = join(import.meta.dirname, "../..");

export type Installed = { readonly cell: Cell; readonly manager: Manager; readonly machine: Machine };
export type Step = readonly [name: string, run: (installed: Installed) => Promise<void>];

/** What is tried of an installed package. A step throws when it fails. */
export function stepsOf(cell: Cell): readonly Step[] {
  if (cell.vitest !== undefined) return [["vitest", smokeVitest]];
  return [
    ["version", smokeVersion],
    ["check", smokeCheck],
    ["ESM", smokeImport],
    ["CommonJS", smokeRequire],
    ...(cell.typescript === "none" ? [] : ([["types", smokeTypes]] as const)),
    ["generate", smokeGenerate],
    ["sandbox", smokeSandbox],
  ];
}

async function smokeVersion({ machine, manager }: Installed): Promise<void> {
  const { version } = manifestOf(ROOT);
  const { stdout, stderr } = await succeed(machine, [...manager.exec, "contract", "--version"]);
  // npm 12 says on stderr what npx runs.
  expectQuiet({ stdout, stderr: stderr.replaceAll(/^npm notice .*\n/gm, "") }, `${version}\n`);
}

async function smokeCheck({ machine }: Installed): Promise<void> {
  copyFileSync(join(ROOT, "test/traffic/examples.har"), join(machine.folder, "traffic.har"));
  const ended = await succeed(machine, ["contract", "check", "traffic.har", "--quiet"]);
  if (ended.stderr !== "") throw new Error(`contract check prints on stderr: ${ended.stderr}`);
}

async function smokeImport({ machine }: Installed): Promise<void> {
  const entries = entriesOf(installedExports(machine), "import");
  const program = loadAll(entries, (entry) => `await import(${JSON.stringify(entry)})`);
  writeFileSync(join(machine.folder, "entries.mjs"), program);
  expectQuiet(await succeed(machine, ["node", "entries.mjs"]), `${entries.length}\n`);
}

async function smokeRequire({ machine }: Installed): Promise<void> {
  const entries = entriesOf(installedExports(machine), "require");
  writeFileSync(
    join(machine.folder, "entries.cjs"),
    loadAll(entries, (entry) => `require(${JSON.stringify(entry)})`),
  );
  expectQuiet(await succeed(machine, ["node", "entries.cjs"]), `${entries.length}\n`);
}

async function smokeTypes({ machine, cell }: Installed): Promise<void> {
  const exports = installedExports(machine);
  const files = {
    "entries.mts": typesProgram(entriesOf(exports, "import"), SHARED_IDS),
    "entries.cts": typesProgram(entriesOf(exports, "require")),
    "tsconfig.json": JSON.stringify(TSCONFIG),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(machine.folder, name), text);
  const { stdout } = await succeed(machine, ["tsc", "--version"]);
  if (!stdout.startsWith(`Version ${cell.typescript}.`))
    throw new Error(`not TypeScript ${cell.typescript}: ${stdout}`);
  await succeed(machine, ["tsc"]);
}

async function smokeGenerate({ machine }: Installed): Promise<void> {
  await succeed(machine, ["contract", "generate", "--out", "generated"]);
  for (const name of readdirSync(join(ROOT, "generated"))) {
    const written = readFileSync(join(machine.folder, "generated", name));
    if (!written.equals(readFileSync(join(ROOT, "generated", name))))
      throw new Error(`contract generate writes another ${name} than the repository holds`);
  }
}

async function smokeVitest(installed: Installed): Promise<void> {
  const { machine, cell } = installed;
  await smokeCheck(installed);
  writeFileSync(join(machine.folder, "traffic.test.ts"), VITEST_PROGRAM);
  const { stdout } = await succeed(machine, ["vitest", "--version"]);
  if (!stdout.includes(`vitest/${cell.vitest}.`)) throw new Error(`not vitest ${cell.vitest}: ${stdout}`);
  const ended = await succeed(machine, ["vitest", "run"]);
  if (!/Tests\s+1 passed/.test(ended.stdout)) throw new Error(`vitest ran no test: ${ended.stdout}`);
  // The libraries that vitest itself declares are not ours to check.
  const { compilerOptions } = TSCONFIG;
  const options = { ...compilerOptions, skipLibCheck: true, types: ["node"] };
  const config = { compilerOptions: options, files: ["traffic.test.ts"] };
  writeFileSync(join(machine.folder, "tsconfig.json"), JSON.stringify(config));
  await succeed(machine, ["tsc"]);
}

function installedExports({ folder }: Machine): Readonly<Record<string, unknown>> {
  return manifestOf(join(folder, "node_modules/commerce-contract")).exports;
}

function manifestOf(folder: string): { readonly version: string; readonly exports: Readonly<Record<string, unknown>> } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function expectQuiet({ stdout, stderr }: Pick<Ended, "stdout" | "stderr">, expected: string): void {
  if (stdout !== expected || stderr !== "")
    throw new Error(
      `expected ${JSON.stringify(expected)} and nothing on stderr, got ${JSON.stringify({ stdout, stderr })}`,
    );
}
