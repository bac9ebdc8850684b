import type { UnreadableEntry } from "../../recording/index.js";
import type { CoverageByKind } from "../coverage/coverage.js";
import type { ChangedCoverage, SpecCoverage } from "../coverage/specs-coverage.js";
import type { Verdict } from "../exchange/exchange-result.js";
import type { RecordingLocation } from "../exchange/finding.js";
import type { AgreementReport } from "./agreement.js";
import type { FindingGroup } from "./finding-groups.js";

/** Skipped or partially checked exchanges, grouped by reason. */
export type ReasonGroup = {
  readonly reason: string;
  readonly exchanges: number;
  readonly first: RecordingLocation;
  /** For requests to a URL that is not of a server of the spec: its origin. */
  readonly origin?: string;
  /** Which part of the URL fits no server. */
  readonly mismatch?: string;
  /** The base URL with which the path matches an operation. */
  readonly server?: string;
  /** The option that adds it. */
  readonly option?: string;
};

/** Operations for which a running service accepted no request or received none, with the reason. */
export type UnacceptedOperations = {
  readonly source: string;
  readonly reason: string;
  readonly operations: readonly string[];
};

/** Operations that the user left out of the probe of a running service. */
export type ExcludedOperations = {
  readonly source: string;
  /** The option or the selector that leaves them out, and the reason of the configuration. */
  readonly selector: string;
  readonly reason?: string;
  readonly operations: readonly string[];
};

export type OperationCoverage = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly exchanges: number;
  /** The milliseconds that the requests of a running service took; absent for recordings. */
  readonly durationMs?: number;
  /** Exchanges by status code. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Documented statuses that no exchange had. */
  readonly missing: readonly string[];
};

/** Failed exchanges that have the same errors. */
export type Failure = { readonly fingerprints: readonly string[]; readonly exchanges: number };

/** The exchanges of one program that sends requests. */
export type ConsumerCount = { readonly name: string; readonly exchanges: number; readonly failed: number };

type ReportConsumers = {
  /** Sorted by the number of exchanges. */
  readonly listed: readonly ConsumerCount[];
  /** The exchanges of consumers beyond the first 1000. */
  readonly unlisted: number;
  /** The exchanges without a consumer. */
  readonly unknown: number;
};

export type Report = {
  readonly spec: { readonly path: string; readonly title: string; readonly version: string };
  readonly summary: { readonly exchanges: number } & Readonly<Record<Verdict, number>> & {
      /** The number of partial exchanges of which everything recorded was checked. */
      readonly notLogged?: number;
      /** With a baseline, the number of exchanges that have accepted errors only. They do not count as failed. */
      readonly accepted?: number;
      readonly unreadable: number;
      readonly findings: { readonly error: number; readonly warn: number };
    };
  readonly findings: readonly FindingGroup[];
  /** The failed exchanges by their errors, of at most 1000 combinations; present if an exchange failed. */
  readonly failures?: readonly Failure[];
  readonly coverage: {
    readonly operations: readonly OperationCoverage[];
    /** Present if the traffic has webhook events. */
    readonly webhooks?: readonly OperationCoverage[];
    /** Coverage by kind, down to properties, values and branches; present if requested. */
    readonly kinds?: CoverageByKind;
    /** The same of each spec; present if there are several. */
    readonly specs?: readonly SpecCoverage[];
    /** Coverage of the changes since an older spec; present if requested. */
    readonly changed?: ChangedCoverage;
  };
  /** Whether the generated validators agree with the checker; present for `contract gate`. */
  readonly agreement?: AgreementReport;
  readonly skipped: readonly ReasonGroup[];
  readonly partial: readonly ReasonGroup[];
  /** Data that was not checked because logs or recordings lack it. */
  readonly notLogged?: readonly ReasonGroup[];
  /** Who sent the requests; present if an exchange names its consumer. */
  readonly consumers?: ReportConsumers;
  readonly unreadable: readonly UnreadableEntry[];
  /** Errors that make the run incomplete: a truncated recording, or spec findings under --strict-spec. */
  readonly runErrors: readonly string[];
  /** Present if a running service did not accept a valid request for every operation. Makes the run inconclusive. */
  readonly unaccepted?: readonly UnacceptedOperations[];
  /** Present if the user excluded operations from the probe of a running service. */
  readonly excluded?: readonly ExcludedOperations[];
  /** Present for a sharded run: the one-based index of this shard, and a hash of what all shards of the run have in common. */
  readonly shard?: { readonly index: number; readonly of: number; readonly inputs?: string };
  /** Present if a baseline is applied. */
  readonly baseline?: BaselineReport;
};

/** A temporarily accepted finding. */
export type Waiver = {
  /** Without it, the entry accepts all findings of its code, and of its operation and path if it has them. */
  readonly fingerprint?: string;
  readonly code?: string;
  readonly operation?: string | null;
  /** A JSON Pointer into the spec. It accepts what is at this place or below it. */
  readonly path?: string;
  readonly status?: string;
  readonly property?: string;
  readonly keyword?: string;
  readonly contract?: string;
  /** The spec of a finding in a spec. */
  readonly spec?: string;
  readonly statuses?: readonly number[];
  readonly reason: string;
  readonly ticket?: string;
  /** The last day of acceptance, such as `2026-01-31`. */
  readonly expires?: string;
  readonly firstSeen?: string;
};

/** The result of applying a baseline to a run. */
type BaselineReport = {
  readonly path: string;
  /** The number of findings without a waiver. */
  readonly new: number;
  /** The numbers of findings with a waiver. They do not fail the run. */
  readonly known: { readonly error: number; readonly warn: number };
  /** Expired waivers whose findings still occur and can fail the run again. */
  readonly expired: readonly Waiver[];
  /** Waivers that can be removed: the traffic has such responses of the operation, without the finding. */
  readonly fixed: readonly Waiver[];
  /** The number of waivers whose operation or response does not occur in the traffic. */
  readonly unobserved: number;
};
