/** The conditions of the card parameters. */
import { expect, test } from "vitest";
import { buildCardConditions, isCardScan } from "../../../src/sandbox/transactions/list-transactions.js";

const ALL = {
  cardNumberFirst6: "411111",
  cardNumberLast4: "1111",
  cardExpirationMonth: 5,
  cardExpirationYear: 2030,
  cardHolderFirstName: "Jo",
  cardHolderLastName: "Doe",
};

test("each card parameter is compared with its column, for transactions of cards", () => {
  const bound: unknown[] = [];
  const bind = (value: unknown): string => `$${bound.push(value)}`;
  const list = (parameters: Parameters<typeof buildCardConditions>[1]): string[] =>
    buildCardConditions("t", parameters).map((condition) => condition(bind));
  expect(list({ ...ALL, limit: 5 })).toEqual([
    "t.is_credit_debit = 1",
    "t.number_first6 = $1",
    "t.number_last4 = $2",
    "t.expiration_month = $3",
    "t.expiration_year = $4",
    "t.holder_first_name = $5",
    "t.holder_last_name = $6",
  ]);
  expect(bound).toEqual(Object.values(ALL));
  expect(list({ limit: 5 })).toEqual([]);
  expect(list({ cardExpirationYear: 2031 })).toEqual(["t.is_credit_debit = 1", "t.expiration_year = $7"]);
});

test.each([
  [{}, false],
  [{ limit: 5 }, false],
  [ALL, false],
  [{ cardNumberFirst6: "411111" }, false],
  [{ cardNumberLast4: "1111", cardHolderLastName: "Doe" }, false],
  [{ cardHolderLastName: "Doe" }, true],
  [{ cardExpirationMonth: 5, cardExpirationYear: 2030 }, true],
])("%j needs a scan: %j", (parameters, isScan) => expect(isCardScan(parameters)).toBe(isScan));
