import { computeOutcome, mergeReports, type Report, type RunOutcome, SettingsError } from "../../gate/index.js";
import { type ParsedReport, readReport } from "../../report/index.js";
import { readInputFile } from "../input/read-input-file.js";
import { openBaseline } from "../output/baseline-file.js";
import { assertWritableFile, parseReportOutputs, writeReports } from "../output/write-reports.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { type CheckCommandOptions, resolveSettings } from "../settings/run-settings.js";

/**
 * `contract merge`: puts JSON reports together, of the shards of one run or of several runs over one description, and judges the
 * whole. The reports of all shards come to the same bytes as the run that was not dealt out.
 */
export function runMergeCommand(files: readonly string[], options: CheckCommandOptions, io: Io): ExitCode {
  const settings = resolveSettings(options);
  const outputs = parseReportOutputs(options.format ?? settings.formats);
  assertWritableFile(settings.baseline);
  const beside = openBaseline(settings, io);
  const [first, ...others] = files.map(readReportFile);
  if (first === undefined) throw new UsageError(`no reports are named; ${EXPECTED_INPUT}`);
  for (const other of others) assertSameSpec(first, other);
  assertAllShards([first, ...others]);
  const { failOn, allowPartial, quiet = false } = settings;
  const getOutcome = (report: Report): RunOutcome => computeOutcome(report, { failOn, allowPartial });
  const merged = mergeReports([first.report, ...others.map(({ report }) => report)]);
  const report = beside(merged, { command: "merge", getOutcome });
  const limit = settings.maxFindings === undefined ? {} : { maxFindings: settings.maxFindings };
  const told = { report, outcome: getOutcome(report), problems: first.problems, failOn, ...limit };
  return writeReports(told, { command: "merge", outputs, quiet, io });
}

type NamedReport = ParsedReport & { readonly file: string };

/** Of a file that is something else altogether, such as a recording, that is all there is to say. */
function readReportFile(file: string): NamedReport {
  const text = readInputFile(file, EXPECTED_INPUT);
  try {
    return { file, ...readReport(file, text) };
  } catch (error) {
    if (!(error instanceof SettingsError) || /"schemaVersion"\s*:/.test(text)) throw error;
    throw new UsageError(`${file}: is no report of --format json; ${EXPECTED_INPUT}`, { cause: error });
  }
}

const EXPECTED_INPUT = "give files that contract check --format json:FILE has written";

/** Reports about different descriptions are no parts of one. */
function assertSameSpec(a: NamedReport, b: NamedReport): void {
  const same =
    a.report.spec.title === b.report.spec.title &&
    a.report.spec.version === b.report.spec.version &&
    serializeOperationIds(a.report) === serializeOperationIds(b.report);
  if (!same)
    throw new UsageError(`${b.file} is about another description, or another choice of operations, than ${a.file}`);
  if ((a.report.coverage.kinds === undefined) !== (b.report.coverage.kinds === undefined))
    throw new UsageError(
      `one of ${a.file} and ${b.file} has coverage and the other has not; give --coverage to all runs`,
    );
  if (serializeChanges(a.report) !== serializeChanges(b.report))
    throw new UsageError(`${a.file} and ${b.file} tell other changes; give the same --coverage-since to all runs`);
}

function serializeChanges({ coverage: { changed } }: Report): string {
  return JSON.stringify([changed?.since, changed?.operations.map(({ operationId, codes }) => [operationId, codes])]);
}

function serializeOperationIds({ coverage }: Report): string {
  return coverage.operations.map(({ operationId }) => operationId).join("\n");
}

/** A shard that is not there would be traffic that nobody has looked at. */
function assertAllShards(reports: readonly NamedReport[]): void {
  const shards = reports.flatMap(({ file, report: { shard } }) => (shard === undefined ? [] : [{ file, ...shard }]));
  const [first] = shards;
  if (first === undefined) return;
  const seen = new Map<number, string>();
  for (const { file, index, of } of shards) {
    if (of !== first.of)
      throw new UsageError(`${file} is a part of ${of}, and ${first.file} of ${first.of}: they are of different runs`);
    const twin = seen.get(index);
    if (twin !== undefined) throw new UsageError(`${twin} and ${file} are the same part, ${index}/${of}`);
    seen.set(index, file);
  }
  const missing = Array.from({ length: first.of }, (_, at) => at + 1).filter((index) => !seen.has(index));
  if (missing.length > 0)
    throw new UsageError(
      `of ${first.of} parts these are missing: ${missing.map((it) => `${it}/${first.of}`).join(", ")}`,
    );
}
