import { open } from "node:fs/promises";
import type { Io } from "./io.js";
import { expectFolder, type Output } from "./tell.js";
import { UsageError } from "./usage-error.js";
import { cannotWrite } from "./write-whole.js";

/** Where a line for each exchange goes. */
export type VerdictLines = {
  /** Resolves when there is room for more. */
  readonly write: (lines: string) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** @param verdicts A file, or `-` for stdout. */
export async function openVerdictLines(verdicts: string, io: Io): Promise<VerdictLines> {
  if (verdicts === "-") return { write: async (lines) => io.stdout(lines), end: async () => {} };
  const file = await open(verdicts, "w");
  return {
    write: (lines) =>
      file.appendFile(lines).catch((error: unknown) => {
        throw cannotWrite(verdicts, error);
      }),
    end: () => file.close(),
  };
}

/** @throws UsageError when they could not be written there, or would be mixed with a report. */
export function expectRoomFor(verdicts: string | undefined, outputs: readonly Output[]): void {
  if (verdicts !== "-") expectFolder(verdicts);
  else if (outputs.some(({ file }) => file === undefined))
    throw new UsageError(
      "--verdicts -: the report goes to stdout already; give it a file, such as --format text:report.txt, or the verdicts one",
    );
}
