import type { JsonObject } from "../../document/index.js";
import { formatTimestamp } from "../context/timestamps.js";

/**
 * Returns the subscription as of `now`: an expired trial is in phase `FULL` since its end. The seed specifies no
 * transitions; this one follows from the names and from `trialPeriodDays`.
 */
export function endExpiredTrial(subscription: JsonObject, trialEndsAt: number | undefined, now: number): JsonObject {
  if (subscription.phase !== "TRIAL" || trialEndsAt === undefined || now < trialEndsAt) return subscription;
  return { ...subscription, phase: "FULL", updatedAt: formatTimestamp(trialEndsAt) };
}
