import type { Operation } from "../document/index.js";
import type { Exchange, Unreadable } from "../exchange/index.js";
import type { HasSeen } from "./again.js";
import type { BaselineReport } from "./baseline.js";
import { type ChangedCoverage, type Changes, changedTargets } from "./changed.js";
import type { Contract, Judgement, Verdict } from "./contract.js";
import { type CoverageCollector, createCoverage, type KindsCoverage, type Thresholds } from "./coverage.js";
import type { RecordedPlace } from "./finding.js";
import { compare, createGroups, type FindingGroup } from "./finding-groups.js";

/** Exchanges that were not (or not wholly) judged, by reason. */
export type ReasonGroup = { readonly reason: string; readonly exchanges: number; readonly first: RecordedPlace };

/** Operations of which a living service has accepted no request, or that it was not asked, and why. */
export type Unaccepted = { readonly source: string; readonly reason: string; readonly operations: readonly string[] };

export type OperationCoverage = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly exchanges: number;
  /** Exchanges by status code. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Documented statuses that no exchange had. */
  readonly missing: readonly string[];
};

export type Report = {
  readonly spec: { readonly path: string; readonly title: string; readonly version: string };
  readonly summary: { readonly exchanges: number } & Readonly<Record<Verdict, number>> & {
      /** Of those that were judged in part, the exchanges of logs of which all was judged that was logged. */
      readonly unlogged?: number;
      readonly unreadable: number;
      readonly findings: { readonly error: number; readonly warn: number };
    };
  readonly findings: readonly FindingGroup[];
  readonly coverage: {
    readonly operations: readonly OperationCoverage[];
    /** Only where the event of one of them came. */
    readonly webhooks?: readonly OperationCoverage[];
    /** By kind, down to properties, values and branches; only when it was asked for. */
    readonly kinds?: KindsCoverage;
    /** Of what differs from an older description; only when it was asked for. */
    readonly changed?: ChangedCoverage;
  };
  readonly skipped: readonly ReasonGroup[];
  readonly partial: readonly ReasonGroup[];
  /** What logs do not hold, and what was therefore not judged; only where logs were. */
  readonly unlogged?: readonly ReasonGroup[];
  readonly unreadable: readonly Unreadable[];
  /** What kept the run from seeing everything: a recording that is cut off, a description with problems under --strict-spec. */
  readonly trouble: readonly string[];
  /** Only of a living service that has not shown of every operation how it answers a good request. */
  readonly unaccepted?: readonly Unaccepted[];
  /** Only of a run that was dealt out: which part this is, counted from 1. */
  readonly shard?: { readonly index: number; readonly of: number };
  /** Only beside a baseline. */
  readonly baseline?: BaselineReport;
};

/** Collects judgements. Memory grows with the number of different problems, never with the number of exchanges. */
export type Tally = {
  readonly add: (exchange: Exchange, judgement: Judgement) => void;
  /** Whether exchanges with findings of these kinds were added, and none that comes later. */
  readonly hasSeen: HasSeen;
  readonly addUnreadable: (unreadable: Unreadable) => void;
  readonly addTrouble: (trouble: string) => void;
  readonly addUnaccepted: (unaccepted: Unaccepted) => void;
  readonly report: () => Report;
};

/** More different reasons than anybody reads. */
const MAX_REASONS = 1000;

/** @param coverage counts down to properties, values and branches; that takes time. The thresholds may be none. */
export type TallyOptions = {
  readonly coverage?: Thresholds;
  /** Counts the same of what has changed. */
  readonly changes?: Changes | undefined;
  /** The operations that are told of; all of the contract when none are given. */
  readonly operations?: readonly Operation[];
};

