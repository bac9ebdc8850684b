import { asArray, asObject, isObject, type Json, type JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import { parseTimestamp } from "../context/timestamps.js";
import { buildOrderRow, ORDER_COLUMNS } from "../orders/order-row.js";
import type { Queries, Value } from "../store/database.js";
import { insertRows } from "../store/insert-rows.js";
import { NO_END_SEQUENCE, TABLES } from "../store/tables.js";
import { registerTenants } from "../tenants/index.js";
import { buildTransactionRow, TRANSACTION_COLUMNS } from "../transactions/transaction-row.js";
import type { SeedData } from "./seed-data.js";

/**
 * Fills an empty database. Must run in a transaction. Publishes no events, because the data is about the past.
 *
 * @throws TenantsError when the tenants cannot be registered
 */
export async function fillDatabase(queries: Queries, app: AppContext, data: SeedData, now: number): Promise<void> {
  await registerTenants(queries, data.tenants, app);
  await fillOrders(queries, data.orders);
  await insertPlans(queries, data.plans);
  await insertSubscriptions(queries, data.subscriptions, data.plans);
  await insertRows(
    queries,
    "hooks",
    HOOK_COLUMNS,
    data.hooks.map((hook, index) => buildHookRow(hook, deriveUuid(app.seed, "seed hook", String(index)), now)),
  );
}

/** Inserts plans that conform to the spec. */
export async function insertPlans(queries: Queries, plans: readonly JsonObject[]): Promise<void> {
  await insertRows(queries, "plans", ["application_id", "id", "created_at", "body"], plans.map(buildPlanRow));
}

/** Inserts subscriptions that conform to the spec. Their plans determine the ends of their trials. */
export async function insertSubscriptions(
  queries: Queries,
  subscriptions: readonly JsonObject[],
  plans: readonly JsonObject[],
): Promise<void> {
  const known = new Map(plans.map((plan) => [plan.planId, plan]));
  const rows = subscriptions.map((it) => buildSubscriptionRow(it, known.get(it.planId ?? null)));
  await insertRows(queries, "subscriptions", SUBSCRIPTION_COLUMNS, rows);
}

/** Number of rows that are inserted together. */
const BATCH_SIZE = 1000;
/** From this number of orders on, indexes are dropped and rebuilt at the end, which halves the time. */
const INDEX_REBUILD_THRESHOLD = 5000;
const INDEXES = TABLES.flat().filter((statement) => /^CREATE INDEX \w+ ON (orders|transactions) /.test(statement));

async function fillOrders(queries: Queries, orders: Iterable<JsonObject>): Promise<void> {
  const sequences = new Map<string, number>();
  let orderRows: Value[][] = [];
  let transactionRows: Value[][] = [];
  let count = 0;
  const write = async (): Promise<void> => {
    await insertRows(queries, "orders", ORDER_COLUMNS, orderRows);
    await insertRows(queries, "transactions", TRANSACTION_COLUMNS, transactionRows);
    [orderRows, transactionRows] = [[], []];
  };
  for (const order of orders) {
    const businessId = String(asObject(order.context)?.businessId);
    let sequence = (sequences.get(businessId) ?? 0) + 1;
    const keys = { businessId, orderId: String(order.id).toLowerCase(), untilSequence: NO_END_SEQUENCE };
    orderRows.push(buildOrderRow(order, { ...keys, sequence }));
    for (const transaction of asArray(order.transactions).filter(isObject)) {
      sequence += 1;
      transactionRows.push(buildTransactionRow(transaction, { ...keys, sequence }));
    }
    sequences.set(businessId, sequence);
    count += 1;
    if (count === INDEX_REBUILD_THRESHOLD)
      for (const name of INDEXES.map(getIndexName)) await queries.run(`DROP INDEX ${name}`);
    if (orderRows.length >= BATCH_SIZE) await write();
  }
  await write();
  if (count >= INDEX_REBUILD_THRESHOLD) for (const statement of INDEXES) await queries.run(statement);
  for (const [businessId, sequence] of sequences)
    await queries.run("UPDATE businesses SET sequence = $1 WHERE id = $2", [sequence, businessId]);
}

function getIndexName(statement: string): string {
  return statement.split(" ", 3)[2] ?? "";
}

function buildPlanRow(plan: JsonObject): Value[] {
  return [String(plan.appId), String(plan.planId), parseTimeOrZero(plan.createdAt), JSON.stringify(plan)];
}

const SUBSCRIPTION_COLUMNS = ["application_id", "id", "business_id", "status", "created_at", "trial_ends_at", "body"];
const DAY = 86_400_000;

/** A trial ends `trialPeriodDays` after its start; without a known plan it does not end. */
function buildSubscriptionRow(subscription: JsonObject, plan: JsonObject | undefined): Value[] {
  const { appId, subscriptionId, businessId, status, phase, startAt, createdAt } = subscription;
  const days = plan?.trialPeriodDays;
  const endsAt = phase === "TRIAL" && typeof days === "number" ? parseTimeOrZero(startAt) + days * DAY : null;
  return [
    ...[
      String(appId),
      String(subscriptionId),
      String(businessId),
      String(status ?? "ACTIVE"),
      parseTimeOrZero(createdAt),
    ],
    ...[endsAt, JSON.stringify(subscription)],
  ];
}

const HOOK_COLUMNS = [
  ...["id", "application_id", "business_id", "delivery_url", "secret", "event_types", "active"],
  ...["created_at", "updated_at"],
];

function buildHookRow(hook: JsonObject, id: string, now: number): Value[] {
  const { applicationId, businessId, deliveryUrl, secret, eventTypes, active } = hook;
  return [
    ...[id, String(applicationId), String(businessId), String(deliveryUrl), String(secret)],
    ...[JSON.stringify(eventTypes ?? []), active === false ? 0 : 1, now, now],
  ];
}

function parseTimeOrZero(value: Json | undefined): number {
  return parseTimestamp(String(value)) ?? 0;
}
