import type { Schemas } from "../../schema/index.js";
import type { DeliveryProfile } from "../delivery-urls/delivery-profile.js";

/** What stays the same for as long as a sandbox runs, and what its choices are. */
export type AppContext = {
  /** What every derived id and key comes from: the same seed gives the same ids. */
  readonly seed: string;
  /** Base addresses as clients know them, without a slash at the end. */
  readonly baseUrl: () => string;
  readonly billingUrl: () => string;
  readonly schemas: Schemas;
  readonly policies: Policies;
  /** Where deliveries may go. */
  readonly deliveryProfile: DeliveryProfile;
  readonly realClock: RealClock;
};

/** The answers to points that the contract leaves open, where a user may want another (spec/open-points.yaml). */
export type Policies = {
  /** Whose `updatedAt` a recorded order has: the one that is passed, or the time of the write. */
  readonly updatedAt: "passed" | "server";
  /** Whether histories and shipments stand in a list without their flags. */
  readonly includedByDefault: boolean;
  /** Answers to a request id that comes with another payload: 400, or 422 of the IETF draft. */
  readonly reusedRequestId: 400 | 422;
  /** Seconds. */
  readonly tokenLifetime: number;
  readonly refreshTokenLifetime: number;
  /** The grant type by which a refresh token is renewed. */
  readonly refreshGrantType: string;
  /** Assertions with times in milliseconds and long lives, as some client libraries write them, are accepted. */
  readonly lenientAssertions: boolean;
  /** Milliseconds between the attempts of a delivery; their number is one more. */
  readonly retrySchedule: readonly number[];
};

/** Time as the machine has it, and chance: given from outside, so that a test may give its own. */
export type RealClock = {
  readonly now: () => number;
  /** Bytes that nobody can foretell. */
  readonly randomBytes: (count: number) => Uint8Array;
};
