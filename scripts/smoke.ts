/** The smoke checks of the client in other runtimes, each from its npm package: `npm run smoke [node] [node24] [deno] [bun]`. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSandbox } from "../src/sandbox/index.js";
import { smokeBundle } from "../test/client/smoke/bundle.js";
import { EXPECTED } from "../test/client/smoke/checks.js";

const run = promisify(execFile);

const RUNTIME_COMMANDS: Readonly<
  Record<string, { readonly start: readonly string[]; readonly version: readonly string[] }>
> = {
  node: createRuntime(process.execPath),
  node24: createRuntime("npx", "-y", "-p", "node@24", "node"),
  deno: { start: ["npx", "-y", "deno", "run", "--allow-net"], version: ["npx", "-y", "deno", "--version"] },
  bun: createRuntime("npx", "-y", "bun"),
};

const requestedRuntimes = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "smoke-"));
const sandbox = await createSandbox();
try {
  const file = join(folder, "smoke.mjs");
  writeFileSync(file, `${await smokeBundle(sandbox)}\nconsole.log(JSON.stringify(await told));`);
  for (const name of requestedRuntimes.length === 0 ? Object.keys(RUNTIME_COMMANDS) : requestedRuntimes) {
    const { start, version } = RUNTIME_COMMANDS[name] ?? rejectRuntime(name);
    const [called = ""] = (await getOutput(version)).split("\n");
    const said = await getOutput([...start, file]);
    const holds = said === JSON.stringify(EXPECTED);
    if (!holds) process.exitCode = 1;
    process.stdout.write(`${name} (${called}): ${holds ? "every check" : said}\n`);
  }
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}

function createRuntime(...start: readonly string[]): { start: readonly string[]; version: readonly string[] } {
  return { start, version: [...start, "--version"] };
}

/** What a program says, or why it says nothing. */
async function getOutput([command = "", ...args]: readonly string[]): Promise<string> {
  return run(command, args, { cwd: folder, timeout: 240_000 }).then(
    ({ stdout }) => stdout.trim(),
    (error: Error & { stderr?: string }) => `failed: ${(error.stderr || error.message).trim()}`,
  );
}

function rejectRuntime(name: string): never {
  throw new Error(`no runtime is called ${name}: ${Object.keys(RUNTIME_COMMANDS).join(", ")}`);
}
