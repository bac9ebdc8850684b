import type { JsonObject } from "../../document/index.js";
import type { Queries, Row } from "../store/database.js";
import { insertRows } from "../store/insert-rows.js";
import { NO_END_SEQUENCE } from "../store/tables.js";
import { buildTransactionRow, getTransactionId, TRANSACTION_COLUMNS } from "./transaction-row.js";

/** The transactions of one order, as the write of it found and leaves them. */
export type TransactionWrite = {
  readonly businessId: string;
  readonly orderId: string;
  readonly transactions: readonly JsonObject[];
  /** The number of the order's version; those of its transactions follow. */
  readonly sequence: number;
  readonly now: number;
};

/**
 * Makes the transactions of an order those that are given: new and changed ones get a version, those that are left out go,
 * and those that are the same stay as they are, with the number that they have.
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
  const kept = new Set(transactions.filter(isSame).map(getTransactionId));
  const rows = transactions.flatMap((transaction, index) =>
    kept.has(getTransactionId(transaction))
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
  const gone = current.filter(({ id }) => !kept.has(String(id)));
  await endVersions(queries, { businessId, gone, sequence, now });
  await insertRows(queries, "transactions", TRANSACTION_COLUMNS, rows);
}

type EndedVersions = {
  readonly businessId: string;
  readonly gone: readonly Row[];
  readonly sequence: number;
  readonly now: number;
};

async function endVersions(queries: Queries, { businessId, gone, sequence, now }: EndedVersions): Promise<void> {
  for (const some of splitIntoBatches(gone)) {
    const places = some.map((_, index) => `$${index + 4}`).join(", ");
    await queries.run(
      `UPDATE transactions SET until_sequence = $1, gone_at = $2 WHERE business_id = $3 AND sequence IN (${places})`,
      [sequence, now, businessId, ...some.map((row) => Number(row.sequence))],
    );
  }
}

/** The first of some transactions that belongs to another order of the business, by its id; undefined when none does. */
export async function findForeignTransaction(
  queries: Queries,
  { businessId, orderId, transactions }: Pick<TransactionWrite, "businessId" | "orderId" | "transactions">,
): Promise<string | undefined> {
  for (const some of splitIntoBatches(transactions.map(getTransactionId))) {
    const places = some.map((_, index) => `$${index + 4}`).join(", ");
    const found = await queries.first(
      `SELECT id FROM transactions
        WHERE business_id = $1 AND until_sequence = $2 AND order_id <> $3 AND id IN (${places}) ORDER BY id`,
      [businessId, NO_END_SEQUENCE, orderId, ...some],
    );
    if (found !== undefined) return String(found.id);
  }
  return undefined;
}

const BATCH_SIZE = 200;

function* splitIntoBatches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += BATCH_SIZE) yield all.slice(start, start + BATCH_SIZE);
}
