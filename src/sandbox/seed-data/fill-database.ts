import { asArray, asObject, isObject, type JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import { insertHooks } from "../deliveries/hook-health.js";
import { buildOrderRow } from "../orders/order-versions.js";
import { insertRows, type Queries, type Row } from "../store/database.js";
import { TABLES } from "../store/tables.js";
import { registerTenants } from "../tenants/tenants.js";
import { buildTransactionRow, toTime } from "../transactions/write-transactions.js";
import type { SeedData } from "./fixtures.js";

/**
 * Fills an empty database. Must run in a transaction. Publishes no events, because the data is about the past.
 *
 * @throws FieldError when the tenants cannot be registered
 */
export async function fillDatabase(queries: Queries, app: AppContext, data: SeedData, now: number): Promise<void> {
  await registerTenants(queries, data.tenants, app);
  await fillOrders(queries, data.orders);
  await insertPlans(queries, data.plans);
  await insertSubscriptions(queries, data.subscriptions, data.plans);
  const hooks = data.hooks.map(({ applicationId, businessId, deliveryUrl, secret, eventTypes, active }, index) => ({
    id: deriveUuid(app.seed, "seed hook", String(index)),
    ...{ applicationId: String(applicationId), businessId: String(businessId), deliveryUrl: String(deliveryUrl) },
    ...{ secret: String(secret), eventTypes: asArray(eventTypes), active: active !== false },
  }));
  await insertHooks(queries, hooks, now);
}

/** Inserts plans that conform to the spec. */
export async function insertPlans(queries: Queries, plans: readonly JsonObject[]): Promise<void> {
  const rows = plans.map((plan) => ({
    ...{ application_id: String(plan.appId), id: String(plan.planId), created_at: toTime(plan.createdAt) },
    body: JSON.stringify(plan),
  }));
  await insertRows(queries, "plans", rows);
}

/** Inserts subscriptions that conform to the spec. Their plans determine the ends of their trials. */
export async function insertSubscriptions(
  queries: Queries,
  subscriptions: readonly JsonObject[],
  plans: readonly JsonObject[],
): Promise<void> {
  const known = new Map(plans.map((plan) => [plan.planId, plan]));
  const rows = subscriptions.map((it) => buildSubscriptionRow(it, known.get(it.planId ?? null)));
  await insertRows(queries, "subscriptions", rows);
}

/** Number of rows that are inserted together. */
const BATCH_SIZE = 1000;
/** From this number of orders on, indexes are dropped and rebuilt at the end, which halves the time. */
const INDEX_REBUILD_THRESHOLD = 5000;
const INDEXES = TABLES.filter((statement) => /^CREATE INDEX \w+ ON (orders|transactions) /.test(statement));

async function fillOrders(queries: Queries, orders: Iterable<JsonObject>): Promise<void> {
  const sequences = new Map<string, number>();
  let orderRows: Row[] = [];
  let transactionRows: Row[] = [];
  let count = 0;
  const write = async (): Promise<void> => {
    await insertRows(queries, "orders", orderRows);
    await insertRows(queries, "transactions", transactionRows);
    [orderRows, transactionRows] = [[], []];
  };
  for (const order of orders) {
    const businessId = String(asObject(order.context)?.businessId);
    let sequence = (sequences.get(businessId) ?? 0) + 1;
    const keys = { businessId, orderId: String(order.id).toLowerCase() };
    orderRows.push(buildOrderRow(order, { ...keys, sequence }));
    for (const transaction of asArray(order.transactions).filter(isObject)) {
      sequence += 1;
      transactionRows.push(buildTransactionRow(transaction, { ...keys, sequence }));
    }
    sequences.set(businessId, sequence);
    count += 1;
    if (count === INDEX_REBUILD_THRESHOLD)
      for (const statement of INDEXES) await queries.run(`DROP INDEX ${statement.split(" ", 3)[2]}`);
    if (orderRows.length >= BATCH_SIZE) await write();
  }
  await write();
  if (count >= INDEX_REBUILD_THRESHOLD) for (const statement of INDEXES) await queries.run(statement);
  for (const [businessId, sequence] of sequences)
    await queries.run("UPDATE businesses SET sequence = $1 WHERE id = $2", [sequence, businessId]);
}

const DAY = 86_400_000;

/** A trial ends `trialPeriodDays` after its start; without a known plan it does not end. */
function buildSubscriptionRow(subscription: JsonObject, plan: JsonObject | undefined): Row {
  const { appId, subscriptionId, businessId, status, phase, startAt, createdAt } = subscription;
  const days = plan?.trialPeriodDays;
  return {
    application_id: String(appId),
    id: String(subscriptionId),
    business_id: String(businessId),
    status: String(status ?? "ACTIVE"),
    created_at: toTime(createdAt),
    trial_ends_at: phase === "TRIAL" && typeof days === "number" ? toTime(startAt) + days * DAY : null,
    body: JSON.stringify(subscription),
  };
}
