import { type Contract, createAgreementTally, type GeneratedFaults } from "../../check/index.js";
import { type Document, listOperations, loadFaultyDocument } from "../../document/index.js";
import { findTrafficFiles } from "../../recording/index.js";
import { acceptSpecs } from "../../report/accepted.js";
import type { DiffReportInput } from "../../report/diff/formats.js";
import { LINT_REPORTS, type UncheckedSpec } from "../../report/lint/formats.js";
import { checkRecordings } from "../check/check-recordings.js";
import { computeTrafficWeights, createRecordingWeigher, type RecordingWeigher } from "../check/diff-traffic.js";
import { assertOneSpec, countSpecDiagnostics, lintSpecOfRun, lintSpecs, prepareCheck } from "../check/run-setup.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { DEFAULT_SERVICE } from "../options/shared-rows.js";
import { createReportContext, type OpenRun, openRun } from "../output/finish-run.js";
import type { ProbeExtensions } from "../probe/probe-settings.js";
import { loadTargetExtensions, probeTarget } from "../probe/probe-target.js";
import { startTarget } from "../probe/target-process.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import type { TargetConfig } from "../settings/config-table.js";
import { type RunSettings, resolveBaseUrl, resolveSettings } from "../settings/run-settings.js";

/**
 * Runs `contract gate`: checks the spec, the generated files, the recordings and the running services of the configuration.
 * Services are started, probed and stopped. There is one result and one report for all.
 */
export async function runGateCommand(options: CommandOptions<"gate">, io: Io): Promise<ExitCode> {
  const settings = resolveSettings(options, { acceptsSeveralSpecs: true });
  reportBuiltInSpec(settings, "gate", io);
  const opened = openRun("gate", settings, io);
  const run = { ...opened, io, comparison: await compareWithOldSpec(settings, io) };
  const hasServices = settings.traffic.length > 0 || settings.targets.length > 0;
  return hasServices ? runChecks(settings, run) : runSpecGate(settings, run);
}

type GateRun = OpenRun & { readonly io: Io; readonly comparison: GateComparison | undefined };

async function runChecks(settings: RunSettings, { baseline, finish, io, comparison }: GateRun): Promise<ExitCode> {
  const { targets, quiet = false } = settings;
  assertOneSpecForServices(settings);
  const check = { ...(await prepareCheck(settings, io, IN_CONFIGURATION)), isCounting: true };
  const { contract } = check;
  const extensions = new Map<TargetConfig, ProbeExtensions>();
  for (const it of targets) extensions.set(it, await loadTargetExtensions(it, contract));
  const { getCompiledValidator } = await import("../../generate/compiled-validators.js");
  const agreement = createAgreementTally(getCompiledValidator);
  const tally = check.createBuilder({ agreement });
  const diagnostics = lintSpecOfRun(contract, settings, false);
  const printLine = (line: string): void => (quiet ? undefined : io.stderr(`${line}\n`));
  for (const it of countSpecDiagnostics(diagnostics, settings, baseline.accepted)) tally.addRunError(it);
  // Services start while the other inputs are checked.
  const launch = { folder: settings.folder, selfCommand: io.selfCommand ?? [], signal: io.signal };
  const starting = targets.map((it) => startTarget(it, launch).catch(returnUsageError));
  const weigher = settings.traffic.length === 0 ? undefined : comparison?.createWeigher(contract, check.secrets);
  try {
    const generated = await checkGenerated(contract.document, settings);
    for (const message of generated?.unchecked ?? []) tally.addRunError(message);
    agreement.setGeneratedFaults(generated?.faults ?? {});
    if (generated !== undefined) printLine(`generated   ${settings.generated}: ${generated.state}`);
    if (settings.traffic.length > 0) {
      const files = await findTrafficFiles(settings.traffic);
      await checkRecordings({ ...settings, ...check, tally, files, io, weigher });
      printLine(`recordings  ${files.join(", ")}: checked`);
    }
    for (const [index, [target, added]] of [...extensions].entries()) {
      const running = await starting[index];
      if (running === undefined) continue;
      if (running instanceof UsageError) tally.addRunError(running.message);
      else await probeTarget({ target, running, extensions: added, settings, tally, io, printLine });
    }
  } finally {
    await Promise.all(
      starting.map((it) => it.then((running) => (running instanceof UsageError ? undefined : running.stop()))),
    );
  }
  const difference = await comparison?.finish(weigher);
  return finish({ report: tally.report(), diagnostics, difference });
}

