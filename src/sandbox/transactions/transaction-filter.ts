import type { Json } from "../../document/index.js";
import { type Answer, refuse } from "../call.js";
import { BY_UPDATE, type Condition, contains, equals, isOneOf, type Ordering } from "../paging/index.js";
import { cardConditions } from "./card-filter.js";
import { terminalId } from "./transaction-row.js";

type Parameters = Readonly<Record<string, Json>>;

/** As many as stand on the longest page. */
const MAX_IDS = 100;

/** A text to search for is looked for in every transaction of the window. */
const MAX_SEARCH_KEY = 256;

/**
 * What the parameters of the list ask of a transaction (seed, GET transactions). Flags ask something when they are true.
 *
 * @returns a refusal when more is asked than one request may cost
 */
export function transactionConditions(parameters: Parameters): readonly Condition[] | Answer {
  const ids = parameters.transactionIds === undefined ? undefined : [parameters.transactionIds].flat().map(String);
  if (ids !== undefined && ids.length > MAX_IDS)
    return refuse(400, "TOO_MANY_IDS", `transactionIds has ${ids.length} ids; at most ${MAX_IDS} are accepted`);
  const searchKey = text(parameters.searchKey) ?? "";
  if (searchKey.length > MAX_SEARCH_KEY)
    return refuse(400, "SEARCH_KEY_TOO_LONG", `searchKey is longer than ${MAX_SEARCH_KEY} characters`);
  const deviceId = text(parameters.deviceId);
  const isCreditDebitOnly = parameters.creditDebitOnly === true || parameters.unsettledOnly === true;
  return [
    ...equals("item.store_id", text(parameters.storeId)),
    ...equals("item.device_id", deviceId),
    // The index is on what is common to both ways of naming a device.
    ...[deviceId, text(parameters.tid)].flatMap((id) =>
      id === undefined ? [] : equals("item.terminal_id", terminalId(id)),
    ),
    ...equals("item.action", text(parameters.action)),
    ...equals("item.status", text(parameters.status)),
    ...cardConditions("item", parameters),
    ...(isCreditDebitOnly ? [() => "item.is_credit_debit = 1"] : []),
    ...(parameters.unsettledOnly === true ? [() => "item.is_settled = 0"] : []),
    ...(parameters.authOnly === true ? [() => "item.auth_only = 1"] : []),
    ...(ids === undefined ? [] : [isOneOf("item.id", [...new Set(ids.map((id) => id.toLowerCase()))])]),
    ...(searchKey === "" ? [] : [contains("item.search", searchKey)]),
  ];
}

const ORDERINGS: Readonly<Record<string, Ordering>> = {
  updatedAt: BY_UPDATE,
  "-updatedAt": { column: "updated_at", descending: true },
  createdAt: { column: "created_at", descending: false },
  "-createdAt": { column: "created_at", descending: true },
  amount: { column: "amount", descending: false },
  "-amount": { column: "amount", descending: true },
};

/** The order that `orderBy` asks for. Which values there are is our answer to an open point; another one is refused. */
export function transactionOrdering({ orderBy }: Parameters): Ordering | Answer {
  if (orderBy === undefined) return BY_UPDATE;
  const ordering = Object.hasOwn(ORDERINGS, String(orderBy)) ? ORDERINGS[String(orderBy)] : undefined;
  return ordering ?? refuse(400, "UNKNOWN_ORDER", `orderBy is none of ${Object.keys(ORDERINGS).join(", ")}`);
}

function text(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
