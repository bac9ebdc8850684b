import { toPrintable } from "../../schema/index.js";
import { findKindsBelowThreshold } from "../coverage/coverage.js";
import type { Report } from "./report.js";

/** From which level on findings fail a run. */
export type FailOn = "error" | "warn" | "never";

export type RunOutcome =
  | { readonly kind: "passed" }
  | { readonly kind: "failed" }
  /** Something could not be judged, and so nobody can say that the contract holds. */
  | { readonly kind: "inconclusive"; readonly reasons: readonly string[] };

export type OutcomeOptions = {
  /** `error` unless it is said. */
  readonly failOn?: FailOn;
  /** Whether the contract may hold where something could be judged only in part. */
  readonly allowPartial?: boolean;
  /** A part of the traffic may hold nothing for this contract; whoever puts the parts together sees whether all do. */
  readonly isShard?: boolean;
};

/** What a run comes to. That something could not be judged outranks findings: the run has not seen everything. */
export function computeOutcome(report: Report, rules: OutcomeOptions = {}): RunOutcome {
  const { failOn = "error", allowPartial = false, isShard = false } = rules;
  const { summary, baseline, coverage } = report;
  const reasons: string[] = [...report.runErrors];
  const judged = summary.exchanges - summary.skipped;
  if (summary.unreadable > 0) reasons.push(`${formatCount(summary.unreadable, "entry", "entries")} could not be read`);
  if (!isShard && summary.exchanges === 0 && summary.unreadable === 0) reasons.push("there were no exchanges to judge");
  if (!isShard && judged === 0 && summary.exchanges > 0) reasons.push(formatNoMatchReason(report));
  // What logs never hold keeps nobody from judging what they do hold; the report says what that was.
  const partial = summary.partial - (summary.notLogged ?? 0);
  if (partial > 0 && !allowPartial)
    reasons.push(`${formatCount(partial, "exchange", "exchanges")} could be judged only in part`);
  if (reasons.length > 0) return { kind: "inconclusive", reasons };
  const known = baseline?.known ?? { error: 0, warn: 0 };
  const errors = summary.findings.error - known.error;
  const failing = failOn === "never" ? 0 : errors + (failOn === "warn" ? summary.findings.warn - known.warn : 0);
  const below = [...findKindsBelowThreshold(coverage.kinds), ...findKindsBelowThreshold(coverage.changed?.kinds)];
  return { kind: failing > 0 || (!isShard && below.length > 0) ? "failed" : "passed" };
}

/** With what is said of most of them, which mostly is how to mend it. */
function formatNoMatchReason({ skipped: [first, ...others], summary }: Report): string {
  if (first === undefined) return "no exchange belongs to this contract";
  const most = others.reduce((one, other) => (other.exchanges > one.exchanges ? other : one), first);
  const share = most.exchanges === summary.exchanges ? "" : `${most.exchanges} of ${summary.exchanges} `;
  return `no exchange belongs to this contract: ${share}${toPrintable(most.reason)}`;
}

function formatCount(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
