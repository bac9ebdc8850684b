import {
  type ExclusionGroup,
  type LevelRule,
  loadContract,
  type ReportBuilder,
  type UnacceptedOperations as Unseen,
} from "../../check/index.js";
import { getBaseVariable, groupBy, type Operation, pluralize } from "../../document/index.js";
import {
  type CredentialSource,
  createServerUrls,
  PHASES,
  type ProbeResult,
  runProbe,
  type UnacceptedOperation,
  type WrongSetup,
} from "../../probe/index.js";
import type { Exchange } from "../../recording/index.js";
import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { type Progress, startProgress } from "../output/progress.js";
import type { Io } from "../process/io.js";
import { resolveSelfCommand } from "../process/shell-command.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { readExclusions } from "../settings/config.js";
import type { TargetConfig } from "../settings/config-table.js";
import type { RunSettings } from "../settings/run-settings.js";
import { createWebhookListener } from "../webhooks/delivery-receiver.js";
import { createCredentialSource, listAuthForms } from "./credential-source.js";
import {
  formatRerunCommand,
  type OperationSelection,
  selectProbedOperations,
  type TargetExtensions,
} from "./probe-settings.js";
import type { RunningTarget } from "./target-process.js";

/** How one service is probed, by `contract probe` or as a target of the configuration. */
type ServiceProbe = Omit<
  Parameters<typeof runProbe>[0],
  "listen" | "nonce" | "signal" | "now" | "onExchange" | "limits" | "timeoutMs"
> & {
  /** The name of the service in reports. */
  readonly source: string;
  readonly limits: Pick<CommandOptions<"probe">, "maxRequests" | "maxTime" | "rate" | "timeout">;
  readonly hasCredentials: boolean;
  readonly excluded: readonly ExclusionGroup[];
  readonly helpTexts: ProbeHelpTexts;
  /** Counts the exchanges of the probe together with all others. */
  readonly tally: ReportBuilder;
  readonly progress: Progress;
  readonly io: Io;
  readonly onExchange?: (exchange: Exchange) => void;
};

/** Compiles the spec with the addresses of a running service. */
export function loadServiceContract(
  spec: string,
  url: string,
  { servers: given, levels }: { readonly servers: readonly string[]; readonly levels: readonly LevelRule[] },
) {
  const described = loadContract(spec).operations.filter(({ kind }) => kind === "path");
  const { servers, getBaseUrl } = createServerUrls(described, url, given);
  return { contract: loadContract(spec, { servers, levels }), getBaseUrl };
}

/** The given maximum number of requests, or one that a run usually does not reach. */
export function chooseRequestLimit(given: number | undefined, operations: readonly Operation[]): number {
  return given ?? Math.max(10_000, 200 * operations.length);
}

/** Probes a running service and counts its results. Returns why the run is inconclusive, in `failures`. */
export async function probeService({ limits, tally, progress, io, onExchange, ...probe }: ServiceProbe) {
  const { source, baseUrl } = probe;
  const { maxTime, rate, timeout } = limits;
  const maxRequests = chooseRequestLimit(limits.maxRequests, probe.operations);
  const result = await runProbe({
    ...probe,
    limits: { maxRequests, maxTimeMs: maxTime * 1000, ...(rate === undefined ? {} : { rate }) },
    listen: createWebhookListener(baseUrl, source),
    timeoutMs: timeout * 1000,
    nonce: Buffer.from(SYSTEM_CLOCK.randomBytes(6)).toString("hex"),
    signal: io.signal,
    now: SYSTEM_CLOCK.now,
    onExchange: (exchange, checked) => {
      tally.add(exchange, checked);
      progress.advance(1, checked.findings.length > 0);
      onExchange?.(exchange);
    },
  }).finally(progress.stop);
  const failure =
    result.wrongSetup === undefined
      ? (result.endReason ?? reportUncoveredOperations(result, probe, tally))
      : explainWrongSetup(result.wrongSetup, probe);
  for (const it of probe.excluded) tally.addExcludedOperations({ source, ...it });
  return { result, failures: [...(failure === undefined ? [] : [failure]), ...result.cuts] };
}

type TargetProbeOptions = {
  readonly target: TargetConfig;
  readonly running: RunningTarget;
  readonly extensions: TargetExtensions;
  readonly settings: RunSettings;
  readonly tally: ReportBuilder;
  readonly io: Io;
  readonly printLine: (line: string) => void;
};

