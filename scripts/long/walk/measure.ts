import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** What ran in a check of one recording. */
export type Walk = {
  /** The files in which a function ran that does not run in `contract check --help`, sorted. */
  readonly files: readonly string[];
  /** Those in which one ran after the recording was opened. */
  readonly afterOpening: ReadonlySet<string>;
  /** How often a pointer was resolved to the value at it. */
  readonly resolutions: number;
  /** The lines of all files of `src`. */
  readonly sourceLines: number;
};

/** The checks of the whole recording, and of one entry of it. */
export type Walks = { readonly recording: Walk; readonly entry: Walk };

const ROOT = join(import.meta.dirname, "../../..");

/** The recording whose check is measured, in `test/traffic`. */
export const RECORDING = "examples.har";

type HarEntry = { request: { method: string }; response: { status: number } };

/** Measures the check of the whole recording, and of one entry of it, in a folder with the sources. */
export function measureWalks(root: string): Walks {
  const scratch = mkdtempSync(join(tmpdir(), "walk-"));
  try {
    const recording = join(root, "test/traffic", RECORDING);
    const single = join(scratch, "entry.har");
    const har = JSON.parse(readFileSync(recording, "utf8")) as { log: { entries: HarEntry[] } };
    har.log.entries = har.log.entries.filter(isUpdate).slice(0, 1);
    writeFileSync(single, JSON.stringify(har));
    return { recording: measureWalk(root, scratch, recording), entry: measureWalk(root, scratch, single) };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Measures the sources of a commit, with the packages of this working tree. */
export function measureCommit(commit: string): Walks {
  const folder = mkdtempSync(join(tmpdir(), "walk-commit-"));
  try {
    const parts = ["src", "spec", "generated", "package.json", "tsconfig.json", "test/traffic"];
    const archive = execFileSync("git", ["archive", commit, ...parts], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    return measureWalks(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The first of these is the entry that is checked alone. It has bodies in JSON in both directions. */
const isUpdate = ({ request, response }: HarEntry): boolean => request.method === "PUT" && response.status < 300;

function measureWalk(root: string, scratch: string, recording: string): Walk {
  const [help] = runCovered(root, join(scratch, "help"), ["--help"]);
  const [before, after] = runCovered(root, join(scratch, "check"), [recording]);
  if (help === undefined || before === undefined || after === undefined)
    throw new Error(`expected coverage from before ${recording} was opened, and from after it`);
  const files = new Set<string>();
  const afterOpening = new Set<string>();
  let resolutions = 0;
  for (const calls of [before, after]) {
    for (const [key, count] of calls) {
      const [file = ""] = key.split(" ");
      if (key.startsWith("src/document/json.ts valueAt ")) resolutions += count;
      if (help.has(key)) continue;
      files.add(file);
      if (calls === after) afterOpening.add(file);
    }
  }
  return { files: [...files].sort(), afterOpening, resolutions, sourceLines: countLines(join(root, "src")) };
}

/** How often each function ran, by `FILE NAME OFFSET`. */
type Calls = ReadonlyMap<string, number>;

/** Runs `contract check` from the sources, and returns what each coverage report counts, in the order of writing. */
function runCovered(root: string, folder: string, args: readonly string[]): readonly Calls[] {
  rmSync(folder, { recursive: true, force: true });
  const recording = args[0]?.split("/").at(-1) ?? "";
  const loaders = [import.meta.resolve("tsx"), join(import.meta.dirname, "mark-opening.ts")];
  const { status, stderr } = spawnSync(
    process.execPath,
    [...loaders.flatMap((it) => ["--import", it]), join(root, "src/cli/main.ts"), "check", ...args],
    {
      // A configuration would change what runs, and the root of the repository has one.
      cwd: join(root, "test/traffic"),
      env: { ...process.env, NODE_V8_COVERAGE: folder, WALK_RECORDING: recording },
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`contract check ${args.join(" ")} failed: ${stderr}`);
  // The name of a report is `coverage-PID-TIME-NUMBER.json`. The loader of TypeScript has a thread, whose report counts none of it.
  return readdirSync(folder, "utf8")
    .sort()
    .map((name) => countCalls(root, JSON.parse(readFileSync(join(folder, name), "utf8")) as CoverageReport))
    .filter((it) => it.size > 0);
}

type CoverageReport = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
};

function countCalls(root: string, { result }: CoverageReport): Calls {
  const calls = new Map<string, number>();
  for (const { url, functions } of result) {
    const file = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : "";
    if (!file.startsWith("src/")) continue;
    for (const { functionName: name, ranges } of functions) {
      const [range] = ranges;
      // The script itself counts as a function, and the loader adds some.
      const isScript = name === "" && range?.startOffset === 0;
      if (range === undefined || range.count === 0 || isScript || ADDED_FUNCTIONS.includes(name)) continue;
      calls.set(`${file} ${name} ${range.startOffset}`, range.count);
    }
  }
  return calls;
}

const ADDED_FUNCTIONS = ["__name", "<static_initializer>"];

function countLines(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .reduce((sum, path) => sum + readFileSync(join(folder, path), "utf8").split("\n").length - 1, 0);
}
