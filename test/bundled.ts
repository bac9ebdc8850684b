import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

const ROOT = join(import.meta.dirname, "..");

/** The command line that starts `contract` in its own process, from any directory; `contract generate` is not supported. */
export function bundledCommand(): readonly [string, string] {
  return [process.execPath, bundled("src/cli/main.ts")];
}

/**
 * Bundles a program of this repository once per run, and returns its path. Starting the bundle takes a
 * fraction of the time that compiling src/ at every start takes.
 */
export function bundled(program: string): string {
  const run = process.env.TEST_ENGINES_FOLDER;
  if (run === undefined) throw new Error("vitest.config.ts must name test/sandbox/global-setup.ts as globalSetup");
  const folder = join(run, `bundled-${program.replaceAll(/[^\w]+/g, "-")}`);
  const path = join(folder, "dist/cli/main.mjs");
  if (existsSync(path)) return path;
  // Another worker can bundle the same program at the same time; the first to finish wins.
  const own = `${folder}-${process.pid}`;
  mkdirSync(own);
  // The program reads these files from the directory of its code.
  for (const name of ["generated", "spec", "src/sandbox/seed-data/fixtures.yaml"])
    cpSync(join(ROOT, name), join(own, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(own, "node_modules"));
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: { main: program, "validation-thread": "src/record/validation/validation-thread.ts" },
    outdir: join(own, "dist/cli"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // A command loads what it needs, and not all of the program.
    splitting: true,
    minifyWhitespace: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["@nats-io/*", "@photostructure/sqlite", "@stoplight/*", "esbuild", "pg-native", "typescript"],
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
    logLevel: "error",
  });
  renameSync(join(own, "dist/cli/validation-thread.mjs"), join(own, "dist/cli/validation-thread.js"));
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(own, { recursive: true });
  }
  return path;
}