/** Checks only the spec and the generated files, since the configuration names no recordings and no services. */
async function runSpecGate(settings: RunSettings, { write, io, comparison }: GateRun): Promise<ExitCode> {
  const { strictSpec = false, isSpecConfigured, levels, generated: path } = settings;
  assertOneSpecForServices(settings);
  const difference = await comparison?.finish();
  if (!isSpecConfigured)
    throw new UsageError(
      'nothing to check: name a spec ("spec"), recordings ("traffic") or running services ("targets") in contract.config.yaml, or pass --config',
    );
  const { specs, unchecked } = lintSpecs(settings.specs, { values: true, levels });
  const generated = path === undefined || unchecked.length > 0 ? undefined : await checkGeneratedOfSpec(settings);
  const uncompared = (generated?.unchecked ?? []).map((reason): UncheckedSpec => ({ path: path ?? "", reason }));
  const failOn = strictSpec ? "warn" : settings.failOn;
  const run = { specs, unchecked: [...unchecked, ...uncompared], failOn };
  const input = { ...run, generated: generated?.faults, difference, ...createReportContext(io) };
  return write(LINT_REPORTS, (accepted) => acceptSpecs(input, accepted));
}

async function checkGeneratedOfSpec(settings: RunSettings) {
  const { document, errors } = loadFaultyDocument(settings.spec);
  if (errors.length === 0) return checkGenerated(document, settings);
  const reason = `${settings.generated}: not compared with the spec, because the spec cannot be used`;
  return { unchecked: [reason], faults: {} };
}

/** Compares the generated files of the configuration with the spec and compiles them, as `contract generate --check --compile`. */
async function checkGenerated(document: Document, { generated, client, config }: RunSettings) {
  if (generated === undefined) return undefined;
  const { compareGeneratedFiles } = await import("../check/generated-files.js");
  const { compileGenerated } = await import("../../generate/package/compile-generated.js");
  const { state, messages, files } = await compareGeneratedFiles(document, { folder: generated, client, config });
  const { errors, unchecked } = await compileGenerated(generated, files);
  const isCompared = state !== "cannot be compared";
  const faults: GeneratedFaults = {
    outdated: isCompared && messages.length > 0 ? messages : undefined,
    uncompiled: errors.length > 0 ? errors : undefined,
  };
  return { state, faults, unchecked: isCompared ? unchecked : [...messages, ...unchecked] };
}

/** The configuration of a service, of generated files, and of an older spec is about one spec. */
function assertOneSpecForServices(settings: RunSettings): void {
  const { targets, generated, oldSpec } = settings;
  const used = { targets: targets.length > 0, generated: generated !== undefined, "diff.old": oldSpec !== undefined };
  const [key] = Object.entries(used).find(([, isUsed]) => isUsed) ?? [];
  if (key !== undefined) assertOneSpec(settings, `"${key}"`, "use one configuration per service");
}

/** Returns the error of a service that cannot be started, so that everything else is still checked. */
function returnUsageError(error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  throw error;
}

/** The comparison with an older spec. */
type GateComparison = NonNullable<Awaited<ReturnType<typeof compareWithOldSpec>>>;

async function compareWithOldSpec(settings: RunSettings, io: Io) {
  const { oldSpec, spec, config, traffic, servers, levels, receivers } = settings;
  if (oldSpec === undefined) return undefined;
  const { compareUnweighed } = await import("./diff.js");
  const weighed = traffic.length === 0 ? {} : { traffic, server: servers };
  const options = { service: DEFAULT_SERVICE, config, ...weighed };
  const { finish, ...compared } = await compareUnweighed({ old: oldSpec, new: spec }, options, io);
  return {
    /** Returns undefined if the recordings must be read again, because both specs assume another server for paths alone. */
    createWeigher: (contract: Contract, secrets: readonly string[]): RecordingWeigher | undefined => {
      const operations = listOperations(compared.documents.old);
      if (resolveBaseUrl(contract, servers) !== resolveBaseUrl({ operations }, servers)) return undefined;
      const isPlain = levels.length + receivers.length + secrets.length === 0;
      return createRecordingWeigher(compared, isPlain ? contract : undefined);
    },
    /** Returns the comparison, weighed after the weigher got all exchanges. */
    finish: async (weigher?: RecordingWeigher): Promise<DiffReportInput> =>
      finish(weigher?.collect(io) ?? (await computeTrafficWeights(compared, io))),
  };
}

const IN_CONFIGURATION = { nameServerOption: (url: string): string => `servers: ["${url}"] in the configuration` };
