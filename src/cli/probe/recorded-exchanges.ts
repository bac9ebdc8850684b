import { type Exchange, toHarEntry } from "../../exchange/index.js";
import { type Contract, redactExchange } from "../../gate/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { stringifyPrintable } from "../../report/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { writeFileAtomic } from "../output/write-file-atomic.js";
import type { Io } from "../process/io.js";

/** Collects the exchanges of a probe for `--har` and `--verdicts`. */
export type RecordedExchanges = {
  readonly add: (exchange: Exchange, line: object) => void;
  readonly write: () => void;
};

export function createRecordedExchanges(
  { har, verdicts }: CommandOptions<"probe">,
  contract: Contract,
  io: Io,
): RecordedExchanges {
  const entries: object[] = [];
  const lines: string[] = [];
  const options = { startedAt: `${io.today ?? "1970-01-01"}T00:00:00Z` };
  return {
    add: (exchange, line) => {
      // Checked again without the expectations of the probe, which the recording does not contain.
      if (har !== undefined)
        entries.push(toHarEntry(redactExchange(contract, exchange, contract.check(exchange)), options));
      if (verdicts !== undefined) lines.push(stringifyPrintable(line));
    },
    write: () => {
      const log = { version: "1.2", creator: getToolInfo(), entries };
      if (har !== undefined) writeFileAtomic(har, `${JSON.stringify({ log }, null, 1)}\n`);
      if (verdicts !== undefined) writeFileAtomic(verdicts, lines.map((line) => `${line}\n`).join(""));
    },
  };
}
