/** The rows, filters and orders of transactions, and the statements that read and write them. */

import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/document/index.js";
import type { Row } from "../../../src/sandbox/store/database.js";
import { buildWhere, type SqlCondition } from "../../../src/sandbox/store/database.js";
import { NO_END_SEQUENCE } from "../../../src/sandbox/store/tables.js";
import {
  buildTransactionConditions,
  isCardScan,
  isTransactionScan,
  readTransactionOrdering,
} from "../../../src/sandbox/transactions/list-transactions.js";
import {
  buildTransactionRow,
  findForeignTransaction,
  writeTransactions,
} from "../../../src/sandbox/transactions/write-transactions.js";
import { catchRefusal } from "../catch-refusal.js";
import { fillStatement, recordQueries } from "../record-queries.js";

const TIME = "2026-01-01T00:00:00Z";
const KEYS = { businessId: "b", orderId: "o", sequence: 3 };
const EMPTY_ROW = {
  ...{
    business_id: "b",
    id: "undefined",
    sequence: 3,
    until_sequence: NO_END_SEQUENCE,
    order_id: "o",
    updated_at: 0,
    created_at: 0,
  },
  ...{ store_id: null, device_id: null, terminal_id: null, action: null, status: null, number_first6: null },
  ...{ number_last4: null, expiration_month: null, expiration_year: null, holder_first_name: null },
  ...{ holder_last_name: null, auth_only: 0, is_settled: 0, is_credit_debit: 0, amount: 0, search: "" },
};

test.each<[transaction: JsonObject, columns: object]>([
  [{}, {}],
  [{ id: "T1" }, { id: "t1", search: "t1" }],
  [{ updatedAt: TIME }, { updated_at: Date.parse(TIME) }],
  [{ createdAt: TIME }, { created_at: Date.parse(TIME) }],
  [
    { context: { storeId: "S", storeDeviceId: "urn:tid:A" } },
    { store_id: "S", device_id: "urn:tid:A", terminal_id: "a" },
  ],
  [{ context: { storeDeviceId: "x-urn:tid:A" } }, { device_id: "x-urn:tid:A", terminal_id: "x-urn:tid:a" }],
  [{ context: { storeId: 1, storeDeviceId: 1 } }, {}],
  [
    { action: "SALE", status: "VOIDED" },
    { action: "SALE", status: "VOIDED" },
  ],
  [
    { fundingSource: { type: "CREDIT_DEBIT", card: { numberFirst6: "411111", numberLast4: "1111" } } },
    { number_first6: "411111", number_last4: "1111", is_credit_debit: 1, search: "1111" },
  ],
  [
    { fundingSource: { type: "CASH", card: { expirationMonth: 2, expirationYear: 2030 } } },
    { expiration_month: 2, expiration_year: 2030 },
  ],
  [{ fundingSource: { card: { expirationMonth: "2", expirationYear: 0.5 } } }, {}],
  [
    { fundingSource: { card: { cardHolderFirstName: "Ada", cardHolderLastName: "X", cardHolderFullName: "Ada X" } } },
    { holder_first_name: "Ada", holder_last_name: "X", search: "ada\nx\nada x" },
  ],
  [{ authOnly: true }, { auth_only: 1 }],
  [{ authOnly: "true" }, {}],
  [{ settled: true }, { is_settled: 1 }],
  [{ settled: true, settlementStatus: "UNSETTLED" }, {}],
  [{ settled: false, settlementStatus: "SETTLED" }, { is_settled: 1 }],
  [{ amounts: { transactionAmount: -5 } }, { amount: -5 }],
  [
    {
      id: "T1",
      references: [{ id: "R1" }, 7, { id: 8 }],
      processorResponse: { transactionId: "P1", approvalCode: "A1", retrievalRefNum: "N1" },
      notes: "Note",
    },
    { id: "t1", search: "t1\nr1\np1\na1\nn1\nnote" },
  ],
])("the row of the transaction %j", (transaction, columns) => {
  const row = buildTransactionRow(transaction, KEYS);
  expect(row).toEqual({
    ...EMPTY_ROW,
    ...columns,
    body: JSON.stringify(transaction),
  });
});

