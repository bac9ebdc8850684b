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
import { allocateSequence, findCurrentOrder, writeOrder } from "./order-versions.js";
import { publishEvents } from "./publish-events.js";
import { buildUpdatedOrder as updated } from "./update-rules.js";

/** PATCH /businesses/{businessId}/orders/{orderId}: the order after a JSON Patch document. */
export const updateOrder: OperationHandler = {
  kind: "write",
  handle: (call, queries, world) => handleUpdate(call, queries, world),
};

async function handleUpdate(call: RequestContext, queries: Queries, world: AppContext): Promise<ServiceResponse> {
  const { body, now } = call;
  const businessId = String(call.parameters.businessId);
  const orderId = String(call.parameters.orderId);
  const sequence = await allocateSequence(queries, businessId, 1);
  const former = sequence === undefined ? undefined : await findCurrentOrder(queries, businessId, orderId);
  if (sequence === undefined || former === undefined)
    return createErrorResponse(404, "UNKNOWN_ORDER", "the business has no such order");
  const result = updated(former.order, {
    patch: body,
    now,
    describeRefusedField: (order) => describeRefusedField(world.schemas, order),
  });
  if ("status" in result) return result;
  const { order, events } = result;
  await writeOrder(queries, { businessId, orderId, former, order, sequence, transactions: undefined, now });
  await publishEvents(queries, world, { businessId, order, events, sequence, now });
  return { status: 200, body: order };
}

const ORDER_SCHEMA = "/components/schemas/Order";

/** What the contract has against an order, without its values. */
function describeRefusedField(schemas: Schemas, order: JsonObject): string | undefined {
  const [failure] = reduceToClosestBranch(schemas, "response", schemas.validate(ORDER_SCHEMA, "response", order));
  return failure && `at ${failure.instance || "its root"} ${describeViolation(failure).expected} is expected`;
}
