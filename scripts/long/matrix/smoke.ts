import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Cell } from "./cells.js";
import { type CommandEnvironment, type CommandResult, runSuccessfully } from "./command.js";
import type { Manager } from "./managers.js";
import {
  createLoadProgram,
  createTypesProgram,
  listEntries,
  SHARED_IDS,
  TSCONFIG,
  VITEST_PROGRAM,
} from "./programs.js";
import { smokeSandbox } from "./smoke-sandbox.js";

const ROOT = join(import.meta.dirname, "../../..");

export type Installed = { readonly cell: Cell; readonly manager: Manager; readonly environment: CommandEnvironment };
export type Step = readonly [name: string, run: (installed: Installed) => Promise<void>];

/** The tests of an installed package. A step throws if it fails. */
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

async function smokeVersion({ environment, manager }: Installed): Promise<void> {
  const { version } = readManifest(ROOT);
  const { stdout, stderr } = await runSuccessfully(environment, [...manager.exec, "contract", "--version"]);
  // npm 12 prints the command of npx on stderr.
  assertQuietOutput({ stdout, stderr: stderr.replaceAll(/^npm notice .*\n/gm, "") }, `${version}\n`);
}

async function smokeCheck({ environment }: Installed): Promise<void> {
  copyFileSync(join(ROOT, "test/traffic/examples.har"), join(environment.folder, "traffic.har"));
  const result = await runSuccessfully(environment, ["contract", "check", "traffic.har", "--quiet"]);
  if (result.stderr !== "") throw new Error(`contract check prints on stderr: ${result.stderr}`);
}

async function smokeImport({ environment }: Installed): Promise<void> {
  const entries = listEntries(readInstalledExports(environment), "import");
  const program = createLoadProgram(entries, (entry) => `await import(${JSON.stringify(entry)})`);
  writeFileSync(join(environment.folder, "entries.mjs"), program);
  assertQuietOutput(await runSuccessfully(environment, ["node", "entries.mjs"]), `${entries.length}\n`);
}

async function smokeRequire({ environment }: Installed): Promise<void> {
  const entries = listEntries(readInstalledExports(environment), "require");
  writeFileSync(
    join(environment.folder, "entries.cjs"),
    createLoadProgram(entries, (entry) => `require(${JSON.stringify(entry)})`),
  );
  assertQuietOutput(await runSuccessfully(environment, ["node", "entries.cjs"]), `${entries.length}\n`);
}

async function smokeTypes({ environment, cell }: Installed): Promise<void> {
  const exports = readInstalledExports(environment);
  const files = {
    "entries.mts": createTypesProgram(listEntries(exports, "import"), SHARED_IDS),
    "entries.cts": createTypesProgram(listEntries(exports, "require")),
    "tsconfig.json": JSON.stringify(TSCONFIG),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(environment.folder, name), text);
  const { stdout } = await runSuccessfully(environment, ["tsc", "--version"]);
  if (!stdout.startsWith(`Version ${cell.typescript}.`))
    throw new Error(`not TypeScript ${cell.typescript}: ${stdout}`);
  await runSuccessfully(environment, ["tsc"]);
}

async function smokeGenerate({ environment }: Installed): Promise<void> {
  // The client is generated from the configuration too.
  const { client } = parse(readFileSync(join(ROOT, "contract.config.yaml"), "utf8")) as { readonly client: object };
  writeFileSync(join(environment.folder, "client.json"), JSON.stringify({ client }));
  await runSuccessfully(environment, ["contract", "generate", "--out", "generated", "--config", "client.json"]);
  for (const name of readdirSync(join(ROOT, "generated"))) {
    const written = readFileSync(join(environment.folder, "generated", name));
    if (!written.equals(readFileSync(join(ROOT, "generated", name))))
      throw new Error(`contract generate: ${name} differs from the file in generated/`);
  }
}

async function smokeVitest(installed: Installed): Promise<void> {
  const { environment, cell } = installed;
  await smokeCheck(installed);
  writeFileSync(join(environment.folder, "traffic.test.ts"), VITEST_PROGRAM);
  const { stdout } = await runSuccessfully(environment, ["vitest", "--version"]);
  if (!stdout.includes(`vitest/${cell.vitest}.`)) throw new Error(`not vitest ${cell.vitest}: ${stdout}`);
  const result = await runSuccessfully(environment, ["vitest", "run"]);
  if (!/Tests\s+1 passed/.test(result.stdout)) throw new Error(`vitest ran no test: ${result.stdout}`);
  // skipLibCheck: the declarations of vitest may contain errors.
  const { compilerOptions } = TSCONFIG;
  const options = { ...compilerOptions, skipLibCheck: true, types: ["node"] };
  const config = { compilerOptions: options, files: ["traffic.test.ts"] };
  writeFileSync(join(environment.folder, "tsconfig.json"), JSON.stringify(config));
  await runSuccessfully(environment, ["tsc"]);
}

function readInstalledExports({ folder }: CommandEnvironment): Readonly<Record<string, unknown>> {
  return readManifest(join(folder, "node_modules/commerce-contract")).exports;
}

function readManifest(folder: string): {
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
} {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function assertQuietOutput({ stdout, stderr }: Pick<CommandResult, "stdout" | "stderr">, expected: string): void {
  if (stdout !== expected || stderr !== "")
    throw new Error(
      `expected ${JSON.stringify(expected)} and nothing on stderr, got ${JSON.stringify({ stdout, stderr })}`,
    );
}
