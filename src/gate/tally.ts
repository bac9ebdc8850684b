import type { Operation } from "../document/index.js";
import { type Exchange, redactUrl, type Unreadable } from "../exchange/index.js";
import type { Contract, Judgement, Verdict } from "./contract.js";
import type { Finding, RecordedPlace } from "./finding.js";

/** Findings of many exchanges about one place of the contract, as one. */
export type FindingGroup = Finding & {
  /** In how many exchanges it was found, of how many of that operation. */
  readonly exchanges: number;
  readonly of: number;
  readonly first: Sighting;
  readonly last: Sighting;
  /** The different values or names, the first of them when there are very many. */
  readonly names: readonly string[];
};

export type Sighting = { readonly source: string; readonly index: number; readonly startedAt?: string };

/** Exchanges that were not (or not wholly) judged, by reason. */
export type ReasonGroup = { readonly reason: string; readonly exchanges: number; readonly first: RecordedPlace };

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
      readonly unreadable: number;
      readonly findings: { readonly error: number; readonly warn: number };
    };
  readonly findings: readonly FindingGroup[];
  readonly coverage: { readonly operations: readonly OperationCoverage[] };
  readonly skipped: readonly ReasonGroup[];
  readonly partial: readonly ReasonGroup[];
  readonly unreadable: readonly Unreadable[];
};

/** Collects judgements. Memory grows with the number of different problems, never with the number of exchanges. */
export type Tally = {
  readonly add: (exchange: Exchange, judgement: Judgement) => void;
  readonly addUnreadable: (unreadable: Unreadable) => void;
  readonly report: () => Report;
};

/** More different problems than anybody reads; what comes after is counted in the verdicts only. */
const MAX_GROUPS = 10_000;
const MAX_NAMES = 20;

type OpenGroup = {
  finding: Finding;
  exchanges: number;
  occurrences: number;
  first: Sighting;
  last: Sighting;
  names: Set<string>;
};

export function createTally(contract: Contract): Tally {
  const verdicts: Record<Verdict, number> = { passed: 0, failed: 0, partial: 0, skipped: 0 };
  const groups = new Map<string, OpenGroup>();
  const reasons = { skipped: new Map<string, ReasonGroup>(), partial: new Map<string, ReasonGroup>() };
  const seen = new Map<string, Map<number, number>>();
  const unreadable: Unreadable[] = [];
  let unreadableCount = 0;

  const addFinding = (exchange: Exchange, finding: Finding): void => {
    const sighting = sightingOf(exchange);
    const known = groups.get(finding.fingerprint);
    if (known === undefined) {
      if (groups.size >= MAX_GROUPS) return;
      const names = new Set(finding.name === undefined ? [] : [finding.name]);
      groups.set(finding.fingerprint, {
        finding,
        exchanges: 1,
        occurrences: finding.occurrences,
        first: sighting,
        last: sighting,
        names,
      });
      return;
    }
    known.exchanges += 1;
    known.occurrences += finding.occurrences;
    if (finding.name !== undefined && known.names.size < MAX_NAMES) known.names.add(finding.name);
    if (comesBefore(sighting, known.first)) Object.assign(known, { first: sighting, finding });
    if (comesBefore(known.last, sighting)) known.last = sighting;
  };

  return {
    add: (exchange, { verdict, operation, findings, reasons: why }) => {
      verdicts[verdict] += 1;
      if (operation !== undefined) countStatus(seen, operation, exchange.response.status);
      for (const finding of findings) addFinding(exchange, finding);
      if (verdict === "skipped" || verdict === "partial") addReasons(reasons[verdict], exchange, why);
    },
    addUnreadable: (trouble) => {
      unreadableCount += 1;
      if (unreadable.length < MAX_GROUPS) unreadable.push(trouble);
    },
    report: () => {
      const findings = [...groups.values()].map((group) => closeGroup(group, seen)).sort(byPlace);
      const ofLevel = (level: string): number => findings.filter((finding) => finding.level === level).length;
      const exchanges = verdicts.passed + verdicts.failed + verdicts.partial + verdicts.skipped;
      return {
        spec: specOf(contract),
        summary: {
          exchanges,
          ...verdicts,
          unreadable: unreadableCount,
          findings: { error: ofLevel("error"), warn: ofLevel("warn") },
        },
        findings,
        coverage: {
          operations: contract.operations
            .filter(({ kind }) => kind === "path")
            .map((operation) => coverageOf(operation, seen)),
        },
        skipped: sorted(reasons.skipped),
        partial: sorted(reasons.partial),
        unreadable: [...unreadable].sort((a, b) => compare(a.source, b.source) || compare(a.pointer, b.pointer)),
      };
    },
  };
}

