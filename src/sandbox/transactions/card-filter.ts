import type { Json } from "../../document/index.js";
import { type SqlCondition, whereEquals } from "../paging/index.js";
import type { Value } from "../store/database.js";

/** The columns of transactions that each card parameter of both lists is compared with, exactly. */
const CARD_COLUMNS: Readonly<Record<string, string>> = {
  cardNumberFirst6: "number_first6",
  cardNumberLast4: "number_last4",
  cardExpirationMonth: "expiration_month",
  cardExpirationYear: "expiration_year",
  cardHolderFirstName: "holder_first_name",
  cardHolderLastName: "holder_last_name",
};

/**
 * What the card parameters ask of one transaction, under the name that the statement gives it; nothing when none is there.
 * Any of them limits the result to credit and debit transactions (seed, GET transactions, `creditDebitOnly`).
 */
export function buildCardConditions(name: string, parameters: Readonly<Record<string, Json>>): readonly SqlCondition[] {
  const asked = Object.entries(CARD_COLUMNS).flatMap(([parameter, column]) =>
    // The contract has made them strings and integers.
    whereEquals(`${name}.${column}`, parameters[parameter] as Value | undefined),
  );
  return asked.length === 0 ? [] : [() => `${name}.is_credit_debit = 1`, ...asked];
}
