import type { Operation } from "../../document/index.js";
import type { Exchange, UnreadableEntry } from "../../exchange/index.js";
import type { Contract } from "../contract.js";
import { createChangedTargetFilter, type SpecChanges } from "../coverage/changed-coverage.js";
import { type CoverageCollector, type CoverageThresholds, createCoverageCollector } from "../coverage/coverage.js";
import type { KnownGroupPredicate } from "../fast-path/repeated-findings.js";
import type { ExchangeResult, Verdict } from "../validation/exchange-result.js";
import type { RecordingLocation } from "../validation/finding.js";
import { compareText, createFindingGroups } from "./finding-groups.js";
import type { OperationCoverage, ReasonGroup, Report, UnacceptedOperations } from "./report.js";

/** Collects results into a report. Memory grows with the number of distinct findings, not with the number of exchanges. */
export type ReportBuilder = {
  readonly add: (exchange: Exchange, result: ExchangeResult) => void;
  /** Whether all findings belong to known groups, whose first exchanges are not later than this one. */
  readonly isKnownGroup: KnownGroupPredicate;
  readonly addUnreadable: (unreadable: UnreadableEntry) => void;
  readonly addRunError: (trouble: string) => void;
  readonly addUnacceptedOperations: (unaccepted: UnacceptedOperations) => void;
  readonly report: () => Report;
};

/** The maximum number of distinct reasons. */
const MAX_REASONS = 1000;

/** @param coverage enables coverage of properties, values and branches, which takes time. Thresholds are optional. */
export type ReportBuilderOptions = {
  readonly coverage?: CoverageThresholds;
  /** Enables coverage of the changes since an older spec. */
  readonly changes?: SpecChanges | undefined;
  /** The operations to report on. Default: all operations of the spec. */
  readonly operations?: readonly Operation[];
};

export function createReportBuilder(contract: Contract, options: ReportBuilderOptions = {}): ReportBuilder {
  const { coverage: thresholds, changes, operations = contract.operations } = options;
  const isCounting = thresholds !== undefined || changes !== undefined;
  const coverage = isCounting ? createCoverageCollector(contract.document, operations) : undefined;
  const verdicts: Record<Verdict, number> = { passed: 0, failed: 0, partial: 0, skipped: 0 };
  const groups = createFindingGroups(contract.urlRedactor);
  const reasons: Record<"skipped" | "partial" | "notLogged", ReasonGroups> = {
    skipped: new Map(),
    partial: new Map(),
    notLogged: new Map(),
  };
  const seen: OperationCounts = new Map();
  const unreadable: UnreadableEntry[] = [];
  const troubles = new Set<string>();
  const unaccepted: UnacceptedOperations[] = [];
  let unreadableCount = 0;
  let unloggedCount = 0;

  return {
    add: (exchange, result) => {
      const { verdict, operation, findings, repeated = [], reasons: why, status, notLogged } = result;
      verdicts[verdict] += 1;
      if (result.context !== undefined) coverage?.add(result.context);
      if (operation !== undefined) countStatus(seen, operation, { code: exchange.response.status, documented: status });
      if (findings.length > 0) groups.add(exchange, result);
      if (repeated.length > 0) groups.addRepeated(exchange, repeated);
      if (verdict === "skipped" || verdict === "partial") addReasons(reasons[verdict], exchange, why);
      if (notLogged !== undefined) addReasons(reasons.notLogged, exchange, notLogged);
      if (notLogged !== undefined && verdict === "partial" && why.length === 0) unloggedCount += 1;
    },
    isKnownGroup: groups.isKnownGroup,
    addUnreadable: (trouble) => {
      unreadableCount += 1;
      if (unreadable.length < MAX_REASONS) unreadable.push(trouble);
    },
    addRunError: (trouble) => troubles.add(trouble),
    addUnacceptedOperations: (it) => unaccepted.push(it),
    report: () => {
      const exchangesOf = (id: string | null): number => sum(seen.get(id ?? "")?.codes.values() ?? []);
      const findings = groups.list(exchangesOf);
      const exchanges = sum(Object.values(verdicts));
      const ofKind = (wanted: Operation["kind"]): OperationCoverage[] =>
        operations.filter(({ kind }) => kind === wanted).map((it) => getOperationCoverage(it, seen.get(it.id)));
      const webhooks = ofKind("webhook");
      return {
        spec: getSpecInfo(contract),
        summary: {
          exchanges,
          ...verdicts,
          ...(unloggedCount === 0 ? {} : { notLogged: unloggedCount }),
          unreadable: unreadableCount,
          findings: groups.counts(),
        },
        findings,
        coverage: {
          operations: ofKind("path"),
          ...(webhooks.some(({ exchanges }) => exchanges > 0) ? { webhooks } : {}),
          ...(coverage === undefined ? {} : buildKindCoverage(coverage, options, exchangesOf)),
        },
        skipped: sortReasons(reasons.skipped),
        partial: sortReasons(reasons.partial),
        ...(reasons.notLogged.size === 0 ? {} : { notLogged: sortReasons(reasons.notLogged) }),
        unreadable: [...unreadable].sort(compareUnreadable),
        runErrors: [...troubles].sort(compareText),
        ...(unaccepted.length === 0 ? {} : { unaccepted: [...unaccepted].sort(compareUnaccepted) }),
      };
    },
  };
}

