import { createNumberSequence } from "../context/derived-ids.js";
import { type ClockState, REAL_TIME } from "../context/domain-clock.js";
import { lockSetting, type Queries, readSetting, takeNumber, writeSetting } from "../store/database.js";

/**
 * Makes matching requests to the service, or attempts to send a delivery, fail on purpose. The database holds the rules
 * and the number of matches of each, so that all replicas share them. fault-rule.schema.json says which members are for
 * requests and which for deliveries.
 */
export type FaultRule = {
  readonly id: string;
  /** Absent for requests. */
  readonly on?: "deliveries";
  readonly match: FaultMatch;
  readonly do: FaultAction;
};

/** Conditions that are absent match every request or attempt. */
export type FaultMatch = {
  /** Number of the first matching one that fails, from 1. Without `times`, only this one fails. */
  readonly nth?: number;
  /** Number of matching ones that fail. */
  readonly times?: number;
  /** Probability with which a matching one fails; the random numbers are derived from the seed. */
  readonly probability?: number;
  readonly businessId?: string;
  /** Upper case. */
  readonly method?: string;
  /** Path of the request without the query; `*` matches any text. */
  readonly path?: string;
  readonly operationId?: string;
  readonly eventType?: string;
  readonly hookId?: string;
  readonly orderId?: string;
  /** The number of the attempt, from 1. */
  readonly attempt?: number;
};

const FREQUENCY_NAMES: readonly string[] = ["nth", "times", "probability"];

export type FaultAction = {
  /** Milliseconds before the request is handled, or of domain time before the delivery is sent. */
  readonly delay?: number;
  /** The connection is closed after this many bytes of the response body; or a delivery has only these, with the signature of all. */
  readonly truncate?: number;
  /** Status of a response that is sent without calling the service. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  /** Resets the connection without calling the service. */
  readonly reset?: true;
  /** Resets the connection after the service has handled the request. */
  readonly dropResponseAfterCommit?: true;
  /** Sends nothing; the attempt fails. */
  readonly drop?: true;
  /** Sends the delivery and ignores the response; the attempt fails, so that the delivery is sent again. */
  readonly dropResponse?: true;
  /** Sends the delivery this many more times. */
  readonly duplicate?: number;
  /** Sends the delivery after the next one of its hook, or after a minute of domain time if none follows. */
  readonly reorder?: true;
  /** `wrong`: made with another secret. `old`: that of another delivery. `missing`: no signature. */
  readonly signature?: "wrong" | "old" | "missing";
};

/** The properties of a request or a delivery that rules can match. */
type FaultTarget = Readonly<Record<string, unknown>>;

/** Returns the first rule that applies. Matching rules before it count the request or delivery too. */
export async function applyFaultRules(
  queries: Queries,
  rules: readonly FaultRule[],
  target: FaultTarget,
  seed: string,
): Promise<FaultRule | undefined> {
  for (const rule of rules.filter(({ match }) => isFaultMatch(match, target))) {
    const matchCount = await takeNumber(queries, formatCounterName(rule.id));
    if (shouldFail(rule, matchCount, seed)) return rule;
  }
  return undefined;
}

/** Whether the nth match fails, counted from 1. Deterministic for a seed. */
export function shouldFail({ id, match }: FaultRule, matchCount: number, seed: string): boolean {
  const { nth = 1, times = match.nth === undefined ? Number.POSITIVE_INFINITY : 1, probability = 1 } = match;
  if (matchCount < nth) return false;
  if (probability >= 1) return matchCount < nth + times;
  const numbers = createNumberSequence(seed, "fault", id);
  const isChosen = (number: number): boolean => numbers(number) / 2 ** 32 < probability;
  if (!isChosen(matchCount)) return false;
  if (times === Number.POSITIVE_INFINITY) return true;
  let earlier = 0;
  for (let number = nth; number < matchCount && earlier < times; number += 1) if (isChosen(number)) earlier += 1;
  return earlier < times;
}

export function isFaultMatch(match: FaultMatch, target: FaultTarget): boolean {
  return Object.entries(match).every(
    ([name, value]) =>
      FREQUENCY_NAMES.includes(name) ||
      (name === "path" ? isPathMatch(String(value), String(target.path)) : value === target[name]),
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

export async function readFaultRules(queries: Queries): Promise<readonly FaultRule[]> {
  return (await readSetting<readonly FaultRule[]>(queries, "faults")) ?? [];
}

/** Reads the clock and the fault rules, which every request and every delivery needs, in one query. */
export async function readClockAndFaults(queries: Queries) {
  const rows = await queries.all("SELECT name, value FROM settings WHERE name IN ('clock', 'faults')");
  const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(String(value)) as unknown]));
  return {
    clock: (values.get("clock") as ClockState | undefined) ?? REAL_TIME,
    rules: (values.get("faults") as FaultRule[] | undefined) ?? [],
  };
}

/** Reads the rules and locks them until the transaction ends. */
export function lockFaultRules(queries: Queries): Promise<readonly FaultRule[]> {
  return lockSetting(queries, "faults", []);
}

/**
 * Replaces locked rules. Deletes the counts of removed rules, and also those of new rules: after a reset, a request
 * that still used an earlier rule with the same id may have created a count.
 */
export async function writeFaultRules(
  queries: Queries,
  { former, rules }: { readonly former: readonly FaultRule[]; readonly rules: readonly FaultRule[] },
): Promise<void> {
  const unchanged = new Set(former.filter(({ id }) => rules.some((rule) => rule.id === id)).map(({ id }) => id));
  for (const { id } of [...former, ...rules].filter((rule) => !unchanged.has(rule.id)))
    await queries.run("DELETE FROM counters WHERE name = $1", [formatCounterName(id)]);
  await writeSetting(queries, "faults", rules);
}

/** The rules in the order in which they are evaluated, each with the number of requests or attempts it matched. */
export async function listFaultViews(queries: Queries) {
  const rows = await queries.all("SELECT name, value FROM counters WHERE name LIKE 'fault:%'");
  const counts = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  return (await readFaultRules(queries)).map((rule) => ({
    ...rule,
    seen: counts.get(formatCounterName(rule.id)) ?? 0,
  }));
}

function formatCounterName(id: string): string {
  return `fault:${id}`;
}
