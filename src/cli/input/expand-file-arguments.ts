import { findTrafficFiles } from "../../exchange/index.js";
import { UsageError } from "../process/usage-error.js";

/**
 * Expands directories and globs to files, for a command that reads them more than once.
 *
 * @throws UsageError for standard input.
 */
export async function expandFileArguments(traffic: readonly string[]): Promise<readonly string[]> {
  const files = await findTrafficFiles(traffic);
  if (files.includes("-"))
    throw new UsageError("standard input cannot be read more than once; name files instead of -");
  return files;
}
