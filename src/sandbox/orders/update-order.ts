import type { JsonObject } from "../../document/index.js";
import { describeFailure, reduceToClosestBranch, type Schemas } from "../../schema/index.js";
import { type Answer, type Call, type Handler, refuse } from "../call.js";
import type { Queries } from "../store/database.js";
import type { World } from "../world.js";
import { announce } from "./announce.js";
import { currentOrder, takeSequence, writeOrder } from "./order-versions.js";
import { updateOrder as updated } from "./update-rules.js";

/** PATCH /businesses/{businessId}/orders/{orderId}: the order after a JSON Patch document. */
export const updateOrder: Handler = {
  kind: "write",
  answer: (call, queries, world) => update(call, queries, world),
};

async function update(call: Call, queries: Queries, world: World): Promise<Answer> {
  const { body, now } = call;
  const businessId = String(call.parameters.businessId);
  const orderId = String(call.parameters.orderId);
  const sequence = await takeSequence(queries, businessId, 1);
  const former = sequence === undefined ? undefined : await currentOrder(queries, businessId, orderId);
  if (sequence === undefined || former === undefined)
    return refuse(404, "UNKNOWN_ORDER", "the business has no such order");
  const result = updated(former.order, { patch: body, now, problemOf: (order) => problemOf(world.schemas, order) });
  if ("status" in result) return result;
  const { order, events } = result;
  await writeOrder(queries, { businessId, orderId, former, order, sequence, transactions: undefined, now });
  await announce(queries, world, { businessId, order, events, sequence, now });
  return { status: 200, body: order };
}

const ORDER = "/components/schemas/Order";

/** What the contract has against an order, without its values. */
function problemOf(schemas: Schemas, order: JsonObject): string | undefined {
  const [failure] = reduceToClosestBranch(schemas, "response", schemas.validate(ORDER, "response", order));
  return failure && `at ${failure.instance || "its root"} ${describeFailure(failure).expected} is expected`;
}
