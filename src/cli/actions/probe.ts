import type { Operation } from "../../document/index.js";
import {
  buildVerdictLine,
  computeOutcome,
  createReportBuilder,
  loadContract,
  type Report,
  type RunOutcome,
  selectOperations,
} from "../../gate/index.js";
import { lintDocument } from "../../lint/index.js";
import {
  createApiKeyRedactor,
  createServerUrls,
  listPlannedCases,
  type ProbePlanOptions,
  type ProbeResult,
  runProbe,
} from "../../probe/index.js";
import { REAL_CLOCK } from "../../sandbox/real-clock.js";
import { openBaseline } from "../output/baseline-file.js";
import { assertWritableFile, parseReportOutputs, writeReports } from "../output/write-reports.js";
import { createCredentialSource } from "../probe/credential-source.js";
import { assertKnownParameters } from "../probe/known-parameters.js";
import { type ProbeCommandOptions, resolveProbeSettings } from "../probe/probe-settings.js";
import { createRecordedExchanges } from "../probe/recorded-exchanges.js";
import { formatRerunCommand } from "../probe/rerun-command.js";
import {
  explainUnreachedOperations,
  type ProbeHelpTexts,
  reportUncoveredOperations,
} from "../probe/uncovered-operations.js";
import { createWebhookListener } from "../probe/webhook-listener.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { resolveSettings } from "../settings/run-settings.js";

/** `contract probe`: makes cases from the contract, asks the service at a base URL, and judges what comes. */
export async function runProbeCommand(url: string, options: ProbeCommandOptions, io: Io): Promise<ExitCode> {
  const asked = resolveProbeSettings(url, options);
  const settings = resolveSettings(options);
  const outputs = parseReportOutputs(options.format ?? settings.formats);
  for (const file of [options.har, options.verdicts, settings.baseline]) assertWritableFile(file);
  const { levels, failOn, allowPartial, quiet = false } = settings;
  const described = loadContract(settings.spec).operations.filter(({ kind }) => kind === "path");
  const { servers, urlOf } = createServerUrls(described, asked.baseUrl, asked.servers);
  const contract = loadContract(settings.spec, { servers, levels });
  settings.assertOperations(contract.operations);
  assertKnownParameters(contract, asked.parameters, (name) => `--param ${name}`);
  const operations = selectOperations(contract.operations, options.only ?? []);
  const plan: ProbePlanOptions = { ...asked, contract, operations };
  if (options.dryRun === true)
    return printCases(plan, options, {
      io,
      unreached: operations.filter((it) => it.kind === "path" && urlOf(it) === undefined),
    });
  const given = { auth: options.auth, token: options.token ?? io.env.CONTRACT_TOKEN };
  const credentials = createCredentialSource({ ...given, signal: io.signal }, operations);
  const beside = openBaseline(settings, io);
  const coverage = options.coverage === true ? { coverage: settings.thresholds } : {};
  const tally = createReportBuilder(contract, { operations, ...coverage });
  const kept = createRecordedExchanges(options, contract, io);
  const withoutKeys = createApiKeyRedactor(contract.operations);
  const { maxRequests, maxTime, rate } = options;
  const result = await runProbe({
    ...plan,
    ...{ levels, credentials, caseId: options.case, signal: io.signal, now: REAL_CLOCK.now },
    limits: { maxRequests, maxTimeMs: maxTime * 1000, ...(rate === undefined ? {} : { rate }) },
    listen: createWebhookListener(url, url),
    timeoutMs: options.timeout * 1000,
    nonce: Buffer.from(REAL_CLOCK.randomBytes(6)).toString("hex"),
    command: (caseId) => formatRerunCommand(url, options, caseId),
    onExchange: (exchange, judgement) => {
      tally.add(exchange, judgement);
      kept.add(withoutKeys(exchange), buildVerdictLine(contract, exchange, judgement));
    },
  });
  kept.write();
  if (!result.isCaseFound && result.endReason === undefined && !io.signal.aborted)
    throw createUnknownCaseError(options);
  const hasCredentials = given.auth !== undefined || given.token !== undefined;
  const trouble =
    result.endReason ??
    reportUncoveredOperations(result, { source: url, hasCredentials, ...asked, helpTexts: HELP_TEXTS }, tally);
  if (trouble !== undefined) tally.addRunError(trouble);
  if (!quiet) io.stderr(formatProbeSummary(result, io.signal.aborted));
  const getOutcome = (it: Report): RunOutcome => computeOutcome(it, { failOn, allowPartial });
  const report = beside(tally.report(), { command: "probe", getOutcome });
  const limit = options.maxFindings === undefined ? {} : { maxFindings: options.maxFindings };
  return writeReports(
    { report, outcome: getOutcome(report), problems: lintDocument(contract.document), failOn, ...limit },
    { command: "probe", outputs, quiet, io },
  );
}

type DryRunContext = { readonly io: Io; readonly unreached: readonly Operation[] };

/** `--dry-run`: a line a case, with what has to come of it. */
function printCases(plan: ProbePlanOptions, options: ProbeCommandOptions, { io, unreached }: DryRunContext): ExitCode {
  let count = 0;
  for (const { id, expect, what } of listPlannedCases(plan)) {
    if (options.case !== undefined && options.case !== id) continue;
    count += 1;
    io.stdout(`${expect.padEnd(8)}  ${id}  ${what}\n`);
  }
  if (count === 0 && options.case !== undefined) throw createUnknownCaseError(options);
  const bound = count > options.maxRequests ? `; --max-requests ${options.maxRequests} takes the first of them` : "";
  const stories = plan.phases.includes("stateful") ? "; stories of several requests are made of what is answered" : "";
  if (options.quiet !== true) io.stderr(`contract probe: ${count} cases, nothing was sent${bound}${stories}\n`);
  if (options.quiet !== true)
    for (const { operations, reason } of explainUnreachedOperations(unreached, HELP_TEXTS))
      io.stderr(`contract probe: ${operations.join(", ")}: ${reason}\n`);
  return 0;
}

function createUnknownCaseError({ case: id = "" }: ProbeCommandOptions): UsageError {
  return new UsageError(`--case ${id}: there is no such case with this seed and these options; --dry-run lists them`);
}

function formatProbeSummary({ requests, verdicts, limitReason }: ProbeResult, isInterrupted: boolean): string {
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  const lines = [
    `${requests} requests; cases: ${counts.join(", ")}`,
    ...(isInterrupted ? ["interrupted: this is what was seen until then"] : []),
    ...(limitReason === undefined ? [] : [limitReason]),
  ];
  return lines.map((line) => `contract probe: ${line}\n`).join("");
}

const HELP_TEXTS: ProbeHelpTexts = {
  baseUrl: "give the base URL that its paths begin at",
  credentials: "give some that it takes with --token or --auth",
  parameters: "give values that the service knows with --param",
  rate: "give it time with --rate",
  server: (variable) => (variable === "billingUrl" ? "give --billing-url URL" : `give --server ${variable}=URL`),
};
