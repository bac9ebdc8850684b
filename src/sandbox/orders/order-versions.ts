import type { JsonObject } from "../../document/index.js";
import type { Queries } from "../store/database.js";
import { insertRows } from "../store/insert-rows.js";
import { NO_END_SEQUENCE } from "../store/tables.js";
import { writeTransactions } from "../transactions/write-transactions.js";
import { buildOrderRow, ORDER_COLUMNS } from "./order-row.js";

/** The current version of an order, and the number of the write that created it. */
export type OrderVersion = { readonly order: JsonObject; readonly sequence: number };

/** Finds an order of a business by its id, ignoring case. */
export async function findCurrentOrder(
  queries: Queries,
  businessId: string,
  orderId: string,
): Promise<OrderVersion | undefined> {
  // Orders are never deleted, so the latest version is the current one.
  const row = await queries.first(
    "SELECT sequence, body FROM orders WHERE business_id = $1 AND id = $2 ORDER BY sequence DESC LIMIT 1",
    [businessId, orderId.toLowerCase()],
  );
  // The sandbox stores objects only.
  return row && { order: JSON.parse(String(row.body)) as JsonObject, sequence: Number(row.sequence) };
}

/**
 * Allocates `count` consecutive numbers for a write. This must be the first statement of every write: it locks the
 * business until the transaction ends, on all replicas, so that numbers become visible in order.
 *
 * @returns the first number; undefined when there is no such business
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
  /** The number of the order; its transactions have the numbers that follow. */
  readonly sequence: number;
  /** Undefined when the write does not change them. */
  readonly transactions: readonly JsonObject[] | undefined;
  readonly now: number;
};

/** Inserts a new current version of an order and closes the former one. */
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
