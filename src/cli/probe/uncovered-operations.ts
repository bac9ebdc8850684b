import type { ReportBuilder, UnacceptedOperations as Unseen } from "../../check/index.js";
import { getBaseVariable, type Operation } from "../../document/index.js";
import type { ProbeResult, UnacceptedOperation } from "../../probe/index.js";

/** The input of a probe, and texts that explain how to pass more of it. */
type ProbeReportContext = {
  /** The name of the service in reports. */
  readonly source: string;
  readonly hasCredentials: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly helpTexts: ProbeHelpTexts;
};

export type ProbeHelpTexts = {
  readonly baseUrl: string;
  readonly credentials: string;
  readonly parameters: string;
  readonly rate: string;
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
    return `none of ${requests} requests was accepted or rejected for its content`;
  if (accepted === 0 && unaccepted.length > 0)
    return `none of ${requests} requests was accepted${formatStatuses(unaccepted)}${formatHelp(unaccepted, context, true)}`;
  for (const [, group] of groupBy(unaccepted, (it) => formatHelp([it], context, false)))
    add(group, `no request was accepted${formatStatuses(group)}${formatHelp(group, context, false)}`);
  return explainUnauthorized(result, context);
}

/** What is wrong if every operation that needs credentials responds with 401. Others, such as a health check, may still accept requests. */
function explainUnauthorized({ acceptance }: ProbeResult, context: ProbeReportContext): string | undefined {
  const { unaccepted, acceptedSecured } = acceptance;
  const rejected = unaccepted.filter(({ statuses }) => statuses.includes(401));
  if (rejected.length === 0 || acceptedSecured > 0) return undefined;
  return `none of ${rejected.length} operations that need credentials accepted a request (401)${formatHelp(rejected, context, false)}`;
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
  if (statuses.includes(401))
    return `: ${hasCredentials ? "the credentials were rejected" : "no credentials given"}; ${helpTexts.credentials}`;
  if (isAll && areAll(404, 405)) return `: the service has none of the paths of the spec; ${helpTexts.baseUrl}`;
  if (areAll(301, 302, 303, 307, 308)) return `: every response is a redirect; ${helpTexts.baseUrl}`;
  if (areAll(429, 503)) return `: too many requests; ${helpTexts.rate}`;
  if (!statuses.some((it) => it >= 400 && it < 500)) return "";
  const [name] = group.flatMap(({ names }) => names).filter((it) => !Object.hasOwn(parameters, it));
  return `: ${helpTexts.parameters}${name === undefined ? "" : `, such as ${name}`}`;
}

function statusesOf(group: readonly UnacceptedOperation[]): number[] {
  return group.flatMap(({ statuses }) => statuses);
}

function groupBy<T>(all: readonly T[], keyOf: (it: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const it of all) groups.set(keyOf(it), [...(groups.get(keyOf(it)) ?? []), it]);
  return groups;
}
