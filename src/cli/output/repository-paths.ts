import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { ReportInput } from "../../report/index.js";

/** Resolves paths relative to the checkout of the CI, or else to the current directory; undefined for files outside. */
export function createRepositoryPathResolver(root = ""): NonNullable<ReportInput["pathInRepository"]> {
  const from = resolve("").startsWith(resolve(root)) ? resolve(root) : resolve("");
  return (file) => {
    const path = relative(from, resolve(file));
    return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.split(sep).join("/");
  };
}

/** Reads the lines of spec files for reports; empty if a file was deleted in the meantime. */
export function createSourceReader(): ReportInput["source"] {
  const files = new Map<string, readonly string[]>();
  return (file) => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const lines = existsSync(file) ? readFileSync(file, "utf8").split(/\r?\n/) : [];
    files.set(file, lines);
    return lines;
  };
}
