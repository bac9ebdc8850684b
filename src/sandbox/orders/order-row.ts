import { asArray, asObject, type Json, type JsonObject } from "../../document/index.js";
import { parseTimestamp } from "../context/timestamps.js";
import type { Value } from "../store/database.js";
import { getOrderStatus } from "./order-events.js";

/** The columns of an order, in the order of `buildOrderRow`. */
export const ORDER_COLUMNS = [
  ...["business_id", "id", "sequence", "until_sequence", "updated_at", "order_number", "store_id", "status"],
  ...["customer_user_id", "is_stay", "body"],
] as const;

export type OrderKeys = {
  readonly businessId: string;
  /** In lower case, because UUIDs are case-insensitive (RFC 9562, section 4). */
  readonly orderId: string;
  readonly sequence: number;
  readonly untilSequence: number;
};

/** The table row of an order: a column for each filter of the list, and the whole order as JSON text. */
export function buildOrderRow(order: JsonObject, { businessId, orderId, sequence, untilSequence }: OrderKeys): Value[] {
  const { customerUserId } = order;
  return [
    businessId,
    orderId,
    sequence,
    untilSequence,
    parseTimestamp(String(order.updatedAt)) ?? 0,
    toTextOrNull(order.orderNumber),
    toTextOrNull(asObject(order.context)?.storeId),
    getOrderStatus(order) ?? null,
    customerUserId === undefined ? null : String(customerUserId),
    isStayOrder(order) ? 1 : 0,
    JSON.stringify(order),
  ];
}

/**
 * Whether an order is a stay order, which lists return only with `includeStaysAll`. The seed does not define the term;
 * in the sandbox, a stay order has a shipment with the delivery mode `STAY`.
 */
export function isStayOrder(order: JsonObject): boolean {
  return asArray(order.orderShipments).some((shipment) => asObject(shipment)?.deliveryMode === "STAY");
}

function toTextOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
