import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../process/io.js";

/** @throws UsageError when the file cannot be written. Missing directories are an error unless `createsDirectories`. */
export function assertWritableFile(file: string | undefined, { createsDirectories = false } = {}): void {
  if (file === undefined) return;
  if (file === "-") throw new UsageError('"-" is not accepted here; give a file name, or ./- for a file named -');
  const folder = createsDirectories ? findExistingParent(file) : dirname(file);
  try {
    // The trailing slash makes this fail for a regular file.
    accessSync(`${folder}/`, constants.W_OK);
  } catch (error) {
    const reason = existsSync(`${folder}/`) ? "is not writable" : "does not exist";
    throw new UsageError(`cannot write ${file}: directory ${folder} ${reason}`, { cause: error });
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`cannot write ${file}: it is a directory; give a file in it, such as ${join(file, "report")}`);
}

function findExistingParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) || parent === path ? parent : findExistingParent(parent);
}
