import type { EntryDiagnostic } from "../../exchange/index.js";
import type { ChangedCoverage } from "../coverage/changed-coverage.js";
import type { CoverageByKind } from "../coverage/coverage.js";
import type { Verdict } from "../validation/exchange-result.js";
import type { RecordingLocation } from "../validation/finding.js";
import type { BaselineReport } from "./baseline.js";
import type { FindingGroup } from "./finding-groups.js";

/** Exchanges that were not (or not wholly) judged, by reason. */
export type ReasonGroup = { readonly reason: string; readonly exchanges: number; readonly first: RecordingLocation };

/** Operations of which a living service has accepted no request, or that it was not asked, and why. */
export type UnacceptedOperations = {
  readonly source: string;
  readonly reason: string;
  readonly operations: readonly string[];
};

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
      readonly notLogged?: number;
      readonly unreadable: number;
      readonly findings: { readonly error: number; readonly warn: number };
    };
  readonly findings: readonly FindingGroup[];
  readonly coverage: {
    readonly operations: readonly OperationCoverage[];
    /** Only where the event of one of them came. */
    readonly webhooks?: readonly OperationCoverage[];
    /** By kind, down to properties, values and branches; only when it was asked for. */
    readonly kinds?: CoverageByKind;
    /** Of what differs from an older description; only when it was asked for. */
    readonly changed?: ChangedCoverage;
  };
  readonly skipped: readonly ReasonGroup[];
  readonly partial: readonly ReasonGroup[];
  /** What logs do not hold, and what was therefore not judged; only where logs were. */
  readonly notLogged?: readonly ReasonGroup[];
  readonly unreadable: readonly EntryDiagnostic[];
  /** What kept the run from seeing everything: a recording that is cut off, a description with problems under --strict-spec. */
  readonly runErrors: readonly string[];
  /** Only of a living service that has not shown of every operation how it answers a good request. */
  readonly unaccepted?: readonly UnacceptedOperations[];
  /** Only of a run that was dealt out: which part this is, counted from 1. */
  readonly shard?: { readonly index: number; readonly of: number };
  /** Only beside a baseline. */
  readonly baseline?: BaselineReport;
};
