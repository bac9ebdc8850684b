/** M: members that clients cannot set, and invalid values. */
import { expect } from "vitest";
import { type Attack, call, hook, ORDER, put, refused, responded } from "../attack.js";
import { CARD_NUMBER, HOOK_SECRET } from "../canaries.js";
import { A, orderOf } from "../tenants.js";
import { registration } from "./webhooks.js";

const order = orderOf(A, 0);
const [transaction] = order.transactions as readonly object[];
const amounts = order.amounts as object;
const withAmounts = (parts: object): object => ({ ...order, amounts: { ...amounts, ...parts } });
const recorded = (title: string, line: string, body: object, expected: object): Attack => ({
  line,
  title,
  hasEffect: true,
  run: async (field) => {
    const got = await field.send(put(body)(field));
    expect(got.status, got.text).toBe(200);
    expect(got.json).toMatchObject(expected);
    expect((await field.send(call({ path: ORDER, echoes: true }, field))).json).toEqual(got.json);
  },
});
/** The body is stored as sent (seed, PUT order), so it must be returned unchanged. */
const past = { createdAt: "2001-01-01T00:00:00Z", updatedAt: "2001-01-02T00:00:00Z", orderHistories: [] };
const registered = (parts: object): Attack => ({
  line: "M5",
  title: JSON.stringify(parts),
  hasEffect: true,
  run: async (field) => {
    const { status, json, text } = await field.send(hook({ ...registration(), ...parts })(field));
    expect(status, text).toBe(201);
    expect(json).toMatchObject({ active: true, secret: "********", createdAt: expect.stringMatching(/^2026-/) });
    expect(json.id).not.toBe("1");
    expect(field.canaries.in(text)).toEqual([]);
  },
});

/** JSON with the secret of a hook under names and types that a careless redaction misses. */
const secretsAskew: readonly (readonly [title: string, body: string, type?: string])[] = [
  ["an escaped name", JSON.stringify(registration()).replace('"secret"', '"\\u0073ecret"')],
  ["cut off", JSON.stringify(registration()).slice(0, -40)],
  ["another type", JSON.stringify(registration()), "text/plain"],
  ["a form by its type", JSON.stringify(registration()), "application/x-www-form-urlencoded"],
  ["single quotes", `{'secret': '${HOOK_SECRET}'}`],
  ["no quotes", `secret: ${HOOK_SECRET}`],
  ["a comment", `/* ${HOOK_SECRET} */ {}`],
  ["XML", `<secret>${HOOK_SECRET}</secret>`, "application/xml"],
  ["an object of texts", JSON.stringify({ secret: { a: [HOOK_SECRET] } })],
  ["twice", `{"secret": "x", "secret": ${JSON.stringify(HOOK_SECRET)}}`],
  ["a text alone", JSON.stringify(HOOK_SECRET)],
  ["a form", new URLSearchParams({ secret: HOOK_SECRET }).toString(), "application/x-www-form-urlencoded"],
  [
    "multipart",
    `--x\r\nContent-Disposition: form-data; name="secret"\r\n\r\n${HOOK_SECRET}\r\n--x--`,
    "multipart/form-data",
  ],
];

const CARDS: readonly string[] = [
  ...[
    CARD_NUMBER,
    `card ${CARD_NUMBER}.`,
    `"${CARD_NUMBER}"`,
    `${CARD_NUMBER},1`,
    `pan=${CARD_NUMBER}`,
    `\n${CARD_NUMBER}\t`,
  ],
  ...[`${CARD_NUMBER}-x`, `_${CARD_NUMBER}_`, `PAN${CARD_NUMBER}`, `/${CARD_NUMBER}/`],
];

