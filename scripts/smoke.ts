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

const RUNTIMES: Readonly<Record<string, { readonly start: readonly string[]; readonly version: readonly string[] }>> = {
  node: runtime(process.execPath),
  node24: runtime("npx", "-y", "-p", "node@24", "node"),
  deno: { start: ["npx", "-y", "deno", "run", "--allow-net"], version: ["npx", "-y", "deno", "--version"] },
  bun: runtime("npx", "-y", "bun"),
};

const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "smoke-"));
const sandbox = await createSandbox();
try {
  const file = join(folder, "smoke.mjs");
  writeFileSync(file, `${await smokeBundle(sandbox)}\nconsole.log(JSON.stringify(await told));`);
  for (const name of asked.length === 0 ? Object.keys(RUNTIMES) : asked) {
    const { start, version } = RUNTIMES[name] ?? unknownRuntime(name);
    const [called = ""] = (await say(version)).split("\n");
    const said = await say([...start, file]);
    const holds = said === JSON.stringify(EXPECTED);
    if (!holds) process.exitCode = 1;
    process.stdout.write(`${name} (${called}): ${holds ? "every check" : said}\n`);
  }
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}

function runtime(...start: readonly string[]): { start: readonly string[]; version: readonly string[] } {
  return { start, version: [...start, "--version"] };
}

/** What a program says, or why it says nothing. */
async function say([command = "", ...args]: readonly string[]): Promise<string> {
  return run(command, args, { cwd: folder, timeout: 240_000 }).then(
    ({ stdout }) => stdout.trim(),
    (error: Error & { stderr?: string }) => `failed: ${(error.stderr || error.message).trim()}`,
  );
}

function unknownRuntime(name: string): never {
  throw new Error(`no runtime is called ${name}: ${Object.keys(RUNTIMES).join(", ")}`);
}
