import type { Operation } from "../document/index.js";
import {
  createTally,
  loadContract,
  type Outcome,
  outcomeOf,
  type Report,
  selectOperations,
  verdictLine,
} from "../gate/index.js";
import { lint } from "../lint/index.js";
import {
  createTargets,
  type PlanOptions,
  type ProbeResult,
  plannedCases,
  runProbe,
  withoutKeysOf,
} from "../probe/index.js";
import { REAL_CLOCK } from "../sandbox/real-clock.js";
import { openBaseline } from "./baseline-file.js";
import { settingsOf } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { credentialSource } from "./probe-auth.js";
import { probeCommand } from "./probe-command.js";
import { keepFor } from "./probe-kept.js";
import { addLack, type Ways, whereTo } from "./probe-lack.js";
import { listenBeside } from "./probe-listener.js";
import { expectKnownNames } from "./probe-names.js";
import { type ProbeCommand, probeSettings } from "./probe-settings.js";
import { expectFolder, parseOutputs, tell } from "./tell.js";
import { UsageError } from "./usage-error.js";

/** `contract probe`: makes cases from the contract, asks the service at a base URL, and judges what comes. */
export async function probe(url: string, options: ProbeCommand, io: Io): Promise<ExitCode> {
  const asked = probeSettings(url, options);
  const settings = settingsOf(options);
  const outputs = parseOutputs(options.format ?? settings.formats);
  for (const file of [options.har, options.verdicts, settings.baseline]) expectFolder(file);
  const { levels, failOn, allowPartial, quiet = false } = settings;
  const described = loadContract(settings.spec).operations.filter(({ kind }) => kind === "path");
  const { servers, urlOf } = createTargets(described, asked.baseUrl, asked.servers);
  const contract = loadContract(settings.spec, { servers, levels });
  settings.expectOperations(contract.operations);
  expectKnownNames(contract, asked.parameters, (name) => `--param ${name}`);
  const operations = selectOperations(contract.operations, options.only ?? []);
  const plan: PlanOptions = { ...asked, contract, operations };
  if (options.dryRun === true)
    return list(plan, options, {
      io,
      unreached: operations.filter((it) => it.kind === "path" && urlOf(it) === undefined),
    });
  const given = { auth: options.auth, token: options.token ?? io.env.CONTRACT_TOKEN };
  const credentials = credentialSource({ ...given, signal: io.signal }, operations);
  const beside = openBaseline(settings, io);
  const coverage = options.coverage === true ? { coverage: settings.thresholds } : {};
  const tally = createTally(contract, { operations, ...coverage });
  const kept = keepFor(options, contract, io);
  const withoutKeys = withoutKeysOf(contract.operations);
  const { maxRequests, maxTime, rate } = options;
  const result = await runProbe({
    ...plan,
    ...{ levels, credentials, caseId: options.case, signal: io.signal, now: REAL_CLOCK.now },
    limits: { maxRequests, maxTimeMs: maxTime * 1000, ...(rate === undefined ? {} : { rate }) },
    listen: listenBeside(url, url),
    timeoutMs: options.timeout * 1000,
    nonce: Buffer.from(REAL_CLOCK.randomBytes(6)).toString("hex"),
    command: (caseId) => probeCommand(url, options, caseId),
    onExchange: (exchange, judgement) => {
      tally.add(exchange, judgement);
      kept.add(withoutKeys(exchange), verdictLine(contract, exchange, judgement));
    },
  });
  kept.write();
  if (!result.isFound && result.ended === undefined && !io.signal.aborted) throw noSuchCase(options);
  const hasCredentials = given.auth !== undefined || given.token !== undefined;
  const trouble = result.ended ?? addLack(result, { source: url, hasCredentials, ...asked, ways: WAYS }, tally);
  if (trouble !== undefined) tally.addTrouble(trouble);
  if (!quiet) io.stderr(told(result, io.signal.aborted));
  const judge = (it: Report): Outcome => outcomeOf(it, { failOn, allowPartial });
  const report = beside(tally.report(), { command: "probe", judge });
  const limit = options.maxFindings === undefined ? {} : { maxFindings: options.maxFindings };
  return tell(
    { report, outcome: judge(report), problems: lint(contract.document), failOn, ...limit },
    { command: "probe", outputs, quiet, io },
  );
}

type Listing = { readonly io: Io; readonly unreached: readonly Operation[] };

/** `--dry-run`: a line a case, with what has to come of it. */
function list(plan: PlanOptions, options: ProbeCommand, { io, unreached }: Listing): ExitCode {
  let count = 0;
  for (const { id, expect, what } of plannedCases(plan)) {
    if (options.case !== undefined && options.case !== id) continue;
    count += 1;
    io.stdout(`${expect.padEnd(8)}  ${id}  ${what}\n`);
  }
  if (count === 0 && options.case !== undefined) throw noSuchCase(options);
  const bound = count > options.maxRequests ? `; --max-requests ${options.maxRequests} takes the first of them` : "";
  const stories = plan.phases.includes("stateful") ? "; stories of several requests are made of what is answered" : "";
  if (options.quiet !== true) io.stderr(`contract probe: ${count} cases, nothing was sent${bound}${stories}\n`);
  if (options.quiet !== true)
    for (const { operations, reason } of whereTo(unreached, WAYS))
      io.stderr(`contract probe: ${operations.join(", ")}: ${reason}\n`);
  return 0;
}

function noSuchCase({ case: id = "" }: ProbeCommand): UsageError {
  return new UsageError(`--case ${id}: there is no such case with this seed and these options; --dry-run lists them`);
}

function told({ requests, verdicts, bounded }: ProbeResult, isInterrupted: boolean): string {
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  const lines = [
    `${requests} requests; cases: ${counts.join(", ")}`,
    ...(isInterrupted ? ["interrupted: this is what was seen until then"] : []),
    ...(bounded === undefined ? [] : [bounded]),
  ];
  return lines.map((line) => `contract probe: ${line}\n`).join("");
}

const WAYS: Ways = {
  baseUrl: "give the base URL that its paths begin at",
  credentials: "give some that it takes with --token or --auth",
  parameters: "give values that the service knows with --param",
  rate: "give it time with --rate",
  server: (variable) => (variable === "billingUrl" ? "give --billing-url URL" : `give --server ${variable}=URL`),
};
