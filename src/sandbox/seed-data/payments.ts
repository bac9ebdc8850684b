import type { JsonObject } from "../../document/index.js";
import { timestamp } from "../timestamps.js";
import type { Draw } from "./draw.js";
import type { Payment } from "./story.js";

/** What the payments of an order are made from. */
export type Bill = {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly netTotal: number;
  readonly currency: string;
  readonly card: JsonObject;
  readonly customerUserId: number;
  readonly context: JsonObject;
  /** When the first payment was made, in milliseconds. */
  readonly paidAt: number;
  /** When the order came to its end, and with it its last payment. */
  readonly endedAt: number;
};

export type Paid = { readonly transactions: readonly JsonObject[]; readonly totals: JsonObject };

/** The transactions of an order, and the totals that its amounts have from them. */
export function payments(draw: Draw, payment: Payment, bill: Bill): Paid {
  const first: Step = { id: draw.uuid(), at: bill.paidAt, tip: 0, ...FIRST[payment] };
  const second: Step = { id: draw.uuid(), at: bill.endedAt, tip: 0, ...SECOND[payment], parent: first };
  const tip = payment === "captured" ? Math.round((bill.netTotal * draw.integer(0, 3) * 5) / 100) : 0;
  const entryMode = draw.one(ENTRY_MODES);
  const write = (step: Step, related?: Step): JsonObject => transaction(draw, bill, { step, related, entryMode });
  switch (payment) {
    case "none":
      return { transactions: [], totals: { authorizedTotals: totals(0, 0, bill.currency) } };
    case "authorized":
      return { transactions: [write(first)], totals: { authorizedTotals: totals(bill.netTotal, 0, bill.currency) } };
    case "voided":
      return { transactions: [write(first)], totals: { voidedTotals: totals(bill.netTotal, 0, bill.currency) } };
    case "sale":
      return { transactions: [write(first)], totals: { capturedTotals: totals(bill.netTotal, 0, bill.currency) } };
    case "captured":
      return {
        transactions: [write(first, second), write({ ...second, tip }, first)],
        totals: {
          authorizedTotals: totals(bill.netTotal, 0, bill.currency),
          capturedTotals: totals(bill.netTotal, tip, bill.currency),
        },
      };
    case "refunded":
      return {
        transactions: [write(first, second), write(second)],
        totals: {
          capturedTotals: totals(bill.netTotal, 0, bill.currency),
          refundedTotals: totals(bill.netTotal, 0, bill.currency),
        },
      };
  }
}

type Kind = { readonly action: string; readonly status: string; readonly isSettled: boolean };
type Step = Kind & { readonly id: string; readonly at: number; readonly tip: number; readonly parent?: Step };

const NO_KIND: Kind = { action: "SALE", status: "CAPTURED", isSettled: true };
const FIRST: Readonly<Record<Payment, Kind>> = {
  none: NO_KIND,
  authorized: { action: "AUTHORIZE", status: "AUTHORIZED", isSettled: false },
  captured: { action: "AUTHORIZE", status: "CAPTURED", isSettled: false },
  sale: NO_KIND,
  refunded: { action: "SALE", status: "REFUNDED", isSettled: true },
  voided: { action: "AUTHORIZE", status: "VOIDED", isSettled: false },
};
const SECOND: Readonly<Record<Payment, Kind>> = {
  ...FIRST,
  captured: { action: "CAPTURE", status: "CAPTURED", isSettled: true },
  refunded: { action: "REFUND", status: "REFUNDED", isSettled: false },
};

const ENTRY_MODES: readonly [string, ...string[]] = [
  "INTEGRATED_CIRCUIT_CARD",
  "CONTACTLESS_INTEGRATED_CIRCUIT_CARD",
  "CONTACTLESS_MAGSTRIPE",
];

type Written = { readonly step: Step; readonly related: Step | undefined; readonly entryMode: string };

function transaction(draw: Draw, bill: Bill, { step, related, entryMode }: Written): JsonObject {
  const amount = bill.netTotal + step.tip;
  const isVoided = step.status === "VOIDED";
  const changedAt = Math.max(step.at, step.status === "CAPTURED" || isVoided || related ? bill.endedAt : step.at);
  return {
    id: step.id,
    ...(step.parent === undefined ? {} : { parentId: step.parent.id }),
    action: step.action,
    status: step.status,
    settlementStatus: step.isSettled ? "SETTLED" : "UNSETTLED",
    signatureRequired: false,
    signatureCaptured: false,
    pinCaptured: false,
    adjusted: step.tip > 0,
    amountsAdjusted: step.tip > 0,
    authOnly: step.action === "AUTHORIZE",
    partiallyApproved: false,
    actionVoid: false,
    voided: isVoided,
    settled: step.isSettled,
    reversalVoid: false,
    createdAt: timestamp(step.at),
    updatedAt: timestamp(changedAt),
    context: { ...bill.context, businessType: "TEST_MERCHANT", transmissionAtLocal: timestamp(step.at) },
    fundingSource: fundingSource(bill.card, entryMode, amount),
    links: related === undefined ? [] : [{ href: related.id, rel: related.action, method: "GET" }],
    references: [
      { type: "SERVICE_ORDER", id: bill.orderId },
      { type: "CUSTOM", id: bill.orderNumber, customType: "externalReferenceId" },
    ],
    customerUserId: bill.customerUserId,
    processorOptions: { scaIndicator: "supported" },
    processorResponse: processorResponse(draw, step.id, amount),
    notes: "",
    customerLanguage: "en",
    amounts: { ...totals(bill.netTotal, step.tip, bill.currency), customerOptedNoTip: step.tip === 0 },
  };
}

function fundingSource(card: JsonObject, entryMode: string, amount: number): JsonObject {
  const hasChip = entryMode !== "CONTACTLESS_MAGSTRIPE";
  const emvTags = { "0x9F02": String(amount).padStart(12, "0"), "0x9F1A": "0840", "0x95": "0000008000" };
  return {
    type: "CREDIT_DEBIT",
    debit: card.numberFirst6 === "400005",
    card,
    ...(hasChip ? { emvData: { emvTags } } : {}),
    entryDetails: { customerPresenceStatus: "PRESENT", entryMode },
  };
}

function processorResponse(draw: Draw, transactionId: string, approvedAmount: number): JsonObject {
  const approvalCode = draw.digits(6);
  return {
    processor: "MOCK",
    acquirer: "EXAMPLE_ACQUIRER",
    status: "Successful",
    statusCode: "1",
    statusMessage: "Successful",
    transactionId,
    approvalCode,
    approvedAmount,
    batchId: String(draw.integer(1, 99)),
    retrievalRefNum: `60${draw.digits(4)}${approvalCode}`,
    emvTags: { "0x8A": "3030" },
  };
}

function totals(orderAmount: number, tipAmount: number, currency: string): JsonObject {
  const transactionAmount = orderAmount + tipAmount;
  return { transactionFees: [], transactionAmount, orderAmount, tipAmount, cashbackAmount: 0, currency };
}
