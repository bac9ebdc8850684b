import type { Operation } from "../../document/index.js";
import type { ReportBuilder, UnacceptedOperations as Unseen } from "../../gate/index.js";
import type { ProbeResult, UnacceptedOperation } from "../../probe/index.js";

/** What a probe was given, and how whoever asked gives more of it. */
export type ProbeReportContext = {
  /** What the service is called in reports. */
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
  /** Of a server that the description names by a variable. */
  readonly server: (variable: string) => string;
};

/**
 * Tells of what a probe has seen only in refusals, or not at all. Where nothing was accepted, nobody can say that the service keeps
 * the contract: why is returned.
 */
export function reportUncoveredOperations(
  result: ProbeResult,
  asker: ProbeReportContext,
  tally: ReportBuilder,
): string | undefined {
  const { acceptance, unexecuted, unreachable, endReason, requests } = result;
  const { unaccepted, accepted, hasRejections } = acceptance;
  const { source, helpTexts } = asker;
  const add = (group: readonly { readonly operation: Operation }[], reason: string): void =>
    tally.addUnacceptedOperations({ source, reason, operations: group.map(({ operation }) => operation.id) });
  for (const { reason, operations } of explainUnreachedOperations(unreachable, helpTexts))
    tally.addUnacceptedOperations({ source, reason, operations });
  for (const [reason, group] of groupBy(unexecuted, (it) => it.reason)) add(group, `not asked: ${reason}`);
  if (endReason !== undefined) return undefined;
  if (requests === 0) return "nothing was asked";
  // What can only be refused shows that it keeps the contract where it is refused for what is wrong with it.
  if (accepted === 0 && unaccepted.length === 0 && !hasRejections)
    return `none of ${requests} requests was accepted, or refused for what it says`;
  if (accepted === 0 && unaccepted.length > 0)
    return `none of ${requests} requests was accepted${formatStatuses(unaccepted)}${formatHelp(unaccepted, asker, true)}`;
  for (const [, group] of groupBy(unaccepted, (it) => formatHelp([it], asker, false)))
    add(group, `no request was accepted${formatStatuses(group)}${formatHelp(group, asker, false)}`);
  return undefined;
}

/** Operations that cannot be reached, and how to say where they are. */
export function explainUnreachedOperations(
  unreached: readonly Operation[],
  ways: ProbeHelpTexts,
): Omit<Unseen, "source">[] {
  return [...groupBy(unreached, getServerVariable)].map(([variable, group]) => ({
    operations: group.map(({ id }) => id),
    reason: `not asked, for nobody has said where they are served: ${ways.server(variable)}`,
  }));
}

/** The variable that a server begins with: the others are reached. */
function getServerVariable({ servers: [server] }: Operation): string {
  return /^\{([^{}]+)\}/.exec(server?.url ?? "")?.[1] ?? "";
}

function formatStatuses(group: readonly UnacceptedOperation[]): string {
  const statuses = [...new Set(statusesOf(group))].sort((a, b) => a - b);
  return statuses.length === 0 ? "" : ` (${statuses.map((it) => (it === 0 ? "no answer" : it)).join(", ")})`;
}

/** What would help, by the answers to requests that the contract allows. */
function formatHelp(
  group: readonly UnacceptedOperation[],
  { hasCredentials, parameters, helpTexts }: ProbeReportContext,
  isAll: boolean,
): string {
  const statuses = statusesOf(group);
  const areAll = (...some: number[]): boolean => statuses.every((it) => some.includes(it));
  if (statuses.includes(401))
    return `: ${hasCredentials ? "the credentials are not taken" : "there are no credentials"}; ${helpTexts.credentials}`;
  if (isAll && areAll(404, 405)) return `: what the contract names is not there; ${helpTexts.baseUrl}`;
  if (areAll(301, 302, 303, 307, 308)) return `: everything is somewhere else; ${helpTexts.baseUrl}`;
  if (areAll(429, 503)) return `: it is asked too often; ${helpTexts.rate}`;
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
