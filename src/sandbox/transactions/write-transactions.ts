import { asArray, asObject, type Json, type JsonObject } from "../../document/index.js";
import { parseTimestamp } from "../context/domain-clock.js";
import {
  buildWhere,
  insertRows,
  type Queries,
  type Row,
  splitIntoBatches,
  whereColumn,
  whereIn,
} from "../store/database.js";
import { NO_END_SEQUENCE } from "../store/tables.js";

/** A version of an order or a transaction. */
export type VersionKeys = {
  readonly businessId: string;
  /** In lower case, because UUIDs are case-insensitive (RFC 9562, section 4). */
  readonly orderId: string;
  /** The number of the version. The transactions of an order version have the numbers that follow. */
  readonly sequence: number;
};

/** The transactions of an order after a write. */
type TransactionWrite = VersionKeys & { readonly transactions: readonly JsonObject[]; readonly now: number };

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
      : [buildTransactionRow(transaction, { businessId, orderId, sequence: sequence + 1 + index })],
  );
  const replaced = current.filter(({ id }) => !unchanged.has(String(id)));
  await endVersions(queries, { businessId, replaced, sequence, now });
  await insertRows(queries, "transactions", rows);
}

type EndedVersions = Omit<TransactionWrite, "orderId" | "transactions"> & { readonly replaced: readonly Row[] };

async function endVersions(queries: Queries, { businessId, replaced, sequence, now }: EndedVersions): Promise<void> {
  for (const batch of splitIntoBatches(replaced)) {
    const numbers = batch.map((row) => Number(row.sequence));
    const { where, values, bind } = buildWhere([
      ...whereColumn("business_id", businessId),
      whereIn("sequence", numbers),
    ]);
    const set = `until_sequence = ${bind(sequence)}, gone_at = ${bind(now)}`;
    await queries.run(`UPDATE transactions SET ${set} WHERE ${where}`, values);
  }
}

/** Returns the id of the first transaction that belongs to another order of the business. */
export async function findForeignTransaction(
  queries: Queries,
  { businessId, orderId, transactions }: Pick<TransactionWrite, "businessId" | "orderId" | "transactions">,
): Promise<string | undefined> {
  for (const batch of splitIntoBatches(transactions.map(getTransactionId))) {
    const { where, values } = buildWhere([
      ...[...whereColumn("business_id", businessId), ...whereColumn("until_sequence", NO_END_SEQUENCE)],
      (bind) => `order_id <> ${bind(orderId)}`,
      whereIn("id", batch),
    ]);
    const found = await queries.first(`SELECT id FROM transactions WHERE ${where} ORDER BY id`, values);
    if (found !== undefined) return String(found.id);
  }
  return undefined;
}

/** The current version of a transaction: a column for each filter and order of the list, and the transaction as JSON text. */
export function buildTransactionRow(transaction: JsonObject, { businessId, orderId, sequence }: VersionKeys): Row {
  const context = asObject(transaction.context);
  const card = getCard(transaction);
  return {
    business_id: businessId,
    id: getTransactionId(transaction),
    sequence,
    until_sequence: NO_END_SEQUENCE,
    order_id: orderId,
    updated_at: toTime(transaction.updatedAt),
    created_at: toTime(transaction.createdAt),
    store_id: toTextOrNull(context?.storeId),
    device_id: toTextOrNull(context?.storeDeviceId),
    terminal_id: getTerminalId(context?.storeDeviceId),
    action: toTextOrNull(transaction.action),
    status: toTextOrNull(transaction.status),
    number_first6: toTextOrNull(card?.numberFirst6),
    number_last4: toTextOrNull(card?.numberLast4),
    expiration_month: toInteger(card?.expirationMonth),
    expiration_year: toInteger(card?.expirationYear),
    holder_first_name: toTextOrNull(card?.cardHolderFirstName),
    holder_last_name: toTextOrNull(card?.cardHolderLastName),
    auth_only: toFlag(transaction.authOnly === true),
    is_settled: toFlag(isSettled(transaction)),
    is_credit_debit: toFlag(asObject(transaction.fundingSource)?.type === "CREDIT_DEBIT"),
    amount: toInteger(asObject(transaction.amounts)?.transactionAmount) ?? 0,
    search: buildSearchText(transaction),
    body: JSON.stringify(transaction),
  };
}

/** In lower case, because UUIDs are case-insensitive (RFC 9562, section 4). */
function getTransactionId(transaction: JsonObject): string {
  return String(transaction.id).toLowerCase();
}

/** The value that `tid` filters by: a device id without `urn:tid:`. The spec leaves this open. */
export function getTerminalId(deviceId: Json | undefined): string | null {
  return typeof deviceId === "string" ? deviceId.toLowerCase().replace(/^urn:tid:/, "") : null;
}

/** From `settlementStatus`, or else from the flag `settled`. */
function isSettled({ settlementStatus, settled }: JsonObject): boolean {
  return settlementStatus === undefined ? settled === true : settlementStatus === "SETTLED";
}

/**
 * The text that `searchKey` searches, in lower case. The seed says "several fields" without naming them. The sandbox
 * uses the ids of the transaction, its references and the processor, the approval code, the retrieval number, the last
 * digits and names on the card, and the notes.
 */
function buildSearchText(transaction: JsonObject): string {
  const card = getCard(transaction);
  const processor = asObject(transaction.processorResponse);
  const references = asArray(transaction.references).map((reference) => asObject(reference)?.id);
  const fields = [
    ...[transaction.id, ...references, processor?.transactionId, processor?.approvalCode, processor?.retrievalRefNum],
    ...[card?.numberLast4, card?.cardHolderFirstName, card?.cardHolderLastName, card?.cardHolderFullName],
    transaction.notes,
  ];
  return fields
    .filter((field) => typeof field === "string")
    .join("\n")
    .toLowerCase();
}

function getCard(transaction: JsonObject): JsonObject | undefined {
  return asObject(asObject(transaction.fundingSource)?.card);
}

/** Milliseconds; 0 for a value that is no time. */
export function toTime(value: Json | undefined): number {
  return parseTimestamp(String(value)) ?? 0;
}

export function toTextOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function toInteger(value: Json | undefined): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

function toFlag(value: boolean): number {
  return value ? 1 : 0;
}
