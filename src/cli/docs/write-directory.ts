import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { findPackageFile } from "../input/built-in-spec.js";
import { UsageError } from "../process/io.js";

/** Writes files below a directory. */
export function writeDirectory(directory: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}

/**
 * Removes what an earlier run wrote into a directory, so that no page of it remains.
 *
 * @throws UsageError if the directory holds something else.
 */
export function emptyDirectory(
  directory: string,
  { option, mark, kept = [] }: { readonly option: string; readonly mark: string; readonly kept?: readonly string[] },
): void {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found?.isFile())
    throw new UsageError(`${option} ${directory} is a file; pass a directory, which is created if it does not exist`);
  const names = found === undefined ? [] : readdirSync(directory);
  if (names.length > 0 && !names.includes(mark))
    throw new UsageError(
      `${option} ${directory} is neither empty nor written by this command (it has no ${mark}); pass another directory`,
    );
  for (const name of names) if (!kept.includes(name)) rmSync(join(directory, name), { recursive: true });
}

/** Reads the scripts and the style of the reference, by file name. `npm run build` writes them. */
export function readReferenceApp(): ReadonlyMap<string, string> {
  const bytes = gunzipSync(readFileSync(findPackageFile("dist/chunks/reference-app.json.gz")));
  return new Map(Object.entries(JSON.parse(bytes.toString("utf8")) as Record<string, string>));
}
