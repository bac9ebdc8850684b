/** The smoke checks of the client in other runtimes, each from its npm package: `npm run smoke [node24] [deno] [bun]`. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { createSandbox } from "../src/sandbox/index.js";
import { EXPECTED } from "../test/client/smoke/checks.js";

const run = promisify(execFile);

const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  node: [process.execPath],
  node24: ["npx", "-y", "-p", "node@24", "node"],
  deno: ["npx", "-y", "deno", "run", "--allow-net"],
  bun: ["npx", "-y", "bun", "run"],
};

const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "smoke-"));
const sandbox = await createSandbox();
try {
  const { demo } = sandbox;
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  const { applicationId, businessId, audience } = demo;
  const world = { baseUrl: sandbox.url, applicationId, businessId, audience, privateKey: demo.privateKey };
  const file = join(folder, "smoke.mjs");
  const { outputFiles } = await build({
    stdin: {
      contents: `import { smoke } from "./test/client/smoke/checks.ts"; console.log(JSON.stringify(await smoke(${JSON.stringify(world)})));`,
      resolveDir: join(import.meta.dirname, ".."),
    },
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: ["*/generated/validators.js"],
    write: false,
  });
  writeFileSync(file, outputFiles[0]?.text ?? "");
  for (const name of asked.length === 0 ? Object.keys(RUNTIMES) : asked) {
    const [command = "", ...args] = RUNTIMES[name] ?? [];
    const said = await run(command, [...args, file], { timeout: 240_000 }).then(
      ({ stdout }) => stdout.trim(),
      (error: Error & { stderr?: string }) => `failed: ${error.message}`,
    );
    const holds = said === JSON.stringify(EXPECTED);
    if (!holds) process.exitCode = 1;
    process.stdout.write(`${name}: ${holds ? "every check" : said}\n`);
  }
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}
