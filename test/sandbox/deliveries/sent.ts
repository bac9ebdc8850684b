/** Sends once, as a dispatcher does. */
import type { LookupAddress } from "node:dns";
import { type DeliveryProfileOptions, deliveryProfile } from "../../../src/sandbox/deliveries/addresses.js";
import type { Outcome } from "../../../src/sandbox/deliveries/outcome.js";
import { type SendLimits, send } from "../../../src/sandbox/deliveries/send.js";

export const SECRET = "a-long-random-signing-secret";
export const payload = Buffer.from('{"id":"1","name":"Größe"}');

type Extra = {
  readonly profile?: DeliveryProfileOptions;
  readonly trusted?: string;
  readonly limits?: SendLimits;
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
};

/** What came of it. */
export function sent(url: string, { profile = { reach: "local" }, ...rest }: Extra = {}): Promise<Outcome> {
  const options = {
    profile: deliveryProfile(profile),
    realNow: () => Date.UTC(2026, 0, 1),
    ...rest,
  };
  return send({ url, secret: SECRET, payload, signal: new AbortController().signal }, options);
}
