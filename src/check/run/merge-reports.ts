import { type CoverageByKind, type MissingTarget, mapKinds, measureKind } from "../coverage/coverage.js";
import type { ChangedCoverage, SpecCoverage } from "../coverage/specs-coverage.js";
import type { OperationCoverage, Report } from "./report.js";
import { addReport, createResultTally, reportResults } from "./result-tally.js";

/**
 * Merges the reports of several runs with one spec into the report of a single run over all traffic. The order of the reports
 * does not matter. Baselines are dropped; apply one to the merged report. So is what only the gate has.
 *
 * As in a single run, overflows are counted together: more than 50 undeclared names per location, 5000 findings or 1000
 * reasons.
 */
export function mergeReports(reports: readonly [Report, ...Report[]]): Report {
  const [{ spec }] = reports;
  // Their URLs are redacted.
  const tally = createResultTally({ redact: (url) => url }, false);
  for (const report of reports) addReport(tally, report);
  const webhooks = mergeOperations(reports.map(({ coverage }) => coverage.webhooks ?? []));
  const kinds = reports.map(({ coverage }) => coverage.kinds);
  const specs = reports.map(({ coverage }) => coverage.specs);
  const changed = reports.map(({ coverage }) => coverage.changed);
  const coverage = {
    operations: mergeOperations(reports.map((report) => report.coverage.operations)),
    ...(webhooks.length === 0 ? {} : { webhooks }),
    ...(kinds.every((it) => it !== undefined) ? { kinds: mergeKinds(kinds) } : {}),
    ...(specs.every((it) => it !== undefined) ? { specs: mergeSpecs(specs) } : {}),
    ...(changed.every((it) => it !== undefined) ? { changed: mergeChanged(changed) } : {}),
  };
  return reportResults(tally, { spec, coverage });
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
    return measureKind(of.total, missing, of.atLeast);
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
