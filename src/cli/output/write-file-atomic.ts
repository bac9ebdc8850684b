import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { UsageError } from "../process/io.js";

/**
 * Writes a file completely or not at all: on a full disk the old content stays. Links and devices are written in place.
 *
 * @param mode The permissions of a new file.
 * @throws UsageError when it cannot be written.
 */
export function writeFileAtomic(path: string, text: string, mode = 0o666): void {
  const before = lstatSync(path, { throwIfNoEntry: false });
  const isRegularFile = before === undefined || before.isFile();
  const target = isRegularFile ? `${path}.next` : path;
  try {
    writeFileSync(target, text, { mode: before?.mode ?? mode });
    if (isRegularFile) renameSync(target, path);
  } catch (error) {
    if (isRegularFile) rmSync(target, { force: true });
    throw createWriteError(path, error);
  }
}

/** Adds the path to a system error, which does not name it. */
export function createWriteError(path: string, error: unknown): UsageError {
  const why = error instanceof Error ? error.message : String(error);
  return new UsageError(`cannot write ${path}: ${why}`, { cause: error });
}
