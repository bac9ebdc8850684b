import { asArray, asObject, isObject, type Json, type JsonObject } from "../../document/index.js";
import { insertRows } from "../deliveries/insert-rows.js";
import { derivedUuid } from "../ids.js";
import { ORDER_COLUMNS, orderRow } from "../orders/order-row.js";
import { register } from "../registry/index.js";
import type { Queries, Value } from "../store/database.js";
import { LATEST, TABLES } from "../store/tables.js";
import { milliseconds } from "../timestamps.js";
import { TRANSACTION_COLUMNS, transactionRow } from "../transactions/transaction-row.js";
import type { World } from "../world.js";
import type { SeedData } from "./seed-data.js";

/**
 * Fills an empty database, within a transaction. Nothing is announced: what the data tells has happened before.
 *
 * @throws RegistryError when the registry cannot be registered
 */
export async function fill(queries: Queries, world: World, data: SeedData, now: number): Promise<void> {
  await register(queries, data.registry, world);
  await fillOrders(queries, data.orders);
  await insertRows(queries, "plans", ["application_id", "id", "created_at", "body"], data.plans.map(planRow));
  const plans = new Map(data.plans.map((plan) => [plan.planId, plan]));
  const subscriptions = data.subscriptions.map((it) => subscriptionRow(it, plans.get(it.planId ?? null)));
  await insertRows(queries, "subscriptions", SUBSCRIPTION_COLUMNS, subscriptions);
  await insertRows(
    queries,
    "hooks",
    HOOK_COLUMNS,
    data.hooks.map((hook, index) => hookRow(hook, derivedUuid(world.seed, "seed hook", String(index)), now)),
  );
}

/** Rows of each kind that are written together. */
const BATCH = 1000;
/** From so many orders on, indexes are made anew at the end, which takes half as long as keeping them up. */
const MANY = 5000;
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
    const keys = { businessId, orderId: String(order.id).toLowerCase(), untilSequence: LATEST };
    orderRows.push(orderRow(order, { ...keys, sequence }));
    for (const transaction of asArray(order.transactions).filter(isObject)) {
      sequence += 1;
      transactionRows.push(transactionRow(transaction, { ...keys, sequence }));
    }
    sequences.set(businessId, sequence);
    count += 1;
    if (count === MANY) for (const name of INDEXES.map(indexName)) await queries.run(`DROP INDEX ${name}`);
    if (orderRows.length >= BATCH) await write();
  }
  await write();
  if (count >= MANY) for (const statement of INDEXES) await queries.run(statement);
  for (const [businessId, sequence] of sequences)
    await queries.run("UPDATE businesses SET sequence = $1 WHERE id = $2", [sequence, businessId]);
}

function indexName(statement: string): string {
  return statement.split(" ", 3)[2] ?? "";
}

function planRow(plan: JsonObject): Value[] {
  return [String(plan.appId), String(plan.planId), timeOf(plan.createdAt), JSON.stringify(plan)];
}

const SUBSCRIPTION_COLUMNS = ["application_id", "id", "business_id", "status", "created_at", "trial_ends_at", "body"];
const DAY = 86_400_000;

/** A trial ends as many days after the start as the plan says; the trial of an unknown plan goes on. */
function subscriptionRow(subscription: JsonObject, plan: JsonObject | undefined): Value[] {
  const { appId, subscriptionId, businessId, status, phase, startAt, createdAt } = subscription;
  const days = plan?.trialPeriodDays;
  const endsAt = phase === "TRIAL" && typeof days === "number" ? timeOf(startAt) + days * DAY : null;
  return [
    ...[String(appId), String(subscriptionId), String(businessId), String(status ?? "ACTIVE"), timeOf(createdAt)],
    ...[endsAt, JSON.stringify(subscription)],
  ];
}

const HOOK_COLUMNS = [
  ...["id", "application_id", "business_id", "delivery_url", "secret", "event_types", "active"],
  ...["created_at", "updated_at"],
];

function hookRow(hook: JsonObject, id: string, now: number): Value[] {
  const { applicationId, businessId, deliveryUrl, secret, eventTypes, active } = hook;
  return [
    ...[id, String(applicationId), String(businessId), String(deliveryUrl), String(secret)],
    ...[JSON.stringify(eventTypes ?? []), active === false ? 0 : 1, now, now],
  ];
}

function timeOf(value: Json | undefined): number {
  return milliseconds(String(value)) ?? 0;
}
