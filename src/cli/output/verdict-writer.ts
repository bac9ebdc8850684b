import { open } from "node:fs/promises";
import type { Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
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
