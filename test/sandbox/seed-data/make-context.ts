import { loadBundledSpec } from "../../../src/sandbox/commerce.js";
import { type AppContext, DEFAULT_POLICIES } from "../../../src/sandbox/context/app-context.js";
import { createDeliveryProfile } from "../../../src/sandbox/delivery-urls/delivery-profile.js";
import { createSchemas } from "../../../src/schema/index.js";

/** The time of these tests. */
export const NOW = Date.parse("2026-03-14T12:00:00Z");

const schemas = createSchemas(loadBundledSpec());

/** A deterministic app context, whose real clock is frozen unless a test moves it. */
export function makeContext(clock: { now: number } = { now: NOW }): AppContext {
  return {
    seed: "test",
    baseUrl: () => "http://127.0.0.1:4010",
    billingUrl: () => "http://127.0.0.1:4010",
    schemas,
    policies: DEFAULT_POLICIES,
    deliveryProfile: createDeliveryProfile({ reach: "local" }),
    wake: () => undefined,
    realClock: { now: () => clock.now, randomBytes: (count) => new Uint8Array(count) },
  };
}
