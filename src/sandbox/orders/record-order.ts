import { asArray, isObject, type JsonObject } from "../../document/index.js";
import { type Answer, type Call, type Handler, refuse } from "../call.js";
import { derivedUuid } from "../ids.js";
import type { Queries } from "../store/database.js";
import { transactionElsewhere } from "../transactions/write-transactions.js";
import type { World } from "../world.js";
import { announce } from "./announce.js";
import { currentOrder, takeSequence, writeOrder } from "./order-versions.js";
import { recordOrder as recorded } from "./record-rules.js";

/** PUT /businesses/{businessId}/orders/{orderId}: 201 with the order when it is new, else 200. */
export const recordOrder: Handler = {
  kind: "write",
  answer: (call, queries, world) => record(call, queries, world),
};

async function record(call: Call, queries: Queries, world: World): Promise<Answer> {
  const { body, now } = call;
  const businessId = String(call.parameters.businessId);
  const orderId = String(call.parameters.orderId);
  const count = 1 + asArray(isObject(body) ? body.transactions : undefined).length;
  const sequence = await takeSequence(queries, businessId, count);
  if (sequence === undefined) return refuse(404, "UNKNOWN_BUSINESS", "there is no such business");
  const former = await currentOrder(queries, businessId, orderId);
  const result = recorded(former?.order, {
    businessId,
    orderId,
    body,
    now,
    updatedAt: world.policies.updatedAt,
    transactionId: (index) => derivedUuid(world.seed, "transaction", businessId, orderId.toLowerCase(), String(index)),
  });
  if ("status" in result) return result;
  const { order, events } = result;
  // The rules leave objects only.
  const transactions = asArray(order.transactions) as readonly JsonObject[];
  const elsewhere = await transactionElsewhere(queries, { businessId, orderId: orderId.toLowerCase(), transactions });
  if (elsewhere !== undefined)
    return refuse(400, "TRANSACTION_OF_ANOTHER_ORDER", `the transaction ${elsewhere} is one of another order`);
  await writeOrder(queries, { businessId, orderId, former, order, sequence, transactions, now });
  await announce(queries, world, { businessId, order, events, sequence, now });
  return { status: former === undefined ? 201 : 200, body: order };
}
