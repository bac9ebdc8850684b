import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { UsageError } from "../process/usage-error.js";

/** A file that is to be made has no text before. */
export type FileRewrite = { readonly path: string; readonly before: string | undefined; readonly after: string };

/**
 * Writes all of these files or none: beside them first, and then each in its place; what is in place already is put back
 * when a later one cannot be.
 *
 * @throws UsageError when one of them is no longer what it was.
 */
export function writeFilesAtomically(files: readonly FileRewrite[]): void {
  for (const { path, before } of files)
    if ((existsSync(path) ? readFileSync(path, "utf8") : undefined) !== before)
      throw new UsageError(`${path} has changed meanwhile; nothing was written`);
  const beside = (path: string): string => `${path}.suggested`;
  const made: string[] = [];
  const placed: FileRewrite[] = [];
  try {
    for (const { path, before, after } of files) {
      writeFileSync(beside(path), after, {
        ...(before === undefined ? {} : { mode: statSync(path).mode }),
        flag: "wx",
      });
      made.push(path);
    }
    for (const file of files) {
      renameSync(beside(file.path), file.path);
      placed.push(file);
    }
  } catch (error) {
    for (const { path, before } of placed)
      if (before === undefined) rmSync(path, { force: true });
      else writeFileSync(path, before);
    for (const path of made) rmSync(beside(path), { force: true });
    throw error;
  }
}
