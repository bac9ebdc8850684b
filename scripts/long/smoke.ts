/** `npm run long smoke [node] [node24] [deno] [bun]`: runs the smoke tests of the client in other runtimes, installed from npm. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSandbox } from "../../src/sandbox/index.js";
import { smokeBundle } from "../../test/client/smoke/bundle.js";
import { EXPECTED } from "../../test/client/smoke/checks.js";

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
  writeFileSync(file, `${await smokeBundle(sandbox)}\nconsole.log(JSON.stringify(await results));`);
  for (const name of requestedRuntimes.length === 0 ? Object.keys(RUNTIME_COMMANDS) : requestedRuntimes) {
    const { start, version } = RUNTIME_COMMANDS[name] ?? rejectRuntime(name);
    const [firstLine = ""] = (await getOutput(version)).split("\n");
    const output = await getOutput([...start, file]);
    const hasPassed = output === JSON.stringify(EXPECTED);
    if (!hasPassed) process.exitCode = 1;
    process.stdout.write(`${name} (${firstLine}): ${hasPassed ? "all checks pass" : output}\n`);
  }
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}

function createRuntime(...start: readonly string[]): { start: readonly string[]; version: readonly string[] } {
  return { start, version: [...start, "--version"] };
}

/** Returns the output of a program, or the reason why it failed. */
async function getOutput([command = "", ...args]: readonly string[]): Promise<string> {
  return run(command, args, { cwd: folder, timeout: 240_000 }).then(
    ({ stdout }) => stdout.trim(),
    (error: Error & { stderr?: string }) => `failed: ${(error.stderr || error.message).trim()}`,
  );
}

function rejectRuntime(name: string): never {
  throw new Error(`unknown runtime ${name}: expected one of ${Object.keys(RUNTIME_COMMANDS).join(", ")}`);
}
