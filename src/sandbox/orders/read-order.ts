import { asArray, type JsonObject } from "../../document/index.js";
import { createErrorResponse, type OperationHandler, type ServiceResponse } from "../context/request-context.js";
import { findCurrentOrder } from "./order-versions.js";

/**
 * GET /businesses/{businessId}/orders/{orderId}: returns the complete order with histories and shipments. Ignores
 * `If-Modified-Since`, because the spec documents no 304 response.
 */
export const getOrder = createOrderHandler((order) => order);

/** GET .../shipments: returns an array, which is empty when the order was recorded without shipments. */
export const listOrderShipments = createOrderHandler((order) => asArray(order.orderShipments));

/** GET .../histories: returns the recorded histories; the service adds none. */
export const listOrderHistories = createOrderHandler((order) => asArray(order.orderHistories));

/** Returns 404 for malformed ids too. */
function createOrderHandler(select: (order: JsonObject) => NonNullable<ServiceResponse["body"]>): OperationHandler {
  return {
    kind: "read",
    handle: async ({ parameters }, queries) => {
      const found = await findCurrentOrder(queries, String(parameters.businessId), String(parameters.orderId));
      if (found === undefined)
        return createErrorResponse(404, "UNKNOWN_ORDER", "the business has no order with this id");
      return { status: 200, body: select(found.order) };
    },
  };
}
