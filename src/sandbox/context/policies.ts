import type { Policies } from "./app-context.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The `grantType` of self-signed assertions (RFC 7523, section 2.1). */
export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** The default behavior for open questions of the spec. */
export const DEFAULT_POLICIES: Policies = {
  updatedAt: "passed",
  includedByDefault: false,
  reusedRequestId: 400,
  tokenLifetime: 3600,
  refreshTokenLifetime: 30 * 24 * 3600,
  refreshGrantType: "REFRESH_TOKEN",
  lenientAssertions: false,
  retrySchedule: [
    5 * SECOND,
    30 * SECOND,
    2 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    10 * HOUR,
  ],
};

/** A short retry schedule in milliseconds, to watch deliveries being retried and given up. */
export const FAST_RETRIES: readonly number[] = [200, 500, SECOND, 2 * SECOND];

/** Options of `contract sandbox` that apply to the built-in spec only. */
export const BUILT_IN_OPTIONS: readonly string[] = [
  "billingPort",
  "singleAddress",
  "billingUrl",
  "policy",
  "credentials",
];
