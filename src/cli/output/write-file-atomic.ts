import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { getErrorMessage, UsageError } from "../process/io.js";

/**
 * Writes a file completely or not at all: on a full disk the old content stays. Links and devices are written in place.
 *
 * @param text The content, or its parts, which together may be longer than a string can be.
 * @param mode The permissions of a new file.
 * @throws UsageError when it cannot be written.
 */
export function writeFileAtomic(path: string, text: string | Iterable<string>, mode = 0o666): void {
  const before = lstatSync(path, { throwIfNoEntry: false });
  const isRegularFile = before === undefined || before.isFile();
  const target = isRegularFile ? `${path}.next` : path;
  try {
    const file = openSync(target, "w", before?.mode ?? mode);
    try {
      for (const part of typeof text === "string" ? [text] : text) writeFileSync(file, part);
    } finally {
      closeSync(file);
    }
    if (isRegularFile) renameSync(target, path);
  } catch (error) {
    if (isRegularFile) rmSync(target, { force: true });
    throw createWriteError(path, error);
  }
}

/** Adds the path to a system error, which does not name it. */
export function createWriteError(path: string, error: unknown): UsageError {
  return new UsageError(`cannot write ${path}: ${getErrorMessage(error)}`, { cause: error });
}

/** A new file has no `before`. */
type FileRewrite = { readonly path: string; readonly before: string | undefined; readonly after: string };

/**
 * Writes all files or none. Each file is written next to its target and then renamed. If a rename fails, the files that were
 * already replaced are restored.
 *
 * @throws UsageError when a file no longer has the text `before`.
 */
export function writeFilesAtomically(files: readonly FileRewrite[]): void {
  for (const { path, before } of files)
    if ((existsSync(path) ? readFileSync(path, "utf8") : undefined) !== before)
      throw new UsageError(`${path} was changed by another program; nothing was written`);
  const temporaryPath = (path: string): string => `${path}.suggested`;
  const written: string[] = [];
  const replaced: FileRewrite[] = [];
  try {
    for (const { path, before, after } of files) {
      const mode = before === undefined ? undefined : statSync(path).mode;
      writeFileSync(temporaryPath(path), after, { mode, flag: "wx" });
      written.push(path);
    }
    for (const file of files) {
      renameSync(temporaryPath(file.path), file.path);
      replaced.push(file);
    }
  } catch (error) {
    for (const { path, before } of replaced)
      if (before === undefined) rmSync(path, { force: true });
      else writeFileSync(path, before);
    for (const path of written) rmSync(temporaryPath(path), { force: true });
    throw error;
  }
}

/** Creates the missing directories of a recording. @throws UsageError when it cannot be written */
export function prepareRecording(file: string | undefined): void {
  assertWritableFile(file, { createsDirectories: true });
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true });
}

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
