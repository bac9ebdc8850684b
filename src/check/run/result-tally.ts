import { compareStrings, dropDuplicates, getOrCreate, type Operation } from "../../document/index.js";
import { type Exchange, getCombinedHeader, type HeaderField, type UnreadableEntry } from "../../recording/index.js";
import { splitPairs } from "../../schema/index.js";
import type { ExchangeResult, RecordedCredentials, Verdict } from "../exchange/exchange-result.js";
import type { RecordingLocation } from "../exchange/finding.js";
import { listKeyNames } from "../router/documented-parts.js";
import { getRawQuery } from "../router/router.js";
import { ACCESS_TOKEN_PARAMETER } from "../rules/security.js";
import type { UrlRedactor } from "../url-redactor.js";
import { createFindingGroups, type FindingGroups } from "./finding-groups.js";
import type {
  ConsumerCount,
  ExcludedOperations,
  Failure,
  ReasonGroup,
  Report,
  UnacceptedOperations,
} from "./report.js";

type ReasonKind = "skipped" | "partial" | "notLogged";
type ReasonGroups = Map<string, ReasonGroup>;

/** Counts verdicts, findings and reasons. Memory grows with distinct findings and reasons, not with exchanges. */
export type ResultTally = UncheckedParts & {
  readonly verdicts: Record<Verdict, number>;
  readonly groups: FindingGroups;
  readonly failures: FailureTally;
  readonly reasons: Readonly<Record<ReasonKind, ReasonGroups>>;
  /** The number of partial exchanges of which everything recorded was checked. */
  notLoggedCount: number;
  readonly consumers: ConsumerTally;
  readonly maxReasons: number;
};

/** The maximum number of distinct reasons. */
export const MAX_REASONS = 1000;

/** @param isLimited whether findings and reasons beyond a maximum number share one group or are left out */
export function createResultTally(urls: Pick<UrlRedactor, "redact">, isLimited = true): ResultTally {
  return {
    verdicts: { passed: 0, failed: 0, partial: 0, skipped: 0 },
    groups: createFindingGroups(urls, isLimited),
    failures: createFailureTally(),
    reasons: { skipped: new Map(), partial: new Map(), notLogged: new Map() },
    notLoggedCount: 0,
    consumers: { counts: new Map(), unlisted: 0 },
    maxReasons: isLimited ? MAX_REASONS : Number.POSITIVE_INFINITY,
    ...{ unreadableCount: 0, unreadable: [], runErrors: new Set(), unaccepted: [], excluded: [] },
  };
}

export function addResult(tally: ResultTally, exchange: Exchange, result: ExchangeResult): void {
  const { verdict, findings, repeated = [], reasons, notLogged } = result;
  tally.verdicts[verdict] += 1;
  if (exchange.consumer !== undefined)
    addConsumerCount(tally.consumers, {
      name: exchange.consumer,
      exchanges: 1,
      failed: verdict === "failed" ? 1 : 0,
    });
  const added = findings.length + repeated.length === 0 ? [] : tally.groups.add(exchange, result);
  if (verdict === "failed") {
    const errors = added.filter(({ level }) => level === "error");
    addFailure(tally.failures, { fingerprints: errors.map(({ fingerprint }) => fingerprint), exchanges: 1 });
  }
  if (verdict === "skipped" || verdict === "partial") addReasons(tally, verdict, exchange, result);
  if (notLogged !== undefined) addReasons(tally, "notLogged", exchange, { reasons: notLogged });
  if (notLogged !== undefined && verdict === "partial" && reasons.length === 0) tally.notLoggedCount += 1;
}

export function addNotLogged(tally: ResultTally, exchange: Exchange, reason: string): void {
  addReasons(tally, "notLogged", exchange, { reasons: [reason] });
}

/** Adds everything that another tally has counted. Baselines are dropped: accepted exchanges count as failed again. */
export function addReport(tally: ResultTally, report: Report): void {
  const { summary, findings, failures = [], consumers } = report;
  for (const verdict of ["passed", "failed", "partial", "skipped"] as const)
    tally.verdicts[verdict] += summary[verdict];
  tally.verdicts.failed += summary.accepted ?? 0;
  tally.groups.addGroups(findings);
  for (const failure of failures) addFailure(tally.failures, failure);
  for (const kind of ["skipped", "partial", "notLogged"] as const)
    for (const group of report[kind] ?? []) addReasonGroup(tally, kind, group);
  tally.notLoggedCount += summary.notLogged ?? 0;
  for (const it of consumers?.listed ?? []) addConsumerCount(tally.consumers, it);
  tally.consumers.unlisted += consumers?.unlisted ?? 0;
  tally.unreadableCount += summary.unreadable;
  for (const it of report.unreadable) tally.unreadable.push(it);
  for (const it of report.runErrors) tally.runErrors.add(it);
  tally.unaccepted.push(...(report.unaccepted ?? []));
  tally.excluded.push(...(report.excluded ?? []));
}

