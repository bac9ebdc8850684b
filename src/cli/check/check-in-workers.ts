import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Report } from "../../check/index.js";
import type { CommandName, CommandOptions } from "../options/command-table.js";
import { type Io, UsageError } from "../process/io.js";

/** The name of the hidden command that checks one part of the recordings. */
const PART_COMMAND: CommandName = "check-part";

/** What a process needs to check its part: the arguments of `contract check`, and `i/n`. */
export type PartRequest = {
  readonly traffic: readonly string[];
  readonly options: CommandOptions<"check">;
  readonly shard: string;
};

/** Below this size, starting processes costs more than they save on traffic that is quick to check. */
const MIN_BYTES = 128e6;
/** Each process holds the compiled spec. */
const MAX_DEFAULT_WORKERS = 4;

/**
 * Returns the number of processes for a check: that of `--workers`, or by default one for each core if the recordings are
 * large. It is at most the number of files, because each process checks whole files. Standard input and `--verdicts` need one.
 *
 * @throws UsageError for a number together with these.
 */
export function resolveWorkers(
  { workers, verdicts, shard }: CommandOptions<"check">,
  files: readonly SizedFile[],
  { selfCommand }: Io,
  cores = availableParallelism(),
): number {
  const inOrder = verdicts !== undefined ? "--verdicts" : files.some(({ name }) => name === "-") ? "-" : undefined;
  if (workers !== undefined && workers > 1 && inOrder !== undefined)
    throw new UsageError(`--workers ${workers}: ${inOrder} needs one process; remove one of the two`);
  if (inOrder !== undefined || shard !== undefined || selfCommand === undefined) return 1;
  const isLarge = files.reduce((sum, { size }) => sum + size, 0) >= MIN_BYTES;
  const wanted = workers ?? (isLarge ? Math.min(cores, MAX_DEFAULT_WORKERS) : 1);
  return Math.max(1, Math.min(wanted, files.length));
}

/** The sizes of recordings. A file that cannot be read is reported when it is checked. */
export function measureFiles(files: readonly string[]): readonly SizedFile[] {
  return files.map((name) => ({
    name,
    size: (name === "-" ? undefined : statSync(name, { throwIfNoEntry: false }))?.size ?? 0,
  }));
}

/**
 * Checks all parts of the recordings but the first, which is for this process, each in its own process.
 *
 * @returns the reports of these parts, or the reason why there is none.
 */
export async function checkInWorkers(
  { traffic, options }: Omit<PartRequest, "shard">,
  workers: number,
  io: Io,
): Promise<readonly (Report | string)[]> {
  return Promise.all(
    Array.from({ length: workers - 1 }, (_, at) => runPart({ traffic, options, shard: `${at + 2}/${workers}` }, io)),
  );
}

/** Returns the report of a part, or why there is none. */
async function runPart(request: PartRequest, { selfCommand = [], signal }: Io): Promise<Report | string> {
  const [program = "", ...args] = selfCommand;
  const child = spawn(program, [...args, PART_COMMAND], { stdio: ["pipe", "pipe", "pipe"] });
  const stop = (): void => void child.kill("SIGINT");
  signal.addEventListener("abort", stop);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  // A process that ends before it has read its input is reported below.
  child.stdin.on("error", () => undefined).end(JSON.stringify(request));
  const ended = await new Promise<string>((done) => {
    child.once("error", (error) => done(error.message));
    child.once("close", (code, name) => done(code === 0 ? "" : `ended with ${name ?? `exit code ${code}`}`));
  });
  signal.removeEventListener("abort", stop);
  if (ended === "" && stdout !== "") return JSON.parse(stdout) as Report;
  return `part ${request.shard} of the recordings was not checked: its process ${ended || "wrote no report"}${stderr === "" ? "" : `; stderr:\n${stderr.trimEnd()}`}`;
}

/** A recording and its size in bytes. */
export type SizedFile = { readonly name: string; readonly size: number };

/**
 * Deals out whole files to the parts of a run, the largest first to the part with the fewest bytes, so that no part reads what
 * another one checks.
 *
 * @returns the files of each part in their order; with fewer files than parts, some parts have none.
 */
export function splitFiles(files: readonly SizedFile[], parts: number): readonly (readonly string[])[] {
  const loads = Array.from({ length: parts }, () => ({ size: 0, names: new Set<string>() }));
  for (const { name, size } of [...files].sort((one, other) => other.size - one.size)) {
    const least = loads.reduce((best, it) => (it.size < best.size ? it : best));
    least.size += size;
    least.names.add(name);
  }
  return loads.map(({ names }) => files.flatMap(({ name }) => (names.has(name) ? [name] : [])));
}
