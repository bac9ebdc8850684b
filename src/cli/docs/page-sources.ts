import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { isSpecUrl } from "../../document/index.js";
import { toRelativePath } from "../input/relative-path.js";

/** Returns the URL to edit a file of the working directory, if it is known. */
export function formatEditUrl(edit: string | undefined, file: string): string | undefined {
  const path = toRelativePath(file);
  if (edit === undefined || isSpecUrl(path) || /^(?:[./\\]|[a-z]:)/i.test(path)) return undefined;
  return `${edit}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/**
 * Returns a function that finds the day on which a file of a directory was last changed: the day of its last commit. A file without
 * one has the time of the build, if that is set, so that each build gives the same bytes, and otherwise its own time.
 */
export function createLastChangeFinder(
  directory: string | undefined,
  sourceDateEpoch: string | undefined,
): (file: string) => string | undefined {
  const commits = directory === undefined ? new Map<string, string>() : readCommitDays(directory);
  return (file) => {
    const found = directory === undefined ? undefined : statSync(join(directory, file), { throwIfNoEntry: false });
    if (found?.isFile() !== true) return undefined;
    const time = sourceDateEpoch === undefined ? found.mtime : new Date(Number(sourceDateEpoch) * 1000);
    return commits.get(file) ?? time.toISOString().slice(0, 10);
  };
}

/** The day of the last commit of each file of a directory, by its path below the directory. */
function readCommitDays(directory: string): Map<string, string> {
  const args = ["-c", "core.quotePath=false", "log", "--format=//%cs", "--name-only", "--relative", "--", "."];
  const days = new Map<string, string>();
  let day = "";
  for (const line of readGit(directory, args).split("\n")) {
    if (line.startsWith("//")) day = line.slice(2);
    else if (line !== "" && !days.has(line)) days.set(line, day);
  }
  return days;
}

/** Returns nothing without Git, or outside of a repository. */
function readGit(cwd: string, args: readonly string[]): string {
  try {
    return execFileSync("git", args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 2 ** 29,
    });
  } catch {
    return "";
  }
}
