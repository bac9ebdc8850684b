import { getOrCreate, type Operation } from "../../document/index.js";
import type { Exchange, UnreadableEntry } from "../../recording/index.js";
import type { Contract } from "../contract.js";
import type { CoverageThresholds } from "../coverage/coverage.js";
import {
  createChangedTargetFilter,
  createSpecsCoverage,
  type SpecChanges,
  type SpecsCoverage,
} from "../coverage/specs-coverage.js";
import type { ExchangeResult, RecordedCredentials } from "../exchange/exchange-result.js";
import type { KnownGroupPredicate } from "../exchange/finding.js";
import type { AgreementTally } from "./agreement.js";
import type { ExcludedOperations, OperationCoverage, Report, UnacceptedOperations } from "./report.js";
import {
  addNotLogged,
  addReport,
  addResult,
  createRecordingTallies,
  createResultTally,
  MAX_REASONS,
  reportResults,
} from "./result-tally.js";

/** Collects results into a report. Memory grows with the number of distinct findings, not with the number of exchanges. */
export type ReportBuilder = {
  readonly add: (exchange: Exchange, result: ExchangeResult) => void;
  /**
   * Adds an exchange of a recording. If no exchange of the recording carries credentials, they were not recorded: the report
   * says so once, and missing ones are no findings.
   */
  readonly addRecorded: (exchange: Exchange, result: ExchangeResult) => void;
  /** Which credentials a recording contains; undefined while the rest of the recording can change that. */
  readonly getRecordedCredentials: (source: string) => RecordedCredentials | undefined;
  /** Adds what a recording does not contain, so that it is not checked. The result of the exchange stays the same. */
  readonly addNotRecorded: (exchange: Exchange, reason: string) => void;
  /** Ends a recording. `report` ends all. */
  readonly endRecording: (source: string) => RecordedCredentials;
  /** Ends a part of a recording, whose other parts are checked elsewhere and can contain credentials. */
  readonly endRecordingPart: (source: string) => RecordingPart;
  /** Whether all findings belong to known groups, whose first exchanges are not later than this one. */
  readonly isKnownGroup: KnownGroupPredicate;
  readonly addUnreadable: (unreadable: UnreadableEntry) => void;
  readonly addRunError: (message: string) => void;
  readonly addUnacceptedOperations: (unaccepted: UnacceptedOperations) => void;
  readonly addExcludedOperations: (excluded: ExcludedOperations) => void;
  readonly report: () => Report;
};

/** The reports for the credentials that a recording can contain. */
export type VariantReports = Readonly<Record<RecordedCredentials, Report>>;

type RecordingPart = {
  readonly credentials: RecordedCredentials;
  /** What depends on the credentials in other parts; the builder does not count it. */
  readonly variants?: VariantReports;
};

/** @param coverage enables coverage of properties, values and branches, which takes time. Thresholds are optional. */
export type ReportBuilderOptions = {
  readonly coverage?: CoverageThresholds;
  /** Enables coverage of the changes since an older spec. */
  readonly changes?: SpecChanges | undefined;
  /** The operations to report on. Default: all operations of the spec. */
  readonly operations?: readonly Operation[];
  /** Compares the checker with generated validators. */
  readonly agreement?: AgreementTally;
};

