/** The transactions and totals of an order for each course of its payment, from a generator with fixed results. */
import { expect, test } from "vitest";
import { createPayments, type PaymentDetails, type SeededRandom } from "../../../src/sandbox/seed-data/fixtures.js";

const at = Date.UTC(2026, 0, 1);
const [PAID, ENDED] = ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z"];
const bill: PaymentDetails = {
  ...{ orderId: "o", orderNumber: "H-1", netTotal: 1990, customerUserId: 7 },
  card: { numberFirst6: "400005" },
  context: { mcc: "5812" },
  ...{ paidAt: at, endedAt: at + 3_600_000 },
};

function createRandom(mode = 0): SeededRandom {
  let count = 0;
  return {
    fraction: () => 0,
    integer: (min, max) => (max === 3 ? min + 1 : max),
    pick: (items) => items[mode] ?? items[0],
    digits: (length) => "123456".slice(0, length),
    uuid: () => `id${++count}`,
  };
}

const totals = (orderAmount: number, tipAmount = 0) => ({
  ...{ transactionFees: [], transactionAmount: orderAmount + tipAmount, orderAmount, tipAmount },
  ...{ cashbackAmount: 0, currency: "USD" },
});

/** The members of a transaction that differ between courses. */
const COURSES: Readonly<Record<string, { readonly rows: readonly string[]; readonly sums: object }>> = {
  none: { rows: [], sums: { authorizedTotals: totals(0) } },
  authorized: {
    rows: [`id1 - AUTHORIZE AUTHORIZED open ${PAID} ${PAID} -`],
    sums: { authorizedTotals: totals(1990) },
  },
  voided: { rows: [`id1 - AUTHORIZE VOIDED open ${PAID} ${ENDED} -`], sums: { voidedTotals: totals(1990) } },
  sale: { rows: [`id1 - SALE CAPTURED settled ${PAID} ${ENDED} -`], sums: { capturedTotals: totals(1990) } },
  captured: {
    rows: [
      `id1 - AUTHORIZE CAPTURED open ${PAID} ${ENDED} id2 CAPTURE GET`,
      `id2 id1 CAPTURE CAPTURED settled ${ENDED} ${ENDED} id1 AUTHORIZE GET`,
    ],
    sums: { authorizedTotals: totals(1990), capturedTotals: totals(1990, 100) },
  },
  refunded: {
    rows: [
      `id1 - SALE REFUNDED settled ${PAID} ${ENDED} id2 REFUND GET`,
      `id2 id1 REFUND REFUNDED open ${ENDED} ${ENDED} -`,
    ],
    sums: { capturedTotals: totals(1990), refundedTotals: totals(1990) },
  },
};

test.each(Object.entries(COURSES))("the payment %s", (payment, { rows, sums }) => {
  const made = createPayments(createRandom(), payment, bill);
  const found = made.transactions.map((it) => {
    const [link] = it.links as readonly { readonly href: string; readonly rel: string; readonly method: string }[];
    const state = { SETTLED: "settled", UNSETTLED: "open" }[String(it.settlementStatus)];
    expect([it.authOnly, it.settled, it.voided]).toEqual([
      it.action === "AUTHORIZE",
      state === "settled",
      payment === "voided",
    ]);
    const linked = link === undefined ? "-" : `${link.href} ${link.rel} ${link.method}`;
    return [it.id, it.parentId ?? "-", it.action, it.status, state, it.createdAt, it.updatedAt, linked].join(" ");
  });
  expect(found).toEqual(rows);
  expect(made.totals).toEqual(sums);
});

test("a whole capture with a tip", () => {
  const [, capture] = createPayments(createRandom(), "captured", bill).transactions;
  expect(capture).toEqual({
    ...{ id: "id2", parentId: "id1", action: "CAPTURE", status: "CAPTURED", settlementStatus: "SETTLED" },
    ...{ signatureRequired: false, signatureCaptured: false, pinCaptured: false },
    ...{ adjusted: true, amountsAdjusted: true, authOnly: false, partiallyApproved: false },
    ...{ actionVoid: false, voided: false, settled: true, reversalVoid: false },
    ...{ createdAt: ENDED, updatedAt: ENDED },
    context: { mcc: "5812", businessType: "TEST_MERCHANT", transmissionAtLocal: ENDED },
    fundingSource: {
      type: "CREDIT_DEBIT",
      debit: true,
      card: { numberFirst6: "400005" },
      emvData: { emvTags: { "0x9F02": "000000002090", "0x9F1A": "0840", "0x95": "0000008000" } },
      entryDetails: { customerPresenceStatus: "PRESENT", entryMode: "INTEGRATED_CIRCUIT_CARD" },
    },
    links: [{ href: "id1", rel: "AUTHORIZE", method: "GET" }],
    references: [
      { type: "SERVICE_ORDER", id: "o" },
      { type: "CUSTOM", id: "H-1", customType: "externalReferenceId" },
    ],
    customerUserId: 7,
    processorOptions: { scaIndicator: "supported" },
    processorResponse: {
      ...{ processor: "MOCK", acquirer: "EXAMPLE_ACQUIRER", status: "Successful", statusCode: "1" },
      ...{ statusMessage: "Successful", transactionId: "id2", approvalCode: "123456", approvedAmount: 2090 },
      ...{ batchId: "99", retrievalRefNum: "601234123456", emvTags: { "0x8A": "3030" } },
    },
    ...{ notes: "", customerLanguage: "en" },
    amounts: { ...totals(1990, 100), customerOptedNoTip: false },
  });
});

test("a sale with the magnetic stripe of a credit card", () => {
  const [sale] = createPayments(createRandom(2), "sale", { ...bill, card: { numberFirst6: "411111" } }).transactions;
  expect(sale).toMatchObject({ adjusted: false, amountsAdjusted: false, amounts: { customerOptedNoTip: true } });
  expect(sale?.fundingSource).toEqual({
    ...{ type: "CREDIT_DEBIT", debit: false, card: { numberFirst6: "411111" } },
    entryDetails: { customerPresenceStatus: "PRESENT", entryMode: "CONTACTLESS_MAGSTRIPE" },
  });
  expect(Object.hasOwn(sale ?? {}, "parentId")).toBe(false);
});
