import { isAbsolute, normalize, relative, resolve, sep } from "node:path";
import { isSpecUrl, readBytes } from "../../document/index.js";
import { formatReadError } from "../../recording/index.js";
import { UsageError } from "../process/io.js";

/**
 * Reads the text of a file that the user named.
 *
 * @param accepted What to give instead, for the message.
 * @throws UsageError when it cannot be read.
 */
export function readInputFile(file: string, accepted: string): string {
  try {
    return readBytes(file).toString("utf8");
  } catch (error) {
    throw new UsageError(`${file}: ${formatReadError(error)}; ${accepted}`, { cause: error });
  }
}

/** A path for reports: relative to the current directory if it is inside, otherwise unchanged. */
export function toRelativePath(path: string): string {
  if (path === "" || path === "-" || isSpecUrl(path)) return path;
  const below = isAbsolute(path) ? relative(resolve(""), path) : normalize(path);
  if (isAbsolute(below) || below === ".." || below.startsWith(`..${sep}`)) return path;
  // A file named "-" would be read as standard input.
  return below === "-" ? path : (below || ".").split(sep).join("/");
}