export function createTally(contract: Contract, options: TallyOptions = {}): Tally {
  const { coverage: thresholds, changes, operations = contract.operations } = options;
  const isCounting = thresholds !== undefined || changes !== undefined;
  const coverage = isCounting ? createCoverage(contract.document, operations) : undefined;
  const verdicts: Record<Verdict, number> = { passed: 0, failed: 0, partial: 0, skipped: 0 };
  const groups = createGroups(contract.urls);
  const reasons: Record<"skipped" | "partial" | "unlogged", Reasons> = {
    skipped: new Map(),
    partial: new Map(),
    unlogged: new Map(),
  };
  const seen: Seen = new Map();
  const unreadable: Unreadable[] = [];
  const troubles = new Set<string>();
  const unaccepted: Unaccepted[] = [];
  let unreadableCount = 0;
  let unloggedCount = 0;

  return {
    add: (exchange, judgement) => {
      const { verdict, operation, findings, again = [], reasons: why, status, unlogged } = judgement;
      verdicts[verdict] += 1;
      if (judgement.subject !== undefined) coverage?.add(judgement.subject);
      if (operation !== undefined) countStatus(seen, operation, { code: exchange.response.status, documented: status });
      if (findings.length > 0) groups.add(exchange, judgement);
      if (again.length > 0) groups.addAgain(exchange, again);
      if (verdict === "skipped" || verdict === "partial") addReasons(reasons[verdict], exchange, why);
      if (unlogged !== undefined) addReasons(reasons.unlogged, exchange, unlogged);
      if (unlogged !== undefined && verdict === "partial" && why.length === 0) unloggedCount += 1;
    },
    hasSeen: groups.hasSeen,
    addUnreadable: (trouble) => {
      unreadableCount += 1;
      if (unreadable.length < MAX_REASONS) unreadable.push(trouble);
    },
    addTrouble: (trouble) => troubles.add(trouble),
    addUnaccepted: (it) => unaccepted.push(it),
    report: () => {
      const exchangesOf = (id: string | null): number => sum(seen.get(id ?? "")?.codes.values() ?? []);
      const findings = groups.list(exchangesOf);
      const exchanges = sum(Object.values(verdicts));
      const ofKind = (wanted: Operation["kind"]): OperationCoverage[] =>
        operations.filter(({ kind }) => kind === wanted).map((it) => coverageOf(it, seen.get(it.id)));
      const webhooks = ofKind("webhook");
      return {
        spec: specOf(contract),
        summary: {
          exchanges,
          ...verdicts,
          ...(unloggedCount === 0 ? {} : { unlogged: unloggedCount }),
          unreadable: unreadableCount,
          findings: groups.counts(),
        },
        findings,
        coverage: {
          operations: ofKind("path"),
          ...(webhooks.some(({ exchanges }) => exchanges > 0) ? { webhooks } : {}),
          ...(coverage === undefined ? {} : counted(coverage, options, exchangesOf)),
        },
        skipped: sorted(reasons.skipped),
        partial: sorted(reasons.partial),
        ...(reasons.unlogged.size === 0 ? {} : { unlogged: sorted(reasons.unlogged) }),
        unreadable: [...unreadable].sort((a, b) => compare(a.source, b.source) || compare(a.pointer, b.pointer)),
        trouble: [...troubles].sort(compare),
        ...(unaccepted.length === 0 ? {} : { unaccepted: [...unaccepted].sort(bySource) }),
      };
    },
  };
}

function counted(
  coverage: CoverageCollector,
  { coverage: thresholds, changes }: TallyOptions,
  exchangesOf: (id: string) => number,
): Pick<Report["coverage"], "kinds" | "changed"> {
  const kinds = thresholds === undefined ? {} : { kinds: coverage.report(thresholds) };
  if (changes === undefined) return kinds;
  const { since, operations } = changes;
  const seen = operations.map((it) => ({ ...it, exchanges: exchangesOf(it.operationId) }));
  const changed = { since, operations: seen, kinds: coverage.report(changes.thresholds, changedTargets(changes)) };
  return { ...kinds, changed };
}

/** What was seen of each operation: how often each status code came, and which documented answers were met. */
type Seen = Map<string, SeenOperation>;
type SeenOperation = { readonly codes: Map<number, number>; readonly documented: Set<string> };

type Reasons = Map<string, ReasonGroup>;

function addReasons(groups: Reasons, { origin }: Exchange, reasons: readonly string[]): void {
  const { source, index, pointer } = origin;
  for (const reason of reasons) {
    const known = groups.get(reason);
    if (known === undefined && groups.size >= MAX_REASONS) continue;
    const isFirst = known === undefined || comesFirst({ source, index }, known.first);
    groups.set(reason, {
      reason,
      exchanges: (known?.exchanges ?? 0) + 1,
      first: isFirst ? { source, index, pointer } : known.first,
    });
  }
}

/** By place, so that the order in which exchanges are judged makes no difference. */
export function comesFirst(a: Omit<RecordedPlace, "pointer">, b: RecordedPlace): boolean {
  return (compare(a.source, b.source) || a.index - b.index) < 0;
}

function countStatus(
  seen: Seen,
  { id }: Operation,
  { code, documented }: { code: number; documented: string | undefined },
): void {
  const operation = seen.get(id) ?? { codes: new Map<number, number>(), documented: new Set<string>() };
  operation.codes.set(code, (operation.codes.get(code) ?? 0) + 1);
  if (documented !== undefined) operation.documented.add(documented);
  seen.set(id, operation);
}

function coverageOf({ id, method, path, responses }: Operation, seen: SeenOperation | undefined): OperationCoverage {
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

export function bySource(a: Unaccepted, b: Unaccepted): number {
  return compare(a.source, b.source) || compare(a.reason, b.reason);
}

function specOf({ document }: Contract): Report["spec"] {
  const info = document.root.info as { title?: unknown; version?: unknown } | undefined;
  return { path: document.path, title: String(info?.title ?? ""), version: String(info?.version ?? "") };
}

function sorted(groups: ReadonlyMap<string, ReasonGroup>): ReasonGroup[] {
  return [...groups.values()].sort((a, b) => compare(a.reason, b.reason));
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}
