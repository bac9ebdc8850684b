import { readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** Deletes declaration files that no entry imports, directly or through other files. */
export function removeUnusedDeclarations(folder: string, entries: readonly string[]): void {
  const used = new Set<string>();
  const add = (path: string): void => {
    if (used.has(path)) return;
    used.add(path);
    for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(/(?:from|import|import\()\s*"(\.[^"]*)"/g))
      add(join(dirname(path), specifier.replace(/\.(c?)js$/, ".d.$1ts")));
  };
  for (const entry of entries) add(entry);
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of found) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !used.has(path)) rmSync(path);
  }
  const folders = found.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of folders.sort().reverse()) if (readdirSync(path).length === 0) rmdirSync(path);
}

/** Lists the files of the `types` conditions in the `exports` of a package.json. */
export function listTypesEntries(exports: unknown): string[] {
  if (typeof exports !== "object" || exports === null) return [];
  return Object.entries(exports).flatMap(([condition, value]) =>
    condition === "types" && typeof value === "string" ? [value] : listTypesEntries(value),
  );
}
