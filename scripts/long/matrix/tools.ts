import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** Stores package managers, versions of Node.js and download caches between runs. */
export const CACHE = process.env.MATRIX_CACHE ?? join(ROOT, "node_modules/.cache/matrix");

export const registry = execFileSync("npm", ["config", "get", "registry"], {
  cwd: ROOT,
  encoding: "utf8",
  shell: process.platform === "win32",
  stdio: ["ignore", "pipe", "ignore"],
}).trim();

/** Returns the folder with the programs of a package, such as `pnpm@12`. Installs the package if it is missing. */
export function installPrograms(wanted: string): string {
  const folder = join(CACHE, "tools", wanted.replaceAll("/", "+"));
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, "package.json"), '{ "private": true }\n');
    // The package `node` downloads its program in an install script.
    const options = ["--no-audit", "--no-fund", "--silent", "--registry", registry, "--ignore-scripts=false"];
    execFileSync("npm", ["install", ...options, wanted], { cwd: unfinished, shell: process.platform === "win32" });
    mkdirSync(dirname(folder), { recursive: true });
    if (existsSync(folder)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, folder);
  }
  return join(folder, "node_modules/.bin");
}

/** Returns the folder with `node` of a version; `current` is the Node.js that runs this script. */
export function installNode(version: string): string {
  return version === "current" ? dirname(process.execPath) : installPrograms(`node@${version}`);
}
