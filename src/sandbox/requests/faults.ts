import { deriveBytes } from "../context/derived-ids.js";
import type { Queries } from "../store/database.js";

/**
 * A rule by which some requests to the service go wrong on purpose. Rules stand in the settings, and how many requests
 * each has met stands in the counters, so that every replica has the same.
 */
export type FaultRule = {
  readonly id: string;
  readonly match: FaultMatch;
  readonly do: FaultAction;
};

/** What is not given matches every request. */
export type FaultMatch = {
  /** Upper case. */
  readonly method?: string;
  /** Of the request, without its query; `*` stands for any text. */
  readonly path?: string;
  readonly operationId?: string;
  readonly businessId?: string;
  /** Only from this matching request on, counted from 1; and that one alone when `times` is not given. */
  readonly nth?: number;
  /** How many of the matching requests go wrong. */
  readonly times?: number;
  /** By chance, which follows from the seed. */
  readonly probability?: number;
};

/** A delay goes with everything; of the others there is at most one. */
export type FaultAction = {
  /** Milliseconds before the request is looked at. */
  readonly delay?: number;
  /** Answered instead of the service, which never sees the request. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is when it is a text, else as JSON. */
  readonly body?: unknown;
  /** The connection is reset; the service never sees the request. */
  readonly reset?: true;
  /** The connection ends after this many bytes of the body of the service's answer. */
  readonly truncate?: number;
  /** The service does its work, and its answer is lost. */
  readonly dropResponseAfterCommit?: true;
};

/** What of a request a rule can ask for. */
export type FaultRequest = {
  readonly method: string;
  readonly path: string;
  /** Undefined when the contract knows no such operation. */
  readonly operationId: string | undefined;
  readonly businessId: string | undefined;
};

/** What happens to one request: the rule that decided, and how many requests that rule has met. */
export type AppliedFault = { readonly rule: FaultRule; readonly matchCount: number };

/**
 * The fault of a request, or undefined. The first rule that applies decides; every rule before it that matches has
 * counted the request.
 */
export async function applyFaultRules(
  queries: Queries,
  rules: readonly FaultRule[],
  subject: FaultRequest,
  seed: string,
): Promise<AppliedFault | undefined> {
  for (const rule of rules) {
    if (!isFaultMatch(rule.match, subject)) continue;
    const matchCount = await countMatch(queries, rule.id);
    if (shouldFail(rule, matchCount, seed)) return { rule, matchCount };
  }
  return undefined;
}

/** Whether the matching request with this number, counted from 1, goes wrong: the same for the same seed. */
export function shouldFail({ id, match }: FaultRule, seen: number, seed: string): boolean {
  const { nth = 1, times = match.nth === undefined ? Number.POSITIVE_INFINITY : 1, probability = 1 } = match;
  if (seen < nth) return false;
  if (probability >= 1) return seen < nth + times;
  const chance = createSeededFraction(seed, id);
  if (chance(seen) >= probability) return false;
  let earlier = 0;
  for (let number = nth; number < seen && earlier < times; number += 1) if (chance(number) < probability) earlier += 1;
  return earlier < times;
}

export function isFaultMatch(match: FaultMatch, subject: FaultRequest): boolean {
  return (
    (match.method === undefined || match.method === subject.method) &&
    (match.operationId === undefined || match.operationId === subject.operationId) &&
    (match.businessId === undefined || match.businessId === subject.businessId) &&
    (match.path === undefined || isPathMatch(match.path, subject.path))
  );
}

/** The parts between the stars stand in the path in their order, the first at its start and the last at its end. */
function isPathMatch(pattern: string, path: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** The rules as the database has them. */
export async function readFaultRules(queries: Queries): Promise<readonly FaultRule[]> {
  const row = await queries.first("SELECT value FROM settings WHERE name = 'faults'");
  return row === undefined ? [] : (JSON.parse(String(row.value)) as FaultRule[]);
}

/** The rules as the database has them, and nobody else changes them until the transaction has ended. */
export async function lockFaultRules(queries: Queries): Promise<readonly FaultRule[]> {
  const row = await queries.first(
    "INSERT INTO settings (name, value) VALUES ('faults', '[]') ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value",
  );
  return JSON.parse(String(row?.value)) as FaultRule[];
}

/**
 * Replaces rules that were locked; the count of a rule that goes is forgotten, and one that comes begins anew: a request that
 * still knew an earlier rule of the same id may have counted after everything was reset.
 */
export async function writeFaultRules(
  queries: Queries,
  { former, rules }: { readonly former: readonly FaultRule[]; readonly rules: readonly FaultRule[] },
): Promise<void> {
  const kept = new Set(former.filter(({ id }) => rules.some((rule) => rule.id === id)).map(({ id }) => id));
  for (const { id } of [...former, ...rules].filter((rule) => !kept.has(rule.id)))
    await queries.run("DELETE FROM counters WHERE name = $1", [formatCounterName(id)]);
  await queries.run(
    "INSERT INTO settings (name, value) VALUES ('faults', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [JSON.stringify(rules)],
  );
}

/** How many requests each rule has met. */
export async function readFaultCounts(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.all("SELECT name, value FROM counters WHERE name LIKE 'fault:%'");
  return new Map(rows.map(({ name, value }) => [String(name).slice(formatCounterName("").length), Number(value)]));
}

async function countMatch(queries: Queries, id: string): Promise<number> {
  const row = await queries.first(
    "INSERT INTO counters (name, value) VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value",
    [formatCounterName(id)],
  );
  return Number(row?.value ?? 1);
}

function formatCounterName(id: string): string {
  return `fault:${id}`;
}

/** Numbers from 0 to 1 by their place in a row that follows from the seed (SplitMix, in 32 bits). */
function createSeededFraction(seed: string, id: string): (place: number) => number {
  const start = Buffer.from(deriveBytes(seed, "fault", id)).readUInt32BE();
  return (place) => {
    let mixed = (start + Math.imul(place, 0x9e3779b9)) | 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
