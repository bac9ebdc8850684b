import type { JsonObject } from "../../document/index.js";
import { insertRows } from "../deliveries/insert-rows.js";
import type { Queries, Row } from "../store/database.js";
import { LATEST } from "../store/tables.js";
import { idOf, TRANSACTION_COLUMNS, transactionRow } from "./transaction-row.js";

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
    [businessId, orderId, LATEST],
  );
  const former = new Map(current.map((row) => [String(row.id), row]));
  const isSame = (transaction: JsonObject): boolean =>
    former.get(idOf(transaction))?.body === JSON.stringify(transaction);
  const kept = new Set(transactions.filter(isSame).map(idOf));
  const rows = transactions.flatMap((transaction, index) =>
    kept.has(idOf(transaction))
      ? []
      : [transactionRow(transaction, { businessId, orderId, sequence: sequence + 1 + index, untilSequence: LATEST })],
  );
  const gone = current.filter(({ id }) => !kept.has(String(id)));
  await endVersions(queries, { businessId, gone, sequence, now });
  await insertRows(queries, "transactions", TRANSACTION_COLUMNS, rows);
}

type Ending = {
  readonly businessId: string;
  readonly gone: readonly Row[];
  readonly sequence: number;
  readonly now: number;
};

async function endVersions(queries: Queries, { businessId, gone, sequence, now }: Ending): Promise<void> {
  for (const some of chunks(gone)) {
    const places = some.map((_, index) => `$${index + 4}`).join(", ");
    await queries.run(
      `UPDATE transactions SET until_sequence = $1, gone_at = $2 WHERE business_id = $3 AND sequence IN (${places})`,
      [sequence, now, businessId, ...some.map((row) => Number(row.sequence))],
    );
  }
}

/** The first of some transactions that belongs to another order of the business, by its id; undefined when none does. */
export async function transactionElsewhere(
  queries: Queries,
  { businessId, orderId, transactions }: Pick<TransactionWrite, "businessId" | "orderId" | "transactions">,
): Promise<string | undefined> {
  for (const some of chunks(transactions.map(idOf))) {
    const places = some.map((_, index) => `$${index + 4}`).join(", ");
    const found = await queries.first(
      `SELECT id FROM transactions
        WHERE business_id = $1 AND until_sequence = $2 AND order_id <> $3 AND id IN (${places}) ORDER BY id`,
      [businessId, LATEST, orderId, ...some],
    );
    if (found !== undefined) return String(found.id);
  }
  return undefined;
}

const AT_ONCE = 200;

function* chunks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += AT_ONCE) yield all.slice(start, start + AT_ONCE);
}
