import { compareStrings, dropDuplicates } from "../../document/index.js";
import { type CoverageByKind, type MissingTarget, mapKinds, toPercent } from "../coverage/coverage.js";
import type { ChangedCoverage, SpecCoverage } from "../coverage/specs-coverage.js";
import { acceptIgnored, addName, compareFindingGroups, type FindingGroup, isEarlier } from "./finding-groups.js";
import type { OperationCoverage, Report } from "./report.js";
import { buildUntested, compareUnreadable } from "./report-builder.js";
import { mergeConsumers, mergeFailures, mergeReasons } from "./result-tally.js";

/**
 * Merges the reports of several runs with one spec into the report of a single run over all traffic. The order of the reports
 * does not matter. Baselines are dropped; apply one to the merged report. So is what only the gate has.
 *
 * As in a single run, overflows are counted together: more than 50 undeclared names per location, 5000 findings or 1000
 * reasons.
 */
export function mergeReports(reports: readonly [Report, ...Report[]]): Report {
  const [{ spec }] = reports;
  const sumOf = (count: (report: Report) => number): number => reports.reduce((sum, report) => sum + count(report), 0);
  const operations = mergeOperations(reports.map(({ coverage }) => coverage.operations));
  const webhooks = mergeOperations(reports.map(({ coverage }) => coverage.webhooks ?? []));
  const findings = mergeFindings(
    reports.flatMap((report) => report.findings),
    [...operations, ...webhooks],
  );
  const level = (name: FindingGroup["level"]): number => findings.filter((it) => it.level === name).length;
  const kinds = reports.map(({ coverage }) => coverage.kinds);
  const specs = reports.map(({ coverage }) => coverage.specs);
  const changed = reports.map(({ coverage }) => coverage.changed);
  const failures = mergeFailures(reports.flatMap((report) => report.failures ?? []));
  const unreadable = reports.flatMap((report) => report.unreadable);
  const notLogged = mergeReasons(reports.flatMap((report) => report.notLogged ?? []));
  const unavailableCount = sumOf(({ summary }) => summary.notLogged ?? 0);
  // Kept even if another run accepted the operation.
  const unaccepted = dropDuplicates(reports.flatMap((report) => report.unaccepted ?? []));
  const excluded = dropDuplicates(reports.flatMap((report) => report.excluded ?? []));
  return {
    spec,
    summary: {
      exchanges: sumOf(({ summary }) => summary.exchanges),
      passed: sumOf(({ summary }) => summary.passed),
      failed: sumOf(({ summary: { failed, accepted = 0 } }) => failed + accepted),
      partial: sumOf(({ summary }) => summary.partial),
      skipped: sumOf(({ summary }) => summary.skipped),
      ...(unavailableCount === 0 ? {} : { notLogged: unavailableCount }),
      unreadable: sumOf(({ summary }) => summary.unreadable),
      findings: { error: level("error"), warn: level("warn") },
    },
    findings,
    ...(failures.length === 0 ? {} : { failures }),
    coverage: {
      operations,
      ...(webhooks.length === 0 ? {} : { webhooks }),
      ...(kinds.every((it) => it !== undefined) ? { kinds: mergeKinds(kinds) } : {}),
      ...(specs.every((it) => it !== undefined) ? { specs: mergeSpecs(specs) } : {}),
      ...(changed.every((it) => it !== undefined) ? { changed: mergeChanged(changed) } : {}),
    },
    skipped: mergeReasons(reports.flatMap(({ skipped }) => skipped)),
    partial: mergeReasons(reports.flatMap(({ partial }) => partial)),
    ...(notLogged.length === 0 ? {} : { notLogged }),
    ...mergeConsumers(reports),
    unreadable: unreadable.sort(compareUnreadable),
    runErrors: [...new Set(reports.flatMap(({ runErrors }) => runErrors))].sort(compareStrings),
    ...buildUntested({ unaccepted, excluded }),
  };
}

function mergeFindings(
  findings: readonly FindingGroup[],
  operations: readonly OperationCoverage[],
): readonly FindingGroup[] {
  const exchangesOf = new Map(operations.map(({ operationId, exchanges }) => [operationId, exchanges]));
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { state: _state, waiver: _waiver, ...found } = finding;
    const key = `${found.level} ${found.fingerprint}`;
    const known = groups.get(key);
    groups.set(key, known === undefined ? found : mergeFindingGroup(known, found));
  }
  return [...groups.values()]
    .map((it) => {
      const of = Math.max(exchangesOf.get(it.operationId ?? "") ?? 0, it.exchanges);
      return { ...it, of, ...acceptIgnored(it) };
    })
    .sort(compareFindingGroups);
}

/** The message of a group is that of its first exchange. */
function mergeFindingGroup(a: FindingGroup, b: FindingGroup): FindingGroup {
  const earlier = isEarlier(b.first, a.first) ? b : a;
  const names = new Set<string>();
  for (const name of [...a.names, ...b.names]) addName(names, name);
  return {
    ...earlier,
    occurrences: a.occurrences + b.occurrences,
    exchanges: a.exchanges + b.exchanges,
    last: isEarlier(a.last, b.last) ? b.last : a.last,
    names: [...names].sort(),
    statuses: [...new Set([...a.statuses, ...b.statuses])].sort((x, y) => x - y),
  };
}

function mergeOperations(parts: readonly (readonly OperationCoverage[])[]): OperationCoverage[] {
  const merged = new Map<string, OperationCoverage>();
  for (const operation of parts.flat()) {
    const known = merged.get(operation.operationId);
    merged.set(operation.operationId, known === undefined ? operation : mergeOperation(known, operation));
  }
  return [...merged.values()];
}

function mergeOperation(a: OperationCoverage, b: OperationCoverage): OperationCoverage {
  const statuses: Record<string, number> = { ...a.statuses };
  for (const [status, count] of Object.entries(b.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
  const missing = a.missing.filter((status) => b.missing.includes(status));
  return { ...a, exchanges: a.exchanges + b.exchanges, statuses, missing };
}

/** All parts have the same operations, because these do not depend on the traffic. */
function mergeChanged(parts: readonly ChangedCoverage[]): ChangedCoverage {
  const [first] = parts;
  if (first === undefined) throw new RangeError("There are no reports to merge");
  const operations = first.operations.map((operation, index) => ({
    ...operation,
    exchanges: parts.reduce((sum, part) => sum + (part.operations[index]?.exchanges ?? 0), 0),
  }));
  return { ...first, operations, kinds: mergeKinds(parts.map(({ kinds }) => kinds)) };
}

/** A target is missing if it is missing in every part. */
function mergeKinds(parts: readonly CoverageByKind[]): CoverageByKind {
  const [first] = parts;
  if (first === undefined) throw new RangeError("There are no reports to merge");
  return mapKinds((kind) => {
    const of = first[kind];
    const others = parts.slice(1).map((it) => new Set(it[kind].missing.map(getTargetKey)));
    const missing = of.missing.filter((it) => others.every((seen) => seen.has(getTargetKey(it))));
    const seen = of.total - missing.length;
    return { ...of, seen, percent: toPercent(seen, of.total), missing };
  });
}

/** All parts have the same specs. */
function mergeSpecs([first = [], ...others]: readonly (readonly SpecCoverage[])[]): readonly SpecCoverage[] {
  return first.map(({ path, kinds }, index) => {
    const parts = others.flatMap((specs) => specs[index]?.kinds ?? []);
    return { path, kinds: mergeKinds([kinds, ...parts]) };
  });
}

function getTargetKey({ file, pointer, name }: MissingTarget): string {
  return `${file}\n${pointer}\n${name}`;
}
