import type { Queries, Row } from "../store/database.js";
import { isSubscribed } from "./enqueue-events.js";
import { buildHistoryConditions } from "./history-conditions.js";

/** A published event, with or without deliveries. Times are domain times in milliseconds. */
export type EventRecord = {
  readonly id: string;
  readonly businessId: string;
  readonly orderId: string;
  readonly eventType: string;
  readonly createdAt: number;
  /** Number of active hooks subscribed to it. */
  readonly deliveries: number;
  /** Number of hooks that acknowledged it. */
  readonly acknowledged: number;
  /** Why nothing was sent or acknowledged. Empty after an acknowledgement and while first attempts are pending. */
  readonly reasons: readonly string[];
};

export type EventFilter = {
  readonly id?: string;
  readonly businessId?: string;
  readonly orderId?: string;
  readonly eventType?: string;
  readonly since?: number;
  readonly limit?: number;
  readonly after?: { readonly createdAt: number; readonly id: string };
};

/** Lists the events of the last 30 days, newest first. */
export async function listEvents(queries: Queries, filter: EventFilter = {}): Promise<readonly EventRecord[]> {
  const { where, values } = buildHistoryConditions("e", filter, {
    id: "id",
    businessId: "business_id",
    orderId: "order_id",
    eventType: "event_type",
  });
  const events = await queries.all(
    `SELECT e.* FROM events e WHERE ${where} ORDER BY e.created_at DESC, e.id DESC LIMIT $${values.length + 1}`,
    [...values, filter.limit ?? DEFAULT_LIMIT],
  );
  const relations: EventRelations = {
    hooks: await findHooks(queries, events),
    deliveries: await findDeliveries(queries, events),
  };
  return events.map((event) => buildEventRecord(event, relations));
}

/** Hooks keyed by business id, and deliveries keyed by event id. */
type EventRelations = { readonly hooks: RowsByKey; readonly deliveries: RowsByKey };
type RowsByKey = ReadonlyMap<string, readonly Row[]>;

async function findHooks(queries: Queries, events: readonly Row[]): Promise<RowsByKey> {
  const hooks = new Map<string, readonly Row[]>();
  for (const businessId of new Set(events.map((event) => String(event.business_id)))) {
    const sql = "SELECT id, event_types, active, created_at FROM hooks WHERE business_id = $1 ORDER BY id";
    hooks.set(businessId, await queries.all(sql, [businessId]));
  }
  return hooks;
}

/** Finds deliveries by creation time, which has an index: a delivery is created at the time of its event. */
async function findDeliveries(queries: Queries, events: readonly Row[]): Promise<RowsByKey> {
  const times = [...new Set(events.map((event) => Number(event.created_at)))];
  const deliveries = new Map<string, Row[]>(events.map((event) => [String(event.id), []]));
  if (times.length === 0) return deliveries;
  const rows = await queries.all(
    `SELECT d.event_id, d.hook_id, d.state, a.status, a.reason FROM deliveries d
     LEFT JOIN attempts a ON a.delivery_id = d.id AND a.attempt = d.attempt
     WHERE d.created_at IN (${times.map((_, index) => `$${index + 1}`).join(", ")}) ORDER BY d.id`,
    times,
  );
  for (const row of rows) deliveries.get(String(row.event_id))?.push(row);
  return deliveries;
}

function buildEventRecord(event: Row, { hooks, deliveries: byEvent }: EventRelations): EventRecord {
  const deliveries = byEvent.get(String(event.id)) ?? [];
  const acknowledged = deliveries.filter(({ state }) => state === "done").length;
  return {
    id: String(event.id),
    businessId: String(event.business_id),
    orderId: String(event.order_id),
    eventType: String(event.event_type),
    createdAt: Number(event.created_at),
    deliveries: Number(event.deliveries),
    acknowledged,
    reasons: acknowledged > 0 ? [] : listReasons(event, deliveries, hooks.get(String(event.business_id)) ?? []),
  };
}

function listReasons(event: Row, deliveries: readonly Row[], hooks: readonly Row[]): readonly string[] {
  if (deliveries.length > 0) return deliveries.flatMap(formatDeliveryReason);
  const type = String(event.event_type);
  const existing = hooks.filter((hook) => Number(hook.created_at) <= Number(event.created_at));
  if (hooks.length === 0) return ["no hook is registered for the business"];
  if (existing.length === 0) return ["no hook was registered for the business when the event happened"];
  const reasons = existing
    .filter((hook) => !isSubscribed(hook, type))
    .map((hook) => `hook ${hook.id}: not subscribed to ${type}`);
  return reasons.length > 0 ? reasons : ["no hook was registered for the business when the event happened"];
}

function formatDeliveryReason({ hook_id: hook, state, reason, status }: Row): readonly string[] {
  const last = typeof reason === "string" ? reason : undefined;
  if (state === "disabled") return [`hook ${hook}: inactive${last === undefined ? "" : `; last: ${last}`}`];
  if (state === "exhausted") return [`hook ${hook}: every attempt failed; last: ${last}`];
  const isWaiting = last === undefined || (state === "sending" && status === null);
  return isWaiting ? [] : [`hook ${hook}: waiting for the next attempt; last: ${last}`];
}

const DEFAULT_LIMIT = 100;
