import { asArray, asObject, type Json, type JsonObject } from "../../document/index.js";
import { parseTimestamp } from "../context/timestamps.js";
import type { Value } from "../store/database.js";

/** The columns of a transaction, in the order of `transactionRow`. */
export const TRANSACTION_COLUMNS = [
  ...["business_id", "id", "sequence", "until_sequence", "order_id", "updated_at", "created_at", "store_id"],
  ...["device_id", "terminal_id", "action", "status", "number_first6", "number_last4", "expiration_month"],
  ...["expiration_year", "holder_first_name", "holder_last_name", "auth_only", "is_settled", "is_credit_debit"],
  ...["amount", "search", "body"],
] as const;

export type TransactionKeys = {
  readonly businessId: string;
  /** In lower case, as orders are known by. */
  readonly orderId: string;
  readonly sequence: number;
  readonly untilSequence: number;
};

/** A transaction as the table has it: what its list is filtered and ordered by, in columns of its own; the rest as text. */
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

/** UUIDs are the same whatever their case (RFC 9562, section 4). */
export function getTransactionId(transaction: JsonObject): string {
  return String(transaction.id).toLowerCase();
}

/** What `tid` is compared with: a device id without its `urn:tid:`. That it means this is our answer to an open point. */
export function getTerminalId(deviceId: Json | undefined): string | null {
  return typeof deviceId === "string" ? deviceId.toLowerCase().replace(/^urn:tid:/, "") : null;
}

/** `settlementStatus` says it, or else the flag `settled`. */
function isSettled({ settlementStatus, settled }: JsonObject): boolean {
  return settlementStatus === undefined ? settled === true : settlementStatus === "SETTLED";
}

/**
 * What `searchKey` looks through, in lower case: the ids of the transaction, of what it refers to and of the processor's,
 * the approval code, the retrieval number, the last digits and the names on the card, and the notes. The seed says "several
 * fields" without naming them.
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
