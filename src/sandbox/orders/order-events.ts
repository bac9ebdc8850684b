import { asObject, asString, type JsonObject } from "../../document/index.js";

const STATUS_EVENTS: Readonly<Record<string, string>> = {
  OPENED: "ORDER_OPENED",
  COMPLETED: "ORDER_COMPLETED",
  CANCELLED: "ORDER_CANCELLED",
};

/**
 * The events of a write. The spec leaves open which operation emits which; this is the sandbox's choice. A new order
 * emits the event of its status. A write of an existing order emits `ORDER_UPDATED`, followed by the event of its new
 * status when the status changed. Statuses without an event emit none.
 */
export function listOrderEvents(former: JsonObject | undefined, order: JsonObject): readonly string[] {
  const status = getOrderStatus(order);
  const event = status !== undefined && Object.hasOwn(STATUS_EVENTS, status) ? STATUS_EVENTS[status] : undefined;
  const isUnchanged = former !== undefined && getOrderStatus(former) === status;
  const statusEvents = event === undefined || isUnchanged ? [] : [event];
  return former === undefined ? statusEvents : ["ORDER_UPDATED", ...statusEvents];
}

export function getOrderStatus(order: JsonObject): string | undefined {
  return asString(asObject(order.statuses)?.status);
}
