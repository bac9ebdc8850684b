import { sign } from "../../webhooks/index.js";
import type { Queries, Row, Value } from "../store/database.js";
import { buildHistoryConditions } from "./history-conditions.js";

export type DeliveryState = "pending" | "sending" | "done" | "exhausted" | "disabled";

/** A delivery as operators see it. Times are domain times in milliseconds. */
export type DeliveryRecord = {
  /** The `id` in the payload, the same for all attempts. */
  readonly id: string;
  readonly eventId: string;
  readonly hookId: string;
  readonly deliveryUrl: string | undefined;
  readonly businessId: string;
  readonly applicationId: string;
  readonly eventType: string;
  readonly orderId: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Time of the next attempt of a pending delivery. */
  readonly nextAt: number | undefined;
  readonly createdAt: number;
  readonly settledAt: number | undefined;
  /** The exact text that is sent, and its signature with the current secret of the hook. */
  readonly payload: string;
  readonly signature: string | undefined;
};

export type AttemptRecord = {
  readonly attempt: number;
  readonly startedAt: number;
  /** In milliseconds of real time; undefined while the attempt is running or when its sender crashed. */
  readonly duration: number | undefined;
  readonly status: number | undefined;
  readonly reason: string;
  readonly responseExcerpt: string | undefined;
};

/** Filter and page of a list of deliveries, newest first. */
export type DeliveryFilter = {
  readonly id?: string;
  readonly hookId?: string;
  readonly businessId?: string;
  readonly orderId?: string;
  readonly eventId?: string;
  readonly state?: DeliveryState;
  /** Earliest creation time, in domain time. */
  readonly since?: number;
  readonly limit?: number;
  /** The last item of the previous page. */
  readonly after?: { readonly createdAt: number; readonly id: string };
};

/** Lists the deliveries of the last 30 days (seed, "Delivery", 4), newest first. */
export async function listDeliveries(
  queries: Queries,
  filter: DeliveryFilter = {},
): Promise<readonly DeliveryRecord[]> {
  const { where, values } = buildHistoryConditions("d", filter, {
    id: "id",
    hookId: "hook_id",
    businessId: "business_id",
    orderId: "resource_id",
    eventId: "event_id",
    state: "state",
  });
  const rows = await queries.all(
    `SELECT d.*, h.delivery_url, h.secret FROM deliveries d LEFT JOIN hooks h ON h.id = d.hook_id
     WHERE ${where} ORDER BY d.created_at DESC, d.id DESC LIMIT $${values.length + 1}`,
    [...values, filter.limit ?? DEFAULT_LIMIT],
  );
  return Promise.all(rows.map(readDeliveryRecord));
}

/** Lists the attempts of a delivery in order. */
export async function listAttempts(queries: Queries, deliveryId: string): Promise<readonly AttemptRecord[]> {
  const rows = await queries.all("SELECT * FROM attempts WHERE delivery_id = $1 ORDER BY attempt", [deliveryId]);
  return rows.map((row) => ({
    attempt: Number(row.attempt),
    startedAt: Number(row.started_at),
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
  for (let start = 0; start < deleted.length; start += DELETE_BATCH_SIZE) {
    const ids = deleted.slice(start, start + DELETE_BATCH_SIZE).map(({ id = null }) => id);
    await queries.run(
      `DELETE FROM attempts WHERE delivery_id IN (${ids.map((_, at) => `$${at + 1}`).join(", ")})`,
      ids,
    );
  }
  await queries.run("DELETE FROM events WHERE created_at < $1", before);
}

async function readDeliveryRecord(row: Row): Promise<DeliveryRecord> {
  const payload = row.payload instanceof Uint8Array ? row.payload : new Uint8Array();
  return {
    id: String(row.id),
    eventId: String(row.event_id),
    hookId: String(row.hook_id),
    deliveryUrl: textOf(row.delivery_url),
    businessId: String(row.business_id),
    applicationId: String(row.application_id),
    eventType: String(row.event_type),
    orderId: String(row.resource_id),
    // The files of this directory write no other states.
    state: String(row.state) as DeliveryState,
    attempts: Number(row.attempt),
    nextAt: row.state === "pending" ? Number(row.next_at) : undefined,
    createdAt: Number(row.created_at),
    settledAt: numberOf(row.settled_at),
    payload: Buffer.from(payload).toString("utf8"),
    signature: typeof row.secret === "string" ? await sign(payload, row.secret) : undefined,
  };
}

function numberOf(value: Value | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const DEFAULT_LIMIT = 100;
const DELETE_BATCH_SIZE = 200;

/** 30 days, in milliseconds. */
export const HISTORY_LIFETIME = 30 * 24 * 3_600_000;
