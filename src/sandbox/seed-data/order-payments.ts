import type { JsonObject } from "../../document/index.js";
import { formatTimestamp } from "../context/timestamps.js";
import type { PaymentCourse } from "./order-scenario.js";
import type { SeededRandom } from "./seeded-random.js";

/** Input for the payments of an order. */
export type PaymentDetails = {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly netTotal: number;
  readonly currency: string;
  readonly card: JsonObject;
  readonly customerUserId: number;
  readonly context: JsonObject;
  /** Time of the first payment, in milliseconds. */
  readonly paidAt: number;
  /** Time of the last payment and of the end of the order, in milliseconds. */
  readonly endedAt: number;
};

export type OrderPayments = { readonly transactions: readonly JsonObject[]; readonly totals: JsonObject };

/** Creates the transactions of an order, and the totals that follow from them. */
export function createPayments(random: SeededRandom, payment: PaymentCourse, bill: PaymentDetails): OrderPayments {
  const first: PaymentStep = { id: random.uuid(), at: bill.paidAt, tip: 0, ...FIRST_PAYMENTS[payment] };
  const second: PaymentStep = {
    id: random.uuid(),
    at: bill.endedAt,
    tip: 0,
    ...SECOND_PAYMENTS[payment],
    parent: first,
  };
  const tip = payment === "captured" ? Math.round((bill.netTotal * random.integer(0, 3) * 5) / 100) : 0;
  const entryMode = random.pick(ENTRY_MODES);
  const write = (step: PaymentStep, related?: PaymentStep): JsonObject =>
    createTransaction(random, bill, { step, related, entryMode });
  switch (payment) {
    case "none":
      return { transactions: [], totals: { authorizedTotals: createTotals(0, 0, bill.currency) } };
    case "authorized":
      return {
        transactions: [write(first)],
        totals: { authorizedTotals: createTotals(bill.netTotal, 0, bill.currency) },
      };
    case "voided":
      return { transactions: [write(first)], totals: { voidedTotals: createTotals(bill.netTotal, 0, bill.currency) } };
    case "sale":
      return {
        transactions: [write(first)],
        totals: { capturedTotals: createTotals(bill.netTotal, 0, bill.currency) },
      };
    case "captured":
      return {
        transactions: [write(first, second), write({ ...second, tip }, first)],
        totals: {
          authorizedTotals: createTotals(bill.netTotal, 0, bill.currency),
          capturedTotals: createTotals(bill.netTotal, tip, bill.currency),
        },
      };
    case "refunded":
      return {
        transactions: [write(first, second), write(second)],
        totals: {
          capturedTotals: createTotals(bill.netTotal, 0, bill.currency),
          refundedTotals: createTotals(bill.netTotal, 0, bill.currency),
        },
      };
  }
}

type PaymentKind = { readonly action: string; readonly status: string; readonly isSettled: boolean };
type PaymentStep = PaymentKind & {
  readonly id: string;
  readonly at: number;
  readonly tip: number;
  readonly parent?: PaymentStep;
};

const DEFAULT_KIND: PaymentKind = { action: "SALE", status: "CAPTURED", isSettled: true };
const FIRST_PAYMENTS: Readonly<Record<PaymentCourse, PaymentKind>> = {
  none: DEFAULT_KIND,
  authorized: { action: "AUTHORIZE", status: "AUTHORIZED", isSettled: false },
  captured: { action: "AUTHORIZE", status: "CAPTURED", isSettled: false },
  sale: DEFAULT_KIND,
  refunded: { action: "SALE", status: "REFUNDED", isSettled: true },
  voided: { action: "AUTHORIZE", status: "VOIDED", isSettled: false },
};
const SECOND_PAYMENTS: Readonly<Record<PaymentCourse, PaymentKind>> = {
  ...FIRST_PAYMENTS,
  captured: { action: "CAPTURE", status: "CAPTURED", isSettled: true },
  refunded: { action: "REFUND", status: "REFUNDED", isSettled: false },
};

const ENTRY_MODES: readonly [string, ...string[]] = [
  "INTEGRATED_CIRCUIT_CARD",
  "CONTACTLESS_INTEGRATED_CIRCUIT_CARD",
  "CONTACTLESS_MAGSTRIPE",
];

type TransactionInput = {
  readonly step: PaymentStep;
  readonly related: PaymentStep | undefined;
  readonly entryMode: string;
};

function createTransaction(
  random: SeededRandom,
  bill: PaymentDetails,
  { step, related, entryMode }: TransactionInput,
): JsonObject {
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
    createdAt: formatTimestamp(step.at),
    updatedAt: formatTimestamp(changedAt),
    context: { ...bill.context, businessType: "TEST_MERCHANT", transmissionAtLocal: formatTimestamp(step.at) },
    fundingSource: createFundingSource(bill.card, entryMode, amount),
    links: related === undefined ? [] : [{ href: related.id, rel: related.action, method: "GET" }],
    references: [
      { type: "SERVICE_ORDER", id: bill.orderId },
      { type: "CUSTOM", id: bill.orderNumber, customType: "externalReferenceId" },
    ],
    customerUserId: bill.customerUserId,
    processorOptions: { scaIndicator: "supported" },
    processorResponse: createProcessorResponse(random, step.id, amount),
    notes: "",
    customerLanguage: "en",
    amounts: { ...createTotals(bill.netTotal, step.tip, bill.currency), customerOptedNoTip: step.tip === 0 },
  };
}

function createFundingSource(card: JsonObject, entryMode: string, amount: number): JsonObject {
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

function createProcessorResponse(random: SeededRandom, transactionId: string, approvedAmount: number): JsonObject {
  const approvalCode = random.digits(6);
  return {
    processor: "MOCK",
    acquirer: "EXAMPLE_ACQUIRER",
    status: "Successful",
    statusCode: "1",
    statusMessage: "Successful",
    transactionId,
    approvalCode,
    approvedAmount,
    batchId: String(random.integer(1, 99)),
    retrievalRefNum: `60${random.digits(4)}${approvalCode}`,
    emvTags: { "0x8A": "3030" },
  };
}

function createTotals(orderAmount: number, tipAmount: number, currency: string): JsonObject {
  const transactionAmount = orderAmount + tipAmount;
  return { transactionFees: [], transactionAmount, orderAmount, tipAmount, cashbackAmount: 0, currency };
}
