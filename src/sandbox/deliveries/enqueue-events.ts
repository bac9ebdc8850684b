import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/timestamps.js";
import type { Queries, Row, Value } from "../store/database.js";
import { insertRows } from "../store/insert-rows.js";

/** A change of an order that publishes events. */
export type OrderChange = {
  readonly businessId: string;
  readonly orderId: string;
  readonly storeId?: string;
  readonly deviceId?: string;
  /** Without repetitions, in order of publication. */
  readonly eventTypes: readonly string[];
  /** Unique to the write, such as the business and the number of the write. All ids are derived from it. */
  readonly purpose: string;
  /** The domain time of the write. */
  readonly now: number;
};

/**
 * Adds the events of a change to the outbox, in the transaction of the change. Inserts an `events` row for each type,
 * and a `deliveries` row for each hook of the business that is subscribed to it. The payload is serialized once; every
 * attempt sends the same bytes with the same id (seed, "Webhook event payload" and "Events").
 *
 * An inactive hook gets a `disabled` delivery: it is not sent, but can be replayed once the hook is active.
 */
export async function enqueueEvents(queries: Queries, app: AppContext, change: OrderChange): Promise<void> {
  if (change.eventTypes.length === 0) return;
  const hooks = await queries.all(
    "SELECT id, application_id, event_types, active FROM hooks WHERE business_id = $1 ORDER BY id",
    [change.businessId],
  );
  const events: Value[][] = [];
  const deliveries: Value[][] = [];
  for (const eventType of change.eventTypes) {
    const eventId = deriveUuid(app.seed, "event", change.purpose, eventType);
    const subscribed = hooks.filter((hook) => isSubscribed(hook, eventType));
    const active = subscribed.filter((hook) => hook.active === 1).length;
    events.push([eventId, change.businessId, change.orderId, eventType, active, change.now]);
    for (const hook of subscribed) deliveries.push(buildDeliveryRow(app, change, { hook, eventType, eventId }));
  }
  await insertRows(queries, "events", EVENT_COLUMNS, events);
  await insertRows(queries, "deliveries", DELIVERY_COLUMNS, deliveries);
}

const EVENT_COLUMNS = ["id", "business_id", "order_id", "event_type", "deliveries", "created_at"];
const DELIVERY_COLUMNS = [
  ...["id", "event_id", "hook_id", "business_id", "application_id", "event_type", "resource_id", "payload", "state"],
  ...["attempt", "next_at", "lease_until", "created_at", "settled_at"],
];

/** Whether a hook is subscribed to an event type. */
export function isSubscribed(hook: Row, eventType: string): boolean {
  const types: unknown = JSON.parse(String(hook.event_types));
  return Array.isArray(types) && types.includes(eventType);
}

type EventForHook = { readonly hook: Row; readonly eventType: string; readonly eventId: string };

function buildDeliveryRow(app: AppContext, change: OrderChange, { hook, eventType, eventId }: EventForHook): Value[] {
  const { businessId, orderId, now } = change;
  const hookId = String(hook.id);
  const applicationId = String(hook.application_id);
  const id = deriveUuid(app.seed, "delivery", change.purpose, eventType, hookId);
  const payload = {
    id,
    hookId,
    eventType,
    applicationId,
    businessId,
    ...(change.storeId === undefined ? {} : { storeId: change.storeId }),
    ...(change.deviceId === undefined ? {} : { deviceId: change.deviceId }),
    resource: "/orders",
    resourceId: orderId,
    links: [{ href: buildOrderUrl(app, businessId, orderId), rel: "resource", method: "GET" }],
    createdAt: formatTimestamp(now),
    updatedAt: formatTimestamp(now),
  };
  const bytes = Buffer.from(JSON.stringify(payload), "utf8");
  const [state, settledAt] = hook.active === 1 ? (["pending", null] as const) : (["disabled", now] as const);
  const identity = [id, eventId, hookId, businessId, applicationId, eventType, orderId];
  return [...identity, bytes, state, 0, now, 0, now, settledAt];
}

function buildOrderUrl(app: AppContext, businessId: string, orderId: string): string {
  return `${app.baseUrl()}/businesses/${encodeURIComponent(businessId)}/orders/${encodeURIComponent(orderId)}`;
}
