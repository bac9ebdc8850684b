import type { JsonObject } from "../../document/index.js";
import type { Queries } from "../store/database.js";
import { insertRows } from "../store/insert-rows.js";
import { NO_END_SEQUENCE } from "../store/tables.js";
import { writeTransactions } from "../transactions/write-transactions.js";
import { buildOrderRow, ORDER_COLUMNS } from "./order-row.js";

/** An order as it is now, and the number of the write that made it so. */
export type OrderVersion = { readonly order: JsonObject; readonly sequence: number };

/** The order of a business that has an id, in whichever case; undefined when there is none. */
export async function findCurrentOrder(
  queries: Queries,
  businessId: string,
  orderId: string,
): Promise<OrderVersion | undefined> {
  // Orders are never deleted, so that the version that came last is the one that is there.
  const row = await queries.first(
    "SELECT sequence, body FROM orders WHERE business_id = $1 AND id = $2 ORDER BY sequence DESC LIMIT 1",
    [businessId, orderId.toLowerCase()],
  );
  // What was written is an object.
  return row && { order: JSON.parse(String(row.body)) as JsonObject, sequence: Number(row.sequence) };
}

/**
 * Takes so many numbers for a write and gives the first. The first statement of every write: until it is kept or undone,
 * other writes of the business wait here, whichever replica they came to, so that numbers become visible in their order.
 *
 * @returns undefined when there is no such business
 */
export async function allocateSequence(
  queries: Queries,
  businessId: string,
  count: number,
): Promise<number | undefined> {
  const row = await queries.first("UPDATE businesses SET sequence = sequence + $1 WHERE id = $2 RETURNING sequence", [
    count,
    businessId,
  ]);
  return row && Number(row.sequence) - count + 1;
}

export type OrderWrite = {
  readonly businessId: string;
  readonly orderId: string;
  readonly former: OrderVersion | undefined;
  readonly order: JsonObject;
  /** Of the order; those of its transactions follow. */
  readonly sequence: number;
  /** Undefined when the write leaves them as they are. */
  readonly transactions: readonly JsonObject[] | undefined;
  readonly now: number;
};

/** Makes what is given the version of an order that is there, and the former one a version that went. */
export async function writeOrder(queries: Queries, write: OrderWrite): Promise<void> {
  const { businessId, former, order, sequence, transactions, now } = write;
  const orderId = write.orderId.toLowerCase();
  if (former !== undefined)
    await queries.run(
      "UPDATE orders SET until_sequence = $1, gone_at = $2 WHERE business_id = $3 AND id = $4 AND sequence = $5",
      [sequence, now, businessId, orderId, former.sequence],
    );
  const row = buildOrderRow(order, { businessId, orderId, sequence, untilSequence: NO_END_SEQUENCE });
  await insertRows(queries, "orders", ORDER_COLUMNS, [row]);
  if (transactions !== undefined)
    await writeTransactions(queries, { businessId, orderId, transactions, sequence, now });
}
