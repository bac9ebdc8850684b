import type { JsonObject } from "../../document/index.js";
import { domainTime, readClock } from "../clock.js";
import {
  attemptsOf,
  type DeliveryFilter,
  type DeliveryView,
  type EventView,
  listDeliveries,
  listEvents,
  type ReplaySelection,
  replay,
} from "../deliveries/index.js";
import type { Queries } from "../store/database.js";
import { type AdminAnswer, AdminRefusal, type AdminRequest, json } from "./answer.js";
import { readObject } from "./body.js";
import type { Control } from "./control.js";
import { limitOf } from "./request-routes.js";
import { readTime } from "./time.js";

/** Deliveries, the newest first; of one hook, business, order, event or state when it is asked for. */
export async function getDeliveries({ database }: Control, { query }: AdminRequest): Promise<AdminAnswer> {
  const filter = filterOf(query, ["hookId", "businessId", "orderId", "eventId", "state"]) as DeliveryFilter;
  const state = query.get("state");
  if (state !== null && !STATES.includes(state))
    throw new AdminRefusal(400, "INVALID_STATE", `\`state\` is to be one of ${STATES.join(", ")}`);
  const deliveries = await listDeliveries(database, filter);
  return json({ deliveries: await Promise.all(deliveries.map((delivery) => deliveryView(database, delivery))) });
}

export async function getDelivery({ database }: Control, _: AdminRequest, id = ""): Promise<AdminAnswer> {
  const [delivery] = await listDeliveries(database, { id });
  if (delivery === undefined)
    throw new AdminRefusal(404, "UNKNOWN_DELIVERY", "there is no delivery with this id in the last 30 days");
  return json(await deliveryView(database, delivery));
}

/** Sends deliveries once more: `{ids}`, `{from, to}` by when they were made, or `{failedSince}`. */
export async function postReplay({ database, world }: Control, request: AdminRequest): Promise<AdminAnswer> {
  const selection = selectionOf(readObject(request, ["ids", "from", "to", "failedSince", "hookId", "businessId"]));
  const now = domainTime(await readClock(database), world.realClock.now());
  const result = await database.transaction((queries) => replay(queries, selection, now));
  await database.wake();
  return json(result);
}

/** Events, the newest first, each with why nothing was sent when nothing was. */
export async function getEvents({ database }: Control, { query }: AdminRequest): Promise<AdminAnswer> {
  const events = await listEvents(database, filterOf(query, ["businessId", "orderId", "eventType"]));
  return json({ events: events.map(eventView) });
}

/** A delivery with every attempt at it. */
export async function deliveryView(queries: Queries, delivery: DeliveryView): Promise<object> {
  const attempts = await attemptsOf(queries, delivery.id);
  return {
    ...delivery,
    ...isoTimes(delivery, ["createdAt", "nextAt", "settledAt"]),
    attempts: attempts.map((attempt) => ({ ...attempt, ...isoTimes(attempt, ["startedAt"]) })),
  };
}

export function eventView(event: EventView): object {
  return { ...event, ...isoTimes(event, ["createdAt"]) };
}

const STATES: readonly string[] = ["pending", "sending", "done", "exhausted", "disabled"];

function filterOf(query: URLSearchParams, names: readonly string[]) {
  const since = query.get("since");
  const given = names.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? ""] as const] : []));
  return {
    limit: limitOf(query),
    ...Object.fromEntries(given),
    ...(since === null ? {} : { since: readTime(since, "since") }),
  };
}

function selectionOf({ ids, from, to, failedSince, hookId, businessId }: JsonObject): ReplaySelection {
  if (ids !== undefined) {
    if (Array.isArray(ids) && ids.length <= 1000 && ids.every((id) => typeof id === "string")) return { ids };
    throw new AdminRefusal(400, "INVALID_REPLAY", "`ids` is to be a list of at most 1000 ids of deliveries");
  }
  const start = failedSince ?? from;
  if (start === undefined)
    throw new AdminRefusal(400, "INVALID_REPLAY", "give `ids`, or `from` (with `to` when it ends), or `failedSince`");
  return {
    since: readTime(start, failedSince === undefined ? "from" : "failedSince"),
    failedOnly: failedSince !== undefined,
    ...(to === undefined ? {} : { until: readTime(to, "to") }),
    ...(typeof hookId === "string" ? { hookId } : {}),
    ...(typeof businessId === "string" ? { businessId } : {}),
  };
}

/** Members that are times, as texts; those that are undefined are left out of JSON. */
function isoTimes<T extends object>(item: T, names: readonly (keyof T)[]): object {
  return Object.fromEntries(
    names.map((name) => {
      const time = item[name];
      return [name, typeof time === "number" ? new Date(time).toISOString() : undefined];
    }),
  );
}
