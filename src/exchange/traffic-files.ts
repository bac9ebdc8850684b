import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { globBase, globPattern, isGlob } from "./glob.js";
import { RecordingError } from "./recording-error.js";

/**
 * Expands what a user names, files, folders, globs and `-` for standard input, to a sorted list without repetitions.
 *
 * A name that leads to no traffic is an error: a gate that looked at nothing must not be green.
 */
export async function trafficFiles(names: readonly string[], cwd = "."): Promise<readonly string[]> {
  const found = (await Promise.all(names.map((name) => expanded(name, cwd)))).flat();
  found.sort(byCodeUnits);
  const byPlace = new Map<string, string>();
  for (const file of found) {
    const place = file === "-" ? file : resolve(cwd, file);
    if (!byPlace.has(place)) byPlace.set(place, file);
  }
  return [...byPlace.values()];
}

async function expanded(name: string, cwd: string): Promise<readonly string[]> {
  if (name === "-") return [name];
  // A file may be called "a[1]{2}.har": what exists under the name is meant before any pattern.
  const kind = await kindOf(resolve(cwd, name));
  if (kind === "file") return [name];
  if (kind === "folder") {
    const files = await filesBelow(name, cwd);
    const recordings = recordingsIn(name, files, cwd);
    return recordings.length > 0 ? recordings : nothing(name, `the folder holds no traffic; looked for ${endings}`);
  }
  if (!isGlob(name)) return nothing(name, "there is no such file or folder; accepted are files, folders, globs and -");
  const base = globBase(name);
  const pattern = globPattern(name);
  const files = (await kindOf(resolve(cwd, base))) === "folder" ? await filesBelow(base, cwd) : [];
  const matching = files.filter((file) => pattern.test(file));
  return matching.length > 0
    ? matching
    : nothing(name, "no file matches; looked in all folders that the pattern names");
}

/** A file that ends like a recording is one, but many files end in .json, and few of them are traffic. */
function recordingsIn(name: string, files: readonly string[], cwd: string): readonly string[] {
  const folders = stubFolders(name, files, cwd);
  const isStub = (file: string): boolean => /\.json$/i.test(file) && folders.some((folder) => file.startsWith(folder));
  const isBody = (file: string): boolean => /(^|\/)__files\//.test(file);
  const recordings = files.filter((file) => !isBody(file) && (isRecording(file) || isStub(file)));
  if (recordings.length > 0) return recordings;
  const mappings = folderPrefix(join(name, "mappings"));
  return files.filter((file) => file.startsWith(mappings) && /\.json$/i.test(file));
}

/**
 * The folders of WireMock mappings: those called `mappings` beside one called `__files`, and the folder that the user
 * names, if it is called so. One right in the named folder is taken as well when there is nothing else.
 */
function stubFolders(name: string, files: readonly string[], cwd: string): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    const beside = /^(.*?\/)?__files\//.exec(file);
    if (beside !== null) folders.add(`${beside[1] ?? ""}mappings/`);
  }
  if (basename(resolve(cwd, name)) === "mappings") folders.add(folderPrefix(name));
  return [...folders];
}

/** How the paths of all files in a folder begin. */
function folderPrefix(folder: string): string {
  const prefix = join(folder, "/").replaceAll("\\", "/");
  return prefix === "./" ? "" : prefix;
}

async function filesBelow(folder: string, cwd: string): Promise<readonly string[]> {
  const files: string[] = [];
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const item of await itemsOf(next, cwd)) {
      const path = join(next, item.name).replaceAll("\\", "/");
      // Links to folders are not followed, so that a link to a parent does not lead round and round.
      if (item.isDirectory()) pending.push(path);
      else if (item.isFile() || (item.isSymbolicLink() && (await kindOf(resolve(cwd, path))) === "file"))
        files.push(path);
    }
  }
  return files;
}

async function itemsOf(folder: string, cwd: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(resolve(cwd, folder === "" ? "." : folder), { withFileTypes: true });
  } catch (error) {
    throw new RecordingError("the folder cannot be read", { source: folder, cause: error });
  }
}

async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? "folder" : "file";
}

function isRecording(path: string): boolean {
  return /\.(har|ndjson|jsonl)(\.gz)?$/i.test(path);
}

function nothing(name: string, message: string): never {
  throw new RecordingError(message, { source: name });
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const endings =
  "*.har, *.ndjson and *.jsonl (or .gz of them) and folders of WireMock mappings, in its subfolders too; name other files by themselves or by a glob";