function addReasons(groups: Map<string, ReasonGroup>, { origin }: Exchange, reasons: readonly string[]): void {
  const { source, index, pointer } = origin;
  for (const reason of reasons) {
    const known = groups.get(reason);
    if (known === undefined && groups.size >= MAX_GROUPS) continue;
    groups.set(reason, {
      reason,
      exchanges: (known?.exchanges ?? 0) + 1,
      first: known?.first ?? { source, index, pointer },
    });
  }
}

function countStatus(seen: Map<string, Map<number, number>>, { id }: Operation, status: number): void {
  const statuses = seen.get(id) ?? new Map<number, number>();
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  seen.set(id, statuses);
}

function closeGroup(
  { finding, names, ...counts }: OpenGroup,
  seen: ReadonlyMap<string, ReadonlyMap<number, number>>,
): FindingGroup {
  const statuses = seen.get(finding.operationId ?? "");
  const of = statuses === undefined ? counts.exchanges : [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return { ...finding, ...counts, of, names: [...names].sort() };
}

function coverageOf(
  { id, method, path, responses }: Operation,
  seen: ReadonlyMap<string, ReadonlyMap<number, number>>,
): OperationCoverage {
  const statuses = [...(seen.get(id) ?? [])].sort(([a], [b]) => a - b);
  const wasSeen = (status: string): boolean =>
    statuses.some(([code]) => status === String(code) || status.toUpperCase() === `${String(code).charAt(0)}XX`);
  return {
    operationId: id,
    method,
    path,
    exchanges: statuses.reduce((sum, [, count]) => sum + count, 0),
    statuses: Object.fromEntries(statuses),
    missing: responses.map(({ status }) => status).filter((status) => !wasSeen(status)),
  };
}

function specOf({ document }: Contract): Report["spec"] {
  const info = document.root.info as { title?: unknown; version?: unknown } | undefined;
  return { path: document.path, title: String(info?.title ?? ""), version: String(info?.version ?? "") };
}

function sightingOf({ origin: { source, index, startedAt } }: Exchange): Sighting {
  return { source, index, ...(startedAt === undefined ? {} : { startedAt }) };
}

/** By time where it is recorded, then by place, so that the order in which files are read makes no difference. */
function comesBefore(a: Sighting, b: Sighting): boolean {
  return (compare(a.startedAt ?? "", b.startedAt ?? "") || compare(a.source, b.source) || a.index - b.index) < 0;
}

function byPlace(a: FindingGroup, b: FindingGroup): number {
  return (
    compare(a.operationId ?? "", b.operationId ?? "") ||
    compare(a.level, b.level) ||
    compare(a.code, b.code) ||
    compare(a.contract.pointer, b.contract.pointer) ||
    compare(a.fingerprint, b.fingerprint)
  );
}

function sorted(groups: ReadonlyMap<string, ReasonGroup>): ReasonGroup[] {
  return [...groups.values()].sort((a, b) => compare(a.reason, b.reason));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One line of the verdict log, for one exchange. */
export function verdictLine(
  { origin, request }: Exchange,
  { verdict, operation, findings, reasons }: Judgement,
): VerdictLine {
  return {
    source: origin.source,
    index: origin.index,
    method: request.method,
    url: redactUrl(request.url),
    operationId: operation?.id ?? null,
    verdict,
    reasons,
    codes: [...new Set(findings.map(({ code }) => code))].sort(),
  };
}

export type VerdictLine = {
  readonly source: string;
  readonly index: number;
  readonly method: string;
  readonly url: string;
  readonly operationId: string | null;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  readonly codes: readonly string[];
};
