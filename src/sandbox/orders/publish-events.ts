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

/** Publishes the events of a write, in the transaction of the write. */
export async function publishEvents(
  queries: Queries,
  app: AppContext,
  { businessId, order, events, sequence, now }: OrderEvents,
): Promise<void> {
  const { storeId, storeDeviceId } = asObject(order.context) ?? {};
  await enqueueEvents(queries, app, {
    businessId,
    orderId: String(order.id),
    ...(typeof storeId === "string" ? { storeId } : {}),
    ...(typeof storeDeviceId === "string" ? { deviceId: storeDeviceId } : {}),
    eventTypes: events,
    purpose: `${businessId}:${sequence}`,
    now,
  });
}
