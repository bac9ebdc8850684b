import { findTrafficFiles } from "../../exchange/index.js";
import {
  type Contract,
  createReportBuilder,
  loadContracts,
  type ReportBuilder,
  type TargetConfig,
} from "../../gate/index.js";
import { lintDocument } from "../../lint/index.js";
import { checkRecordings } from "../check/check-recordings.js";
import {
  assertOneSpecForCoverage,
  isCoverageRequested,
  loadSpecChanges,
  reportSpecDiagnostics,
} from "../check/run-setup.js";
import { assertWritableFile } from "../output/assert-writable-file.js";
import { openBaseline } from "../output/baseline-file.js";
import { finishRun } from "../output/finish-run.js";
import { parseReportOutputs } from "../output/report-outputs.js";
import { assertKnownParameters } from "../probe/known-parameters.js";
import { probeTarget } from "../probe/probe-target.js";
import { type RunningTarget, startTarget } from "../probe/target-process.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { type CheckCommandOptions, type RunSettings, resolveSettings } from "../settings/run-settings.js";

/**
 * Runs `contract gate`: checks the spec, the generated files, the recordings and the running services of the configuration.
 * Services are started, probed and stopped. There is one result and one report for all.
 */
export async function runGateCommand(options: CheckCommandOptions, io: Io): Promise<ExitCode> {
  const settings = resolveSettings(options, { acceptsSeveralSpecs: true });
  const outputs = parseReportOutputs(options.format ?? settings.formats);
  assertHasInput(settings);
  assertWritableFile(settings.baseline);
  const { levels, servers, receivers, quiet = false } = settings;
  assertOneSpecForCoverage(settings);
  assertOneSpecForServices(settings);
  const contract = loadContracts(settings.specs, { servers, levels, receivers });
  settings.assertOperations(contract.operations);
  for (const { name, parameters = {} } of settings.targets)
    assertKnownParameters(contract, parameters, (it) => `target ${name}: parameters: ${it}`);
  const applyBaseline = openBaseline(settings, io);
  const coverage = isCoverageRequested(settings);
  const changes = await loadSpecChanges(settings, contract, contract.operations);
  const tally = createReportBuilder(contract, { changes, ...(coverage ? { coverage: settings.thresholds } : {}) });
  const diagnostics = contract.documents.flatMap((it) => lintDocument(it, { values: settings.strictSpec ?? false }));
  const printLine = (line: string): void => (quiet ? undefined : io.stderr(`${line}\n`));
  for (const it of reportSpecDiagnostics(diagnostics, settings, io)) tally.addRunError(it);
  // Services start while the other inputs are checked.
  const starting = settings.targets.map((target) => tryStartTarget(target, settings, io));
  try {
    await checkGeneratedFiles(contract, settings, { tally, printLine });
    if (settings.traffic.length > 0) {
      const files = await findTrafficFiles(settings.traffic);
      const isCounting = coverage || changes !== undefined;
      await checkRecordings({ contract, tally, files, servers, io, coverage: isCounting, quiet });
      printLine(`recordings  ${files.join(", ")}: checked`);
    }
    for (const [index, target] of settings.targets.entries()) {
      const running = await starting[index];
      if (running === undefined) continue;
      if (running instanceof UsageError) tally.addRunError(running.message);
      else await probeTarget({ target, running, settings, tally, io, printLine });
    }
  } finally {
    await Promise.all(starting.map(async (it) => stopTarget(await it)));
  }
  const finished = { report: tally.report(), diagnostics, settings, applyBaseline };
  return finishRun(finished, { command: "gate", outputs, quiet, io });
}

function assertHasInput({ traffic, targets }: RunSettings): void {
  if (traffic.length > 0 || targets.length > 0) return;
  throw new UsageError(
    'nothing to check: name recordings ("traffic") or running services ("targets") in contract.config.yaml, or pass another file with --config',
  );
}

/** The configuration of a service, and of generated files, is about one spec. */
function assertOneSpecForServices({ specs, targets, generated }: RunSettings): void {
  const key = targets.length > 0 ? "targets" : generated === undefined ? undefined : "generated";
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
  const { generated } = settings;
  if (generated === undefined) return;
  const { compareGeneratedFiles } = await import("../check/generated-files.js");
  const { state, messages } = await compareGeneratedFiles(contract.document, generated);
  for (const message of messages) tally.addRunError(message);
  printLine(`generated   ${generated}: ${state}`);
}
