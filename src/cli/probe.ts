import { writeFileSync } from "node:fs";
import { type Exchange, harEntry } from "../exchange/index.js";
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
import { createTargets, PHASES, type Phase, type ProbeResult, runProbe } from "../probe/index.js";
import { REAL_CLOCK } from "../sandbox/real-clock.js";
import { openBaseline } from "./baseline-file.js";
import { type CheckOptions, settingsOf } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { credentialSource } from "./probe-auth.js";
import { probeCommand } from "./probe-command.js";
import { expectFolder, parseOutputs, tell } from "./tell.js";
import { UsageError } from "./usage-error.js";

/** The options of `contract probe`, as the command line gives them. */
export type ProbeCommand = Omit<CheckOptions, "shard" | "updateBaseline"> & {
  readonly billingUrl?: string;
  readonly token?: string;
  readonly auth?: string;
  readonly param?: readonly string[];
  readonly phase?: string;
  readonly safe?: boolean;
  readonly maxRequests: number;
  readonly maxTime: number;
  readonly rate?: number;
  readonly timeout: number;
  readonly seed: number;
  readonly case?: string;
  readonly dryRun?: boolean;
  readonly har?: string;
};

/** `contract probe`: makes cases from the contract, asks the service at a base URL, and judges what comes. */
export async function probe(baseUrl: string, options: ProbeCommand, io: Io): Promise<ExitCode> {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new UsageError(`${baseUrl}: give the base URL of the service, such as http://127.0.0.1:4020`);
  const settings = settingsOf(options);
  const outputs = parseOutputs(options.format ?? settings.formats);
  for (const file of [options.har, options.verdicts, settings.baseline]) expectFolder(file);
  const { levels, failOn, allowPartial, quiet = false } = settings;
  const servers = [
    ...(options.server ?? []),
    ...(options.billingUrl === undefined ? [] : [`billingUrl=${options.billingUrl}`]),
  ];
  const described = loadContract(settings.spec);
  const targets = createTargets(
    described.operations.filter(({ kind }) => kind === "path"),
    baseUrl,
    servers,
  );
  const contract = loadContract(settings.spec, { servers: targets.servers, levels });
  settings.expectOperations(contract.operations);
  const operations = selectOperations(contract.operations, options.only ?? []);
  const beside = openBaseline(settings, io);
  const coverage = options.coverage === true ? { coverage: settings.thresholds } : {};
  const tally = createTally(contract, { operations, ...coverage });
  const kept = keeper(options, io);
  io.lasting?.();
  const result = await runProbe({
    contract,
    levels,
    operations,
    baseUrl,
    servers,
    credentials: credentialSource({ auth: options.auth, token: options.token ?? io.env.CONTRACT_TOKEN }, operations),
    limits: {
      maxRequests: options.maxRequests,
      maxTimeMs: options.maxTime * 1000,
      ...(options.rate === undefined ? {} : { rate: options.rate }),
    },
    timeoutMs: options.timeout * 1000,
    seed: options.seed,
    nonce: Buffer.from(REAL_CLOCK.randomBytes(6)).toString("hex"),
    phases: phasesOf(options.phase),
    parameters: parametersOf(options.param ?? []),
    safe: options.safe === true,
    caseId: options.case,
    signal: io.signal,
    now: REAL_CLOCK.now,
    command: (caseId) => probeCommand(baseUrl, options, caseId),
    onExchange: (exchange, judgement) => {
      tally.add(exchange, judgement);
      kept.add(exchange, verdictLine(contract, exchange, judgement));
    },
  });
  kept.write();
  if (result.ended !== undefined) tally.addTrouble(result.ended);
  if (!quiet) io.stderr(told(result, io.signal.aborted));
  const judge = (it: Report): Outcome => outcomeOf(it, { failOn, allowPartial });
  const report = beside(tally.report(), { command: "probe", judge });
  const outcome = judge(report);
  const limit = options.maxFindings === undefined ? {} : { maxFindings: options.maxFindings };
  return tell(
    { report, outcome, problems: lint(contract.document), failOn, ...limit },
    { command: "probe", outputs, quiet, io },
  );
}

/** Keeps what was exchanged for `--har` and `--verdicts`, and nothing where neither is asked for. */
function keeper({ har, verdicts }: ProbeCommand, io: Io) {
  const entries: object[] = [];
  const lines: string[] = [];
  return {
    add: (exchange: Exchange, line: object) => {
      if (har !== undefined) entries.push(harEntry(exchange, { startedAt: `${io.today ?? "1970-01-01"}T00:00:00Z` }));
      if (verdicts !== undefined) lines.push(JSON.stringify(line));
    },
    write: () => {
      const creator = { name: "commerce-contract", version: "1" };
      if (har !== undefined)
        writeFileSync(har, `${JSON.stringify({ log: { version: "1.2", creator, entries } }, null, 1)}\n`);
      if (verdicts !== undefined) writeFileSync(verdicts, lines.map((line) => `${line}\n`).join(""));
    },
  };
}

function told({ requests, verdicts, bounded, without }: ProbeResult, isInterrupted: boolean): string {
  const lines = [
    `${requests} requests; cases: ${Object.entries(verdicts)
      .map(([verdict, count]) => `${count} ${verdict}`)
      .join(", ")}`,
    ...(isInterrupted ? ["interrupted: this is what was seen until then"] : []),
    ...(bounded === undefined ? [] : [bounded]),
    ...(without.length === 0
      ? []
      : [`no request was accepted of ${without.join(", ")}: give values that the service knows with --param`]),
  ];
  return lines.map((line) => `contract probe: ${line}\n`).join("");
}

function phasesOf(given: string | undefined): readonly Phase[] {
  if (given === undefined) return PHASES;
  const names = given.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !PHASES.some((phase) => phase === name));
  if (unknown !== undefined) throw new UsageError(`--phase ${unknown}: give ${PHASES.join(", ")}`);
  return PHASES.filter((phase) => names.includes(phase));
}

function parametersOf(given: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const parameters: Record<string, string[]> = {};
  for (const it of given) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(it) ?? [];
    if (name === undefined || value === undefined) throw new UsageError(`--param ${it}: give NAME=VALUE`);
    parameters[name] = [...(parameters[name] ?? []), value];
  }
  return parameters;
}
