import type { Operation } from "../../document/index.js";
import type { CheckContext } from "../rules/check.js";
import type { FindingCode } from "../rules/codes.js";
import type { BodySnippet } from "./body-snippet.js";
import type { Finding, RepeatedFinding } from "./finding.js";

/** The result of checking an exchange. */
export type Verdict = "passed" | "failed" | "partial" | "skipped";

/**
 * What a recording contains of credentials. Browsers leave out Authorization, Cookie and Set-Cookie on export. `set-cookie`:
 * responses have Set-Cookie headers, but no request has credentials.
 */
export type RecordedCredentials = "all" | "set-cookie" | "none";

/** The results of an exchange if its recorder left out credentials. */
type CredentialVariants = Readonly<Record<Exclude<RecordedCredentials, "all">, ExchangeResult>>;

export type ExchangeResult = {
  readonly verdict: Verdict;
  readonly operation: Operation | undefined;
  readonly findings: readonly Finding[];
  /** Further findings of known groups, without details; only from a fast validator. */
  readonly repeated?: readonly RepeatedFinding[];
  /** The documented status of the response, such as `200` or `4XX`. */
  readonly status: string | undefined;
  /** Why the exchange was skipped or only partially checked. */
  readonly reasons: readonly string[];
  /** Parts that were not checked because logs or recordings lack them. */
  readonly notLogged?: readonly string[];
  /** The results if the recorder left out credentials; present if findings depend on that. */
  readonly variants?: CredentialVariants;
  /** Codes of the request's violations that the service correctly rejected. */
  readonly refused: readonly FindingCode[];
  /**
   * How the URL differs from the servers of the spec: `origin` as sent, and the base URL that would make its path match an
   * operation. The exchange is skipped, or was matched without the base path.
   */
  readonly elsewhere?: {
    readonly origin: string;
    readonly server?: string;
    /** The option that adds the server, in the words of the caller: `--server URL` or `servers: ["URL"]`. */
    readonly option?: string;
    readonly mismatch: string;
  };
  /** Computes the snippet of the finding at an index. */
  readonly getSnippet?: (index: number) => BodySnippet | undefined;
  /** The data used by the checks; absent if the exchange belongs to no operation. */
  readonly context?: CheckContext;
};

/** Default values of a result. */
export const EMPTY_RESULT = {
  operation: undefined,
  findings: [],
  status: undefined,
  reasons: [],
  refused: [],
} as const;
