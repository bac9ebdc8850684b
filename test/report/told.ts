import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRecording, streamedRecording } from "../../src/exchange/index.js";
import {
  type Contract,
  createTally,
  type FailOn,
  type FindingGroup,
  loadContract,
  outcomeOf,
  type Thresholds,
  type Waiver,
  withBaseline,
} from "../../src/gate/index.js";
import { lint } from "../../src/lint/index.js";
import type { Told } from "../../src/report/index.js";

export const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");

export type Judging = {
  readonly spec?: string;
  readonly coverage?: Thresholds;
  readonly failOn?: FailOn;
  readonly allowPartial?: boolean;
  readonly waivers?: readonly Waiver[];
};

/** What a run over a recording has to tell, by the gate itself; sources are named without the folder of the run. */
export async function toldOf(traffic: string, judging: Judging = {}): Promise<Told> {
  const { spec = LIBRARY, coverage, failOn = "error", allowPartial = false, waivers } = judging;
  const { contract, problems } = described(spec);
  const tally = createTally(contract, coverage === undefined ? {} : { coverage });
  const source = streamedRecording("traffic.har", bytesOf(traffic));
  for await (const readings of readRecording(source, {}))
    for (const reading of readings) {
      if (reading.kind === "unreadable") tally.addUnreadable(reading.unreadable);
      else tally.add(reading.exchange, reading.kind === "settled" ? reading.outcome : contract.check(reading.exchange));
    }
  const judged = tally.report();
  const report =
    waivers === undefined ? judged : withBaseline(judged, { path: "baseline.yaml", waivers, today: "2026-02-15" });
  const root = join(import.meta.dirname, "../..");
  return {
    report,
    outcome: outcomeOf(report, { failOn, allowPartial }),
    tool: { name: "commerce-contract", version: "1.2.3" },
    problems,
    source: (file) => readFileSync(file, "utf8").split("\n"),
    failOn,
    pathInRepository: (file) =>
      file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file.startsWith("/") ? undefined : file,
  };
}

const known = new Map<string, { readonly contract: Contract; readonly problems: Told["problems"] }>();

/** Each description is read and looked at once. */
function described(spec: string): { readonly contract: Contract; readonly problems: Told["problems"] } {
  const before = known.get(spec);
  if (before !== undefined) return before;
  const contract = loadContract(spec);
  const now = { contract, problems: lint(contract.document) };
  known.set(spec, now);
  return now;
}

/** The same run, as though a probe had found it all. */
export function probed(told: Told, reproduce: FindingGroup["reproduce"] & {}): Told {
  const findings = told.report.findings.map((finding) => ({ ...finding, reproduce }));
  return { ...told, report: { ...told.report, findings } };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
