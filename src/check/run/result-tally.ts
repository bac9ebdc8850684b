import { compareStrings, getOrCreate, type Operation } from "../../document/index.js";
import { type Exchange, getCombinedHeader, type HeaderField } from "../../recording/index.js";
import { splitPairs } from "../../schema/index.js";
import type { ExchangeResult, RecordedCredentials, Verdict } from "../exchange/exchange-result.js";
import type { RecordingLocation } from "../exchange/finding.js";
import { getRawQuery } from "../router/router.js";
import type { UrlRedactor } from "../url-redactor.js";
import { createFindingGroups, type FindingGroups } from "./finding-groups.js";
import type { ConsumerCount, Failure, ReasonGroup, Report } from "./report.js";

type ReasonKind = "skipped" | "partial" | "notLogged";
type ReasonGroups = Map<string, ReasonGroup>;

/** Counts verdicts, findings and reasons. Memory grows with distinct findings and reasons, not with exchanges. */
type ResultTally = {
  readonly verdicts: Record<Verdict, number>;
  readonly groups: FindingGroups;
  readonly failures: FailureTally;
  readonly reasons: Readonly<Record<ReasonKind, ReasonGroups>>;
  /** The number of partial exchanges of which everything recorded was checked. */
  notLoggedCount: number;
  readonly consumers: ConsumerTally;
};

/** The maximum number of distinct reasons. */
export const MAX_REASONS = 1000;

export function createResultTally(urls: Pick<UrlRedactor, "redact">): ResultTally {
  return {
    verdicts: { passed: 0, failed: 0, partial: 0, skipped: 0 },
    groups: createFindingGroups(urls),
    failures: createFailureTally(),
    reasons: { skipped: new Map(), partial: new Map(), notLogged: new Map() },
    notLoggedCount: 0,
    consumers: createConsumerTally(),
  };
}

export function addResult(tally: ResultTally, exchange: Exchange, result: ExchangeResult): void {
  const { verdict, findings, repeated = [], reasons: why, notLogged, elsewhere } = result;
  const { verdicts, groups, reasons } = tally;
  verdicts[verdict] += 1;
  if (exchange.consumer !== undefined)
    addConsumerCount(tally.consumers, {
      name: exchange.consumer,
      exchanges: 1,
      failed: verdict === "failed" ? 1 : 0,
    });
  const added = findings.length === 0 ? [] : groups.add(exchange, result);
  if (repeated.length > 0) groups.addRepeated(exchange, repeated);
  if (verdict === "failed") {
    const errors = [...added, ...repeated].filter(({ level }) => level === "error");
    addFailure(tally.failures, { fingerprints: errors.map(({ fingerprint }) => fingerprint), exchanges: 1 });
  }
  if (verdict === "skipped" || verdict === "partial") addReasons(reasons[verdict], exchange, why, elsewhere);
  if (notLogged !== undefined) addReasons(reasons.notLogged, exchange, notLogged);
  if (notLogged !== undefined && verdict === "partial" && why.length === 0) tally.notLoggedCount += 1;
}

export function addNotLogged({ reasons }: ResultTally, exchange: Exchange, reason: string): void {
  addReasons(reasons.notLogged, exchange, [reason]);
}

/** Adds everything that `part` has counted. */
function mergeTally(tally: ResultTally, part: ResultTally): void {
  for (const verdict of Object.keys(tally.verdicts) as Verdict[]) tally.verdicts[verdict] += part.verdicts[verdict];
  tally.groups.merge(part.groups);
  mergeFailureTally(tally.failures, part.failures);
  for (const kind of Object.keys(tally.reasons) as ReasonKind[])
    for (const group of part.reasons[kind].values()) addReasonGroup(tally.reasons[kind], group);
  tally.notLoggedCount += part.notLoggedCount;
  mergeConsumerTally(tally.consumers, part.consumers);
}

/** The reasons of several reports, without a limit. */
export function mergeReasons(groups: readonly ReasonGroup[]): ReasonGroup[] {
  const merged: ReasonGroups = new Map();
  for (const group of groups) addReasonGroup(merged, group, Number.POSITIVE_INFINITY);
  return sortReasons(merged);
}

export function sortReasons(groups: ReasonGroups): ReasonGroup[] {
  return [...groups.values()].sort((a, b) => compareStrings(a.reason, b.reason));
}