function buildKindCoverage(
  coverage: CoverageCollector,
  { coverage: thresholds, changes }: ReportBuilderOptions,
  exchangesOf: (id: string) => number,
): Pick<Report["coverage"], "kinds" | "changed"> {
  const kinds = thresholds === undefined ? {} : { kinds: coverage.report(thresholds) };
  if (changes === undefined) return kinds;
  const { since, operations } = changes;
  const seen = operations.map((it) => ({ ...it, exchanges: exchangesOf(it.operationId) }));
  const changed = {
    since,
    operations: seen,
    kinds: coverage.report(changes.thresholds, createChangedTargetFilter(changes)),
  };
  return { ...kinds, changed };
}

/** For each operation, the number of responses by status code, and the documented responses that occurred. */
type OperationCounts = Map<string, OperationCount>;
type OperationCount = { readonly codes: Map<number, number>; readonly documented: Set<string> };

type ReasonGroups = Map<string, ReasonGroup>;

function addReasons(groups: ReasonGroups, { origin }: Exchange, reasons: readonly string[]): void {
  const { source, index, pointer } = origin;
  for (const reason of reasons) {
    const known = groups.get(reason);
    if (known === undefined && groups.size >= MAX_REASONS) continue;
    const isFirst = known === undefined || isRecordedBefore({ source, index }, known.first);
    groups.set(reason, {
      reason,
      exchanges: (known?.exchanges ?? 0) + 1,
      first: isFirst ? { source, index, pointer } : known.first,
    });
  }
}

/** Compares by location, so that the result does not depend on the order of the checks. */
export function isRecordedBefore(a: Omit<RecordingLocation, "pointer">, b: RecordingLocation): boolean {
  return (compareText(a.source, b.source) || a.index - b.index) < 0;
}

function countStatus(
  seen: OperationCounts,
  { id }: Operation,
  { code, documented }: { code: number; documented: string | undefined },
): void {
  const operation = seen.get(id) ?? { codes: new Map<number, number>(), documented: new Set<string>() };
  operation.codes.set(code, (operation.codes.get(code) ?? 0) + 1);
  if (documented !== undefined) operation.documented.add(documented);
  seen.set(id, operation);
}

function getOperationCoverage(
  { id, method, path, responses }: Operation,
  seen: OperationCount | undefined,
): OperationCoverage {
  const codes = [...(seen?.codes ?? [])].sort(([a], [b]) => a - b);
  return {
    operationId: id,
    method,
    path,
    exchanges: sum(codes.map(([, count]) => count)),
    statuses: Object.fromEntries(codes),
    missing: responses.map(({ status }) => status).filter((status) => seen?.documented.has(status) !== true),
  };
}

function compareUnreadable(a: UnreadableEntry, b: UnreadableEntry): number {
  return compareText(a.source, b.source) || compareText(a.pointer, b.pointer);
}

export function compareUnaccepted(a: UnacceptedOperations, b: UnacceptedOperations): number {
  return compareText(a.source, b.source) || compareText(a.reason, b.reason);
}

/** The path, title and version of the spec; those of several are joined by commas. */
function getSpecInfo({ documents }: Contract): Report["spec"] {
  const infos = documents.map(({ root }) => root.info as { title?: unknown; version?: unknown } | undefined);
  return {
    path: documents.map(({ path }) => path).join(", "),
    title: infos.map((info) => String(info?.title ?? "")).join(", "),
    version: infos.map((info) => String(info?.version ?? "")).join(", "),
  };
}

function sortReasons(groups: ReadonlyMap<string, ReasonGroup>): ReasonGroup[] {
  return [...groups.values()].sort((a, b) => compareText(a.reason, b.reason));
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}