export const ASSIGNMENT_LINES: readonly Attack[] = [
  recorded("createdAt, updatedAt and histories as they are passed", "M1", { ...order, ...past }, past),
  refused("M1", "a time that there is not", put({ ...order, createdAt: "2026-02-30T00:00:00Z" })),
  recorded(
    "a combination of statuses that no till has",
    "M2",
    { ...order, statuses: { status: "OPENED", fulfillmentStatus: "FULFILLED", transactionStatusSummary: "REFUNDED" } },
    { statuses: { transactionStatusSummary: "REFUNDED" } },
  ),
  ...["OPENED", null, []].map((statuses) => refused("M2", JSON.stringify(statuses), put({ ...order, statuses }))),
  recorded(
    "unknown members, and names of SQL",
    "M3",
    { ...order, isAdmin: true, "x'); DROP TABLE orders;--": 1 },
    {
      isAdmin: true,
    },
  ),
  recorded(
    "business_id, sequence and body",
    "M3",
    { ...order, business_id: "x", sequence: -1, body: "{}", until_sequence: 0 },
    {
      sequence: -1,
    },
  ),
  recorded(
    "a transaction that says that it is settled",
    "M4",
    { ...order, transactions: [{ ...transaction, settled: true }] },
    {
      transactions: [{ settled: true }],
    },
  ),
  refused("M4", "settled: 1", put({ ...order, transactions: [{ ...transaction, settled: 1 }] })),
  refused("M4", "the same transaction twice", put({ ...order, transactions: [transaction, transaction] })),
  registered({ id: "1", active: false, createdAt: "2001-01-01T00:00:00Z", updatedAt: "2001-01-01T00:00:00Z" }),
  registered({ secret: HOOK_SECRET, failing_since: 1, application_id: "x" }),
  ...secretsAskew.map(
    ([title, body, type = "application/json"]): Attack => ({
      line: "M6",
      title: `the secret of a hook: ${title}`,
      hasEffect: true,
      run: async (field) => {
        const headers = [["Content-Type", type]] as const;
        const got = await field.send(call({ method: "POST", path: "/hooks", headers, body }, field));
        expect([201, 400], got.text).toContain(got.status);
        expect(field.canaries.in(got.text)).toEqual([]);
      },
    }),
  ),
  ...CARDS.map((notes) =>
    responded("M6", `a card number in notes: ${JSON.stringify(notes)}`, put({ ...order, notes }), 200),
  ),
  ...CARDS.map((key) =>
    responded(
      "M6",
      `a card number in the query: ${JSON.stringify(key)}`,
      (field) =>
        call({ path: `${ORDER.replace(/orders.*/, "transactions")}?searchKey=${encodeURIComponent(key)}` }, field),
      [200, 400],
    ),
  ),
  responded("M6", "a card number in a header", (field) =>
    call(
      {
        path: ORDER,
        headers: [
          ["Referer", `https://till.example/?q=${CARD_NUMBER}`],
          ["X-Card", CARD_NUMBER],
        ],
      },
      field,
    ),
  ),
  refused(
    "M6",
    "a card number in the path",
    (field) => call({ path: `/businesses/${A.businessId}/orders/${CARD_NUMBER}` }, field),
    {
      status: [400, 404],
    },
  ),
  responded(
    "M6",
    "card data of EMV",
    put({
      ...order,
      transactions: [
        { ...transaction, fundingSource: { type: "CREDIT_DEBIT", emvData: { emvTags: { "0x5A": CARD_NUMBER } } } },
      ],
    }),
  ),
  recorded("another id of the customer", "M7", { ...order, customer: { id: 1 } }, { customer: { id: 1 } }),
  ...["1", null, 1.5, [1]].map((id) =>
    refused("M7", `customer.id ${JSON.stringify(id)}`, put({ ...order, customer: { id } })),
  ),
  recorded("a negative amount, as a refund has", "M8", withAmounts({ netTotal: -1 }), { amounts: { netTotal: -1 } }),
  ...["1.5", '"1"', "null", "9007199254740992", "1e400", "[1]", "true"].map((text) =>
    refused(
      "M8",
      `netTotal ${text}`,
      put(JSON.stringify(withAmounts({ netTotal: 0 })).replace('"netTotal":0', `"netTotal":${text}`)),
    ),
  ),
  // In the spec, currencies are strings, and the body is stored as sent.
  ...["usd", "XXX"].map((currency) =>
    recorded(`currency ${JSON.stringify(currency)}`, "M8", withAmounts({ currency }), { amounts: { currency } }),
  ),
  ...[840, null, ["USD"], "XXXX", "", "U$D", "ＵＳＤ"].map((currency) =>
    refused("M8", `currency ${JSON.stringify(currency)}`, put(withAmounts({ currency }))),
  ),
];
