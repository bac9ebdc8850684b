import { asArray, asObject, type Json, type JsonObject } from "../../document/index.js";
import { parseTimestamp } from "../context/timestamps.js";
import type { Value } from "../store/database.js";
import { getOrderStatus } from "./order-events.js";

/** The columns of an order, in the order of `orderRow`. */
export const ORDER_COLUMNS = [
  ...["business_id", "id", "sequence", "until_sequence", "updated_at", "order_number", "store_id", "status"],
  ...["customer_user_id", "is_stay", "body"],
] as const;

export type OrderKeys = {
  readonly businessId: string;
  /** In lower case: UUIDs are the same whatever their case (RFC 9562, section 4). */
  readonly orderId: string;
  readonly sequence: number;
  readonly untilSequence: number;
};

/** An order as the table has it: what its list is filtered by, in columns of its own; the whole of it as text. */
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
 * Whether an order is a stay order, which lists show with `includeStaysAll` only. The seed does not say what that is: here
 * it is an order with a shipment of the delivery mode `STAY`.
 */
export function isStayOrder(order: JsonObject): boolean {
  return asArray(order.orderShipments).some((shipment) => asObject(shipment)?.deliveryMode === "STAY");
}

function toTextOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