function addReasons(
  groups: ReasonGroups,
  { origin }: Exchange,
  reasons: readonly string[],
  elsewhere?: ExchangeResult["elsewhere"],
): void {
  const { source, index, pointer } = origin;
  for (const reason of reasons)
    addReasonGroup(groups, { reason, exchanges: 1, first: { source, index, pointer }, ...elsewhere });
}

function addReasonGroup(groups: ReasonGroups, group: ReasonGroup, limit = MAX_REASONS): void {
  const { reason, exchanges, first } = group;
  const known = groups.get(reason);
  if (known === undefined && groups.size >= limit) return;
  const isFirst = known === undefined || isRecordedBefore(first, known.first);
  groups.set(reason, {
    ...group,
    exchanges: (known?.exchanges ?? 0) + exchanges,
    first: isFirst ? first : known.first,
  });
}

/** Compares by location, so that the result does not depend on the order of the checks. */
export function isRecordedBefore(a: Omit<RecordingLocation, "pointer">, b: RecordingLocation): boolean {
  return (compareStrings(a.source, b.source) || a.index - b.index) < 0;
}

type OpenRecording = {
  hasCredentials: boolean;
  hasSetCookie: boolean;
  held: Readonly<Record<RecordedCredentials, ResultTally>> | undefined;
};

/**
 * Counts the exchanges of recordings. A result that depends on whether the recording contains credentials is counted in all
 * variants until the first credential, or the end of the recording, decides which one applies.
 */
export function createRecordingTallies(
  operations: readonly Operation[],
  main: ResultTally,
  createTally: () => ResultTally,
) {
  const open = new Map<string, OpenRecording>();
  const hasCredentials = createCredentialDetector(operations);
  const observe = (exchange: Exchange): OpenRecording => {
    const { source } = exchange.origin;
    const recording = getOrCreate(open, source, () => ({
      hasCredentials: false,
      hasSetCookie: false,
      held: undefined,
    }));
    if (recording.hasCredentials) return recording;
    recording.hasSetCookie ||= getCombinedHeader(exchange.response.headers, "set-cookie") !== undefined;
    recording.hasCredentials = hasCredentials(exchange);
    if (recording.hasCredentials) release(recording);
    return recording;
  };
  const release = (recording: OpenRecording): RecordedCredentials => {
    const { hasCredentials: hasAll, hasSetCookie, held } = recording;
    const found = hasAll ? "all" : hasSetCookie ? "set-cookie" : "none";
    if (held !== undefined) mergeTally(main, held[found]);
    recording.held = undefined;
    return found;
  };
  const end = (source: string): RecordedCredentials => {
    const recording = open.get(source);
    open.delete(source);
    return recording === undefined ? "none" : release(recording);
  };
  return {
    add: (exchange: Exchange, result: ExchangeResult) => {
      const recording = observe(exchange);
      const { variants } = result;
      if (recording.hasCredentials || variants === undefined) {
        addResult(main, exchange, result);
        return;
      }
      recording.held ??= { all: createTally(), "set-cookie": createTally(), none: createTally() };
      addResult(recording.held.all, exchange, result);
      addResult(recording.held["set-cookie"], exchange, variants["set-cookie"]);
      addResult(recording.held.none, exchange, variants.none);
    },
    /** Looks for credentials in an exchange that is counted elsewhere. */
    observe,
    /** What a recording contains; undefined while that can still change. */
    getCredentials: (source: string) => (open.get(source)?.hasCredentials === true ? "all" : undefined),
    /** Ends a recording, so that no more exchanges of it follow. */
    end,
    endAll: () => {
      for (const source of [...open.keys()]) end(source);
    },
  };
}

/** Counts the exchanges of each consumer, in bounded memory, also if a header that is unique in each request names it. */
type ConsumerTally = {
  readonly counts: Map<string, Omit<ConsumerCount, "name">>;
  /** The exchanges of consumers beyond the limit. */
  unlisted: number;
};

function createConsumerTally(): ConsumerTally {
  return { counts: new Map(), unlisted: 0 };
}

