import { asObject, asString, type JsonObject } from "../../document/index.js";

const STATUS_EVENTS: Readonly<Record<string, string>> = {
  OPENED: "ORDER_OPENED",
  COMPLETED: "ORDER_COMPLETED",
  CANCELLED: "ORDER_CANCELLED",
};

/**
 * The events of a write, our answer to which operation emits which: a new order emits the event of its status, a write of
 * an order that was there `ORDER_UPDATED`, and behind it the event of a status that the order had not. A status that no
 * event tells of emits none.
 */
export function listOrderEvents(former: JsonObject | undefined, order: JsonObject): readonly string[] {
  const status = getOrderStatus(order);
  const told = status !== undefined && Object.hasOwn(STATUS_EVENTS, status) ? STATUS_EVENTS[status] : undefined;
  const ofStatus = told === undefined || (former !== undefined && getOrderStatus(former) === status) ? [] : [told];
  return former === undefined ? ofStatus : ["ORDER_UPDATED", ...ofStatus];
}

export function getOrderStatus(order: JsonObject): string | undefined {
  return asString(asObject(order.statuses)?.status);
}
