import type { Operation } from "../../document/index.js";
import { findTrafficFiles } from "../../exchange/index.js";
import {
  type Contract,
  computeOutcome,
  createReportBuilder,
  loadContract,
  type Report,
  type RunOutcome,
  type SpecChanges,
  selectOperations,
} from "../../gate/index.js";
import { type LintDiagnostic, lintDocument } from "../../lint/index.js";
import { formatDiagnostics } from "../../report/index.js";
import { checkRecordings } from "../check/check-recordings.js";
import { openBaseline } from "../output/baseline-file.js";
import { assertVerdictsWritable } from "../output/verdict-writer.js";
import { assertWritableFile, parseReportOutputs, writeReports } from "../output/write-reports.js";
import type { ExitCode, Io } from "../process/io.js";
import { type CheckCommandOptions, type RunSettings, resolveSettingsWithTraffic } from "../settings/run-settings.js";

/** `contract check`: judges recorded traffic and reports. */
export async function runCheckCommand(
  traffic: readonly string[],
  options: CheckCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const settings = resolveSettingsWithTraffic(traffic, options);
  const outputs = parseReportOutputs(options.format ?? settings.formats);
  assertVerdictsWritable(options.verdicts, outputs);
  assertWritableFile(settings.baseline);
  const { levels, servers, failOn, allowPartial } = settings;
  const contract = loadContract(settings.spec, { servers, levels });
  settings.assertOperations(contract.operations);
  const beside = openBaseline(settings, io);
  const files = await findTrafficFiles(settings.traffic);
  const problems = lintDocument(contract.document, { values: settings.strictSpec ?? false });
  const operations = selectOperations(contract.operations, settings.only ?? []);
  const coverage = isCoverageRequested(settings);
  const changes = await loadSpecChanges(settings, contract, operations);
  const tally = createReportBuilder(contract, {
    operations,
    changes,
    ...(coverage ? { coverage: settings.thresholds } : {}),
  });
  for (const it of reportSpecDiagnostics(problems, settings, io)) tally.addRunError(it);
  const { verdicts, shard, quiet = false } = settings;
  const chosen = settings.only === undefined ? undefined : operations;
  const isCounting = coverage || changes !== undefined;
  await checkRecordings({
    ...{ contract, tally, files, servers, io, quiet, verdicts, shard },
    coverage: isCounting,
    operations: chosen,
  });
  const isShard = shard !== undefined;
  const getOutcome = (report: Report): RunOutcome => computeOutcome(report, { failOn, allowPartial, isShard });
  const seen = shard === undefined ? tally.report() : { ...tally.report(), shard };
  const report = beside(seen, { command: "check", getOutcome });
  const outcome = getOutcome(report);
  const limit = settings.maxFindings === undefined ? {} : { maxFindings: settings.maxFindings };
  return writeReports({ report, outcome, problems, failOn, ...limit }, { command: "check", outputs, quiet, io });
}

export function isCoverageRequested({ coverage, thresholds }: RunSettings): boolean {
  return coverage === true || Object.keys(thresholds).length > 0;
}

/** Descriptions are compared only where somebody asks what has changed, and so is what compares them loaded. */
export async function loadSpecChanges(
  { since }: RunSettings,
  contract: Contract,
  operations: readonly Operation[],
): Promise<SpecChanges | undefined> {
  if (since === undefined) return undefined;
  const { findSpecChanges } = await import("../check/spec-changes.js");
  return findSpecChanges(since, contract, operations);
}

/** Lists the problems of the description before anything is judged by it; they stop nobody who has not asked for that. */
export function reportSpecDiagnostics(
  problems: readonly LintDiagnostic[],
  { strictSpec = false, quiet }: RunSettings,
  io: Io,
): string[] {
  if (strictSpec || quiet !== true) io.stderr(formatDiagnostics(problems, { all: strictSpec }));
  const count = problems.filter(({ level }) => level !== "info").length;
  if (!strictSpec || count === 0) return [];
  return [`the description has ${count} ${count === 1 ? "problem" : "problems"}, and --strict-spec allows none`];
}
