import type { Json } from "../../document/index.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/domain-clock.js";
import { insertRows, type Queries, type Row } from "../store/database.js";

/** A change of an order, or of a record of a spec, that publishes events. */
type PublishedChange = {
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
  /** Builds the payload of a delivery with an id; that of an order by default. */
  readonly buildPayload?: (eventType: string, id: string) => Json;
};

/**
 * Adds the events of a change to the outbox, in the transaction of the change. Inserts an `events` row for each type,
 * and a `deliveries` row for each hook of the business that is subscribed to it. The payload is serialized once; every
 * attempt sends the same bytes with the same id (seed, "Webhook event payload" and "Events").
 *
 * An inactive hook gets a `disabled` delivery: it is not sent, but can be replayed once the hook is active.
 */
export async function enqueueEvents(queries: Queries, app: AppContext, change: PublishedChange): Promise<void> {
  if (change.eventTypes.length === 0) return;
  const hooks = await queries.all(
    "SELECT id, application_id, event_types, active FROM hooks WHERE business_id = $1 ORDER BY id",
    [change.businessId],
  );
  const events: Row[] = [];
  const deliveries: Row[] = [];
  for (const eventType of change.eventTypes) {
    const eventId = deriveUuid(app.seed, "event", change.purpose, eventType);
    const subscribed = hooks.filter((hook) => isSubscribed(hook, eventType));
    const active = subscribed.filter((hook) => hook.active === 1).length;
    events.push({
      ...{ id: eventId, business_id: change.businessId, order_id: change.orderId, event_type: eventType },
      ...{ deliveries: active, created_at: change.now },
    });
    for (const hook of subscribed) deliveries.push(buildDeliveryRow(app, change, { hook, eventType, eventId }));
  }
  await insertRows(queries, "events", events);
  await insertRows(queries, "deliveries", deliveries);
}

/** Whether a hook is subscribed to an event type. */
export function isSubscribed(hook: Row, eventType: string): boolean {
  const types: unknown = JSON.parse(String(hook.event_types));
  return Array.isArray(types) && types.includes(eventType);
}

type EventForHook = { readonly hook: Row; readonly eventType: string; readonly eventId: string };

function buildDeliveryRow(app: AppContext, change: PublishedChange, { hook, eventType, eventId }: EventForHook): Row {
  const { businessId, orderId, now } = change;
  const hookId = String(hook.id);
  const applicationId = String(hook.application_id);
  const id = deriveUuid(app.seed, "delivery", change.purpose, eventType, hookId);
  const href = `${app.baseUrl()}/businesses/${encodeURIComponent(businessId)}/orders/${encodeURIComponent(orderId)}`;
  const payload = change.buildPayload?.(eventType, id) ?? {
    id,
    hookId,
    eventType,
    applicationId,
    businessId,
    ...(change.storeId === undefined ? {} : { storeId: change.storeId }),
    ...(change.deviceId === undefined ? {} : { deviceId: change.deviceId }),
    resource: "/orders",
    resourceId: orderId,
    links: [{ href, rel: "resource", method: "GET" }],
    createdAt: formatTimestamp(now),
    updatedAt: formatTimestamp(now),
  };
  return {
    ...{ id, event_id: eventId, hook_id: hookId, business_id: businessId, application_id: applicationId },
    ...{ event_type: eventType, resource_id: orderId, payload: Buffer.from(serializeExactJson(payload), "utf8") },
    ...{ state: hook.active === 1 ? "pending" : "disabled", attempt: 0, next_at: now, lease_until: 0 },
    ...{ created_at: now, settled_at: hook.active === 1 ? null : now },
  };
}
