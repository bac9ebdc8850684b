import { readBytes } from "../../document/index.js";
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
    throw new UsageError(`${file}: ${formatReadError(error as NodeJS.ErrnoException)}; ${accepted}`, { cause: error });
  }
}

function formatReadError({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT" || code === "ENOTDIR") return "file does not exist";
  return code === "EISDIR" ? "is a directory" : `cannot be read: ${message}`;
}
