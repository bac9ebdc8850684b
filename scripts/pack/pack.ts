import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packedManifest } from "./packed-manifest.js";
import { packedReadme } from "./packed-readme.js";
import { repositoryOf } from "./repository.js";

const run = promisify(execFile);

/** Returns the packed text of the files that differ between the package and the repository. */
export function packedFiles(root: string): ReadonlyMap<string, string> {
  const manifest = readFileSync(join(root, "package.json"), "utf8");
  const { repository = "" } = JSON.parse(manifest) as { readonly repository?: string };
  const readme = readFileSync(join(root, "README.md"), "utf8");
  return new Map([
    ["package.json", packedManifest(manifest)],
    ["README.md", packedReadme(readme, repositoryOf(repository))],
  ]);
}

/** Packs the built package without changing the work tree. Returns the path of the tarball. */
export async function pack(root: string, destination: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "pack-"));
  const options = { cwd: root, maxBuffer: 2 ** 26, shell: process.platform === "win32" };
  try {
    await run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], options);
    const [name = ""] = readdirSync(folder);
    await run("tar", ["-xzf", name], { cwd: folder });
    for (const [path, text] of packedFiles(root)) writeFileSync(join(folder, "package", path), text);
    await run("tar", ["-czf", join(destination, name), "package"], { cwd: folder });
    return join(destination, name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
