import type { JsonObject } from "../../document/index.js";
import { readDomainTime } from "../context/domain-clock.js";
import {
  type DeliveryFilter,
  type DeliveryRecord,
  type EventRecord,
  listAttempts,
  listDeliveries,
  listEvents,
} from "../deliveries/delivery-history.js";
import { type ReplaySelection, replayDeliveries } from "../deliveries/replay-deliveries.js";
import type { Queries } from "../store/database.js";
import {
  type AdminContext,
  AdminError,
  type AdminRequest,
  formatIsoTime,
  readJsonObject,
  readTime,
} from "./admin-route.js";
import { readLimit } from "./request-routes.js";

/** Lists deliveries, newest first. Query parameters filter by hook, business, order, event, state and time. */
export async function getDeliveries({ database }: AdminContext, { query }: AdminRequest): Promise<object> {
  const filter = readFilter(query, ["hookId", "businessId", "orderId", "eventId", "state"]) as DeliveryFilter;
  const state = query.get("state");
  if (state !== null && !STATES.includes(state))
    throw new AdminError(400, "INVALID_STATE", `\`state\` must be one of ${STATES.join(", ")}`);
  const deliveries = await listDeliveries(database, filter);
  return {
    deliveries: await Promise.all(deliveries.map((delivery) => buildDeliveryView(database, delivery))),
  };
}

export async function getDelivery({ database }: AdminContext, _: AdminRequest, id = ""): Promise<object> {
  const [delivery] = await listDeliveries(database, { id });
  if (delivery === undefined)
    throw new AdminError(404, "UNKNOWN_DELIVERY", "no delivery has this id; deliveries are deleted after 30 days");
  return await buildDeliveryView(database, delivery);
}

/** Replays deliveries, selected by `{ids}`, by creation time `{from, to}`, or by `{failedSince}`. */
export async function postReplay({ database, app }: AdminContext, request: AdminRequest): Promise<object> {
  const selection = readSelection(
    readJsonObject(request, ["ids", "from", "to", "failedSince", "hookId", "businessId"]),
  );
  const now = await readDomainTime(database, app);
  const result = await database.transaction((queries) => replayDeliveries(queries, selection, now));
  await database.wake();
  return result;
}

/** Lists events, newest first. An event without deliveries has the reason. */
export async function getEvents({ database }: AdminContext, { query }: AdminRequest): Promise<object> {
  const events = await listEvents(database, readFilter(query, ["businessId", "orderId", "eventType"]));
  return { events: events.map(buildEventView) };
}

/** A delivery with all its attempts. */
export async function buildDeliveryView(queries: Queries, delivery: DeliveryRecord) {
  const attempts = await listAttempts(queries, delivery.id);
  return {
    ...delivery,
    createdAt: formatIsoTime(delivery.createdAt),
    nextAt: delivery.nextAt === undefined ? undefined : formatIsoTime(delivery.nextAt),
    settledAt: delivery.settledAt === undefined ? undefined : formatIsoTime(delivery.settledAt),
    attempts: attempts.map((attempt) => ({ ...attempt, startedAt: formatIsoTime(attempt.startedAt) })),
  };
}

export function buildEventView(event: EventRecord) {
  return { ...event, createdAt: formatIsoTime(event.createdAt) };
}

const STATES: readonly string[] = ["pending", "sending", "done", "exhausted", "disabled"];

function readFilter(query: URLSearchParams, names: readonly string[]) {
  const since = query.get("since");
  const given = names.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? ""] as const] : []));
  return {
    limit: readLimit(query),
    ...Object.fromEntries(given),
    ...(since === null ? {} : { since: readTime(since, "since") }),
  };
}

function readSelection({ ids, from, to, failedSince, hookId, businessId }: JsonObject): ReplaySelection {
  if (ids !== undefined) {
    if (Array.isArray(ids) && ids.length <= 1000 && ids.every((id) => typeof id === "string")) return { ids };
    throw new AdminError(400, "INVALID_REPLAY", "`ids` must be an array of at most 1000 delivery ids");
  }
  const start = failedSince ?? from;
  if (start === undefined)
    throw new AdminError(400, "INVALID_REPLAY", "pass `ids`, `from` (optionally with `to`) or `failedSince`");
  return {
    since: readTime(start, failedSince === undefined ? "from" : "failedSince"),
    failedOnly: failedSince !== undefined,
    ...(to === undefined ? {} : { until: readTime(to, "to") }),
    ...(typeof hookId === "string" ? { hookId } : {}),
    ...(typeof businessId === "string" ? { businessId } : {}),
  };
}
