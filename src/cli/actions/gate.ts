import { loadFaultyDocument } from "../../document/index.js";
import { findTrafficFiles } from "../../exchange/index.js";
import {
  type Contract,
  createReportBuilder,
  loadContracts,
  type ReportBuilder,
  type TargetConfig,
} from "../../gate/index.js";
import type { DiffReportInput } from "../../report/diff/formats.js";
import type { ReportInput } from "../../report/index.js";
import { LINT_REPORTS, type UncheckedSpec } from "../../report/lint/formats.js";
import { checkRecordings } from "../check/check-recordings.js";
import { compareWithOldSpec, type GateComparison } from "../check/gate-comparison.js";
import { lintSpecs } from "../check/lint-specs.js";
import type { RecordingWeigher } from "../check/recording-weigher.js";
import {
  assertOneSpecForChanges,
  assertSecretsUsed,
  isCoverageRequested,
  lintSpecOfRun,
  loadSpecChanges,
  readDeliverySecrets,
  reportSpecDiagnostics,
} from "../check/run-setup.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import { assertWritableFile } from "../output/assert-writable-file.js";
import { openBaseline } from "../output/baseline-file.js";
import { createReportContext, finishRun, writePage } from "../output/finish-run.js";
import { parseReportOutputs, type ReportOutput } from "../output/report-outputs.js";
import { assertTargetNotDestructive, probeTarget } from "../probe/probe-target.js";
import { loadTargetExtensions, type TargetExtensions } from "../probe/target-extensions.js";
import { type RunningTarget, startTarget } from "../probe/target-process.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { type CheckCommandOptions, type RunSettings, resolveSettings } from "../settings/run-settings.js";

/**
 * Runs `contract gate`: checks the spec, the generated files, the recordings and the running services of the configuration.
 * Services are started, probed and stopped. There is one result and one report for all. A comparison with an older spec is part of
 * the JSON, JUnit, SARIF and HTML reports, and follows as text.
 */
export async function runGateCommand(options: CheckCommandOptions, io: Io): Promise<ExitCode> {
  const settings = resolveSettings(options, { acceptsSeveralSpecs: true });
  reportBuiltInSpec(settings, "gate", io);
  const outputs = parseReportOutputs(options.format ?? settings.formats);
  const comparison = await compareWithOldSpec(settings, io);
  const checked = await runChecks(settings, outputs, { io, comparison });
  const compared =
    comparison === undefined ? 0 : await reportComparison(await comparison.finish(), { settings, outputs, io });
  // An error wins over what was not checked.
  const codes = [checked, compared];
  return codes.includes(1) ? 1 : codes.includes(2) ? 2 : 0;
}

type CheckContext = { readonly io: Io; readonly comparison: GateComparison | undefined };

async function runChecks(
  settings: RunSettings,
  outputs: ReportOutput[],
  { io, comparison }: CheckContext,
): Promise<ExitCode> {
  if (settings.traffic.length === 0 && settings.targets.length === 0)
    return runSpecGate(settings, { outputs, io, comparison });
  assertWritableFile(settings.baseline);
  const { levels, servers, receivers, quiet = false } = settings;
  assertOneSpecForChanges(settings);
  assertOneSpecForServices(settings);
  const secrets = readDeliverySecrets(settings, io);
  const contract = loadContracts(settings.specs, { servers, levels, receivers, secrets });
  assertSecretsUsed(contract, secrets);
  settings.assertOperations(contract.operations);
  const extensions = new Map<TargetConfig, TargetExtensions>();
  for (const it of settings.targets) extensions.set(it, await loadTargetExtensions(it, contract, settings.folder));
  for (const target of settings.targets) assertTargetNotDestructive(target, contract, settings);
  const applyBaseline = openBaseline(settings, io);
  const coverage = isCoverageRequested(settings);
  const changes = await loadSpecChanges(settings, contract, contract.operations);
  const tally = createReportBuilder(contract, { changes, ...(coverage ? { coverage: settings.thresholds } : {}) });
  const diagnostics = lintSpecOfRun(contract, settings);
  const printLine = (line: string): void => (quiet ? undefined : io.stderr(`${line}\n`));
  for (const it of reportSpecDiagnostics(diagnostics, settings, io)) tally.addRunError(it);
  // Services start while the other inputs are checked.
  const starting = settings.targets.map((target) => tryStartTarget(target, settings, io));
  const weigher = settings.traffic.length === 0 ? undefined : comparison?.createWeigher(contract, secrets);
  try {
    await checkGeneratedFiles(contract, settings, { tally, printLine });
    if (settings.traffic.length > 0) {
      const files = await findTrafficFiles(settings.traffic);
      const isCounting = coverage || changes !== undefined;
      await checkRecordings({ contract, tally, files, servers, io, coverage: isCounting, quiet, weigher });
      printLine(`recordings  ${files.join(", ")}: checked`);
    }
    for (const [index, [target, added]] of [...extensions].entries()) {
      const running = await starting[index];
      if (running === undefined) continue;
      if (running instanceof UsageError) tally.addRunError(running.message);
      else await probeTarget({ target, running, extensions: added, settings, tally, io, printLine });
    }
  } finally {
    await Promise.all(starting.map(async (it) => stopTarget(await it)));
  }
  const difference = await finishDifference(comparison, weigher);
  const finished = { report: tally.report(), diagnostics, settings, applyBaseline, ...difference };
  return finishRun(finished, { command: "gate", outputs, quiet, io });
}

