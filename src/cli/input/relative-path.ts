import { isAbsolute, normalize, relative, resolve, sep } from "node:path";

/** A path as reports tell it: what stands below the folder of the run is told from there, however it was named. */
export function toRelativePath(path: string): string {
  if (path === "" || path === "-") return path;
  const below = isAbsolute(path) ? relative(resolve(""), path) : normalize(path);
  if (isAbsolute(below) || below === ".." || below.startsWith(`..${sep}`)) return path;
  // A file that is called so would be standard input.
  return below === "-" ? path : (below || ".").split(sep).join("/");
}
