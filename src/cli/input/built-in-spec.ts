import { existsSync, realpathSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Io } from "../process/io.js";

/** The path of the spec that is built into this package, the default of `--spec`. */
export function getBuiltInSpecPath(): string {
  const path = findPackageFile("spec/openapi.yaml");
  const here = `${process.cwd()}/`;
  return path.startsWith(here) ? path.slice(here.length) : path;
}

/** Finds a file or directory of this package, for the sources and for the bundle. */
export function findPackageFile(name: string): string {
  // Bundlers warn about a URL made from a variable.
  const code = dirname(fileURLToPath(import.meta.url));
  const candidates = ["..", "../..", "../../.."].map((parent) => resolve(code, parent, name));
  return candidates.find((candidate) => existsSync(candidate)) ?? String(candidates[1]);
}

/** Whether a spec is part of an installation of this package, and not of a checkout that contains the current directory. */
export function isInstalledSpec(spec: string): boolean {
  const home = realpathSync(dirname(dirname(resolve(getBuiltInSpecPath()))));
  const isBelow = (path: string): boolean =>
    existsSync(path) && !/^\.\.|^[/\\]|^\w:/.test(relative(home, realpathSync(path)));
  return isBelow(spec) && !isBelow(process.cwd());
}

/** Names the built-in spec in the first line of output, because a command without a spec is easily taken for a check of one's own. */
export function reportBuiltInSpec(
  { isSpecConfigured, spec, quiet = false }: { isSpecConfigured: boolean; spec: string; quiet?: boolean | undefined },
  command: string,
  { stderr }: Pick<Io, "stderr">,
  own = "--spec FILE",
): void {
  if (!isSpecConfigured && !quiet)
    stderr(`contract ${command}: uses the built-in spec ${spec}; name your own with ${own}\n`);
}
