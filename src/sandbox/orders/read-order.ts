import { asArray, type JsonObject } from "../../document/index.js";
import { createErrorResponse, type OperationHandler, type ServiceResponse } from "../context/request-context.js";
import { findCurrentOrder } from "./order-versions.js";

/**
 * GET /businesses/{businessId}/orders/{orderId}: the order with everything, histories and shipments too. It is answered
 * whatever `If-Modified-Since` says, since no status is described by which it could be left out.
 */
export const getOrder = createOrderHandler((order) => order);

/** GET .../shipments: an array, empty when the order was recorded without any. */
export const listOrderShipments = createOrderHandler((order) => asArray(order.orderShipments));

/** GET .../histories: what was recorded; the service writes no event of its own. */
export const listOrderHistories = createOrderHandler((order) => asArray(order.orderHistories));

/** An id that is none of an order, in whatever form, is one that is not there. */
function createOrderHandler(shown: (order: JsonObject) => NonNullable<ServiceResponse["body"]>): OperationHandler {
  return {
    kind: "read",
    handle: async ({ parameters }, queries) => {
      const found = await findCurrentOrder(queries, String(parameters.businessId), String(parameters.orderId));
      if (found === undefined) return createErrorResponse(404, "UNKNOWN_ORDER", "the business has no such order");
      return { status: 200, body: shown(found.order) };
    },
  };
}
