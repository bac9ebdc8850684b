import { asArray, asObject, isObject, type Json, type JsonObject } from "../../document/index.js";
import { createErrorResponse, type ServiceResponse } from "../context/request-context.js";
import { formatTimestamp, parseTimestamp } from "../context/timestamps.js";
import { listOrderEvents } from "./order-events.js";

export type RecordOrderCommand = {
  readonly businessId: string;
  /** As it stands in the path. */
  readonly orderId: string;
  readonly body: Json | undefined;
  readonly now: number;
  /** Whose `updatedAt` the order gets (World.policies). */
  readonly updatedAt: "passed" | "server";
  /** The id of a transaction that came without one, by its place. */
  readonly transactionId: (index: number) => string;
};

export type OrderWriteResult = { readonly order: JsonObject; readonly events: readonly string[] };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What an order is after it was recorded (seed, PUT order: "the service records what is passed"): everything that was
 * passed, `createdAt`, `orderHistories`, every status and members that the contract does not know among it. Of the order
 * and its transactions, a missing id and missing times are filled in: `createdAt` is the former one, or else the time of the
 * write. Links to related orders are the service's own, and so are not recorded.
 *
 * @returns a refusal when the body contradicts the path or itself
 */
export function buildRecordedOrder(
  former: JsonObject | undefined,
  command: RecordOrderCommand,
): OrderWriteResult | ServiceResponse {
  const { body, orderId, now } = command;
  if (!UUID.test(orderId))
    return createErrorResponse(400, "INVALID_ORDER_ID", "the id of the order in the path is no UUID");
  if (body === undefined)
    return createErrorResponse(400, "MISSING_ORDER", "there is no body; send the fully populated order");
  if (!isObject(body))
    return createErrorResponse(400, "INVALID_ORDER", "the body is no object; send the fully populated order");
  if (body.id !== undefined && String(body.id).toLowerCase() !== orderId.toLowerCase())
    return createErrorResponse(400, "ID_MISMATCH", "id is another than the one in the path; send the same, or none");
  const contradiction = checkContradictions(body, "", command);
  if (contradiction !== undefined) return contradiction;
  const createdAt = body.createdAt ?? former?.createdAt ?? formatTimestamp(now);
  const updatedAt = command.updatedAt === "server" ? formatTimestamp(now) : (body.updatedAt ?? formatTimestamp(now));
  const transactions = readTransactions(body, command, { createdAt, updatedAt });
  if ("status" in transactions) return transactions;
  const order = {
    id: orderId.toLowerCase(),
    ...Object.fromEntries(Object.entries(body).filter(([name]) => name !== "links")),
    createdAt,
    updatedAt,
    ...(body.transactions === undefined ? {} : { transactions: transactions.list }),
  };
  return { order, events: listOrderEvents(former, order) };
}

type Times = { readonly createdAt: Json; readonly updatedAt: Json };

function readTransactions(
  body: JsonObject,
  command: RecordOrderCommand,
  times: Times,
): { readonly list: readonly JsonObject[] } | ServiceResponse {
  const list = asArray(body.transactions)
    .filter(isObject)
    .map((it, index) => ({ id: command.transactionId(index), ...it, ...readTimes(it, times) }));
  const ids = new Set<string>();
  for (const [index, transaction] of list.entries()) {
    const contradiction = checkContradictions(transaction, `transactions[${index}].`, command);
    if (contradiction !== undefined) return contradiction;
    const id = String(transaction.id).toLowerCase();
    if (ids.has(id))
      return createErrorResponse(
        400,
        "REPEATED_TRANSACTION",
        `transactions[${index}].id is that of an earlier transaction`,
      );
    ids.add(id);
  }
  return { list };
}

function readTimes(transaction: JsonObject, { createdAt, updatedAt }: Times): Times {
  return { createdAt: transaction.createdAt ?? createdAt, updatedAt: transaction.updatedAt ?? updatedAt };
}

/** What is wrong with an order or a transaction in itself: its business is another one, or its times do not exist. */
function checkContradictions(
  item: JsonObject,
  place: string,
  { businessId }: RecordOrderCommand,
): ServiceResponse | undefined {
  const business = asObject(item.context)?.businessId;
  if (business !== undefined && String(business).toLowerCase() !== businessId.toLowerCase())
    return createErrorResponse(
      400,
      "BUSINESS_MISMATCH",
      `${place}context.businessId is another business than that of the path`,
    );
  for (const name of ["createdAt", "updatedAt"]) {
    if (item[name] !== undefined && parseTimestamp(String(item[name])) === undefined)
      return createErrorResponse(
        400,
        "INVALID_TIME",
        `${place}${name} is no time that there is; send one such as 2026-01-31T09:30:00Z`,
      );
  }
  return undefined;
}
