import { asObject, type JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { enqueueEvents } from "../deliveries/enqueue-events.js";
import type { Queries } from "../store/database.js";

export type OrderEvents = {
  readonly businessId: string;
  readonly order: JsonObject;
  readonly events: readonly string[];
  readonly sequence: number;
  readonly now: number;
};

/** Tells the events of a write to whom they concern, within the transaction of the write. */
export async function publishEvents(queries: Queries, world: AppContext, announcement: OrderEvents): Promise<void> {
  const { businessId, order, events, sequence, now } = announcement;
  const { storeId, storeDeviceId } = asObject(order.context) ?? {};
  await enqueueEvents(queries, world, {
    businessId,
    orderId: String(order.id),
    ...(typeof storeId === "string" ? { storeId } : {}),
    ...(typeof storeDeviceId === "string" ? { deviceId: storeDeviceId } : {}),
    eventTypes: events,
    purpose: `${businessId}:${sequence}`,
    now,
  });
}
