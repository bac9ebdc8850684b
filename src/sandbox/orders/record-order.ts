import { asArray, isObject, type JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import {
  createErrorResponse,
  type OperationHandler,
  type RequestContext,
  type ServiceResponse,
} from "../context/request-context.js";
import type { Queries } from "../store/database.js";
import { findForeignTransaction } from "../transactions/write-transactions.js";
import { createAheadWarning } from "./ahead-warning.js";
import { allocateSequence, findCurrentOrder, writeOrder } from "./order-versions.js";
import { publishEvents } from "./publish-events.js";
import { buildRecordedOrder } from "./record-rules.js";

/** PUT /businesses/{businessId}/orders/{orderId}: returns 201 with a new order, 200 with a replaced one. */
export const recordOrder: OperationHandler = {
  kind: "write",
  handle: (call, queries, app) => handleRecord(call, queries, app),
};

async function handleRecord(call: RequestContext, queries: Queries, app: AppContext): Promise<ServiceResponse> {
  const { body, now } = call;
  const businessId = String(call.parameters.businessId);
  const orderId = String(call.parameters.orderId);
  const count = 1 + asArray(isObject(body) ? body.transactions : undefined).length;
  const sequence = await allocateSequence(queries, businessId, count);
  if (sequence === undefined) return createErrorResponse(404, "UNKNOWN_BUSINESS", "no business has this id");
  const former = await findCurrentOrder(queries, businessId, orderId);
  const result = buildRecordedOrder(former?.order, {
    businessId,
    orderId,
    body,
    now,
    updatedAt: app.policies.updatedAt,
    transactionId: (index) => deriveUuid(app.seed, "transaction", businessId, orderId.toLowerCase(), String(index)),
  });
  if ("status" in result) return result;
  const { order, events } = result;
  // `buildRecordedOrder` returns objects only.
  const transactions = asArray(order.transactions) as readonly JsonObject[];
  const foreign = await findForeignTransaction(queries, { businessId, orderId: orderId.toLowerCase(), transactions });
  if (foreign !== undefined)
    return createErrorResponse(
      400,
      "TRANSACTION_OF_ANOTHER_ORDER",
      `the transaction ${foreign} belongs to another order`,
    );
  await writeOrder(queries, { businessId, orderId, former, order, sequence, transactions, now });
  await publishEvents(queries, app, { businessId, order, events, sequence, now });
  return { status: former === undefined ? 201 : 200, body: order, ...createAheadWarning(order, now) };
}
