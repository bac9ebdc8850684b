import { asString, type JsonObject } from "../../document/index.js";
import { milliseconds, timestamp } from "../timestamps.js";

const DAY = 24 * 60 * 60 * 1000;

/** When the trial of a subscription ends, by the plan it is of; undefined when it has none or is over. */
export function trialEnd(subscription: JsonObject, plan: JsonObject | undefined): number | undefined {
  const start = milliseconds(asString(subscription.startAt) ?? "");
  const days = plan?.trialPeriodDays;
  if (subscription.phase !== "TRIAL" || start === undefined || typeof days !== "number") return undefined;
  return start + days * DAY;
}

/**
 * A subscription at a time: a trial that is over has gone to the phase `FULL`, at its end. The seed shows no transitions;
 * this one is what the names and `trialPeriodDays` say.
 */
export function subscriptionAt(subscription: JsonObject, trialEndsAt: number | undefined, now: number): JsonObject {
  if (subscription.phase !== "TRIAL" || trialEndsAt === undefined || now < trialEndsAt) return subscription;
  return { ...subscription, phase: "FULL", updatedAt: timestamp(trialEndsAt) };
}
