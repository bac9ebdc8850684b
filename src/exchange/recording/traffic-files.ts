import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { RecordingError } from "../reader/recording-error.js";
import { compileGlob, getGlobBase, isGlob } from "./glob.js";

/**
 * Expands what a user names, files, folders, globs and `-` for standard input, to a sorted list without repetitions.
 *
 * A name that leads to no traffic is an error: a gate that looked at nothing must not be green.
 */
export async function findTrafficFiles(names: readonly string[], cwd = "."): Promise<readonly string[]> {
  const found = (await Promise.all(names.map((name) => expandName(name, cwd)))).flat();
  found.sort(compareCodeUnits);
  const byPlace = new Map<string, string>();
  for (const file of found) {
    const place = file === "-" ? file : resolve(cwd, file);
    if (!byPlace.has(place)) byPlace.set(place, file);
  }
  return [...byPlace.values()];
}

async function expandName(name: string, cwd: string): Promise<readonly string[]> {
  if (name === "-") return [name];
  // A file may be called "a[1]{2}.har": what exists under the name is meant before any pattern.
  const kind = await getPathKind(resolve(cwd, name));
  if (kind === "file") return [name];
  if (kind === "folder") {
    const files = await listFilesRecursively(name, cwd);
    const recordings = selectRecordings(name, files, cwd);
    return recordings.length > 0
      ? recordings
      : throwNoTraffic(name, `the folder holds no traffic; looked for ${ACCEPTED_FILES}`);
  }
  if (!isGlob(name))
    return throwNoTraffic(name, "there is no such file or folder; accepted are files, folders, globs and -");
  const base = getGlobBase(name);
  const pattern = compileGlob(name);
  const files = (await getPathKind(resolve(cwd, base))) === "folder" ? await listFilesRecursively(base, cwd) : [];
  const matching = files.filter((file) => pattern.test(file));
  return matching.length > 0
    ? matching
    : throwNoTraffic(name, "no file matches; looked in all folders that the pattern names");
}

/** A file that ends like a recording is one, but many files end in .json, and few of them are traffic. */
function selectRecordings(name: string, files: readonly string[], cwd: string): readonly string[] {
  const folders = findStubFolders(name, files, cwd);
  const isStub = (file: string): boolean => /\.json$/i.test(file) && folders.some((folder) => file.startsWith(folder));
  const isBody = (file: string): boolean => /(^|\/)__files\//.test(file);
  const recordings = files.filter((file) => !isBody(file) && (isRecordingName(file) || isStub(file)));
  if (recordings.length > 0) return recordings;
  const mappings = getFolderPrefix(join(name, "mappings"));
  return files.filter((file) => file.startsWith(mappings) && /\.json$/i.test(file));
}

/**
 * The folders of WireMock mappings: those called `mappings` beside one called `__files`, and the folder that the user
 * names, if it is called so. One right in the named folder is taken as well when there is nothing else.
 */
function findStubFolders(name: string, files: readonly string[], cwd: string): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    const beside = /^(.*?\/)?__files\//.exec(file);
    if (beside !== null) folders.add(`${beside[1] ?? ""}mappings/`);
  }
  if (basename(resolve(cwd, name)) === "mappings") folders.add(getFolderPrefix(name));
  return [...folders];
}

/** How the paths of all files in a folder begin. */
function getFolderPrefix(folder: string): string {
  const prefix = join(folder, "/").replaceAll("\\", "/");
  return prefix === "./" ? "" : prefix;
}

async function listFilesRecursively(folder: string, cwd: string): Promise<readonly string[]> {
  const files: string[] = [];
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const item of await readFolder(next, cwd)) {
      const path = join(next, item.name).replaceAll("\\", "/");
      // Links to folders are not followed, so that a link to a parent does not lead round and round.
      if (item.isDirectory()) pending.push(path);
      else if (item.isFile() || (item.isSymbolicLink() && (await getPathKind(resolve(cwd, path))) === "file"))
        files.push(path);
    }
  }
  return files;
}

async function readFolder(folder: string, cwd: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(resolve(cwd, folder === "" ? "." : folder), { withFileTypes: true });
  } catch (error) {
    throw new RecordingError("the folder cannot be read", { source: folder, cause: error });
  }
}

async function getPathKind(path: string): Promise<"file" | "folder" | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? "folder" : "file";
}

function isRecordingName(path: string): boolean {
  return /\.(har|ndjson|jsonl)(\.gz)?$/i.test(path);
}

function throwNoTraffic(name: string, message: string): never {
  throw new RecordingError(message, { source: name });
}

function compareCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const ACCEPTED_FILES =
  "*.har, *.ndjson and *.jsonl (or .gz of them) and folders of WireMock mappings, in its subfolders too; name other files by themselves or by a glob";
