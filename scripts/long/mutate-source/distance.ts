/** How near a test file is to a source: the number of imports between the two. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORT = /(?:from|import\()\s*"(\.[^"]+)"/g;

export type Distance = (test: string, source: string) => number;

/** Paths are from the root. What a test does not import, but runs in a process of its own, is infinitely far. */
export function createDistance(root: string): Distance {
  const imports = new Map<string, readonly string[]>();
  const distances = new Map<string, ReadonlyMap<string, number>>();
  const importsOf = (file: string): readonly string[] => {
    const known = imports.get(file) ?? readImports(root, file);
    imports.set(file, known);
    return known;
  };
  return (test, source) => {
    const known = distances.get(test) ?? distancesFrom(test, importsOf);
    distances.set(test, known);
    return known.get(source) ?? Number.POSITIVE_INFINITY;
  };
}

function distancesFrom(test: string, importsOf: (file: string) => readonly string[]): ReadonlyMap<string, number> {
  const found = new Map([[test, 0]]);
  for (const [file, distance] of found)
    for (const next of importsOf(file)) if (!found.has(next)) found.set(next, distance + 1);
  return found;
}

function readImports(root: string, file: string): readonly string[] {
  const path = join(root, file);
  if (!existsSync(path)) return [];
  return [...readFileSync(path, "utf8").matchAll(IMPORT)].map(([, target = ""]) =>
    join(dirname(file), target).replace(/\.js$/, ".ts"),
  );
}
