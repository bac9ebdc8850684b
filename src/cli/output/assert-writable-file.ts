import { accessSync, constants, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../process/usage-error.js";

/** @throws UsageError when a file could not be written there. */
export function assertWritableFile(file: string | undefined): void {
  if (file === undefined) return;
  if (file === "-") throw new UsageError('"-" is no file here; give the name of one, or ./- where that is its name');
  const folder = dirname(file);
  try {
    // With the slash a file is no folder.
    accessSync(`${folder}/`, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${file}: cannot be written, for there is no folder ${folder} that can be`, { cause: error });
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`${file}: is a folder; give a file in it, such as ${join(file, "report")}`);
}
