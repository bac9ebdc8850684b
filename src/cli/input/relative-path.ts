import { isAbsolute, normalize, relative, resolve, sep } from "node:path";
import { isSpecUrl } from "../../document/index.js";

/** A path for reports: relative to the current directory if it is inside, otherwise unchanged. */
export function toRelativePath(path: string): string {
  if (path === "" || path === "-" || isSpecUrl(path)) return path;
  const below = isAbsolute(path) ? relative(resolve(""), path) : normalize(path);
  if (isAbsolute(below) || below === ".." || below.startsWith(`..${sep}`)) return path;
  // A file named "-" would be read as standard input.
  return below === "-" ? path : (below || ".").split(sep).join("/");
}
