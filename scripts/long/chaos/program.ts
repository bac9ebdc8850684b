import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Bundles replica.ts like the package, so that a replica starts as fast as the published sandbox. */
export async function buildReplica(folder: string): Promise<readonly string[]> {
  const root = join(import.meta.dirname, "../../..");
  await build({
    absWorkingDir: root,
    entryPoints: { "dist/chaos/replica": "scripts/long/chaos/replica.ts" },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    chunkNames: "dist/chunks/[name]-[hash]",
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["@photostructure/sqlite", "pg-native"],
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
    logLevel: "error",
  });
  // The sandbox looks for its spec, its fixtures and for SQLite here.
  for (const name of ["generated/openapi.json", "src/sandbox/seed-data/fixtures.yaml"])
    cpSync(join(root, name), join(folder, name));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return [join(folder, "dist/chaos/replica.mjs")];
}
