import type { JsonObject } from "../../document/index.js";
import { deriveUuid } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/timestamps.js";
import type { Merchant } from "./merchant.js";

/** Creates two plans of an application, and one subscription for each merchant: one paid and one in trial. */
export function createBillingData(
  seed: string,
  applicationId: string,
  { merchants: [first, second], now }: { readonly merchants: readonly [Merchant, Merchant]; readonly now: number },
): { readonly plans: readonly JsonObject[]; readonly subscriptions: readonly JsonObject[] } {
  const counter = createPlan(seed, applicationId, { name: "Counter", trialPeriodDays: 0, amount: 100, now });
  const trial = createPlan(seed, applicationId, { name: "Counter with trial", trialPeriodDays: 30, amount: 120, now });
  const subscription = (merchant: Merchant, { planId }: JsonObject, phase: string, days: number): JsonObject => ({
    subscriptionId: deriveUuid(seed, "pack subscription", merchant.id),
    appId: applicationId,
    businessId: merchant.id,
    planId: planId ?? null,
    bundleId: deriveUuid(seed, "pack bundle"),
    phase,
    status: "ACTIVE",
    startAt: formatTimestamp(now - days * DAY),
    createdAt: formatTimestamp(now - days * DAY),
    updatedAt: formatTimestamp(now - days * DAY),
  });
  return {
    plans: [counter, trial],
    subscriptions: [subscription(first, counter, "FULL", 200), subscription(second, trial, "TRIAL", 10)],
  };
}

const DAY = 86_400_000;

type PlanTerms = {
  readonly name: string;
  readonly trialPeriodDays: number;
  readonly amount: number;
  readonly now: number;
};

function createPlan(seed: string, appId: string, { name, trialPeriodDays, amount, now }: PlanTerms): JsonObject {
  const since = formatTimestamp(now - 300 * DAY);
  return {
    planId: deriveUuid(seed, "pack plan", name),
    appId,
    name,
    description: trialPeriodDays > 0 ? "All functions of the counter, after a trial" : "All functions of the counter",
    status: "ACTIVE",
    scope: "BUSINESS",
    interval: "DAY",
    trialPeriodDays,
    startPolicy: "IMMEDIATE",
    cancelPolicy: "IMMEDIATE",
    amount,
    amounts: [
      { country: "US", currency: "USD", value: amount },
      { country: "CA", currency: "CAD", value: Math.round(amount * 1.3) },
    ],
    createdAt: since,
    updatedAt: since,
  };
}
