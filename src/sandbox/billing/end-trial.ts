import type { JsonObject } from "../../document/index.js";
import { formatTimestamp } from "../context/timestamps.js";

/**
 * A subscription at a time: a trial that is over has gone to the phase `FULL`, at its end. The seed shows no transitions;
 * this one is what the names and `trialPeriodDays` say.
 */
export function endExpiredTrial(subscription: JsonObject, trialEndsAt: number | undefined, now: number): JsonObject {
  if (subscription.phase !== "TRIAL" || trialEndsAt === undefined || now < trialEndsAt) return subscription;
  return { ...subscription, phase: "FULL", updatedAt: formatTimestamp(trialEndsAt) };
}
