import {
  type Contract,
  loadContract,
  type ReportBuilder,
  readExclusions,
  type TargetConfig,
} from "../../check/index.js";
import { type CredentialSource, createServerUrls, PHASES, runProbe } from "../../probe/index.js";
import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import { startProgress } from "../output/progress.js";
import type { Io } from "../process/io.js";
import { resolveSelfCommand } from "../process/shell-command.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import type { RunSettings } from "../settings/run-settings.js";
import { createWebhookListener } from "../webhooks/delivery-receiver.js";
import { createCredentialSource } from "./credential-source.js";
import {
  assertNotDestructive,
  formatRerunCommand,
  type OperationSelection,
  selectProbedOperations,
  type TargetExtensions,
} from "./probe-settings.js";
import type { RunningTarget } from "./target-process.js";
import { type ProbeHelpTexts, reportUncoveredOperations } from "./uncovered-operations.js";

type TargetProbeOptions = {
  readonly target: TargetConfig;
  readonly running: RunningTarget;
  readonly extensions: TargetExtensions;
  readonly settings: RunSettings;
  /** Counts the exchanges of the probe together with all others. */
  readonly tally: ReportBuilder;
  readonly io: Io;
  readonly printLine: (line: string) => void;
};

/** Probes a running service of the configuration. Reports show its name instead of its URL, because the port can vary. */
export async function probeTarget(options: TargetProbeOptions): Promise<void> {
  const { target, running, extensions, settings, tally, io, printLine } = options;
  const { spec, folder } = settings;
  const levels = [...settings.levels, ...(target.levels ?? [])];
  const { name, auth, otherAuth, maxRequests = 10_000, maxTime = 600, rate, parameters = {}, seed = 1 } = target;
  const servers = (target.servers ?? []).map((it) => it.replaceAll("{url}", running.url));
  const described = loadContract(spec).operations.filter(({ kind }) => kind === "path");
  const reached = createServerUrls(described, running.url, servers);
  const contract = loadContract(spec, { servers: reached.servers, levels });
  const selection = getTargetSelection(target, settings);
  const { operations, excluded } = selectProbedOperations(contract, selection);
  const createCredentials = (how: string | undefined): CredentialSource => {
    const command = how?.startsWith("command:")
      ? `command:${resolveSelfCommand(how.slice("command:".length), io.selfCommand)}`
      : how;
    return createCredentialSource({ auth: command, token: undefined, folder, signal: io.signal }, operations);
  };
  const rerunOptions = {
    spec: spec === getBuiltInSpecPath() ? undefined : spec,
    ...extensions.files,
    server: servers,
    param: Object.entries(parameters).flatMap(([parameter, values]) => values.map((it) => `${parameter}=${it}`)),
    exclude: selection.exclude.map(({ selector }) => selector),
    include: selection.include,
    seed,
    safe: target.safe,
  };
  const progress = startProgress(io, settings.quiet === true, `requests to ${name}`);
  const result = await runProbe({
    contract,
    levels,
    operations,
    baseUrl: running.url,
    source: name,
    servers,
    credentials: createCredentials(auth),
    otherCredentials: otherAuth === undefined ? undefined : createCredentials(otherAuth),
    ...extensions,
    limits: { maxRequests, maxTimeMs: maxTime * 1000, ...(rate === undefined ? {} : { rate }) },
    listen: createWebhookListener(running.url, name),
    timeoutMs: 10_000,
    seed,
    nonce: Buffer.from(SYSTEM_CLOCK.randomBytes(6)).toString("hex"),
    phases: PHASES.filter((phase) => target.phases === undefined || target.phases.includes(phase)),
    parameters,
    safe: target.safe === true,
    signal: io.signal,
    now: SYSTEM_CLOCK.now,
    command: (caseId) => formatRerunCommand(running.url, rerunOptions, caseId),
    onExchange: (exchange, checked) => {
      tally.add(exchange, checked);
      progress.advance(1, checked.findings.length);
    },
  }).finally(progress.stop);
  const context = {
    source: name,
    hasCredentials: auth !== undefined || extensions.hooks?.getCredentials !== undefined,
    parameters,
    helpTexts: HELP_TEXTS,
  };
  const failure = result.endReason ?? reportUncoveredOperations(result, context, tally);
  for (const it of excluded) tally.addExcludedOperations({ source: name, ...it });
  for (const it of [...result.cuts, ...[(await running.findEndReason()) ?? []].flat()])
    tally.addRunError(`target ${name}: ${it}`);
  if (failure !== undefined) tally.addRunError(`target ${name}: ${failure}`);
  printLine(`${name.padEnd(10)}  ${result.requests} requests to ${running.url}`);
}

/** The selectors of a target, after those of the whole configuration. */
function getTargetSelection(target: TargetConfig, { exclude, include }: RunSettings): OperationSelection {
  const { only = [], safe = false } = target;
  return {
    ...{ only, safe },
    exclude: [...exclude, ...readExclusions(target.exclude)],
    include: [...include, ...(target.include ?? [])],
  };
}

/**
 * Stops a gate before its first request.
 *
 * @throws {UsageError} if a target has operations that look destructive to the service itself.
 */
export function assertTargetNotDestructive(target: TargetConfig, contract: Contract, settings: RunSettings): void {
  const selection = getTargetSelection(target, settings);
  assertNotDestructive(contract, selectProbedOperations(contract, selection).operations, selection);
}

const HELP_TEXTS: ProbeHelpTexts = {
  baseUrl: 'set "url" to the base URL to which the paths are relative',
  credentials: 'set valid ones in "auth"',
  parameters: 'set values that exist in the service in "parameters"',
  rate: 'limit the requests per second with "rate"',
  server: (variable) => `add ${variable}=URL to "servers"`,
};