/** What kept a run from checking exchanges. */
type UncheckedParts = {
  unreadableCount: number;
  readonly unreadable: UnreadableEntry[];
  readonly runErrors: Set<string>;
  readonly unaccepted: UnacceptedOperations[];
  readonly excluded: ExcludedOperations[];
};

/** Creates a report of what is counted. The coverage has the numbers of exchanges of the operations. */
export function reportResults(
  tally: ResultTally,
  { spec, coverage, agreement }: Pick<Report, "spec" | "coverage" | "agreement">,
): Report {
  const { verdicts, groups, notLoggedCount, unreadableCount, unreadable, runErrors } = tally;
  // Those of other runs are kept even if one run accepted the operation.
  const [unaccepted, excluded] = [dropDuplicates(tally.unaccepted), dropDuplicates(tally.excluded)];
  const operations = [...coverage.operations, ...(coverage.webhooks ?? [])];
  const exchangesOf = new Map(operations.map(({ operationId, exchanges }) => [operationId, exchanges]));
  const exchanges = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  const failures = listFailures(tally.failures);
  const notLogged = sortReasons(tally.reasons.notLogged);
  return {
    spec,
    summary: {
      exchanges,
      ...verdicts,
      ...(notLoggedCount === 0 ? {} : { notLogged: notLoggedCount }),
      unreadable: unreadableCount,
      findings: groups.counts(),
    },
    findings: groups.list((id) => exchangesOf.get(id ?? "") ?? 0),
    ...(failures.length === 0 ? {} : { failures }),
    coverage,
    ...(agreement && { agreement }),
    skipped: sortReasons(tally.reasons.skipped),
    partial: sortReasons(tally.reasons.partial),
    ...(notLogged.length === 0 ? {} : { notLogged }),
    ...listConsumers(tally.consumers, exchanges),
    unreadable: sortBySource(unreadable, "pointer"),
    runErrors: [...runErrors].sort(compareStrings),
    ...(unaccepted.length === 0 ? {} : { unaccepted: sortBySource(unaccepted, "reason") }),
    ...(excluded.length === 0 ? {} : { excluded: sortBySource(excluded, "selector") }),
  };
}

function sortBySource<Key extends string, Part extends Readonly<Record<"source" | Key, string>>>(
  parts: readonly Part[],
  key: Key,
): Part[] {
  return [...parts].sort((a, b) => compareStrings(a.source, b.source) || compareStrings(a[key], b[key]));
}

function sortReasons(groups: ReasonGroups): ReasonGroup[] {
  return [...groups.values()].sort((a, b) => compareStrings(a.reason, b.reason));
}

function addReasons(
  tally: ResultTally,
  kind: ReasonKind,
  { origin }: Exchange,
  { reasons, elsewhere }: Pick<ExchangeResult, "reasons" | "elsewhere">,
): void {
  const { source, index, pointer } = origin;
  for (const reason of reasons)
    addReasonGroup(tally, kind, { reason, exchanges: 1, first: { source, index, pointer }, ...elsewhere });
}

function addReasonGroup({ reasons, maxReasons }: ResultTally, kind: ReasonKind, group: ReasonGroup): void {
  const { reason, exchanges, first } = group;
  const groups = reasons[kind];
  const known = groups.get(reason);
  if (known === undefined && groups.size >= maxReasons) return;
  const isFirst = known === undefined || isRecordedBefore(first, known.first);
  groups.set(reason, {
    ...group,
    exchanges: (known?.exchanges ?? 0) + exchanges,
    first: isFirst ? first : known.first,
  });
}

/** Compares by location, so that the result does not depend on the order of the checks. */
function isRecordedBefore(a: Omit<RecordingLocation, "pointer">, b: RecordingLocation): boolean {
  return (compareStrings(a.source, b.source) || a.index - b.index) < 0;
}

/** Results that depend on the credentials of their recording, for each case. */
type HeldResults = Readonly<Record<RecordedCredentials, ResultTally>>;

