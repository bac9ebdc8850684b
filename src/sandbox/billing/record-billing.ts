import type { JsonObject } from "../../document/index.js";
import { insertRows } from "../deliveries/insert-rows.js";
import type { Queries } from "../store/database.js";
import { milliseconds } from "../timestamps.js";
import { trialEnd } from "./subscription.js";

/** Keeps a plan as the contract has it (Plan), which names its id, application and time of creation. No operation makes one. */
export async function recordPlan(queries: Queries, plan: JsonObject): Promise<void> {
  const row = [String(plan.appId), String(plan.planId).toLowerCase(), createdAt(plan), JSON.stringify(plan)];
  await insertRows(queries, "plans", ["application_id", "id", "created_at", "body"], [row]);
}

/** Keeps a subscription as the contract has it (Subscription); its trial ends by the plan that was recorded before it. */
export async function recordSubscription(queries: Queries, subscription: JsonObject): Promise<void> {
  const { appId, subscriptionId, businessId, planId, status } = subscription;
  const found = await queries.first("SELECT body FROM plans WHERE application_id = $1 AND id = $2", [
    String(appId),
    String(planId).toLowerCase(),
  ]);
  // What was recorded is an object.
  const plan = found && (JSON.parse(String(found.body)) as JsonObject);
  const keys = [
    String(appId),
    String(subscriptionId).toLowerCase(),
    String(businessId),
    String(status),
    createdAt(subscription),
  ];
  const columns = ["application_id", "id", "business_id", "status", "created_at", "trial_ends_at", "body"];
  const row = [...keys, trialEnd(subscription, plan) ?? null, JSON.stringify(subscription)];
  await insertRows(queries, "subscriptions", columns, [row]);
}

function createdAt({ createdAt: time }: JsonObject): number {
  return milliseconds(String(time)) ?? 0;
}
