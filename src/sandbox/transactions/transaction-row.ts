import { asArray, asObject, type Json, type JsonObject } from "../../document/index.js";
import { parseTimestamp } from "../context/timestamps.js";
import type { Value } from "../store/database.js";

/** The columns of a transaction, in the order of `buildTransactionRow`. */
export const TRANSACTION_COLUMNS = [
  ...["business_id", "id", "sequence", "until_sequence", "order_id", "updated_at", "created_at", "store_id"],
  ...["device_id", "terminal_id", "action", "status", "number_first6", "number_last4", "expiration_month"],
  ...["expiration_year", "holder_first_name", "holder_last_name", "auth_only", "is_settled", "is_credit_debit"],
  ...["amount", "search", "body"],
] as const;

export type TransactionKeys = {
  readonly businessId: string;
  /** In lower case, like the ids of orders. */
  readonly orderId: string;
  readonly sequence: number;
  readonly untilSequence: number;
};

/** The table row of a transaction: a column for each filter and order of the list, and the transaction as JSON text. */
export function buildTransactionRow(transaction: JsonObject, keys: TransactionKeys): Value[] {
  const context = asObject(transaction.context);
  const card = getCard(transaction);
  return [
    keys.businessId,
    getTransactionId(transaction),
    keys.sequence,
    keys.untilSequence,
    keys.orderId,
    toTime(transaction.updatedAt),
    toTime(transaction.createdAt),
    toTextOrNull(context?.storeId),
    toTextOrNull(context?.storeDeviceId),
    getTerminalId(context?.storeDeviceId),
    toTextOrNull(transaction.action),
    toTextOrNull(transaction.status),
    toTextOrNull(card?.numberFirst6),
    toTextOrNull(card?.numberLast4),
    toInteger(card?.expirationMonth),
    toInteger(card?.expirationYear),
    toTextOrNull(card?.cardHolderFirstName),
    toTextOrNull(card?.cardHolderLastName),
    toFlag(transaction.authOnly === true),
    toFlag(isSettled(transaction)),
    toFlag(asObject(transaction.fundingSource)?.type === "CREDIT_DEBIT"),
    toInteger(asObject(transaction.amounts)?.transactionAmount) ?? 0,
    buildSearchText(transaction),
    JSON.stringify(transaction),
  ];
}

/** In lower case, because UUIDs are case-insensitive (RFC 9562, section 4). */
export function getTransactionId(transaction: JsonObject): string {
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

function toTime(value: Json | undefined): number {
  return parseTimestamp(String(value)) ?? 0;
}

function toTextOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function toInteger(value: Json | undefined): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

function toFlag(value: boolean): number {
  return value ? 1 : 0;
}
