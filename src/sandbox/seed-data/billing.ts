import type { JsonObject } from "../../document/index.js";
import { derivedUuid } from "../ids.js";
import { timestamp } from "../timestamps.js";
import type { Merchant } from "./merchant.js";

/** Two plans of an application, and a subscription of each merchant: one that pays, one that tries. */
export function billing(
  seed: string,
  applicationId: string,
  { merchants: [first, second], now }: { readonly merchants: readonly [Merchant, Merchant]; readonly now: number },
): { readonly plans: readonly JsonObject[]; readonly subscriptions: readonly JsonObject[] } {
  const counter = plan(seed, applicationId, { name: "Counter", trialPeriodDays: 0, amount: 100, now });
  const trial = plan(seed, applicationId, { name: "Counter with trial", trialPeriodDays: 30, amount: 120, now });
  const subscription = (merchant: Merchant, { planId }: JsonObject, phase: string, days: number): JsonObject => ({
    subscriptionId: derivedUuid(seed, "pack subscription", merchant.id),
    appId: applicationId,
    businessId: merchant.id,
    planId: planId ?? null,
    bundleId: derivedUuid(seed, "pack bundle"),
    phase,
    status: "ACTIVE",
    startAt: timestamp(now - days * DAY),
    createdAt: timestamp(now - days * DAY),
    updatedAt: timestamp(now - days * DAY),
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

function plan(seed: string, appId: string, { name, trialPeriodDays, amount, now }: PlanTerms): JsonObject {
  const since = timestamp(now - 300 * DAY);
  return {
    planId: derivedUuid(seed, "pack plan", name),
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