function addConsumerCount(tally: ConsumerTally, { name, exchanges, failed }: ConsumerCount): void {
  const known = tally.counts.get(name);
  if (known === undefined && tally.counts.size >= MAX_CONSUMERS) tally.unlisted += exchanges;
  else
    tally.counts.set(name, {
      exchanges: (known?.exchanges ?? 0) + exchanges,
      failed: (known?.failed ?? 0) + failed,
    });
}

function mergeConsumerTally(tally: ConsumerTally, { counts, unlisted }: ConsumerTally): void {
  for (const [name, count] of counts) addConsumerCount(tally, { name, ...count });
  tally.unlisted += unlisted;
}

/** Lists the consumers by their number of exchanges, if any of the `total` exchanges has one. */
export function listConsumers({ counts, unlisted }: ConsumerTally, total: number): Pick<Report, "consumers"> {
  if (counts.size === 0) return {};
  const listed = [...counts]
    .map(([name, count]) => ({ name, ...count }))
    .sort((a, b) => b.exchanges - a.exchanges || compareStrings(a.name, b.name));
  const known = listed.reduce((sum, { exchanges }) => sum + exchanges, unlisted);
  return { consumers: { listed, unlisted, unknown: total - known } };
}

export function mergeConsumers(reports: readonly Report[]): Pick<Report, "consumers"> {
  const tally = createConsumerTally();
  let total = 0;
  for (const { consumers, summary } of reports) {
    for (const it of consumers?.listed ?? []) addConsumerCount(tally, it);
    tally.unlisted += consumers?.unlisted ?? 0;
    total += summary.exchanges;
  }
  return listConsumers(tally, total);
}

const MAX_CONSUMERS = 1000;

/** Counts failed exchanges by the errors that they have, so that a baseline can decide later which of them still fail. */
type FailureTally = {
  readonly counts: Map<string, number>;
  /** The last key in alphabetical order, once there are as many as allowed. */
  last: string;
};

function createFailureTally(): FailureTally {
  return { counts: new Map(), last: "" };
}

/** Keeps the alphabetically first sets of errors, so that the result does not depend on the order or sharding of traffic. */
function addFailure(tally: FailureTally, { fingerprints, exchanges }: Failure): void {
  const { counts } = tally;
  const key = [...new Set(fingerprints)].sort().join(" ");
  const known = counts.get(key);
  if (known === undefined && counts.size >= MAX_FAILURES) {
    if (key > tally.last) return;
    counts.delete(tally.last);
  }
  counts.set(key, (known ?? 0) + exchanges);
  if (known !== undefined || counts.size < MAX_FAILURES) return;
  tally.last = "";
  for (const it of counts.keys()) if (it > tally.last) tally.last = it;
}

function mergeFailureTally(tally: FailureTally, part: FailureTally): void {
  for (const failure of listFailures(part)) addFailure(tally, failure);
}

export function listFailures({ counts }: FailureTally): Failure[] {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, exchanges]) => ({ fingerprints: key.split(" "), exchanges }));
}

export function mergeFailures(parts: readonly Failure[]): Failure[] {
  const tally = createFailureTally();
  for (const failure of parts) addFailure(tally, failure);
  return listFailures(tally);
}

const MAX_FAILURES = 1000;

/** Detects the credentials of HTTP, and the API keys of the spec in their places. */
function createCredentialDetector(operations: readonly Operation[]): (exchange: Exchange) => boolean {
  const { headers, queryNames } = listCredentialNames(operations);
  const isCredential = ([name]: HeaderField): boolean => headers.has(name) || headers.has(name.toLowerCase());
  return ({ request }) => {
    if (request.headers.some(isCredential)) return true;
    const query = getRawQuery(request.url);
    return query !== "" && splitPairs(query).some(({ name }) => queryNames.has(name));
  };
}

function listCredentialNames(operations: readonly Operation[]): {
  readonly headers: ReadonlySet<string>;
  readonly queryNames: ReadonlySet<string>;
} {
  const keys = operations.flatMap(({ security }) =>
    security.flat().flatMap(({ scheme }) => (scheme?.value.type === "apiKey" ? [scheme.value] : [])),
  );
  const namesIn = (location: string): string[] =>
    keys.filter((it) => it.in === location).map(({ name }) => String(name));
  return {
    headers: new Set(["authorization", "cookie", ...namesIn("header").map((name) => name.toLowerCase())]),
    queryNames: new Set(["access_token", ...namesIn("query")]),
  };
}
