import {
  applyThresholds,
  type CoverageThresholds,
  mergeReports,
  type Report,
  SettingsError,
} from "../../check/index.js";
import { type ParsedReport, readReport } from "../../report/index.js";
import { readInputFile } from "../input/read-input-file.js";
import type { CommandOptions } from "../options/command-table.js";
import { openRun } from "../output/finish-run.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { resolveSettings } from "../settings/run-settings.js";

/**
 * Runs `contract merge`: combines JSON reports of the shards of one run, or of several runs with one spec. The combined report
 * of all shards is byte-identical to that of a run without shards.
 */
export function runMergeCommand(files: readonly string[], options: CommandOptions<"merge">, io: Io): ExitCode {
  const settings = resolveSettings(options);
  const { finish } = openRun("merge", settings, io);
  const [first, ...others] = files.map(readReportFile);
  if (first === undefined) throw new UsageError(`no reports given; ${EXPECTED_INPUT}`);
  for (const other of others) assertSameSpec(first, other);
  assertAllShards([first, ...others]);
  const merged = addThresholds(
    mergeReports([first.report, ...others.map(({ report }) => report)]),
    settings.thresholds,
  );
  // Only the first shard of a run has them.
  const { diagnostics } = [first, ...others].find(({ report }) => report.shard?.index === 1) ?? first;
  return finish({ report: merged, diagnostics });
}

/** @throws UsageError when there are thresholds, but no coverage that they apply to. */
function addThresholds(report: Report, thresholds: CoverageThresholds): Report {
  if (Object.keys(thresholds).length === 0) return report;
  const { coverage } = report;
  if (coverage.kinds === undefined)
    throw new UsageError(
      "coverage: the configuration has thresholds, but the reports have no coverage; pass --coverage to all runs",
    );
  return { ...report, coverage: { ...coverage, kinds: applyThresholds(coverage.kinds, thresholds) } };
}

type NamedReport = ParsedReport & { readonly file: string };

/** Reads a report. A file of another kind, such as a recording, gets one short message instead of validation errors. */
function readReportFile(file: string): NamedReport {
  const text = readInputFile(file, EXPECTED_INPUT);
  try {
    return { file, ...readReport(file, text) };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    if (/"schemaVersion"\s*:/.test(text)) throw error;
    throw new UsageError(`${file}: is not a report of --format json; ${EXPECTED_INPUT}`, { cause: error });
  }
}

const EXPECTED_INPUT = "give files written by contract check --format json:FILE";

/** @throws UsageError when two reports differ in their spec, operations or coverage options. */
function assertSameSpec(a: NamedReport, b: NamedReport): void {
  const same =
    a.report.spec.title === b.report.spec.title &&
    a.report.spec.version === b.report.spec.version &&
    serializeOperationIds(a.report) === serializeOperationIds(b.report);
  if (!same) throw new UsageError(`${b.file} has another spec, or another choice of operations, than ${a.file}`);
  if ((a.report.coverage.kinds === undefined) !== (b.report.coverage.kinds === undefined))
    throw new UsageError(`only one of ${a.file} and ${b.file} has coverage; pass --coverage to all runs`);
  if (serializeChanges(a.report) !== serializeChanges(b.report))
    throw new UsageError(`${a.file} and ${b.file} list different changes; pass the same --coverage-since to all runs`);
}

function serializeChanges({ coverage: { changed } }: Report): string {
  return JSON.stringify([changed?.since, changed?.operations.map(({ operationId, codes }) => [operationId, codes])]);
}

function serializeOperationIds({ coverage }: Report): string {
  return coverage.operations.map(({ operationId }) => operationId).join("\n");
}

/** @throws UsageError when a shard is missing: its traffic would not be checked. */
function assertAllShards(reports: readonly NamedReport[]): void {
  const shards = reports.flatMap(({ file, report: { shard } }) => (shard === undefined ? [] : [{ file, ...shard }]));
  const [first] = shards;
  if (first === undefined) return;
  const seen = new Map<number, string>();
  for (const { file, index, of, inputs } of shards) {
    if (inputs !== first.inputs)
      throw new UsageError(
        `${file} and ${first.file} are shards of different runs: give all shards the same recordings, spec and options`,
      );
    if (of !== first.of)
      throw new UsageError(
        `${file} is one of ${of} shards and ${first.file} one of ${first.of}: they belong to different runs`,
      );
    const twin = seen.get(index);
    if (twin !== undefined) throw new UsageError(`${twin} and ${file} are the same shard, ${index}/${of}`);
    seen.set(index, file);
  }
  const missing = Array.from({ length: first.of }, (_, at) => at + 1).filter((index) => !seen.has(index));
  if (missing.length > 0)
    throw new UsageError(`missing shards: ${missing.map((it) => `${it}/${first.of}`).join(", ")}`);
}
