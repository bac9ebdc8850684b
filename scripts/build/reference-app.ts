import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { readScalarFiles } from "./scalar-files.js";

/**
 * Writes the scripts of the reference that `contract docs` serves, as one compressed file: Scalar's API reference, the script that
 * starts it, and the checker.
 */
export async function writeReferenceApp(
  root: string,
  output: string,
): Promise<{ readonly metafile: Metafile; readonly notice: string }> {
  const { files, notice } = readScalarFiles(root);
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { reference: "site/reference/reference.ts", checker: "site/reference/checker.ts" },
    outdir: "out",
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "ascii",
    legalComments: "none",
    external: ["./scalar/*", "./checker.js"],
    inject: [join(root, "scripts/build/browser-modules/buffer.ts")],
    alias: Object.fromEntries(
      Object.entries(NODE_MODULES).flatMap(([file, names]) =>
        names.map((name) => [`node:${name}`, join(root, `scripts/build/browser-modules/${file}.ts`)]),
      ),
    ),
  });
  const scripts = outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text] as const);
  const style = readFileSync(join(root, "site/reference/reference.css"), "utf8");
  const app = JSON.stringify(Object.fromEntries([...scripts, ["reference.css", style], ...files]));
  writeFileSync(output, gzipSync(app, { level: 9 }));
  return { metafile, notice };
}

/** The modules that replace those of Node. The checker runs none of the functions of the last one. */
const NODE_MODULES = {
  buffer: ["buffer"],
  crypto: ["crypto"],
  path: ["path"],
  absent: ["fs", "fs/promises", "stream", "worker_threads", "zlib"],
};
