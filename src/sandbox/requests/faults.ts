import { deriveBytes } from "../context/derived-ids.js";
import type { ClockState } from "../context/domain-clock.js";
import type { Queries } from "../store/database.js";
import { takeNumber } from "../store/take-number.js";

/**
 * A rule that makes matching requests to the service fail on purpose. The database holds the rules and the number of
 * requests that each matched, so that all replicas share them.
 */
export type FaultRule = {
  readonly id: string;
  readonly match: FaultMatch;
  readonly do: FaultAction;
};

/** Which of the matching requests or deliveries fail. */
export type FaultFrequency = {
  /** Number of the first matching one that fails, from 1. Without `times`, only this one fails. */
  readonly nth?: number;
  /** Number of matching ones that fail. */
  readonly times?: number;
  /** Probability with which a matching one fails; the random numbers are derived from the seed. */
  readonly probability?: number;
};

/** Conditions that are absent match every request. */
export type FaultMatch = FaultFrequency & {
  /** Upper case. */
  readonly method?: string;
  /** Path of the request without the query; `*` matches any text. */
  readonly path?: string;
  readonly operationId?: string;
  readonly businessId?: string;
};

/** A delay can be combined with any other effect; the other effects exclude each other. */
export type FaultAction = {
  /** Delay before the request is handled, in milliseconds. */
  readonly delay?: number;
  /** Status of a response that is sent without calling the service. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  /** Resets the connection without calling the service. */
  readonly reset?: true;
  /** Closes the connection after this many bytes of the response body. */
  readonly truncate?: number;
  /** Resets the connection after the service has handled the request. */
  readonly dropResponseAfterCommit?: true;
};

/** The properties of a request that rules can match. */
export type FaultRequest = {
  readonly method: string;
  readonly path: string;
  /** Undefined when the spec has no matching operation. */
  readonly operationId: string | undefined;
  readonly businessId: string | undefined;
};

/** The rule that applies to a request, and the number of requests it has matched. */
export type AppliedFault = { readonly rule: FaultRule; readonly matchCount: number };

/** Returns the first rule that applies to a request. Matching rules before it count the request too. */
export async function applyFaultRules(
  queries: Queries,
  rules: readonly FaultRule[],
  request: FaultRequest,
  seed: string,
): Promise<AppliedFault | undefined> {
  const matching = rules.filter(({ match }) => isFaultMatch(match, request));
  return applyFirstRule(queries, matching, seed);
}

/** Counts a match of the rules in turn, up to the first that applies, and returns this one. */
export async function applyFirstRule<Rule extends { readonly id: string; readonly match: FaultFrequency }>(
  queries: Queries,
  matching: readonly Rule[],
  seed: string,
): Promise<{ readonly rule: Rule; readonly matchCount: number } | undefined> {
  for (const rule of matching) {
    const matchCount = await takeNumber(queries, formatCounterName(rule.id));
    if (shouldFail(rule, matchCount, seed)) return { rule, matchCount };
  }
  return undefined;
}

/** Whether the nth match fails, counted from 1. Deterministic for a seed. */
export function shouldFail(
  { id, match }: { readonly id: string; readonly match: FaultFrequency },
  matchCount: number,
  seed: string,
): boolean {
  const { nth = 1, times = match.nth === undefined ? Number.POSITIVE_INFINITY : 1, probability = 1 } = match;
  if (matchCount < nth) return false;
  if (probability >= 1) return matchCount < nth + times;
  const random = createSeededFraction(seed, id);
  if (random(matchCount) >= probability) return false;
  if (times === Number.POSITIVE_INFINITY) return true;
  let earlier = 0;
  for (let number = nth; number < matchCount && earlier < times; number += 1)
    if (random(number) < probability) earlier += 1;
  return earlier < times;
}

export function isFaultMatch(match: FaultMatch, request: FaultRequest): boolean {
  return (
    (match.method === undefined || match.method === request.method) &&
    (match.operationId === undefined || match.operationId === request.operationId) &&
    (match.businessId === undefined || match.businessId === request.businessId) &&
    (match.path === undefined || isPathMatch(match.path, request.path))
  );
}

/** Matches a pattern in which `*` stands for any text. */
export function isPathMatch(pattern: string, path: string): boolean {
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

/** A stored rule. Rules with `on` apply to deliveries (deliveries/delivery-faults.ts). */
export type StoredFaultRule =
  | FaultRule
  | { readonly id: string; readonly on: "deliveries"; readonly match: FaultFrequency };

/** Reads the rules from the database. */
export async function readFaultRules(queries: Queries): Promise<readonly StoredFaultRule[]> {
  const row = await queries.first("SELECT value FROM settings WHERE name = 'faults'");
  return row === undefined ? [] : (JSON.parse(String(row.value)) as StoredFaultRule[]);
}

/** Reads the clock and the fault rules, which every request and every delivery needs, in one query. */
export async function readClockAndFaults(
  queries: Queries,
): Promise<{ readonly clock: ClockState; readonly rules: readonly StoredFaultRule[] }> {
  const rows = await queries.all("SELECT name, value FROM settings WHERE name IN ('clock', 'faults')");
  const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(String(value)) as unknown]));
  return {
    clock: (values.get("clock") as ClockState | undefined) ?? { mode: "running", offset: 0 },
    rules: (values.get("faults") as StoredFaultRule[] | undefined) ?? [],
  };
}

/** Reads the rules and locks them until the transaction ends. */
export async function lockFaultRules(queries: Queries): Promise<readonly StoredFaultRule[]> {
  const row = await queries.first(
    "INSERT INTO settings (name, value) VALUES ('faults', '[]') ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value",
  );
  return JSON.parse(String(row?.value)) as StoredFaultRule[];
}

/**
 * Replaces locked rules. Deletes the counts of removed rules, and also those of new rules: after a reset, a request
 * that still used an earlier rule with the same id may have created a count.
 */
export async function writeFaultRules(
  queries: Queries,
  { former, rules }: { readonly former: readonly StoredFaultRule[]; readonly rules: readonly StoredFaultRule[] },
): Promise<void> {
  const unchanged = new Set(former.filter(({ id }) => rules.some((rule) => rule.id === id)).map(({ id }) => id));
  for (const { id } of [...former, ...rules].filter((rule) => !unchanged.has(rule.id)))
    await queries.run("DELETE FROM counters WHERE name = $1", [formatCounterName(id)]);
  await queries.run(
    "INSERT INTO settings (name, value) VALUES ('faults', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [JSON.stringify(rules)],
  );
}

/** The number of requests that each rule has matched, keyed by rule id. */
export async function readFaultCounts(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.all("SELECT name, value FROM counters WHERE name LIKE 'fault:%'");
  return new Map(rows.map(({ name, value }) => [String(name).slice(formatCounterName("").length), Number(value)]));
}

function formatCounterName(id: string): string {
  return `fault:${id}`;
}

/** Returns a seeded sequence of numbers from 0 to 1, accessed by index (SplitMix, 32 bits). */
function createSeededFraction(seed: string, id: string): (index: number) => number {
  const start = Buffer.from(deriveBytes(seed, "fault", id)).readUInt32BE();
  return (index) => {
    let mixed = (start + Math.imul(index, 0x9e3779b9)) | 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