type OpenRecording = {
  /** Those that were found so far. */
  credentials: RecordedCredentials;
  held: HeldResults | undefined;
};

/**
 * Counts the exchanges of recordings. A result that depends on whether the recording contains credentials is counted in all
 * variants until the first credential, or the end of the recording, decides which one applies.
 *
 * @param count adds what was counted for a recording to the results that do not depend on it
 */
export function createRecordingTallies(
  operations: readonly Operation[],
  main: ResultTally,
  { createTally, count }: { createTally: () => ResultTally; count: (held: ResultTally) => void },
) {
  const open = new Map<string, OpenRecording>();
  const hasCredentials = createCredentialDetector(operations);
  const observe = (exchange: Exchange): OpenRecording => {
    const recording = getOrCreate(
      open,
      exchange.origin.source,
      (): OpenRecording => ({ credentials: "none", held: undefined }),
    );
    if (recording.credentials === "all") return recording;
    if (hasCredentials(exchange)) {
      recording.credentials = "all";
      release(recording);
    } else if (getCombinedHeader(exchange.response.headers, "set-cookie") !== undefined)
      recording.credentials = "set-cookie";
    return recording;
  };
  const release = (recording: OpenRecording): void => {
    if (recording.held !== undefined) count(recording.held[recording.credentials]);
    recording.held = undefined;
  };
  /** Ends a recording without counting what is held. */
  const close = (source: string): OpenRecording => {
    const recording = open.get(source) ?? { credentials: "none", held: undefined };
    open.delete(source);
    return recording;
  };
  const end = (source: string): RecordedCredentials => {
    const recording = close(source);
    release(recording);
    return recording.credentials;
  };
  return {
    add: (exchange: Exchange, result: ExchangeResult) => {
      const recording = observe(exchange);
      const { variants } = result;
      if (recording.credentials === "all" || variants === undefined) {
        addResult(main, exchange, result);
        return;
      }
      recording.held ??= { all: createTally(), "set-cookie": createTally(), none: createTally() };
      addResult(recording.held.all, exchange, result);
      addResult(recording.held["set-cookie"], exchange, variants["set-cookie"]);
      addResult(recording.held.none, exchange, variants.none);
    },
    /** What a recording contains; undefined while that can still change. */
    getCredentials: (source: string) => (open.get(source)?.credentials === "all" ? "all" : undefined),
    close,
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

function addConsumerCount(tally: ConsumerTally, { name, exchanges, failed }: ConsumerCount): void {
  const known = tally.counts.get(name);
  if (known === undefined && tally.counts.size >= MAX_CONSUMERS) tally.unlisted += exchanges;
  else
    tally.counts.set(name, {
      exchanges: (known?.exchanges ?? 0) + exchanges,
      failed: (known?.failed ?? 0) + failed,
    });
}

/** Lists the consumers by their number of exchanges, if any of the `total` exchanges has one. */
function listConsumers({ counts, unlisted }: ConsumerTally, total: number): Pick<Report, "consumers"> {
  if (counts.size === 0) return {};
  const listed = [...counts]
    .map(([name, count]) => ({ name, ...count }))
    .sort((a, b) => b.exchanges - a.exchanges || compareStrings(a.name, b.name));
  const known = listed.reduce((sum, { exchanges }) => sum + exchanges, unlisted);
  return { consumers: { listed, unlisted, unknown: total - known } };
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

function listFailures({ counts }: FailureTally): Failure[] {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, exchanges]) => ({ fingerprints: key.split(" "), exchanges }));
}

const MAX_FAILURES = 1000;

/** Detects the credentials of HTTP, and the API keys of the spec in their places. */
function createCredentialDetector(operations: readonly Operation[]): (exchange: Exchange) => boolean {
  const listNames = (location: "header" | "query"): string[] => operations.flatMap((it) => listKeyNames(it, location));
  const headers = new Set(["authorization", "cookie", ...listNames("header").map((name) => name.toLowerCase())]);
  const queryNames = new Set([ACCESS_TOKEN_PARAMETER, ...listNames("query")]);
  const isCredential = ([name]: HeaderField): boolean => headers.has(name) || headers.has(name.toLowerCase());
  return ({ request }) => {
    if (request.headers.some(isCredential)) return true;
    const query = getRawQuery(request.url);
    return query !== "" && splitPairs(query).some(({ name }) => queryNames.has(name));
  };
}
