import { createHash } from "node:crypto";
import { type Contract, mergeReports, type Report } from "../../check/index.js";
import { findTrafficFiles } from "../../recording/index.js";
import {
  checkInWorkers,
  measureFiles,
  type PartRequest,
  resolveWorkers,
  type SizedFile,
} from "../check/check-in-workers.js";
import { assertVerdictsWritable, checkRecordings } from "../check/check-recordings.js";
import { countSpecDiagnostics, lintSpecOfRun, prepareCheck } from "../check/run-setup.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { openRun } from "../output/finish-run.js";
import type { ExitCode, Io } from "../process/io.js";
import { type RunSettings, resolveSettingsWithTraffic } from "../settings/run-settings.js";

/** Runs `contract check`: checks recorded traffic and writes the reports. */
export async function runCheckCommand(
  traffic: readonly string[],
  options: CommandOptions<"check">,
  io: Io,
): Promise<ExitCode> {
  const settings = resolveSettingsWithTraffic(traffic, options, { acceptsSeveralSpecs: true });
  reportBuiltInSpec(settings, "check", io);
  const { outputs, baseline, finish } = openRun("check", settings, io);
  assertVerdictsWritable(options.verdicts, outputs);
  const files = await findTrafficFiles(settings.traffic);
  const sizes = measureFiles(files);
  const workers = resolveWorkers(options, sizes, io);
  // The other processes start before this one loads the spec. If that fails, it fails in each of them too.
  const others = checkInWorkers({ traffic, options: omitBaseline(options) }, workers, io);
  const check = await prepareCheck(settings, io);
  const { contract } = check;
  // One shard lints the spec for all.
  const diagnostics =
    settings.shard === undefined || settings.shard.index === 1 ? lintSpecOfRun(contract, settings) : [];
  const tally = check.createBuilder();
  for (const it of countSpecDiagnostics(diagnostics, settings, baseline.accepted)) tally.addRunError(it);
  const { shard } = settings;
  const ownShard = workers > 1 ? { index: 1, of: workers } : shard;
  await checkRecordings({ ...settings, ...check, tally, files, io, shard: ownShard });
  const parts: Report[] = [];
  for (const part of await others)
    if (typeof part === "string") tally.addRunError(part);
    else parts.push(part);
  const own = tally.report();
  const merged = parts.length === 0 ? own : mergeReports([own, ...parts]);
  const report =
    shard === undefined ? merged : { ...merged, shard: { ...shard, inputs: hashInputs(contract, settings, sizes) } };
  return finish({ report, diagnostics, isShard: shard !== undefined });
}

/** The baseline is applied once, to the merged report. */
function omitBaseline(options: CommandOptions<"check">): CommandOptions<"check"> {
  const { baseline: _, updateBaseline: __, expires: ___, ...others } = options;
  return others;
}

/** Runs the hidden `contract check-part` for a process of `contract check --workers`: a request on stdin, a report on stdout. */
export async function runCheckPartCommand(_: CommandOptions<"check-part">, io: Io): Promise<ExitCode> {
  const input: Uint8Array[] = [];
  for await (const bytes of io.stdin) input.push(bytes);
  // From the process that started this one.
  const { traffic, options, shard } = JSON.parse(Buffer.concat(input).toString()) as PartRequest;
  const settings = resolveSettingsWithTraffic(traffic, { ...options, shard }, { acceptsSeveralSpecs: true });
  const check = await prepareCheck(settings, io);
  const files = await findTrafficFiles(settings.traffic);
  const tally = check.createBuilder();
  // The options that it got never have verdicts, which need one process.
  await checkRecordings({ ...settings, ...check, tally, files, io, quiet: true });
  io.stdout(JSON.stringify(tally.report()));
  return 0;
}

/**
 * Hashes what all shards of a run have in common: the specs, the settings that decide about results, and the sizes of the recordings in
 * their order. Paths can differ between machines.
 */
function hashInputs(
  { specs }: Contract,
  { servers, receivers, levels, only }: RunSettings,
  files: readonly SizedFile[],
): string {
  const documents = specs.map(({ document }) => document.root);
  const inputs = { documents, servers, receivers, levels, only, sizes: files.map(({ size }) => size) };
  return createHash("sha256").update(JSON.stringify(inputs)).digest("hex");
}
