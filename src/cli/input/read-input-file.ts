import { readBytes } from "../../document/index.js";
import { UsageError } from "../process/usage-error.js";

/**
 * The text of a file that the user has named.
 *
 * @param accepted What the file should have been.
 * @throws UsageError when it cannot be read.
 */
export function readInputFile(file: string, accepted: string): string {
  try {
    return readBytes(file).toString("utf8");
  } catch (error) {
    throw new UsageError(`${file}: ${formatReadError(error as NodeJS.ErrnoException)}; ${accepted}`, { cause: error });
  }
}

function formatReadError({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  return code === "EISDIR" ? "it is a folder" : `it cannot be read: ${message}`;
}
