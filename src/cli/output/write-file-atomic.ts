import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { UsageError } from "../process/usage-error.js";

/**
 * Writes a file whole or not at all: a disk that is full leaves what was there. What is no file of its own, such as a link or a
 * device, is written to where it is.
 *
 * @param mode the permissions of a file that does not exist yet
 * @throws UsageError when it cannot be written.
 */
export function writeFileAtomic(path: string, text: string, mode = 0o666): void {
  const before = lstatSync(path, { throwIfNoEntry: false });
  const isOwn = before === undefined || before.isFile();
  const beside = isOwn ? `${path}.next` : path;
  try {
    writeFileSync(beside, text, { mode: before?.mode ?? mode });
    if (isOwn) renameSync(beside, path);
  } catch (error) {
    if (isOwn) rmSync(beside, { force: true });
    throw createWriteError(path, error);
  }
}

/** What the system says of a write names no file. */
export function createWriteError(path: string, error: unknown): UsageError {
  const why = error instanceof Error ? error.message : String(error);
  return new UsageError(`${path}: cannot be written: ${why}`, { cause: error });
}
