import type { JsonObject } from "../../document/index.js";
import type { Queries, Row } from "../store/database.js";
import { insertRows } from "../store/insert-rows.js";
import { NO_END_SEQUENCE } from "../store/tables.js";
import { buildTransactionRow, getTransactionId, TRANSACTION_COLUMNS } from "./transaction-row.js";

/** The transactions of an order after a write. */
export type TransactionWrite = {
  readonly businessId: string;
  readonly orderId: string;
  readonly transactions: readonly JsonObject[];
  /** The number of the order version; its transactions have the numbers that follow. */
  readonly sequence: number;
  readonly now: number;
};

/**
 * Replaces the transactions of an order. New and changed transactions get a new version, missing ones are closed, and
 * unchanged ones keep their version.
 */
export async function writeTransactions(queries: Queries, write: TransactionWrite): Promise<void> {
  const { businessId, orderId, transactions, sequence, now } = write;
  const current = await queries.all(
    "SELECT id, sequence, body FROM transactions WHERE business_id = $1 AND order_id = $2 AND until_sequence = $3",
    [businessId, orderId, NO_END_SEQUENCE],
  );
  const former = new Map(current.map((row) => [String(row.id), row]));
  const isSame = (transaction: JsonObject): boolean =>
    former.get(getTransactionId(transaction))?.body === JSON.stringify(transaction);
  const unchanged = new Set(transactions.filter(isSame).map(getTransactionId));
  const rows = transactions.flatMap((transaction, index) =>
    unchanged.has(getTransactionId(transaction))
      ? []
      : [
          buildTransactionRow(transaction, {
            businessId,
            orderId,
            sequence: sequence + 1 + index,
            untilSequence: NO_END_SEQUENCE,
          }),
        ],
  );
  const replaced = current.filter(({ id }) => !unchanged.has(String(id)));
  await endVersions(queries, { businessId, replaced, sequence, now });
  await insertRows(queries, "transactions", TRANSACTION_COLUMNS, rows);
}

type EndedVersions = {
  readonly businessId: string;
  readonly replaced: readonly Row[];
  readonly sequence: number;
  readonly now: number;
};

async function endVersions(queries: Queries, { businessId, replaced, sequence, now }: EndedVersions): Promise<void> {
  for (const batch of splitIntoBatches(replaced)) {
    const placeholders = batch.map((_, index) => `$${index + 4}`).join(", ");
    await queries.run(
      `UPDATE transactions SET until_sequence = $1, gone_at = $2 WHERE business_id = $3 AND sequence IN (${placeholders})`,
      [sequence, now, businessId, ...batch.map((row) => Number(row.sequence))],
    );
  }
}

/** Returns the id of the first transaction that belongs to another order of the business. */
export async function findForeignTransaction(
  queries: Queries,
  { businessId, orderId, transactions }: Pick<TransactionWrite, "businessId" | "orderId" | "transactions">,
): Promise<string | undefined> {
  for (const batch of splitIntoBatches(transactions.map(getTransactionId))) {
    const placeholders = batch.map((_, index) => `$${index + 4}`).join(", ");
    const found = await queries.first(
      `SELECT id FROM transactions
        WHERE business_id = $1 AND until_sequence = $2 AND order_id <> $3 AND id IN (${placeholders}) ORDER BY id`,
      [businessId, NO_END_SEQUENCE, orderId, ...batch],
    );
    if (found !== undefined) return String(found.id);
  }
  return undefined;
}

const BATCH_SIZE = 200;

function* splitIntoBatches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += BATCH_SIZE) yield all.slice(start, start + BATCH_SIZE);
}
