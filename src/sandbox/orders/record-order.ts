import { asArray, asObject, isObject, type Json, type JsonObject } from "../../document/index.js";
import { deriveUuid } from "../context/derived-ids.js";
import { formatTimestamp, parseTimestamp } from "../context/domain-clock.js";
import { createInvalidTime, Refusal } from "../context/request-context.js";
import { findForeignTransaction } from "../transactions/write-transactions.js";
import { createOrderWrite, listOrderEvents } from "./order-versions.js";

/** PUT /businesses/{businessId}/orders/{orderId}: returns 201 with a new order, 200 with a replaced one. */
export const recordOrder = createOrderWrite({
  countVersions: (body) => 1 + asArray(isObject(body) ? body.transactions : undefined).length,
  refuseUnknown: () => new Refusal(404, "UNKNOWN_BUSINESS", "no business has this id"),
  build: async ({ businessId, orderId, body, now }, former, { queries, app: { seed, policies } }) => {
    const { order, events } = buildRecordedOrder(former, {
      ...{ businessId, orderId, body, now, updatedAt: policies.updatedAt },
      transactionId: (index) => deriveUuid(seed, "transaction", businessId, orderId.toLowerCase(), String(index)),
    });
    // `buildRecordedOrder` returns objects only.
    const transactions = asArray(order.transactions) as readonly JsonObject[];
    const foreign = await findForeignTransaction(queries, { businessId, orderId: orderId.toLowerCase(), transactions });
    if (foreign === undefined) return { order, events, transactions };
    const message = `the transaction ${foreign} belongs to another order`;
    throw new Refusal(400, "TRANSACTION_OF_ANOTHER_ORDER", message);
  },
});

export type RecordOrderCommand = {
  readonly businessId: string;
  /** As sent in the path. */
  readonly orderId: string;
  readonly body: Json | undefined;
  readonly now: number;
  /** Source of the `updatedAt` of the order (`Policies.updatedAt`). */
  readonly updatedAt: "passed" | "server";
  /** Creates the id of a transaction that has none, by its index. */
  readonly transactionId: (index: number) => string;
};

export type OrderWriteResult = { readonly order: JsonObject; readonly events: readonly string[] };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Builds the order to store (seed, PUT order: "the service records what is passed"). Keeps all members of the body,
 * including `createdAt`, `orderHistories`, statuses and undocumented members, except links, which belong to the
 * service. Adds missing ids and times to the order and its transactions: `createdAt` is the former one or the time of
 * the write.
 *
 * @throws Refusal when the body contradicts the path or itself
 */
export function buildRecordedOrder(former: JsonObject | undefined, command: RecordOrderCommand): OrderWriteResult {
  const { body, orderId, now } = command;
  if (!UUID.test(orderId)) throw new Refusal(400, "INVALID_ORDER_ID", "the order id in the path is not a UUID");
  if (body === undefined) throw new Refusal(400, "MISSING_ORDER", "the request has no body; send the complete order");
  if (!isObject(body)) throw new Refusal(400, "INVALID_ORDER", "the body must be an object; send the complete order");
  if (body.id !== undefined && String(body.id).toLowerCase() !== orderId.toLowerCase())
    throw new Refusal(400, "ID_MISMATCH", "id differs from the id in the path; send the same id or none");
  rejectContradictions(body, "", command);
  const createdAt = body.createdAt ?? former?.createdAt ?? formatTimestamp(now);
  const updatedAt = command.updatedAt === "server" ? formatTimestamp(now) : (body.updatedAt ?? formatTimestamp(now));
  const transactions = readTransactions(body, command, { createdAt, updatedAt });
  const order = {
    id: orderId.toLowerCase(),
    ...Object.fromEntries(Object.entries(body).filter(([name]) => name !== "links")),
    createdAt,
    updatedAt,
    ...(body.transactions === undefined ? {} : { transactions }),
  };
  return { order, events: listOrderEvents(former, order) };
}

type Times = { readonly createdAt: Json; readonly updatedAt: Json };

function readTransactions(body: JsonObject, command: RecordOrderCommand, times: Times): readonly JsonObject[] {
  const list = asArray(body.transactions)
    .filter(isObject)
    .map((it, index) => ({ id: command.transactionId(index), ...it, ...readTimes(it, times) }));
  const ids = new Set<string>();
  for (const [index, transaction] of list.entries()) {
    rejectContradictions(transaction, `transactions[${index}].`, command);
    const id = String(transaction.id).toLowerCase();
    if (ids.has(id))
      throw new Refusal(
        400,
        "REPEATED_TRANSACTION",
        `transactions[${index}].id repeats the id of an earlier transaction`,
      );
    ids.add(id);
  }
  return list;
}

function readTimes(transaction: JsonObject, { createdAt, updatedAt }: Times): Times {
  return { createdAt: transaction.createdAt ?? createdAt, updatedAt: transaction.updatedAt ?? updatedAt };
}

/** @throws Refusal when an order or a transaction names another business or an invalid time */
function rejectContradictions(item: JsonObject, prefix: string, { businessId }: RecordOrderCommand): void {
  const business = asObject(item.context)?.businessId;
  if (business !== undefined && String(business).toLowerCase() !== businessId.toLowerCase())
    throw new Refusal(400, "BUSINESS_MISMATCH", `${prefix}context.businessId differs from the business in the path`);
  for (const name of ["createdAt", "updatedAt"]) {
    if (item[name] !== undefined && parseTimestamp(String(item[name])) === undefined)
      throw createInvalidTime(`${prefix}${name}`);
  }
}
