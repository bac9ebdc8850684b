import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Package managers, versions of Node.js and the caches of both are kept here between runs. */
export const CACHE = process.env.MATRIX_CACHE ?? join(ROOT, "node_modules/.cache/matrix");

export const registry = execFileSync("npm", ["config", "get", "registry"], {
  cwd: ROOT,
  encoding: "utf8",
  shell: process.platform === "win32",
  stdio: ["ignore", "pipe", "ignore"],
}).trim();

/** The folder with the programs of a package, such as `pnpm@12`, which is installed when it is not there. */
export function programsOf(wanted: string): string {
  const folder = join(CACHE, "tools", wanted.replaceAll("/", "+"));
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, "package.json"), '{ "private": true }\n');
    // The package of Node.js gets its program with its install script.
    const options = ["--no-audit", "--no-fund", "--silent", "--registry", registry, "--ignore-scripts=false"];
    execFileSync("npm", ["install", ...options, wanted], { cwd: unfinished, shell: process.platform === "win32" });
    mkdirSync(dirname(folder), { recursive: true });
    if (existsSync(folder)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, folder);
  }
  return join(folder, "node_modules/.bin");
}

/** The folder with `node` of a version; `current` is the one that runs this. */
export function nodeFolder(version: string): string {
  return version === "current" ? dirname(process.execPath) : programsOf(`node@${version}`);
}
