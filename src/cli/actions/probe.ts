import { type Contract, createReportBuilder, redactExchange } from "../../check/index.js";
import { describeUnusable, pluralize } from "../../document/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { listPlannedCases, type ProbeResult, type UnacceptedOperation } from "../../probe/index.js";
import { appendToHarFile, createHarFile } from "../../record/validation/har-file.js";
import { type Exchange, toHarEntry } from "../../recording/index.js";
import { lintSpecOfRun } from "../check/run-setup.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { openRun } from "../output/finish-run.js";
import { startProgress } from "../output/progress.js";
import { createWriteError, prepareRecording } from "../output/write-file-atomic.js";
import { createIdentities } from "../probe/credential-source.js";
import { loadExtensions, resolveProbeSettings } from "../probe/probe-settings.js";
import {
  chooseRequestLimit,
  explainUnreachedOperations,
  formatStatuses,
  type PreparedProbe,
  type ProbeTexts,
  prepareProbe,
  probeService,
} from "../probe/probe-target.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { resolveSettings } from "../settings/run-settings.js";

/** Runs `contract probe`: generates requests from the spec, sends them to a running service and checks the responses. */
export async function runProbeCommand(url: string, options: CommandOptions<"probe">, io: Io): Promise<ExitCode> {
  const probeSettings = resolveProbeSettings(url, options);
  const settings = resolveSettings(options);
  reportBuiltInSpec(settings, "probe", io);
  const { finish } = openRun("probe", settings, io);
  prepareRecording(options.har);
  const { levels, quiet = false } = settings;
  const probe = prepareProbe({ ...probeSettings, source: url, options, settings, helpTexts: HELP_TEXTS });
  const { contract, operations } = probe;
  for (const line of describeUnusable(contract.document, "it is not checked")) io.stderr(`${line}\n`);
  settings.assertOperations(contract.operations);
  const extensions = await loadExtensions(options, probe);
  if (options.dryRun === true) return printCases(probe, io);
  const { auth = [] } = options;
  if (auth.length > 2) throw new UsageError("--auth: expected at most two, of two tenants");
  const identities = createIdentities({ auth, token: io.env.CONTRACT_TOKEN, signal: io.signal }, operations);
  const coverage = options.coverage === true ? { coverage: settings.thresholds } : {};
  const tally = createReportBuilder(contract, { operations, ...coverage });
  const recorded = createRecordedExchanges(options, contract);
  const { result, failures } = await probeService({
    ...{ ...probe, ...extensions, identities, tally, io },
    progress: startProgress(io, quiet, "requests"),
    onExchange: (exchange) => recorded.add(exchange),
  });
  recorded.close();
  if (!result.isCaseFound && result.endReason === undefined && !io.signal.aborted)
    throw createUnknownCaseError(options, result.acceptance.unaccepted);
  for (const it of failures) tally.addRunError(it);
  if (!quiet && result.wrongSetup === undefined) io.stderr(formatProbeSummary(result, io.signal.aborted));
  return finish({ report: tally.report(), diagnostics: lintSpecOfRun(contract, { levels }) });
}

/** Prints one line per case with the expected result, for `--dry-run`. */
function printCases({ options, getBaseUrl, ...plan }: PreparedProbe, io: Io): ExitCode {
  let count = 0;
  for (const { id, expect, what } of listPlannedCases(plan)) {
    if (options.case !== undefined && options.case !== id) continue;
    count += 1;
    io.stdout(`${expect.padEnd(8)}  ${id}  ${what}\n`);
  }
  if (count === 0 && options.case !== undefined) throw createUnknownCaseError(options);
  const limit = chooseRequestLimit(options.maxRequests, plan.operations);
  const bound = count > limit ? `; --max-requests ${limit} limits the run to the first of them` : "";
  const scenarios = plan.phases.includes("stateful") ? "; scenarios depend on earlier responses" : "";
  if (options.quiet !== true) io.stderr(`contract probe: ${count} cases, no requests sent${bound}${scenarios}\n`);
  const unreached = plan.operations.filter((it) => it.kind === "path" && getBaseUrl(it) === undefined);
  if (options.quiet !== true)
    for (const { operations, reason } of explainUnreachedOperations(unreached, HELP_TEXTS))
      io.stderr(`contract probe: ${operations.join(", ")}: ${reason}\n`);
  return 0;
}

/** A run without credentials may accept other requests, of which it makes other cases. The command to reproduce one shows none. */
function createUnknownCaseError(
  { auth, case: id = "", dryRun }: CommandOptions<"probe">,
  unaccepted: readonly UnacceptedOperation[] = [],
): UsageError {
  const words = `${id}/`.replaceAll(" ", "-");
  const named = unaccepted.filter(({ operation }) => words.includes(`/${operation.id.replaceAll(" ", "-")}/`));
  const [base] = named.sort((a, b) => b.operation.id.length - a.operation.id.length);
  const lacksAuth = auth === undefined && dryRun !== true;
  const advice = lacksAuth ? "if the run had --auth, give it again; " : "";
  const reason =
    base === undefined
      ? "no such case with this seed and these options"
      : `not sent, because no other request of ${base.operation.id} was accepted${formatStatuses([base])}`;
  return new UsageError(`--case ${id}: ${reason}; ${advice}--dry-run lists the cases`);
}

function formatProbeSummary(
  { requests, verdicts, untestedParameters: untested }: ProbeResult,
  isInterrupted: boolean,
): string {
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  const named = untested.slice(0, MAX_UNTESTED).join("; ");
  const more = untested.length > MAX_UNTESTED ? `; and those of ${untested.length - MAX_UNTESTED} more lists` : "";
  const lines = [
    `${pluralize(requests, "request")}; cases: ${counts.join(", ")}`,
    ...(untested.length > 0
      ? [`not tested, because neither x-selects nor a name says what they select: ${named}${more}`]
      : []),
    ...(isInterrupted ? ["interrupted: the results up to then follow"] : []),
  ];
  return lines.map((line) => `contract probe: ${line}\n`).join("");
}

const MAX_UNTESTED = 5;

const HELP_TEXTS: ProbeTexts = {
  hooks: "--hooks",
  arazzo: "give an Arazzo document to --arazzo",
  input: (name) => `give --param ${name}=VALUE`,
  parameter: (name) => `--param ${name}`,
  baseUrl: "give the base URL to which the paths are relative",
  credentials: (forms) => `give --auth ${forms}`,
  withoutCredentials: "; with --auth none, all requests are sent without",
  parameters: "pass values that exist in the service with --param",
  rate: "limit the requests per second with --rate",
  server: (variable) => `give --server ${variable}=URL`,
};

/**
 * Records the exchanges of a probe for `--har`, each as soon as it is known, so that none is lost with the process.
 *
 * @throws UsageError if the file cannot be written
 */
export function createRecordedExchanges({ har }: CommandOptions<"probe">, contract: Contract) {
  if (har === undefined) return { add: () => {}, close: () => {} };
  const write = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw createWriteError(har, error);
    }
  };
  const file = write(() => appendToHarFile(har, createHarFile(har, getToolInfo())));
  return {
    add: (exchange: Exchange): void => {
      const startedAt = new Date(SYSTEM_CLOCK.now()).toISOString();
      // Checked again without the expectations of the probe, which the recording does not contain.
      const entry = JSON.stringify(toHarEntry(redactExchange(contract, exchange), { startedAt }));
      write(() => file.add(entry));
    },
    close: file.close,
  };
}
