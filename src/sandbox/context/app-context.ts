import type { Schemas } from "../../schema/index.js";
import type { DeliveryStyle } from "../deliveries/send-delivery.js";
import type { DeliveryProfile } from "../delivery-urls/delivery-profile.js";

/** Settings and dependencies that stay the same while a sandbox runs. */
export type AppContext = {
  /** Source of all derived ids and keys: the same seed gives the same ids. */
  readonly seed: string;
  /** Base URLs as clients use them, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly billingUrl: () => string;
  readonly schemas: Schemas;
  readonly policies: Policies;
  /** Restricts the URLs of deliveries. */
  readonly deliveryProfile: DeliveryProfile;
  readonly realClock: RealClock;
  /** Sends deliveries that may have become due. Those of other replicas look for them every 250 ms. */
  readonly wake: () => void;
  /** How deliveries of an event type are sent; as those of the built-in service by default. */
  readonly getDeliveryStyle?: ((eventType: string) => DeliveryStyle) | undefined;
};

/** Configurable behavior for open questions of the spec (spec/open-points.yaml). */
export type Policies = {
  /** `updatedAt` of a recorded order: the value of the request, or the time of the write. */
  readonly updatedAt: "passed" | "server";
  /** Whether lists include histories and shipments when the query parameters for them are absent. */
  readonly includedByDefault: boolean;
  /** Status of the response to a request id that is reused with another payload: 400, or 422 as in the IETF draft. */
  readonly reusedRequestId: 400 | 422;
  /** Seconds. */
  readonly tokenLifetime: number;
  readonly refreshTokenLifetime: number;
  /** `grant_type` of a refresh request. */
  readonly refreshGrantType: string;
  /** Accepts assertions with times in milliseconds and long lifetimes, which some client libraries send. */
  readonly lenientAssertions: boolean;
  /** Milliseconds between the attempts of a delivery. The number of attempts is one more than the length. */
  readonly retrySchedule: readonly number[];
};

/** System time and randomness. Injected, so that tests can replace them. */
export type RealClock = {
  readonly now: () => number;
  /** Cryptographically secure random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
};

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
