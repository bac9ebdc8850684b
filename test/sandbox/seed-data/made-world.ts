import { deliveryProfile } from "../../../src/sandbox/deliveries/index.js";
import { ownDescription } from "../../../src/sandbox/own-description.js";
import { DEFAULT_POLICIES } from "../../../src/sandbox/policies.js";
import type { World } from "../../../src/sandbox/world.js";
import { createSchemas } from "../../../src/schema/index.js";

/** A Saturday in spring, which is when everything in these tests happens. */
export const NOW = Date.parse("2026-03-14T12:00:00Z");

const schemas = createSchemas(ownDescription());

/** A world without chance, whose real clock stands still unless a test moves it. */
export function makeWorld(clock: { now: number } = { now: NOW }): World {
  return {
    seed: "test",
    baseUrl: () => "http://127.0.0.1:4010",
    billingUrl: () => "http://127.0.0.1:4010",
    schemas,
    policies: DEFAULT_POLICIES,
    deliveryProfile: deliveryProfile({ reach: "local" }),
    realClock: { now: () => clock.now, randomBytes: (count) => new Uint8Array(count) },
  };
}
