import { findTrafficFiles } from "../../exchange/index.js";
import { UsageError } from "../process/usage-error.js";

/**
 * The recordings that are meant, for a command that reads them more than once.
 *
 * @throws UsageError when one of them is standard input.
 */
export async function expandFileArguments(traffic: readonly string[]): Promise<readonly string[]> {
  const files = await findTrafficFiles(traffic);
  if (files.includes("-"))
    throw new UsageError("recordings are read more than once, and standard input cannot be; name files");
  return files;
}
