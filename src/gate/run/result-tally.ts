import type { Operation } from "../../document/index.js";
import { type Exchange, getCombinedHeader } from "../../exchange/index.js";
import type { UrlRedactor } from "../redaction/url-redactor.js";
import type { ExchangeResult, RecordedCredentials, Verdict } from "../validation/exchange-result.js";
import type { RecordingLocation } from "../validation/finding.js";
import { addConsumerCount, type ConsumerTally, createConsumerTally, mergeConsumerTally } from "./consumer-tally.js";
import { createCredentialDetector } from "./credential-detector.js";
import { addFailure, createFailureTally, type FailureTally, mergeFailureTally } from "./failure-tally.js";
import { compareText, createFindingGroups, type FindingGroups } from "./finding-groups.js";
import type { ReasonGroup } from "./report.js";

type ReasonKind = "skipped" | "partial" | "notLogged";
type ReasonGroups = Map<string, ReasonGroup>;

/** Counts verdicts, findings and reasons. Memory grows with distinct findings and reasons, not with exchanges. */
export type ResultTally = {
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

export function createResultTally(urls: Pick<UrlRedactor, "redactForReport">): ResultTally {
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
export function mergeTally(tally: ResultTally, part: ResultTally): void {
  for (const verdict of Object.keys(tally.verdicts) as Verdict[]) tally.verdicts[verdict] += part.verdicts[verdict];
  tally.groups.merge(part.groups);
  mergeFailureTally(tally.failures, part.failures);
  for (const kind of Object.keys(tally.reasons) as ReasonKind[])
    for (const group of part.reasons[kind].values()) addReasonGroup(tally.reasons[kind], group);
  tally.notLoggedCount += part.notLoggedCount;
  mergeConsumerTally(tally.consumers, part.consumers);
}

export function sortReasons(groups: ReasonGroups): ReasonGroup[] {
  return [...groups.values()].sort((a, b) => compareText(a.reason, b.reason));
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

function addReasonGroup(groups: ReasonGroups, group: ReasonGroup): void {
  const { reason, exchanges, first } = group;
  const known = groups.get(reason);
  if (known === undefined && groups.size >= MAX_REASONS) return;
  const isFirst = known === undefined || isRecordedBefore(first, known.first);
  groups.set(reason, {
    ...group,
    exchanges: (known?.exchanges ?? 0) + exchanges,
    first: isFirst ? first : known.first,
  });
}

/** Compares by location, so that the result does not depend on the order of the checks. */
export function isRecordedBefore(a: Omit<RecordingLocation, "pointer">, b: RecordingLocation): boolean {
  return (compareText(a.source, b.source) || a.index - b.index) < 0;
}

/**
 * Counts the exchanges of recordings. A result that depends on whether the recording contains credentials is counted in all
 * variants until the first credential, or the end of the recording, decides which one applies.
 */
type RecordingTallies = {
  readonly add: (exchange: Exchange, result: ExchangeResult) => void;
  /** Looks for credentials in an exchange that is counted elsewhere. */
  readonly observe: (exchange: Exchange) => void;
  /** What a recording contains; undefined while that can still change. */
  readonly getCredentials: (source: string) => RecordedCredentials | undefined;
  /** Ends a recording, so that no more exchanges of it follow. */
  readonly end: (source: string) => RecordedCredentials;
  readonly endAll: () => void;
};

type OpenRecording = {
  hasCredentials: boolean;
  hasSetCookie: boolean;
  held: Readonly<Record<RecordedCredentials, ResultTally>> | undefined;
};

export function createRecordingTallies(
  operations: readonly Operation[],
  main: ResultTally,
  createTally: () => ResultTally,
): RecordingTallies {
  const open = new Map<string, OpenRecording>();
  const hasCredentials = createCredentialDetector(operations);
  const observe = (exchange: Exchange): OpenRecording => {
    const { source } = exchange.origin;
    let recording = open.get(source);
    if (recording === undefined) {
      recording = { hasCredentials: false, hasSetCookie: false, held: undefined };
      open.set(source, recording);
    }
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
    add: (exchange, result) => {
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
    observe,
    getCredentials: (source) => (open.get(source)?.hasCredentials === true ? "all" : undefined),
    end,
    endAll: () => {
      for (const source of [...open.keys()]) end(source);
    },
  };
}