/**
 * Checks only the spec and the generated files, since the configuration names no recordings and no services. Warnings fail the
 * run, as `strictSpec` says.
 */
async function runSpecGate(settings: RunSettings, { outputs, io, comparison }: SpecGateOutput): Promise<ExitCode> {
  const { strictSpec = false, levels, maxFindings, quiet } = settings;
  assertOneSpecForServices(settings);
  if (!strictSpec && settings.oldSpec !== undefined) return 0;
  if (!strictSpec)
    throw new UsageError(
      'nothing to check: name recordings ("traffic") or running services ("targets") in contract.config.yaml, set "strictSpec: true" to check the spec alone, or pass --config',
    );
  const { specs, unchecked } = lintSpecs(settings.specs, { values: true, levels });
  const outdated = unchecked.length > 0 ? [] : await findOutdatedFiles(settings);
  const limit = maxFindings === undefined ? {} : { maxFindings };
  const difference = await finishDifference(comparison);
  const run = { specs, unchecked: [...unchecked, ...outdated], failOn: "warn" as const, ...limit, ...difference };
  return writePage({ ...run, ...createReportContext(io) }, LINT_REPORTS, { command: "gate", outputs, quiet, io });
}

type SpecGateOutput = CheckContext & { readonly outputs: ReportOutput[] };

async function findOutdatedFiles({ spec, generated, client }: RunSettings): Promise<UncheckedSpec[]> {
  if (generated === undefined) return [];
  const { compareGeneratedFiles } = await import("../check/generated-files.js");
  const { document, errors } = loadFaultyDocument(spec);
  if (errors.length > 0)
    return [{ path: generated, reason: `${generated}: not compared with the spec, because the spec cannot be used` }];
  const { messages } = await compareGeneratedFiles(document, generated, client);
  return messages.map((reason) => ({ path: generated, reason }));
}

/** The comparison as a part of the reports. */
async function finishDifference(
  comparison: GateComparison | undefined,
  weigher?: RecordingWeigher,
): Promise<Pick<ReportInput, "difference">> {
  return comparison === undefined ? {} : { difference: await comparison.finish(weigher) };
}

type ComparisonOutput = {
  readonly settings: RunSettings;
  readonly outputs: readonly ReportOutput[];
  readonly io: Io;
};

/** Prints on stderr if the report of the checks on stdout is not text. */
async function reportComparison(
  comparison: DiffReportInput,
  { settings: { quiet = false }, outputs, io }: ComparisonOutput,
): Promise<ExitCode> {
  const { DIFF_REPORTS } = await import("../../report/diff/formats.js");
  const isText = outputs.every(({ format, file }) => file !== undefined || format === "text");
  const text = { command: "diff", outputs: [{ format: "text" as const }], quiet };
  return writePage({ ...comparison, quiet }, DIFF_REPORTS, { ...text, io: isText ? io : { ...io, stdout: io.stderr } });
}

/** The configuration of a service, of generated files, and of an older spec is about one spec. */
function assertOneSpecForServices({ specs, targets, generated, oldSpec }: RunSettings): void {
  const used = { targets: targets.length > 0, generated: generated !== undefined, "diff.old": oldSpec !== undefined };
  const [key] = Object.entries(used).find(([, isUsed]) => isUsed) ?? [];
  if (specs.length > 1 && key !== undefined)
    throw new UsageError(
      `"${key}" needs one spec, but ${specs.join(", ")} are given; use one configuration per service`,
    );
}

/** Returns the error of a service that cannot be started, so that the others are still probed. */
async function tryStartTarget(
  target: TargetConfig,
  { folder }: RunSettings,
  io: Io,
): Promise<RunningTarget | UsageError> {
  try {
    return await startTarget(target, { folder, selfCommand: io.selfCommand ?? [], signal: io.signal });
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

async function stopTarget(running: RunningTarget | UsageError): Promise<void> {
  if (!(running instanceof UsageError)) await running.stop();
}

type GateOutput = { readonly tally: ReportBuilder; readonly printLine: (line: string) => void };

async function checkGeneratedFiles(
  contract: Contract,
  settings: RunSettings,
  { tally, printLine }: GateOutput,
): Promise<void> {
  const { generated, client } = settings;
  if (generated === undefined) return;
  const { compareGeneratedFiles } = await import("../check/generated-files.js");
  const { state, messages } = await compareGeneratedFiles(contract.document, generated, client);
  for (const message of messages) tally.addRunError(message);
  printLine(`generated   ${generated}: ${state}`);
}
