import type { AppContext } from "../context/app-context.js";
import { formatIsoTime } from "../context/domain-clock.js";
import {
  buildWhere,
  type Queries,
  type Row,
  splitIntoBatches,
  type Value,
  whereColumn,
  whereColumns,
  whereIn,
} from "../store/database.js";
import { isSubscribed } from "./enqueue-events.js";
import { type DeliveryStyle, SERVICE_STYLE } from "./send-delivery.js";

/** Filter and page of a list, newest first. `Name` is a filter by the value of a column. */
type HistoryFilter<Name extends string> = { readonly [name in Name]?: string } & {
  /** Earliest creation time, in domain time. */
  readonly since?: number;
  readonly limit?: number;
};

const DELIVERY_COLUMNS = {
  ...{ id: "id", hookId: "hook_id", businessId: "business_id", orderId: "resource_id", eventId: "event_id" },
  state: "state",
};
export type DeliveryFilter = HistoryFilter<keyof typeof DELIVERY_COLUMNS>;

/** Lists the deliveries of the last 30 days (seed, "Delivery", 4), newest first. */
export async function listDeliveries(
  queries: Queries,
  filter: DeliveryFilter = {},
  { getDeliveryStyle = () => SERVICE_STYLE }: Pick<AppContext, "getDeliveryStyle"> = {},
) {
  const { where, values, bind } = buildHistoryWhere("d", DELIVERY_COLUMNS, filter);
  const rows = await queries.all(
    `SELECT d.*, h.delivery_url, h.secret FROM deliveries d LEFT JOIN hooks h ON h.id = d.hook_id
     WHERE ${where} ORDER BY d.created_at DESC, d.id DESC LIMIT ${bind(filter.limit ?? DEFAULT_LIMIT)}`,
    values,
  );
  return Promise.all(rows.map((row) => readDeliveryRecord(row, getDeliveryStyle(String(row.event_type)))));
}

/** Lists the attempts of a delivery in order. */
export async function listAttempts(queries: Queries, deliveryId: string) {
  const rows = await queries.all("SELECT * FROM attempts WHERE delivery_id = $1 ORDER BY attempt", [deliveryId]);
  return rows.map((row) => ({
    attempt: Number(row.attempt),
    startedAt: formatIsoTime(Number(row.started_at)),
    /** In real time; undefined while the attempt is running or when its sender crashed. */
    duration: numberOf(row.duration),
    status: numberOf(row.status),
    reason: String(row.reason),
    responseExcerpt: textOf(row.answer),
  }));
}

/**
 * Deletes events older than 30 days, and deliveries of that age that are no longer waiting to be sent (seed, "Limits",
 * "History of sent notifications").
 */
export async function purgeHistory(queries: Queries, now: number): Promise<void> {
  const old = `created_at < $1 AND (state NOT IN ('pending', 'sending')
    OR NOT EXISTS (SELECT 1 FROM hooks WHERE hooks.id = deliveries.hook_id AND hooks.active = 1))`;
  const before = [now - HISTORY_LIFETIME];
  // Uses the ids of the deleted rows only: a delivery that is replayed meanwhile keeps its attempts.
  const deleted = await queries.all(`DELETE FROM deliveries WHERE ${old} RETURNING id`, before);
  for (const batch of splitIntoBatches(deleted)) {
    const { where, values } = buildWhere([
      whereIn(
        "delivery_id",
        batch.map(({ id = null }) => id),
      ),
    ]);
    await queries.run(`DELETE FROM attempts WHERE ${where}`, values);
  }
  await queries.run("DELETE FROM events WHERE created_at < $1", before);
}

/** A delivery as operators see it. */
async function readDeliveryRecord(row: Row, { sign }: DeliveryStyle) {
  const payload = row.payload instanceof Uint8Array ? row.payload : new Uint8Array();
  return {
    /** The `id` in the payload, the same for all attempts. */
    id: String(row.id),
    eventId: String(row.event_id),
    hookId: String(row.hook_id),
    deliveryUrl: textOf(row.delivery_url),
    businessId: String(row.business_id),
    applicationId: String(row.application_id),
    eventType: String(row.event_type),
    orderId: String(row.resource_id),
    state: String(row.state),
    attempts: Number(row.attempt),
    /** Time of the next attempt of a pending delivery. */
    nextAt: row.state === "pending" ? formatIsoTime(Number(row.next_at)) : undefined,
    createdAt: formatIsoTime(Number(row.created_at)),
    settledAt: typeof row.settled_at === "number" ? formatIsoTime(row.settled_at) : undefined,
    /** The exact text that is sent, and its signature with the current secret of the hook. */
    payload: Buffer.from(payload).toString("utf8"),
    signature: typeof row.secret === "string" ? (await sign(payload, row.secret)) || undefined : undefined,
  };
}

function numberOf(value: Value | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const DEFAULT_LIMIT = 100;

/** 30 days, in milliseconds. */
const HISTORY_LIFETIME = 30 * 24 * 3_600_000;

/** The condition of a history list. Absent filters add none. */
function buildHistoryWhere(
  table: string,
  columns: Readonly<Record<string, string>>,
  filter: { readonly since?: number },
) {
  const since = whereColumn(`${table}.created_at`, filter.since, ">=");
  return buildWhere([...whereColumns(table, columns, { ...filter }), ...since]);
}

const EVENT_COLUMNS = { id: "id", businessId: "business_id", orderId: "order_id", eventType: "event_type" };

/** Lists the events of the last 30 days, newest first. */
export async function listEvents(queries: Queries, filter: HistoryFilter<keyof typeof EVENT_COLUMNS> = {}) {
  const { where, values, bind } = buildHistoryWhere("e", EVENT_COLUMNS, filter);
  const events = await queries.all(
    `SELECT e.* FROM events e WHERE ${where} ORDER BY e.created_at DESC, e.id DESC LIMIT ${bind(filter.limit ?? DEFAULT_LIMIT)}`,
    values,
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
  const { where, values } = buildWhere([whereIn("d.created_at", times)]);
  const rows = await queries.all(
    `SELECT d.event_id, d.hook_id, d.state, a.status, a.reason FROM deliveries d
     LEFT JOIN attempts a ON a.delivery_id = d.id AND a.attempt = d.attempt WHERE ${where} ORDER BY d.id`,
    values,
  );
  for (const row of rows) deliveries.get(String(row.event_id))?.push(row);
  return deliveries;
}

/** A published event, with or without deliveries. */
function buildEventRecord(event: Row, { hooks, deliveries: byEvent }: EventRelations) {
  const deliveries = byEvent.get(String(event.id)) ?? [];
  const acknowledged = deliveries.filter(({ state }) => state === "done").length;
  return {
    id: String(event.id),
    businessId: String(event.business_id),
    orderId: String(event.order_id),
    eventType: String(event.event_type),
    createdAt: formatIsoTime(Number(event.created_at)),
    /** Number of active hooks subscribed to it, and of those that acknowledged it. */
    deliveries: Number(event.deliveries),
    acknowledged,
    /** Why nothing was sent or acknowledged. Empty after an acknowledgement and while first attempts are pending. */
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