export function createReportBuilder(contract: Contract, options: ReportBuilderOptions = {}): ReportBuilder {
  const { coverage: thresholds, changes, operations = contract.operations } = options;
  const coverage = (thresholds ?? changes) && createSpecsCoverage(contract.specs, operations);
  const createTally = () => createResultTally(contract.urlRedactor);
  const tally = createTally();
  const spec = getSpecInfo(contract);
  const recordings = createRecordingTallies(contract.operations, tally, {
    createTally,
    count: (held) => addReport(tally, reportResults(held, { spec, coverage: { operations: [] } })),
  });
  const seen: OperationCounts = new Map();
  const countCoverage = ({ response }: Exchange, result: ExchangeResult): OperationCount | undefined => {
    const { context, operation, status } = result;
    if (context !== undefined) for (const it of [coverage, options.agreement]) it?.add(context);
    const count = operation && getOrCreate(seen, operation.id, createOperationCount);
    if (count === undefined) return undefined;
    count.statuses[response.status] = (count.statuses[response.status] ?? 0) + 1;
    if (status !== undefined) count.documented.add(status);
    return count;
  };
  const reportCoverage = (counts: OperationCounts): Report["coverage"] => {
    const webhooks = listCoverage(operations, counts, "webhook");
    return {
      operations: listCoverage(operations, counts, "path"),
      ...(webhooks.some(({ exchanges }) => exchanges > 0) ? { webhooks } : {}),
      ...(coverage && buildKindCoverage(coverage, options, counts)),
    };
  };
  return {
    add: (exchange, result) => {
      const count = countCoverage(exchange, result);
      const { durationMs } = exchange;
      if (count !== undefined && durationMs !== undefined) count.durationMs = (count.durationMs ?? 0) + durationMs;
      addResult(tally, exchange, result);
    },
    addRecorded: (exchange, result) => {
      countCoverage(exchange, result);
      recordings.add(exchange, result);
    },
    getRecordedCredentials: recordings.getCredentials,
    addNotRecorded: (exchange, reason) => addNotLogged(tally, exchange, reason),
    endRecording: recordings.end,
    endRecordingPart: (source) => {
      const { credentials, held } = recordings.close(source);
      if (held === undefined) return { credentials };
      // The builder counts what these exchanges cover, whatever the credentials are.
      const coverage = { ...reportCoverage(new Map()), operations: [] };
      const report = (variant: RecordedCredentials) => reportResults(held[variant], { spec, coverage });
      return {
        credentials,
        variants: { all: report("all"), "set-cookie": report("set-cookie"), none: report("none") },
      };
    },
    isKnownGroup: tally.groups.isKnownGroup,
    addUnreadable: (reason) => {
      tally.unreadableCount += 1;
      if (tally.unreadable.length < MAX_REASONS) tally.unreadable.push(reason);
    },
    addRunError: (message) => tally.runErrors.add(message),
    addUnacceptedOperations: (it) => tally.unaccepted.push(it),
    addExcludedOperations: (it) => tally.excluded.push(it),
    report: () => {
      recordings.endAll();
      const agreement = options.agreement && { agreement: options.agreement.report() };
      return reportResults(tally, { spec, coverage: reportCoverage(seen), ...agreement });
    },
  };
}

function listCoverage(
  operations: readonly Operation[],
  seen: OperationCounts,
  wanted: Operation["kind"],
): OperationCoverage[] {
  return operations.filter(({ kind }) => kind === wanted).map((it) => getOperationCoverage(it, seen.get(it.id)));
}

function buildKindCoverage(
  coverage: SpecsCoverage,
  { coverage: thresholds, changes }: ReportBuilderOptions,
  counts: OperationCounts,
): Pick<Report["coverage"], "kinds" | "specs" | "changed"> {
  const kinds = thresholds === undefined ? {} : coverage.report(thresholds);
  if (changes === undefined) return kinds;
  const { since, operations } = changes;
  const seen = operations.map((it) => ({ ...it, exchanges: sum(counts.get(it.operationId)?.statuses ?? {}) }));
  const changed = {
    since,
    operations: seen,
    kinds: coverage.report(changes.thresholds, createChangedTargetFilter(changes)).kinds,
  };
  return { ...kinds, changed };
}

/** For each operation, the number of responses by status code, and the documented responses that occurred. */
type OperationCounts = Map<string, OperationCount>;
type OperationCount = {
  readonly statuses: Record<number, number>;
  readonly documented: Set<string>;
  durationMs?: number;
};

function createOperationCount(): OperationCount {
  return { statuses: {}, documented: new Set() };
}

function getOperationCoverage(
  { id, method, path, responses }: Operation,
  seen: OperationCount | undefined,
): OperationCoverage {
  // The keys of an object that are numbers are in order.
  const statuses = { ...seen?.statuses };
  return {
    operationId: id,
    method,
    path,
    exchanges: sum(statuses),
    ...(seen?.durationMs === undefined ? {} : { durationMs: seen.durationMs }),
    statuses,
    missing: responses.map(({ status }) => status).filter((status) => seen?.documented.has(status) !== true),
  };
}

/** The path, title and version of the spec; those of several are joined by commas. */
function getSpecInfo({ specs }: Contract): Report["spec"] {
  const documents = specs.map(({ document }) => document);
  const infos = documents.map(({ root }) => root.info as { title?: unknown; version?: unknown } | undefined);
  return {
    path: documents.map(({ path }) => path).join(", "),
    title: infos.map((info) => String(info?.title ?? "")).join(", "),
    version: infos.map((info) => String(info?.version ?? "")).join(", "),
  };
}

function sum(counts: Readonly<Record<number, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
