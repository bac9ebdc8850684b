import type { Json } from "../../document/index.js";
import { type SqlCondition, whereEquals } from "../paging/index.js";
import type { Value } from "../store/database.js";

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
  const conditions = Object.entries(CARD_COLUMNS).flatMap(([parameter, column]) =>
    // Validation has ensured strings and integers.
    whereEquals(`${name}.${column}`, parameters[parameter] as Value | undefined),
  );
  return conditions.length === 0 ? [] : [() => `${name}.is_credit_debit = 1`, ...conditions];
}

/** Whether there are card parameters, but no number, for which there is an index. */
export function isCardScan(parameters: Readonly<Record<string, Json>>): boolean {
  const has = (parameter: string): boolean => parameters[parameter] !== undefined;
  return Object.keys(CARD_COLUMNS).some(has) && !has("cardNumberFirst6") && !has("cardNumberLast4");
}
