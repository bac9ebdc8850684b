import { open } from "node:fs/promises";
import type { RecordedCredentials } from "../../check/index.js";
import { type Io, UsageError } from "../process/io.js";
import { assertWritableFile } from "./assert-writable-file.js";
import type { ReportOutput } from "./report-outputs.js";
import { createWriteError } from "./write-file-atomic.js";

/** Writes one line per exchange. */
export type VerdictWriter = {
  /** Resolves when more can be written. */
  readonly write: (lines: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** @param verdicts A file, or `-` for stdout. */
export async function openVerdictWriter(verdicts: string, io: Io): Promise<VerdictWriter> {
  if (verdicts === "-") return { write: async (lines) => io.stdout(lines), close: async () => {} };
  const file = await open(verdicts, "w");
  return {
    write: (lines) =>
      file.appendFile(lines).catch((error: unknown) => {
        throw createWriteError(verdicts, error);
      }),
    close: () => file.close(),
  };
}

/** @throws UsageError when the file cannot be written, or stdout is used by a report. */
export function assertVerdictsWritable(verdicts: string | undefined, outputs: readonly ReportOutput[]): void {
  if (verdicts !== "-") assertWritableFile(verdicts);
  else if (outputs.some(({ file }) => file === undefined))
    throw new UsageError(
      "--verdicts -: stdout is used by the report; write it to a file, such as --format text:report.txt, or give --verdicts a file",
    );
}

/** One line of the verdict log, in all variants if it depends on which credentials the recording contains. */
export type QueuedVerdict = string | Readonly<Record<RecordedCredentials, string>>;

/**
 * Keeps the order of verdict lines while it is unknown which credentials a recording contains. Without `--verdicts`, nothing is
 * queued.
 */
type VerdictQueue = {
  readonly push: (line: QueuedVerdict) => void;
  /** Takes all lines before the first one that is undecided. */
  readonly take: (credentials: RecordedCredentials | undefined) => string;
};

export function createVerdictQueue(): VerdictQueue {
  let waiting: QueuedVerdict[] = [];
  return {
    push: (line) => {
      waiting.push(line);
    },
    take: (credentials) => {
      const undecided = credentials === undefined ? waiting.findIndex((it) => typeof it !== "string") : -1;
      const known = undecided < 0 ? waiting : waiting.slice(0, undecided);
      if (known.length === 0) return "";
      waiting = undecided < 0 ? [] : waiting.slice(undecided);
      return known.map((it) => (typeof it === "string" ? it : it[credentials ?? "all"])).join("");
    },
  };
}
