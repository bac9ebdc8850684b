import type { RequestExpectation } from "../sandbox/index.js";

export type RequestVerification = {
  /** Which requests to the sandbox are counted. */
  readonly match?: RequestExpectation;
  /** How many requests have to match. Default: at least one. */
  readonly count?: number | { readonly min?: number; readonly max?: number };
  /** Only requests with a larger id are counted. */
  readonly after?: number;
};

export type VerifyRequestsOptions = {
  /** The token of the admin address, if it has one. */
  readonly adminToken?: string;
  readonly fetch?: typeof fetch;
};

/**
 * Verifies which requests the sandbox has received. The error shows the nearest request and how it differs.
 *
 * @param adminUrl the admin address of the sandbox, such as `sandbox.adminUrl`.
 * @returns the ids of the matching requests in the log of the sandbox.
 * @throws Error if their number is not as expected, or if requests that the log no longer holds could change the result
 *
 * @example
 * await verifyRequests(sandbox.adminUrl, { match: { operationId: "recordOrder", body: { id } }, count: 2 });
 */
export async function verifyRequests(
  adminUrl: string,
  verification: RequestVerification,
  { adminToken, fetch: send = fetch }: VerifyRequestsOptions = {},
): Promise<readonly number[]> {
  const headers = {
    "Content-Type": "application/json",
    ...(adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }),
  };
  const response = await send(`${adminUrl.replace(/\/$/, "")}/verify`, {
    ...{ method: "POST", headers, body: JSON.stringify(verification) },
  });
  if (!response.ok) throw new Error(`cannot verify requests: ${await response.text()}`);
  const result = (await response.json()) as VerificationResult;
  if (!result.verified) throw new Error(formatFailure(result));
  return result.ids;
}

type VerificationResult = {
  readonly verified: boolean;
  readonly expected: { readonly min: number; readonly max?: number };
  readonly matched: number;
  readonly ids: readonly number[];
  readonly nearest?: {
    readonly request: { readonly id: number; readonly method: string; readonly url: string; readonly status: number };
    readonly differences: readonly string[];
  };
};

function formatFailure({ expected: { min, max }, matched, ids, nearest }: VerificationResult): string {
  const wanted = max === undefined ? `at least ${min}` : min === max ? String(min) : `${min} to ${max}`;
  const found = ids.length === 0 ? `${matched}` : `${matched} (ids ${ids.join(", ")})`;
  const lines = [`expected ${wanted} matching requests, found ${found}`];
  if (nearest !== undefined) {
    const { id, method, url, status } = nearest.request;
    lines.push(`nearest request: ${id}, ${method} ${url}, status ${status}`);
    lines.push(...nearest.differences.map((difference) => `  ${difference}`));
  }
  return lines.join("\n");
}
