import { type Exchange, harEntry } from "../exchange/index.js";
import { type Contract, withoutMarked } from "../gate/index.js";
import { ownTool } from "../library/own-tool.js";
import { jsonText } from "../report/index.js";
import type { Io } from "./io.js";
import type { ProbeCommand } from "./probe-settings.js";
import { writeWhole } from "./write-whole.js";

/** What was exchanged, for `--har` and `--verdicts`; nothing where neither is asked for. */
export type Kept = {
  readonly add: (exchange: Exchange, line: object) => void;
  readonly write: () => void;
};

export function keepFor({ har, verdicts }: ProbeCommand, contract: Contract, io: Io): Kept {
  const entries: object[] = [];
  const lines: string[] = [];
  const options = { startedAt: `${io.today ?? "1970-01-01"}T00:00:00Z` };
  return {
    add: (exchange, line) => {
      // As whoever reads the recording will judge it, without what the probe knows beside.
      if (har !== undefined)
        entries.push(harEntry(withoutMarked(contract, exchange, contract.check(exchange)), options));
      if (verdicts !== undefined) lines.push(jsonText(line));
    },
    write: () => {
      const log = { version: "1.2", creator: ownTool(), entries };
      if (har !== undefined) writeWhole(har, `${JSON.stringify({ log }, null, 1)}\n`);
      if (verdicts !== undefined) writeWhole(verdicts, lines.map((line) => `${line}\n`).join(""));
    },
  };
}
