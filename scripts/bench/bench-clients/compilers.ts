import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLERS } from "../bundle.js";
import { measure } from "./measure.js";

export const COMPILERS = ["5.9.3", "6.0.3", "7.0.2"] as const;

export type Compilation = {
  readonly errors: number;
  /** The first errors, without paths of this machine. */
  readonly messages: readonly string[];
  readonly seconds: number;
  readonly megabytes: number;
  readonly instantiations: number;
};

/** Installs the compilers into a folder, once. */
export function installCompilers(folder: string): void {
  const versions = COMPILERS.map((version) => `typescript-${version[0]}@npm:typescript@${version}`);
  installPackages(folder, versions);
}

/** Installs packages into a folder, once. */
export function installPackages(
  folder: string,
  packages: readonly string[],
  options: readonly string[] = ["--ignore-scripts"],
): void {
  const done = join(folder, ".installed");
  const wanted = packages.join(" ");
  if (existsSync(done) && readFileSync(done, "utf8") === wanted) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const quiet = ["--no-audit", "--no-fund", "--silent", "--legacy-peer-deps", ...options];
  execFileSync("npm", ["install", ...quiet, ...packages], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(done, wanted);
}

/** Compiles files with a version of TypeScript and its strictest options. */
export function compileWith(version: string, tools: string, folder: string, files: readonly string[]): Compilation {
  const project = join(folder, `tsconfig.${version}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions: STRICTEST, files }, undefined, 1));
  const compiler = join(tools, `node_modules/typescript-${version[0]}/bin/tsc`);
  const memory = "--max-old-space-size=8000";
  const args = [memory, compiler, "-p", project, "--extendedDiagnostics", "--pretty", "false"];
  const { seconds, megabytes, stdout, stderr, code } = measure(process.execPath, args, folder);
  const errors = stdout.split("\n").filter((line) => /error TS\d+/.test(line));
  if (code !== 0 && errors.length === 0) errors.push(`exit code ${code}: ${stderr.split("\n")[0] ?? ""}`);
  return {
    ...{ errors: errors.length, messages: errors.slice(0, 5).map((line) => line.replaceAll(folder, "")) },
    ...{ seconds, megabytes },
    instantiations: Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1] ?? 0),
  };
}

const STRICTEST = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  ...{
    noEmit: true,
    allowImportingTsExtensions: true,
    target: "es2022",
    module: "preserve",
    moduleResolution: "bundler",
    types: [],
  },
  lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
};

/** The bytes of a program as a bundle after gzip; undefined if it cannot be bundled. */
export async function measureBundle(entry: string): Promise<number | undefined> {
  try {
    return (await BUNDLERS.esbuild.bundle(entry, false)).gzip;
  } catch {
    return undefined;
  }
}
