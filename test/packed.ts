/** Tests of the package as users get it: packed from this checkout and unpacked into node_modules. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack } from "../scripts/pack/pack.js";

/** Packs dist/ into a temporary directory, and returns the path of the tarball. */
export function packPackage(): Promise<string> {
  return pack(join(import.meta.dirname, ".."), mkdtempSync(join(tmpdir(), "packed-")));
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
