import type { Json } from "../../document/index.js";
import { type OperationHandler, Refusal } from "../context/request-context.js";
import {
  createListResponse,
  type ListOrdering,
  listPage,
  UPDATED_AT_ASCENDING,
  whereContains,
} from "../paging/list-page.js";
import { type SqlCondition, whereColumn, whereColumns, whereIn } from "../store/database.js";
import { getTerminalId } from "./write-transactions.js";

/** GET /businesses/{businessId}/transactions: returns a page of the transactions of all orders of a business. */
export const listTransactions: OperationHandler = async (call, queries) => {
  const ordering = readTransactionOrdering(call.parameters);
  const conditions = buildTransactionConditions(call.parameters);
  const page = await listPage(call, queries, {
    table: "transactions",
    ordering,
    conditions: async () => conditions,
    isScan: isTransactionScan(call.parameters),
  });
  return createListResponse("transactions", page);
};

type TransactionParameters = Readonly<Record<string, Json>>;

/** The maximum page size. */
const MAX_IDS = 100;

/** Limited, because a search reads every transaction of the time window. */
const MAX_SEARCH_KEY = 256;

/**
 * Builds the conditions of the list parameters (seed, GET transactions). Flags filter only when they are true.
 *
 * @throws Refusal when a parameter exceeds its limit
 */
export function buildTransactionConditions(parameters: TransactionParameters): readonly SqlCondition[] {
  const ids = parameters.transactionIds === undefined ? undefined : [parameters.transactionIds].flat().map(String);
  if (ids !== undefined && ids.length > MAX_IDS)
    throw new Refusal(400, "TOO_MANY_IDS", `transactionIds has ${ids.length} ids; expected at most ${MAX_IDS}`);
  const searchKey = String(parameters.searchKey ?? "");
  if (searchKey.length > MAX_SEARCH_KEY)
    throw new Refusal(400, "SEARCH_KEY_TOO_LONG", `searchKey is longer than ${MAX_SEARCH_KEY} characters`);
  const isCreditDebitOnly = parameters.creditDebitOnly === true || parameters.unsettledOnly === true;
  return [
    ...whereColumns("item", COLUMNS, parameters),
    // The index is on the terminal id, which both forms of a device id contain.
    ...[parameters.deviceId, parameters.tid].flatMap((id) =>
      id === undefined ? [] : whereColumn("item.terminal_id", getTerminalId(id)),
    ),
    ...buildCardConditions("item", parameters),
    ...(isCreditDebitOnly ? [() => "item.is_credit_debit = 1"] : []),
    ...(parameters.unsettledOnly === true ? [() => "item.is_settled = 0"] : []),
    ...(parameters.authOnly === true ? [() => "item.auth_only = 1"] : []),
    ...(ids === undefined ? [] : [whereIn("item.id", [...new Set(ids.map((id) => id.toLowerCase()))])]),
    ...(searchKey === "" ? [] : [whereContains("item.search", searchKey)]),
  ];
}

/** The columns of parameters that are compared by equality. */
const COLUMNS = { storeId: "store_id", deviceId: "device_id", action: "action", status: "status" };

/** Whether no index finds the transactions that pass the filters. */
export function isTransactionScan(parameters: TransactionParameters): boolean {
  const { searchKey, authOnly, unsettledOnly, transactionIds } = parameters;
  const hasFilter = (searchKey ?? "") !== "" || authOnly === true || unsettledOnly === true;
  return transactionIds === undefined && (hasFilter || isCardScan(parameters));
}

const ORDERINGS: Readonly<Record<string, ListOrdering>> = {
  updatedAt: UPDATED_AT_ASCENDING,
  "-updatedAt": { column: "updated_at", descending: true },
  createdAt: { column: "created_at", descending: false },
  "-createdAt": { column: "created_at", descending: true },
  amount: { column: "amount", descending: false },
  "-amount": { column: "amount", descending: true },
};

/**
 * Reads the order of the list from `orderBy`. The spec leaves its values open; the sandbox refuses others than these.
 */
export function readTransactionOrdering({ orderBy }: TransactionParameters): ListOrdering {
  if (orderBy === undefined) return UPDATED_AT_ASCENDING;
  const ordering = Object.hasOwn(ORDERINGS, String(orderBy)) ? ORDERINGS[String(orderBy)] : undefined;
  if (ordering !== undefined) return ordering;
  throw new Refusal(400, "UNKNOWN_ORDER", `unknown orderBy; expected ${Object.keys(ORDERINGS).join(", ")}`);
}

/** The column of transactions for each card parameter of the two lists; compared by equality. */
const CARD_COLUMNS: Readonly<Record<string, string>> = {
  cardNumberFirst6: "number_first6",
  cardNumberLast4: "number_last4",
  cardExpirationMonth: "expiration_month",
  cardExpirationYear: "expiration_year",
  cardHolderFirstName: "holder_first_name",
  cardHolderLastName: "holder_last_name",
};

/**
 * Builds the conditions of the card parameters for one transaction; none when no card parameter is present. Any card
 * parameter limits the result to credit and debit transactions (seed, GET transactions, `creditDebitOnly`).
 *
 * @param name the alias of the transaction in the SQL statement
 */
export function buildCardConditions(name: string, parameters: Readonly<Record<string, Json>>): readonly SqlCondition[] {
  const conditions = whereColumns(name, CARD_COLUMNS, parameters);
  return conditions.length === 0 ? [] : [() => `${name}.is_credit_debit = 1`, ...conditions];
}

/** Whether there are card parameters, but no number, for which there is an index. */
export function isCardScan(parameters: Readonly<Record<string, Json>>): boolean {
  const has = (parameter: string): boolean => parameters[parameter] !== undefined;
  return Object.keys(CARD_COLUMNS).some(has) && !has("cardNumberFirst6") && !has("cardNumberLast4");
}
