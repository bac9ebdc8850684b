import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Metafile, transform } from "esbuild";

/** Minifies chunks that contain other packages only, whose functions need no readable names in stack traces. */
export async function minifyPackageChunks(
  { outputs }: Metafile,
  { absWorkingDir, target }: { readonly absWorkingDir: string; readonly target: string },
): Promise<void> {
  for (const [path, { inputs }] of Object.entries(outputs)) {
    const sources = Object.keys(inputs);
    const file = join(absWorkingDir, path);
    // Some chunks are part of another file by now.
    if (sources.length === 0 || !existsSync(file)) continue;
    if (!sources.every((source) => source.startsWith("node_modules/"))) continue;
    const { code } = await transform(readFileSync(file, "utf8"), { minify: true, lineLimit: 120, target });
    writeFileSync(file, code);
  }
}
