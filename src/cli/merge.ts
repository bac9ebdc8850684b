import { mergeReports, type Outcome, outcomeOf, type Report, SettingsError } from "../gate/index.js";
import { type ReadReport, readReport } from "../report/index.js";
import { openBaseline } from "./baseline-file.js";
import { type CheckOptions, settingsOf } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { readNamed } from "./read-named.js";
import { expectFolder, parseOutputs, tell } from "./tell.js";
import { UsageError } from "./usage-error.js";

/**
 * `contract merge`: puts JSON reports together, of the shards of one run or of several runs over one description, and judges the
 * whole. The reports of all shards come to the same bytes as the run that was not dealt out.
 */
export function merge(files: readonly string[], options: CheckOptions, io: Io): ExitCode {
  const settings = settingsOf(options);
  const outputs = parseOutputs(options.format ?? settings.formats);
  expectFolder(settings.baseline);
  const beside = openBaseline(settings, io);
  const [first, ...others] = files.map(readNamedReport);
  if (first === undefined) throw new UsageError(`no reports are named; ${ACCEPTED}`);
  for (const other of others) expectSameContract(first, other);
  expectAllShards([first, ...others]);
  const { failOn, allowPartial, quiet = false } = settings;
  const judge = (report: Report): Outcome => outcomeOf(report, { failOn, allowPartial });
  const merged = mergeReports([first.report, ...others.map(({ report }) => report)]);
  const report = beside(merged, { command: "merge", judge });
  const limit = settings.maxFindings === undefined ? {} : { maxFindings: settings.maxFindings };
  const told = { report, outcome: judge(report), problems: first.problems, failOn, ...limit };
  return tell(told, { command: "merge", outputs, quiet, io });
}

type Named = ReadReport & { readonly file: string };

/** Of a file that is something else altogether, such as a recording, that is all there is to say. */
function readNamedReport(file: string): Named {
  const text = readNamed(file, ACCEPTED);
  try {
    return { file, ...readReport(file, text) };
  } catch (error) {
    if (!(error instanceof SettingsError) || /"schemaVersion"\s*:/.test(text)) throw error;
    throw new UsageError(`${file}: is no report of --format json; ${ACCEPTED}`, { cause: error });
  }
}

const ACCEPTED = "give files that contract check --format json:FILE has written";

/** Reports about different descriptions are no parts of one. */
function expectSameContract(a: Named, b: Named): void {
  const same =
    a.report.spec.title === b.report.spec.title &&
    a.report.spec.version === b.report.spec.version &&
    operationsOf(a.report) === operationsOf(b.report);
  if (!same)
    throw new UsageError(`${b.file} is about another description, or another choice of operations, than ${a.file}`);
  if ((a.report.coverage.kinds === undefined) !== (b.report.coverage.kinds === undefined))
    throw new UsageError(
      `one of ${a.file} and ${b.file} has coverage and the other has not; give --coverage to all runs`,
    );
  if (changesOf(a.report) !== changesOf(b.report))
    throw new UsageError(`${a.file} and ${b.file} tell other changes; give the same --coverage-since to all runs`);
}

function changesOf({ coverage: { changed } }: Report): string {
  return JSON.stringify([changed?.since, changed?.operations.map(({ operationId, codes }) => [operationId, codes])]);
}

function operationsOf({ coverage }: Report): string {
  return coverage.operations.map(({ operationId }) => operationId).join("\n");
}

/** A shard that is not there would be traffic that nobody has looked at. */
function expectAllShards(reports: readonly Named[]): void {
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
