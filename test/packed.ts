/** Tests of the package as users get it: packed from this checkout and unpacked into node_modules. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pack } from "../scripts/build/pack/pack.js";

const ROOT = join(import.meta.dirname, "..");

/** Packs dist/ once for all test files of a run, and returns the path of the tarball. Tests leave it there. */
export async function packPackage(): Promise<string> {
  const run = process.env.TEST_ENGINES_FOLDER;
  if (run === undefined) throw new Error("vitest.config.ts must name test/sandbox/global-setup.ts as globalSetup");
  // In watch mode, dist/ can be built anew.
  const folder = join(run, `packed-${statSync(join(ROOT, "dist")).mtimeMs}`);
  if (!existsSync(folder)) {
    // Another worker can pack at the same time; the first to finish wins.
    const own = `${folder}-${process.pid}`;
    mkdirSync(own);
    await pack(ROOT, own);
    try {
      renameSync(own, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
      rmSync(own, { recursive: true });
    }
  }
  const [name = ""] = readdirSync(folder);
  return join(folder, name);
}

/** Unpacks the tarball into node_modules, with its command, as `npm install` does. The package has no dependencies to install. */
export function installPackage(tarball: string, folder: string): void {
  const target = join(folder, "node_modules/commerce-contract");
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", target]);
  const { bin } = JSON.parse(readFileSync(join(target, "package.json"), "utf8")) as { bin: Record<string, string> };
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  for (const [name, path] of Object.entries(bin))
    symlinkSync(join("../commerce-contract", path), join(folder, "node_modules/.bin", name));
}
