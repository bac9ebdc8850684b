import type { Operation } from "../document/index.js";
import type { Tally, Unaccepted as Unseen } from "../gate/index.js";
import type { ProbeResult, Unaccepted } from "../probe/index.js";

/** What a probe was given, and how whoever asked gives more of it. */
export type Asker = {
  /** What the service is called in reports. */
  readonly source: string;
  readonly hasCredentials: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly ways: Ways;
};

export type Ways = {
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
export function addLack(result: ProbeResult, asker: Asker, tally: Tally): string | undefined {
  const { received, unasked, unreached, ended, requests } = result;
  const { unaccepted, accepted, isRead } = received;
  const { source, ways } = asker;
  const add = (group: readonly { readonly operation: Operation }[], reason: string): void =>
    tally.addUnaccepted({ source, reason, operations: group.map(({ operation }) => operation.id) });
  for (const { reason, operations } of whereTo(unreached, ways)) tally.addUnaccepted({ source, reason, operations });
  for (const [reason, group] of grouped(unasked, (it) => it.reason)) add(group, `not asked: ${reason}`);
  if (ended !== undefined) return undefined;
  if (requests === 0) return "nothing was asked";
  // What can only be refused shows that it keeps the contract where it is refused for what is wrong with it.
  if (accepted === 0 && unaccepted.length === 0 && !isRead)
    return `none of ${requests} requests was accepted, or refused for what it says`;
  if (accepted === 0 && unaccepted.length > 0)
    return `none of ${requests} requests was accepted${answers(unaccepted)}${help(unaccepted, asker, true)}`;
  for (const [, group] of grouped(unaccepted, (it) => help([it], asker, false)))
    add(group, `no request was accepted${answers(group)}${help(group, asker, false)}`);
  return undefined;
}

/** Operations that cannot be reached, and how to say where they are. */
export function whereTo(unreached: readonly Operation[], ways: Ways): Omit<Unseen, "source">[] {
  return [...grouped(unreached, serverOf)].map(([variable, group]) => ({
    operations: group.map(({ id }) => id),
    reason: `not asked, for nobody has said where they are served: ${ways.server(variable)}`,
  }));
}

/** The variable that a server begins with: the others are reached. */
function serverOf({ servers: [server] }: Operation): string {
  return /^\{([^{}]+)\}/.exec(server?.url ?? "")?.[1] ?? "";
}

function answers(group: readonly Unaccepted[]): string {
  const statuses = [...new Set(statusesOf(group))].sort((a, b) => a - b);
  return statuses.length === 0 ? "" : ` (${statuses.map((it) => (it === 0 ? "no answer" : it)).join(", ")})`;
}

/** What would help, by the answers to requests that the contract allows. */
function help(group: readonly Unaccepted[], { hasCredentials, parameters, ways }: Asker, isAll: boolean): string {
  const statuses = statusesOf(group);
  const areAll = (...some: number[]): boolean => statuses.every((it) => some.includes(it));
  if (statuses.includes(401))
    return `: ${hasCredentials ? "the credentials are not taken" : "there are no credentials"}; ${ways.credentials}`;
  if (isAll && areAll(404, 405)) return `: what the contract names is not there; ${ways.baseUrl}`;
  if (areAll(301, 302, 303, 307, 308)) return `: everything is somewhere else; ${ways.baseUrl}`;
  if (areAll(429, 503)) return `: it is asked too often; ${ways.rate}`;
  if (!statuses.some((it) => it >= 400 && it < 500)) return "";
  const [name] = group.flatMap(({ names }) => names).filter((it) => !Object.hasOwn(parameters, it));
  return `: ${ways.parameters}${name === undefined ? "" : `, such as ${name}`}`;
}

function statusesOf(group: readonly Unaccepted[]): number[] {
  return group.flatMap(({ statuses }) => statuses);
}

function grouped<T>(all: readonly T[], keyOf: (it: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const it of all) groups.set(keyOf(it), [...(groups.get(keyOf(it)) ?? []), it]);
  return groups;
}