/** The SQL of conditions, with their values in place. */
function formatConditions(conditions: readonly SqlCondition[]): readonly string[] {
  return conditions.map((condition) => {
    const { where, values } = buildWhere([condition]);
    return fillStatement([where, values]);
  });
}

const CREDIT_DEBIT = "item.is_credit_debit = 1";
const CARD = {
  ...{ cardNumberFirst6: "411111", cardNumberLast4: "1111", cardExpirationMonth: 5, cardExpirationYear: 2030 },
  ...{ cardHolderFirstName: "Jo", cardHolderLastName: "Doe" },
};

test.each<[parameters: Record<string, Json>, isScan: boolean, conditions: readonly string[]]>([
  [{}, false, []],
  [{ storeId: "s" }, false, ['item.store_id = "s"']],
  [{ deviceId: "urn:tid:A" }, false, ['item.device_id = "urn:tid:A"', 'item.terminal_id = "a"']],
  [{ tid: "A" }, false, ['item.terminal_id = "a"']],
  [{ action: "SALE" }, false, ['item.action = "SALE"']],
  [{ status: "VOIDED" }, false, ['item.status = "VOIDED"']],
  [{ cardNumberFirst6: "4" }, false, [CREDIT_DEBIT, 'item.number_first6 = "4"']],
  [{ cardNumberLast4: "1" }, false, [CREDIT_DEBIT, 'item.number_last4 = "1"']],
  [{ cardExpirationMonth: 2 }, true, [CREDIT_DEBIT, "item.expiration_month = 2"]],
  [{ cardExpirationYear: 2030 }, true, [CREDIT_DEBIT, "item.expiration_year = 2030"]],
  [{ cardHolderFirstName: "Ada" }, true, [CREDIT_DEBIT, 'item.holder_first_name = "Ada"']],
  [
    { cardHolderLastName: "X", cardNumberLast4: "1" },
    false,
    [CREDIT_DEBIT, 'item.number_last4 = "1"', 'item.holder_last_name = "X"'],
  ],
  [
    { ...CARD, limit: 5 },
    false,
    [
      ...[CREDIT_DEBIT, 'item.number_first6 = "411111"', 'item.number_last4 = "1111"', "item.expiration_month = 5"],
      ...["item.expiration_year = 2030", 'item.holder_first_name = "Jo"', 'item.holder_last_name = "Doe"'],
    ],
  ],
  [{ creditDebitOnly: true }, false, [CREDIT_DEBIT]],
  [{ creditDebitOnly: false, unsettledOnly: false, authOnly: false }, false, []],
  [{ unsettledOnly: true }, true, [CREDIT_DEBIT, "item.is_settled = 0"]],
  [{ authOnly: true }, true, ["item.auth_only = 1"]],
  [{ authOnly: true, transactionIds: ["A", "b", "a"] }, false, ['item.id IN ("a", "b")', "item.auth_only = 1"]],
  [{ transactionIds: "A" }, false, ['item.id IN ("a")']],
  [{ transactionIds: [] }, false, ["1 = 0"]],
  [{ transactionIds: Array(100).fill("a") }, false, ['item.id IN ("a")']],
  [{ searchKey: "" }, false, []],
  [{ searchKey: "50%_\\X" }, true, [`item.search LIKE "%50\\\\%\\\\_\\\\\\\\x%" ESCAPE '\\'`]],
  [{ searchKey: "x".repeat(256) }, true, [`item.search LIKE "%${"x".repeat(256)}%" ESCAPE '\\'`]],
])("the conditions of %j", (parameters, isScan, expected) => {
  const conditions = buildTransactionConditions(parameters);
  if ("status" in conditions) throw new Error("refused");
  expect(formatConditions(conditions).toSorted()).toEqual(expected.toSorted());
  expect(isTransactionScan(parameters)).toBe(isScan);
});

const refuse = (code: string, message: string) => ({ status: 400, body: { status: 400, code, message } });

test("too many ids and too long search keys are refused", () => {
  expect(catchRefusal(() => buildTransactionConditions({ transactionIds: Array(101).fill("a") }))).toEqual(
    refuse("TOO_MANY_IDS", "transactionIds has 101 ids; expected at most 100"),
  );
  expect(catchRefusal(() => buildTransactionConditions({ searchKey: "x".repeat(257) }))).toEqual(
    refuse("SEARCH_KEY_TOO_LONG", "searchKey is longer than 256 characters"),
  );
});

