import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packedManifest } from "./packed-manifest.js";
import { packedPage } from "./packed-page.js";
import { repositoryOf } from "./repository.js";

const run = promisify(execFile);

/** Returns the packed text of the files that differ between the package and the repository. */
export function packedFiles(root: string): ReadonlyMap<string, string> {
  const manifest = readFileSync(join(root, "package.json"), "utf8");
  const { repository = "", files = [] } = JSON.parse(manifest) as Manifest;
  const address = repositoryOf(repository);
  const readPage = (path: string): string => readFileSync(join(root, path), "utf8");
  const isKept = (path: string): boolean => isPacked(path, files);
  const pages = existsSync(join(root, "docs")) ? readdirSync(join(root, "docs")).map((name) => `docs/${name}`) : [];
  return new Map([
    ["package.json", packedManifest(manifest)],
    // The page of the package on npm shows no other file. Without a repository to link to, readers have those beside the README.
    ["README.md", packedPage(readPage("README.md"), address, address === undefined ? { isKept } : {})],
    // Programs read these; people read generated/openapi.yaml.
    ...["generated/openapi.json", "site/template/package-lock.json"]
      .filter((path) => existsSync(join(root, path)))
      .map((path): [string, string] => [path, JSON.stringify(JSON.parse(readPage(path)))]),
    ...pages
      .filter((path) => path.endsWith(".md") && isKept(path))
      .map((path): [string, string] => [path, packedPage(readPage(path), address, { folder: "docs/", isKept })]),
  ]);
}

type Manifest = { readonly repository?: string; readonly files?: readonly string[] };

/** Whether the package contains a file: one that `files` lists, in a folder that it lists, or one that npm adds. */
function isPacked(path: string, files: readonly string[]): boolean {
  return [...files, "README.md", "LICENSE", "package.json"].some((listed) =>
    listed.includes("*") ? matchesGlob(path, listed) : path === listed || path.startsWith(`${listed}/`),
  );
}

/** `*` stands for any text without a slash. */
function matchesGlob(path: string, glob: string): boolean {
  const parts = glob.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]*")}$`).test(path);
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
