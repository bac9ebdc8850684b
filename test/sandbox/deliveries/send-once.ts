/** Sends one delivery, as a dispatcher does. */
import type { LookupAddress } from "node:dns";
import { type DeliveryOutcome, type SendLimits, sendDelivery } from "../../../src/sandbox/deliveries/send-delivery.js";
import {
  createDeliveryProfile,
  type DeliveryProfileOptions,
} from "../../../src/sandbox/delivery-urls/delivery-profile.js";

export const SECRET = "a-long-random-signing-secret";
export const payload = Buffer.from('{"id":"1","name":"Größe"}');

type Extra = {
  readonly profile?: DeliveryProfileOptions;
  readonly trustedCertificates?: string;
  readonly limits?: SendLimits;
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
};

/** The outcome. */
export function sendOnce(url: string, { profile = { reach: "local" }, ...rest }: Extra = {}): Promise<DeliveryOutcome> {
  const options = {
    profile: createDeliveryProfile(profile),
    realNow: () => Date.UTC(2026, 0, 1),
    ...rest,
  };
  return sendDelivery({ url, secret: SECRET, payload, signal: new AbortController().signal }, options);
}
