import {
  type Contract,
  createContract,
  type ReportBuilder,
  type UnacceptedOperations as Unseen,
} from "../../check/index.js";
import { getBaseVariable, groupBy, loadPartialDocument, type Operation, pluralize } from "../../document/index.js";
import {
  createServerUrls,
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
import { createIdentities, listAuthForms } from "./credential-source.js";
import {
  type ExtensionTexts,
  formatRerunCommand,
  loadExtensions,
  type ProbeExtensions,
  type ProbeSettings,
  resolveProbeSettings,
  selectProbedOperations,
} from "./probe-settings.js";
import type { RunningTarget } from "./target-process.js";

/** A service to probe, by `contract probe` or as a target of the configuration. */
type ProbedService = ProbeSettings & {
  /** The name of the service in reports. */
  readonly source: string;
  /** The options of `contract probe` that probe it. */
  readonly options: CommandOptions<"probe">;
  readonly settings: Pick<RunSettings, "spec" | "levels" | "exclude" | "include">;
  readonly helpTexts: ProbeTexts;
};

export type PreparedProbe = ReturnType<typeof prepareProbe>;

type ServiceProbe = Omit<PreparedProbe, "getBaseUrl"> &
  ProbeExtensions & {
    readonly identities: ReturnType<typeof createIdentities>;
    /** Counts the exchanges of the probe together with all others. */
    readonly tally: ReportBuilder;
    readonly progress: Progress;
    readonly io: Io;
    readonly onExchange?: (exchange: Exchange) => void;
  };

/** Compiles the spec with the addresses of a running service, and selects its operations. */
export function prepareProbe({ settings: { spec, levels, exclude, include }, ...service }: ProbedService) {
  const { baseUrl, options, safe } = service;
  const document = loadPartialDocument(spec);
  const described = createContract(document).operations.filter(({ kind }) => kind === "path");
  const { servers, getBaseUrl } = createServerUrls(described, baseUrl, service.servers);
  const contract = createContract(document, { servers, levels });
  const selected = selectProbedOperations(contract, { only: options.only ?? [], exclude, include, safe });
  return { ...service, ...selected, contract, levels, getBaseUrl };
}

/** The given maximum number of requests, or one that a run usually does not reach. */
export function chooseRequestLimit(given: number | undefined, operations: readonly Operation[]): number {
  return given ?? Math.max(10_000, 200 * operations.length);
}

/** Probes a running service and counts its results. Returns why the run is inconclusive, in `failures`. */
export async function probeService({ options, identities, tally, progress, io, onExchange, ...probe }: ServiceProbe) {
  const { source, baseUrl, hooks } = probe;
  const { maxTime, rate, timeout, workers } = options;
  const maxRequests = chooseRequestLimit(options.maxRequests, probe.operations);
  const result = await runProbe({
    ...probe,
    ...identities,
    ...{ caseId: options.case, workers },
    command: (caseId) => formatRerunCommand(baseUrl, options, caseId),
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
  const context = { ...probe, hasCredentials: identities.isGiven || hooks?.getCredentials !== undefined };
  const failure =
    result.wrongSetup === undefined
      ? (result.endReason ?? reportUncoveredOperations(result, context, tally))
      : explainWrongSetup(result.wrongSetup, context);
  for (const it of probe.excluded) tally.addExcludedOperations({ source, ...it });
  return { result, failures: [...(failure === undefined ? [] : [failure]), ...result.cuts] };
}

type TargetProbe = {
  readonly target: TargetConfig;
  readonly running: RunningTarget;
  readonly extensions: ProbeExtensions;
  readonly settings: RunSettings;
  readonly tally: ReportBuilder;
  readonly io: Io;
  readonly printLine: (line: string) => void;
};

/** Probes a running service of the configuration. Reports show its name instead of its URL, because the port can vary. */
export async function probeTarget({ target, running, extensions, settings, ...run }: TargetProbe): Promise<void> {
  const { tally, io, printLine } = run;
  const { name, auth, otherAuth, levels = [], parameters = {} } = target;
  const baseUrl = running.url;
  const exclude = [...settings.exclude, ...readExclusions(target.exclude)];
  const include = [...settings.include, ...(target.include ?? [])];
  const selection = { ...settings, levels: [...settings.levels, ...levels], exclude, include };
  const options = createTargetOptions(target, baseUrl, selection);
  const probe = prepareProbe({
    ...{ ...resolveProbeSettings(baseUrl, options), parameters, source: name, options, settings: selection },
    helpTexts: createTargetTexts(target),
  });
  const commands = [auth, otherAuth].map((it) => resolveAuthCommand(it, io));
  const signIn = { auth: commands, token: undefined, folder: settings.folder, signal: io.signal };
  const { result, failures } = await probeService({
    ...{ ...probe, ...extensions, tally, io },
    identities: createIdentities(signIn, probe.operations),
    progress: startProgress(io, settings.quiet === true, `requests to ${name}`),
  });
  const ended = await running.findEndReason();
  for (const it of [...failures, ...(ended === undefined ? [] : [ended])]) tally.addRunError(`target ${name}: ${it}`);
  printLine(`${name.padEnd(10)}  ${pluralize(result.requests, "request")} to ${baseUrl}`);
}

/** The options of `contract probe` that probe a target. */
function createTargetOptions(
  { servers = [], parameters = {}, seed = 1, maxTime = 600, ...target }: TargetConfig,
  url: string,
  { spec, exclude, include }: ProbedService["settings"],
): CommandOptions<"probe"> {
  return {
    ...target,
    auth: [target.auth, target.otherAuth].filter((it) => it !== undefined),
    ...{ phase: target.phases, seed, maxTime, timeout: 10, workers: 4, include },
    spec: spec === getBuiltInSpecPath() ? undefined : spec,
    server: servers.map((it) => it.replaceAll("{url}", url)),
    param: Object.entries(parameters).flatMap(([name, values]) => values.map((it) => `${name}=${it}`)),
    exclude: exclude.map(({ selector }) => selector),
  };
}

/** Loads the hooks and the workflows of a target, before any service starts. */
export function loadTargetExtensions(target: TargetConfig, contract: Contract): Promise<ProbeExtensions> {
  const { parameters = {} } = target;
  return loadExtensions(target, { contract, parameters, helpTexts: createTargetTexts(target) });
}

/** A token command of a configuration may begin with `contract`. */
function resolveAuthCommand(auth: string | undefined, { selfCommand }: Io): string | undefined {
  const prefix = "command:";
  return auth?.startsWith(prefix) ? prefix + resolveSelfCommand(auth.slice(prefix.length), selfCommand) : auth;
}

function createTargetTexts({ name }: TargetConfig): ProbeTexts {
  return {
    hooks: `target ${name}: hooks`,
    arazzo: 'set "arazzo" to an Arazzo document',
    input: (input) => `set a value for ${input} in "parameters"`,
    parameter: (it) => `target ${name}: parameters: ${it}`,
    baseUrl: 'set "url" to the base URL to which the paths are relative',
    credentials: (forms) => `set "auth" to ${forms}`,
    withoutCredentials: '; with "auth: none", all requests are sent without',
    parameters: 'set values that exist in the service in "parameters"',
    rate: 'limit the requests per second with "rate"',
    server: (variable) => `add ${variable}=URL to "servers"`,
  };
}

/** The input of a probe, and texts that explain how to pass more of it. */
type ProbeReportContext = Pick<ServiceProbe, "source" | "parameters"> & {
  readonly hasCredentials: boolean;
  readonly helpTexts: ProbeHelpTexts;
};

export type ProbeTexts = ProbeHelpTexts & ExtensionTexts;

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

/** Formats the statuses with which the service rejected valid requests, to follow a text. */
export function formatStatuses(group: readonly UnacceptedOperation[]): string {
  const statuses = [...new Set(statusesOf(group))].sort((a, b) => a - b);
  return statuses.length === 0 ? "" : ` (${statuses.map((it) => (it === 0 ? "no response" : it)).join(", ")})`;
}

/** Suggests a fix from the status codes of rejected valid requests. */
function formatHelp(group: readonly UnacceptedOperation[], context: ProbeReportContext, isAll: boolean): string {
  const { hasCredentials, helpTexts } = context;
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
  return areAll(404, 405) && group.every(({ names }) => names.length === 0)
    ? ": the service has no such path"
    : formatValueHelp(group, context);
}

function formatValueHelp(group: readonly UnacceptedOperation[], context: ProbeReportContext): string {
  const { parameters, helpTexts } = context;
  const name = group.flatMap(({ names }) => names).find((it) => !Object.hasOwn(parameters, it));
  return `: ${helpTexts.parameters}${name === undefined ? "" : `, such as ${name}`}`;
}

const MAX_FORMS = 3;
const ANY_FORM = "bearer:TOKEN, basic:USER:PASSWORD or header:NAME=VALUE (the spec names no scheme)";
const NO_FORM = "the spec needs several at once, or a certificate: give them with getCredentials of a hooks module";

function statusesOf(group: readonly UnacceptedOperation[]): number[] {
  return group.flatMap(({ statuses }) => statuses);
}
