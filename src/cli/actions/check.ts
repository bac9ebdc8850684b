import { findTrafficFiles } from "../../exchange/index.js";
import { mergeReports, type Report } from "../../gate/index.js";
import { checkInWorkers, measureFiles, resolveWorkers } from "../check/check-in-workers.js";
import { checkRecordings } from "../check/check-recordings.js";
import { hashInputs } from "../check/hash-inputs.js";
import { lintSpecOfRun, prepareCheck, reportSpecDiagnostics } from "../check/run-setup.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { assertWritableFile } from "../output/assert-writable-file.js";
import { openBaseline } from "../output/baseline-file.js";
import { finishRun } from "../output/finish-run.js";
import { parseReportOutputs } from "../output/report-outputs.js";
import { assertVerdictsWritable } from "../output/verdict-writer.js";
import type { ExitCode, Io } from "../process/io.js";
import { resolveSettingsWithTraffic } from "../settings/run-settings.js";

/** Runs `contract check`: checks recorded traffic and writes the reports. */
export async function runCheckCommand(
  traffic: readonly string[],
  options: CommandOptions<"check">,
  io: Io,
): Promise<ExitCode> {
  const settings = resolveSettingsWithTraffic(traffic, options, { acceptsSeveralSpecs: true });
  reportBuiltInSpec(settings, "check", io);
  const outputs = parseReportOutputs(options.format ?? settings.formats);
  assertVerdictsWritable(options.verdicts, outputs);
  assertWritableFile(settings.baseline);
  const applyBaseline = openBaseline(settings, io);
  const files = await findTrafficFiles(settings.traffic);
  const sizes = measureFiles(files);
  const workers = resolveWorkers(options, sizes, io);
  // The other processes start before this one loads the spec. If that fails, it fails in each of them too.
  const others = checkInWorkers({ traffic, options: omitBaseline(options) }, workers, io);
  const { contract, operations, isCounting, createBuilder } = await prepareCheck(settings, io);
  // One shard lints the spec for all.
  const diagnostics =
    settings.shard === undefined || settings.shard.index === 1 ? lintSpecOfRun(contract, settings) : [];
  const tally = createBuilder();
  for (const it of reportSpecDiagnostics(diagnostics, settings, io)) tally.addRunError(it);
  const { verdicts, shard, servers, quiet = false } = settings;
  await checkRecordings({
    ...{ contract, tally, files, servers, io, quiet, verdicts },
    shard: workers > 1 ? { index: 1, of: workers } : shard,
    coverage: isCounting,
    fast: settings.fast,
    operations: settings.only === undefined ? undefined : operations,
  });
  const parts: Report[] = [];
  for (const part of await others)
    if (typeof part === "string") tally.addRunError(part);
    else parts.push(part);
  const own = tally.report();
  const merged = parts.length === 0 ? own : mergeReports([own, ...parts]);
  const report =
    shard === undefined ? merged : { ...merged, shard: { ...shard, inputs: hashInputs(contract, settings, sizes) } };
  const finished = { report, diagnostics, settings, applyBaseline, isShard: shard !== undefined };
  return finishRun(finished, { command: "check", outputs, quiet, io });
}

/** The baseline is applied once, to the merged report. */
function omitBaseline(options: CommandOptions<"check">): CommandOptions<"check"> {
  const { baseline: _, updateBaseline: __, reason: ___, ticket: ____, expires: _____, ...others } = options;
  return others;
}
