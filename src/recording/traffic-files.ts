import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { compareStrings } from "../document/index.js";
import { RecordingError } from "./reader/recording-source.js";

/**
 * Expands files, directories, globs and `-` (standard input) to a sorted list without duplicates.
 *
 * @throws RecordingError if a name matches no traffic, because a run without any input must not pass.
 */
export async function findTrafficFiles(names: readonly string[], cwd = "."): Promise<readonly string[]> {
  const found = (await Promise.all(names.map((name) => expandName(name, cwd)))).flat();
  found.sort(compareStrings);
  const byPath = new Map<string, string>();
  for (const file of found) {
    const path = file === "-" ? file : resolve(cwd, file);
    if (!byPath.has(path)) byPath.set(path, file);
  }
  return [...byPath.values()];
}

async function expandName(name: string, cwd: string): Promise<readonly string[]> {
  if (name === "-") return [name];
  // An existing file takes precedence over a pattern, because it may be called "a[1]{2}.har".
  const kind = await getPathKind(resolve(cwd, name));
  if (kind === "file") return [name];
  if (kind === "folder") {
    const files = await listFilesRecursively(name, cwd);
    const recordings = selectRecordings(name, files, cwd);
    return recordings.length > 0
      ? recordings
      : throwNoTraffic(name, `the directory contains no traffic; expected ${EXPECTED_FILES}`);
  }
  if (!isGlob(name))
    return throwNoTraffic(name, "file or directory does not exist; expected a file, a directory, a glob or -");
  const base = getGlobBase(name);
  const pattern = compileGlob(name);
  const files = (await getPathKind(resolve(cwd, base))) === "folder" ? await listFilesRecursively(base, cwd) : [];
  const matching = files.filter((file) => pattern.test(file));
  return matching.length > 0 ? matching : throwNoTraffic(name, "no file matches the pattern");
}

/** Selects recordings by extension. A .json file is selected only in a directory of WireMock mappings. */
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
 * The directories of WireMock mappings: each `mappings` next to a `__files`, and the named directory itself if it is called
 * `mappings`. If there are no recordings, a `mappings` directly in the named directory is also used.
 */
function findStubFolders(name: string, files: readonly string[], cwd: string): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    const bodyFile = /^(.*?\/)?__files\//.exec(file);
    if (bodyFile !== null) folders.add(`${bodyFile[1] ?? ""}mappings/`);
  }
  if (basename(resolve(cwd, name)) === "mappings") folders.add(getFolderPrefix(name));
  return [...folders];
}

/** The common prefix of all file paths in a directory. */
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
      // Symbolic links to directories are not followed, to avoid cycles.
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
    throw new RecordingError("cannot read the directory", { source: folder, cause: error });
  }
}

async function getPathKind(path: string): Promise<"file" | "folder" | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? "folder" : "file";
}

/** Whether a directory of recordings contributes a file with this name. */
export function isRecordingName(path: string): boolean {
  return /\.(har|ndjson|jsonl)(\.gz)?$/i.test(path);
}

function throwNoTraffic(name: string, message: string): never {
  throw new RecordingError(message, { source: name });
}

const EXPECTED_FILES =
  "*.har, *.ndjson or *.jsonl files (also .gz) or WireMock mappings, searched recursively; pass other files by name or glob";

/** Whether a file name contains wildcards. */
export function isGlob(name: string): boolean {
  return /[*?{]/.test(name);
}

/** The directory that a pattern searches: its leading segments without wildcards. */
export function getGlobBase(pattern: string): string {
  const segments = pattern.split("/");
  const first = segments.findIndex((segment) => isGlob(segment));
  const base = segments.slice(0, first).join("/");
  return base === "" && pattern.startsWith("/") ? "/" : base;
}

/**
 * Compiles a glob pattern to a regular expression for whole paths. `*` and `?` match within a segment, `**` matches any
 * number of segments, and `{a,b}` matches alternatives.
 *
 * As in a shell, a wildcard at the start of a segment does not match a leading dot. Node 20 has no built-in glob.
 */
export function compileGlob(pattern: string): RegExp {
  const segments = pattern.replace(/^(\.\/)+/, "").split("/");
  const last = segments.length - 1;
  const source = segments.map((segment, index) => {
    if (segment === "**") return index === last ? "(?:(?!\\.)[^/]+/)*(?!\\.)[^/]+" : "(?:(?!\\.)[^/]+/)*";
    return compileGlobSegment(segment) + (index === last ? "" : "/");
  });
  return new RegExp(`^${source.join("")}$`, "s");
}

function compileGlobSegment(segment: string): string {
  let depth = 0;
  const noLeadingDot = /^[*?]/.test(segment) ? "(?!\\.)" : "";
  const source = segment.replace(/\*+|[\s\S]/g, (part) => {
    if (part.startsWith("*")) return "[^/]*";
    if (part === "?") return "[^/]";
    if (part === "{") return ++depth > 0 ? "(?:" : part;
    if (part === "}" && depth > 0) return --depth >= 0 ? ")" : part;
    if (part === "," && depth > 0) return "|";
    return part.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  return noLeadingDot + source + ")".repeat(depth);
}
