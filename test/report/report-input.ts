import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  applyBaseline,
  type Contract,
  type CoverageThresholds,
  computeOutcome,
  createReportBuilder,
  type FailOn,
  type FindingGroup,
  loadContract,
  type Waiver,
} from "../../src/check/index.js";
import { lintDocument } from "../../src/lint/index.js";
import { openStreamRecording, readRecording } from "../../src/recording/index.js";
import type { ReportInput } from "../../src/report/index.js";

export const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");

export type ReportSetup = {
  readonly spec?: string;
  readonly coverage?: CoverageThresholds;
  readonly failOn?: FailOn;
  readonly allowPartial?: boolean;
  readonly waivers?: readonly Waiver[];
};

/** Creates the input of reports from a recording. Names of sources omit the temporary directory. */
export async function createReportInput(traffic: string, checking: ReportSetup = {}): Promise<ReportInput> {
  const { spec = LIBRARY, coverage, failOn = "error", allowPartial = false, waivers } = checking;
  const { contract, diagnostics } = loadSpec(spec);
  const tally = createReportBuilder(contract, coverage === undefined ? {} : { coverage });
  const source = openStreamRecording("traffic.har", bytesOf(traffic));
  for await (const readings of readRecording(source, {}))
    for (const reading of readings) {
      if (reading.kind === "unreadable") tally.addUnreadable(reading.unreadable);
      else tally.add(reading.exchange, reading.kind === "settled" ? reading.outcome : contract.check(reading.exchange));
    }
  const checked = tally.report();
  const report =
    waivers === undefined
      ? checked
      : applyBaseline(checked, { path: "baseline.yaml", waivers, today: "2026-02-15" }).result;
  const root = join(import.meta.dirname, "../..");
  return {
    report,
    outcome: computeOutcome(report, { failOn, allowPartial }),
    tool: { name: "commerce-contract", version: "1.2.3" },
    diagnostics,
    source: (file) => readFileSync(file, "utf8").split("\n"),
    failOn,
    pathInRepository: (file) =>
      file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file.startsWith("/") ? undefined : file,
  };
}

const specCache = new Map<string, { readonly contract: Contract; readonly diagnostics: ReportInput["diagnostics"] }>();

/** Loads and prepares each spec once. */
function loadSpec(spec: string): { readonly contract: Contract; readonly diagnostics: ReportInput["diagnostics"] } {
  const before = specCache.get(spec);
  if (before !== undefined) return before;
  const contract = loadContract(spec);
  const now = { contract, diagnostics: lintDocument(contract.document) };
  specCache.set(spec, now);
  return now;
}

/** Adds reproduction commands to all findings, as after a probe. */
export function withReproduction(input: ReportInput, reproduce: FindingGroup["reproduce"] & {}): ReportInput {
  const findings = input.report.findings.map((finding) => ({ ...finding, reproduce }));
  return { ...input, report: { ...input.report, findings } };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
