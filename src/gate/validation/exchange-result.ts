import type { CheckContext, FindingCode } from "../../checks/index.js";
import type { Operation } from "../../document/index.js";
import type { BodySnippet } from "./body-snippet.js";
import type { Finding, RepeatedFinding } from "./finding.js";

/** What becomes of an exchange: exactly one of these. */
export type Verdict = "passed" | "failed" | "partial" | "skipped";

export type ExchangeResult = {
  readonly verdict: Verdict;
  readonly operation: Operation | undefined;
  readonly findings: readonly Finding[];
  /** Further findings, each of a group that is known: of them no more is told. Only of exchanges that were settled. */
  readonly repeated?: readonly RepeatedFinding[];
  /** The documented status that the answer was judged by, such as `200` or `4XX`. */
  readonly status: string | undefined;
  /** Why it was skipped, or judged only in part. */
  readonly reasons: readonly string[];
  /** What of it a log does not hold, so that nobody judged it; only of exchanges of logs. */
  readonly notLogged?: readonly string[];
  /** What the client did wrong and the service rightly refused. */
  readonly refused: readonly FindingCode[];
  /** The place in the body that one of the findings is about, worked out when it is asked for. */
  readonly getSnippet?: (index: number) => BodySnippet | undefined;
  /** The exchange beside its operation, as the checks saw it; absent when it belongs to none. */
  readonly context?: CheckContext;
};

/** An exchange of which nothing is found; what it has is written over this. */
export const EMPTY_RESULT = {
  operation: undefined,
  findings: [],
  status: undefined,
  reasons: [],
  refused: [],
} as const;
