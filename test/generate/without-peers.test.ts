import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const SPEC = resolve("test/generate/cases/shop/openapi.yaml");

/** Bundles an entry into one file in an empty directory, without other packages. */
async function alone(entry: string): Promise<{ folder: string; run: (call: string) => string }> {
  const folder = mkdtempSync(join(tmpdir(), "alone-"));
  await build({
    entryPoints: [entry],
    outfile: join(folder, "main.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["../compiler.js", "esbuild"],
    banner: { js: 'import { createRequire as r } from "node:module"; const require = r(import.meta.url);' },
    logLevel: "error",
  });
  const run = (call: string): string => {
    const io = "{ stdout() {}, stderr() {}, signal: AbortSignal.timeout(1000) }";
    const program = `const it = await import(${JSON.stringify(join(folder, "main.mjs"))});
      await it.${call.replace("IO", io)}.catch((error) => console.log(error.name + ": " + error.message));`;
    return spawnSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder, encoding: "utf8" })
      .stdout;
  };
  return { folder, run };
}

test("without Prism the mock explains how to install it", async () => {
  const { run } = await alone("src/cli/actions/mock.ts");
  const output = run(`runMockCommand({ spec: ${JSON.stringify(SPEC)} }, IO)`);
  expect(output).toBe(
    "UsageError: the mock needs Prism, which is not installed; run: npm install --save-dev @stoplight/prism-cli@5.14.2\n",
  );
});

test("without esbuild nothing is written in a checkout", async () => {
  const { folder, run } = await alone("src/cli/actions/generate.ts");
  const call = `runGenerateCommand({ spec: ${JSON.stringify(SPEC)}, out: "out", with: ["validators"] }, IO)`;
  expect(run(call)).toMatch(/^UsageError: validators need esbuild, which is not installed/);
  expect(readdirSync(folder)).toEqual(["main.mjs"]);
});
