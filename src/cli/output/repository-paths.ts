import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { ReportInput } from "../../report/index.js";

/** Where a file stands in the repository: below the folder that the CI has checked out, or else that of the run. */
export function createRepositoryPathResolver(root = ""): NonNullable<ReportInput["pathInRepository"]> {
  const from = resolve("").startsWith(resolve(root)) ? resolve(root) : resolve("");
  return (file) => {
    const path = relative(from, resolve(file));
    return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.split(sep).join("/");
  };
}

/** The description was read a moment ago; should it be gone, the report does without its lines. */
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