test.each([
  [{}, false],
  [{ limit: 5 }, false],
  [CARD, false],
  [{ cardNumberFirst6: "411111" }, false],
  [{ cardNumberLast4: "1111", cardHolderLastName: "Doe" }, false],
  [{ cardHolderLastName: "X" }, true],
  [{ cardExpirationMonth: 5, cardExpirationYear: 2030 }, true],
])("the card filter %j reads all rows: %j", (parameters, isScan) => expect(isCardScan(parameters)).toBe(isScan));

const UNKNOWN_ORDER = refuse(
  "UNKNOWN_ORDER",
  "unknown orderBy; expected updatedAt, -updatedAt, createdAt, -createdAt, amount, -amount",
);

test.each<[orderBy: Json | undefined, expected: object]>([
  [undefined, { column: "updated_at", descending: false }],
  ["updatedAt", { column: "updated_at", descending: false }],
  ["-updatedAt", { column: "updated_at", descending: true }],
  ["createdAt", { column: "created_at", descending: false }],
  ["-createdAt", { column: "created_at", descending: true }],
  ["amount", { column: "amount", descending: false }],
  ["-amount", { column: "amount", descending: true }],
  ["", UNKNOWN_ORDER],
  ["toString", UNKNOWN_ORDER],
])("the order %s", (orderBy, expected) => {
  expect(catchRefusal(() => readTransactionOrdering(orderBy === undefined ? {} : { orderBy }))).toEqual(expected);
});

const OPEN = 9_000_000_000_000_000;

test("unchanged transactions keep their row, changed ones get a new one, and missing ones are ended", async () => {
  const row = (id: string, sequence: number, transaction: JsonObject): Row => ({
    ...{ id, sequence, body: JSON.stringify(transaction) },
  });
  const { statements, queries } = recordQueries({
    all: [
      [
        row("same", 2, { id: "SAME" }),
        row("changed", 3, { id: "changed", notes: "old" }),
        row("missing", 4, { id: "missing" }),
      ],
    ],
  });
  const transactions = [{ id: "SAME" }, { id: "changed", notes: "new" }, { id: "new" }];
  await writeTransactions(queries, { businessId: "b", orderId: "o", transactions, sequence: 7, now: 50 });
  const [select, end, insert, ...more] = statements;
  expect(select).toEqual([
    "SELECT id, sequence, body FROM transactions WHERE business_id = $1 AND order_id = $2 AND until_sequence = $3",
    ["b", "o", OPEN],
  ]);
  expect(end).toEqual([
    "UPDATE transactions SET until_sequence = $4, gone_at = $5 WHERE business_id = $1 AND sequence IN ($2, $3)",
    ["b", 3, 4, 7, 50],
  ]);
  const keys = { businessId: "b", orderId: "o" };
  expect(insert?.[1]).toEqual([
    ...Object.values(buildTransactionRow({ id: "changed", notes: "new" }, { ...keys, sequence: 9 })),
    ...Object.values(buildTransactionRow({ id: "new" }, { ...keys, sequence: 10 })),
  ]);
  expect(more).toEqual([]);
});

test("transactions of another order are looked for in batches of 200", async () => {
  const transactions = Array.from({ length: 201 }, (_, index) => ({ id: `T${index}` }));
  const { statements, queries } = recordQueries({ first: [undefined, { id: "t200" }] });
  expect(await findForeignTransaction(queries, { businessId: "b", orderId: "o", transactions })).toBe("t200");
  expect(statements.map(([, values]) => values.length)).toEqual([203, 4]);
  expect(statements.at(-1)).toEqual([
    "SELECT id FROM transactions WHERE business_id = $1 AND until_sequence = $2 AND order_id <> $3 AND id IN ($4) ORDER BY id",
    ["b", OPEN, "o", "t200"],
  ]);
  const none = recordQueries();
  const write = { businessId: "b", orderId: "o", transactions: transactions.slice(0, 200) };
  expect(await findForeignTransaction(none.queries, write)).toBe(undefined);
  expect(none.statements).toHaveLength(1);
});