/** Probes a running service of the configuration. Reports show its name instead of its URL, because the port can vary. */
export async function probeTarget(options: TargetProbeOptions): Promise<void> {
  const { target, running, extensions, settings, tally, io, printLine } = options;
  const { spec, folder } = settings;
  const levels = [...settings.levels, ...(target.levels ?? [])];
  const { name, auth, otherAuth, maxRequests, maxTime = 600, rate, parameters = {}, seed = 1 } = target;
  const servers = (target.servers ?? []).map((it) => it.replaceAll("{url}", running.url));
  const { contract } = loadServiceContract(spec, running.url, { servers, levels });
  const selection = getTargetSelection(target, settings);
  const createCredentials = (how: string | undefined): CredentialSource => {
    const command = how?.startsWith("command:")
      ? `command:${resolveSelfCommand(how.slice("command:".length), io.selfCommand)}`
      : how;
    return createCredentialSource({ auth: command, token: undefined, folder, signal: io.signal }, operations);
  };
  const { operations, excluded } = selectProbedOperations(contract, selection);
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
  const { result, failures } = await probeService({
    ...{ contract, levels, operations, excluded, servers, parameters, seed, tally, io, ...extensions },
    baseUrl: running.url,
    source: name,
    credentials: createCredentials(auth),
    isAnonymous: auth === "none",
    otherCredentials: otherAuth === undefined ? undefined : createCredentials(otherAuth),
    hasCredentials: (auth !== undefined && auth !== "none") || extensions.hooks?.getCredentials !== undefined,
    limits: { maxRequests, maxTime, rate, timeout: 10 },
    phases: PHASES.filter((phase) => target.phases === undefined || target.phases.includes(phase)),
    safe: target.safe === true,
    command: (caseId) => formatRerunCommand(running.url, rerunOptions, caseId),
    helpTexts: HELP_TEXTS,
    progress: startProgress(io, settings.quiet === true, `requests to ${name}`),
  });
  const ended = await running.findEndReason();
  for (const it of [...failures, ...(ended === undefined ? [] : [ended])]) tally.addRunError(`target ${name}: ${it}`);
  printLine(`${name.padEnd(10)}  ${pluralize(result.requests, "request")} to ${running.url}`);
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

const HELP_TEXTS: ProbeHelpTexts = {
  baseUrl: 'set "url" to the base URL to which the paths are relative',
  credentials: (forms) => `set "auth" to ${forms}`,
  withoutCredentials: '; with "auth: none", all requests are sent without',
  parameters: 'set values that exist in the service in "parameters"',
  rate: 'limit the requests per second with "rate"',
  server: (variable) => `add ${variable}=URL to "servers"`,
};

/** The input of a probe, and texts that explain how to pass more of it. */
type ProbeReportContext = Pick<ServiceProbe, "source" | "hasCredentials" | "parameters" | "helpTexts">;

export type ProbeHelpTexts = {
  readonly baseUrl: string;
  readonly credentials: (forms: string) => string;
  readonly parameters: string;
  readonly rate: string;
  /** How to go on without credentials. */
  readonly withoutCredentials: string;
  /** For a server URL of the spec that begins with a variable. */
  readonly server: (variable: string) => string;
};

/**
 * Reports operations whose requests were all rejected or never sent. Returns the reason why the run is inconclusive, if no
 * request at all was accepted.
 */
export function reportUncoveredOperations(
  result: ProbeResult,
  context: ProbeReportContext,
  tally: ReportBuilder,
): string | undefined {
  const { acceptance, unexecuted, unreachable, unseenEvents, unregistrableEvents, endReason, requests } = result;
  const { unaccepted, accepted, hasRejections } = acceptance;
  const { source, helpTexts } = context;
  const add = (group: readonly { readonly operation: Operation }[], reason: string): void =>
    tally.addUnacceptedOperations({ source, reason, operations: group.map(({ operation }) => operation.id) });
  for (const { reason, operations } of explainUnreachedOperations(unreachable, helpTexts))
    tally.addUnacceptedOperations({ source, reason, operations });
  for (const [reason, group] of groupBy(unexecuted, (it) => it.reason)) add(group, `not probed: ${reason}`);
  if (unseenEvents.length > 0)
    add(
      unseenEvents.map((operation) => ({ operation })),
      "no delivery came: the service sent none, or is not on this machine",
    );
  if (unregistrableEvents.length > 0)
    tally.addExcludedOperations({
      source,
      selector: "webhooks",
      reason: "no operation of the spec has x-registers-webhooks",
      operations: unregistrableEvents.map(({ id }) => id),
    });
  if (endReason !== undefined) return undefined;
  if (requests === 0) return "no request was sent";
  // If all requests are meant to fail, the right error responses are enough for a result.
  if (accepted === 0 && unaccepted.length === 0 && !hasRejections)
    return `none of ${pluralize(requests, "request")} was accepted or rejected for its content`;
  if (accepted === 0 && unaccepted.length > 0)
    return `none of ${pluralize(requests, "request")} was accepted${formatStatuses(unaccepted)}${formatHelp(unaccepted, context, true)}`;
  for (const [, group] of groupBy(unaccepted, (it) => formatHelp([it], context, false)))
    add(group, `no request was accepted${formatStatuses(group)}${formatHelp(group, context, false)}`);
  return undefined;
}

/** Why a run ended after its first requests, and what to give. */
export function explainWrongSetup({ rejected, asked }: WrongSetup, context: ProbeReportContext): string {
  const how = `${rejected.length} of ${asked} operations rejected every request${formatStatuses(rejected)}`;
  const isMissing = !context.hasCredentials && statusesOf(rejected).some((it) => it === 401 || it === 403);
  return `${how}${formatHelp(rejected, context, true)}${isMissing ? context.helpTexts.withoutCredentials : ""}`;
}

/** Groups unreachable operations by the server that is missing. */
export function explainUnreachedOperations(
  unreached: readonly Operation[],
  helpTexts: ProbeHelpTexts,
): Omit<Unseen, "source">[] {
  return [...groupBy(unreached, ({ servers: [it] }) => (it && getBaseVariable(it)) ?? "")].map(([variable, group]) => ({
    operations: group.map(({ id }) => id),
    reason: `not probed because their server is unknown: ${helpTexts.server(variable)}`,
  }));
}

function formatStatuses(group: readonly UnacceptedOperation[]): string {
  const statuses = [...new Set(statusesOf(group))].sort((a, b) => a - b);
  return statuses.length === 0 ? "" : ` (${statuses.map((it) => (it === 0 ? "no response" : it)).join(", ")})`;
}

/** Suggests a fix from the status codes of rejected valid requests. */
function formatHelp(
  group: readonly UnacceptedOperation[],
  { hasCredentials, parameters, helpTexts }: ProbeReportContext,
  isAll: boolean,
): string {
  const statuses = statusesOf(group);
  const areAll = (...some: number[]): boolean => statuses.every((it) => some.includes(it));
  if (statuses.includes(401) || (isAll && areAll(403) && (group.length > 1 || !hasCredentials))) {
    const operations = group.map(({ operation }) => operation);
    const forms = listAuthForms(operations).slice(0, MAX_FORMS).join(" or ");
    const hasSchemes = operations.some(({ security }) => security.length > 0);
    const how = forms === "" && hasSchemes ? NO_FORM : helpTexts.credentials(forms === "" ? ANY_FORM : forms);
    return `: ${hasCredentials ? "the credentials were rejected" : "no credentials given"}; ${how}`;
  }
  if (isAll && areAll(200, 404, 405)) return `: the service has none of the paths of the spec; ${helpTexts.baseUrl}`;
  if (areAll(301, 302, 303, 307, 308)) return `: every response is a redirect; ${helpTexts.baseUrl}`;
  if (areAll(0, 429, 502, 503, 504) && !areAll(0)) return `: the service is busy or not ready; ${helpTexts.rate}`;
  if (!statuses.some((it) => it >= 400 && it < 500)) return "";
  const [name] = group.flatMap(({ names }) => names).filter((it) => !Object.hasOwn(parameters, it));
  return `: ${helpTexts.parameters}${name === undefined ? "" : `, such as ${name}`}`;
}

const MAX_FORMS = 3;
const ANY_FORM = "bearer:TOKEN, basic:USER:PASSWORD or header:NAME=VALUE (the spec names no scheme)";
const NO_FORM = "the spec needs several at once, or a certificate: give them with getCredentials of a hooks module";

function statusesOf(group: readonly UnacceptedOperation[]): number[] {
  return group.flatMap(({ statuses }) => statuses);
}
