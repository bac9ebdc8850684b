import type { JsonObject } from "../../document/index.js";
import { describeViolation, reduceToClosestBranch, type Schemas } from "../../schema/index.js";
import type { AppContext } from "../context/app-context.js";
import {
  createErrorResponse,
  type OperationHandler,
  type RequestContext,
  type ServiceResponse,
} from "../context/request-context.js";
import type { Queries } from "../store/database.js";
import { createAheadWarning } from "./ahead-warning.js";
import { allocateSequence, findCurrentOrder, writeOrder } from "./order-versions.js";
import { publishEvents } from "./publish-events.js";
import { buildUpdatedOrder } from "./update-rules.js";

/** PATCH /businesses/{businessId}/orders/{orderId}: applies a JSON Patch document and returns the order. */
export const updateOrder: OperationHandler = {
  kind: "write",
  handle: (call, queries, app) => handleUpdate(call, queries, app),
};

async function handleUpdate(call: RequestContext, queries: Queries, app: AppContext): Promise<ServiceResponse> {
  const { body, now } = call;
  const businessId = String(call.parameters.businessId);
  const orderId = String(call.parameters.orderId);
  const sequence = await allocateSequence(queries, businessId, 1);
  const former = sequence === undefined ? undefined : await findCurrentOrder(queries, businessId, orderId);
  if (sequence === undefined || former === undefined)
    return createErrorResponse(404, "UNKNOWN_ORDER", "the business has no order with this id");
  const result = buildUpdatedOrder(former.order, {
    patch: body,
    now,
    describeRefusedField: (order) => describeRefusedField(app.schemas, order),
  });
  if ("status" in result) return result;
  const { order, events } = result;
  await writeOrder(queries, { businessId, orderId, former, order, sequence, transactions: undefined, now });
  await publishEvents(queries, app, { businessId, order, events, sequence, now });
  return { status: 200, body: order, ...createAheadWarning(order, now) };
}

const ORDER_SCHEMA = "/components/schemas/Order";

/** Describes the first violation of the spec by an order, without its values. */
function describeRefusedField(schemas: Schemas, order: JsonObject): string | undefined {
  const [violation] = reduceToClosestBranch(schemas, "response", schemas.validate(ORDER_SCHEMA, "response", order));
  return violation && `at ${violation.instance || "its root"}: expected ${describeViolation(violation).expected}`;
}
