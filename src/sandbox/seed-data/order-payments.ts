import type { JsonObject } from "../../document/index.js";
import { createNumberSequence } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/domain-clock.js";

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

type OrderPayments = { readonly transactions: readonly JsonObject[]; readonly totals: JsonObject };

/** Creates the transactions of an order, and the totals that follow from them. */
export function createPayments(random: SeededRandom, payment: PaymentCourse, bill: PaymentDetails): OrderPayments {
  const { kinds, totals } = COURSES[payment];
  const ids = [random.uuid(), random.uuid()];
  const tip = payment === "captured" ? Math.round((bill.netTotal * random.integer(0, 3) * 5) / 100) : 0;
  const entryMode = random.pick(ENTRY_MODES);
  const steps = kinds.map((kind, index) => ({
    ...kind,
    id: ids[index] ?? "",
    ...(index === 0 ? { at: bill.paidAt, tip: 0 } : { at: bill.endedAt, tip, parentId: ids[0] ?? "" }),
  }));
  const transactions = steps.map((step, index) => {
    const related = step.action === "REFUND" ? undefined : steps[1 - index];
    return createTransaction(random, bill, { step, related, entryMode });
  });
  const total = kinds.length === 0 ? 0 : bill.netTotal;
  const createTotal = (name: string): JsonObject =>
    createTotals(total, name === "capturedTotals" ? tip : 0, bill.currency);
  return { transactions, totals: Object.fromEntries(totals.map((name) => [name, createTotal(name)])) };
}

type PaymentKind = { readonly action: string; readonly status: string; readonly isSettled: boolean };
type PaymentStep = PaymentKind & {
  readonly id: string;
  readonly at: number;
  readonly tip: number;
  readonly parentId?: string;
};

const COURSES: Readonly<
  Record<PaymentCourse, { readonly kinds: readonly PaymentKind[]; readonly totals: readonly string[] }>
> = {
  none: { kinds: [], totals: ["authorizedTotals"] },
  authorized: {
    kinds: [{ action: "AUTHORIZE", status: "AUTHORIZED", isSettled: false }],
    totals: ["authorizedTotals"],
  },
  captured: {
    kinds: [
      { action: "AUTHORIZE", status: "CAPTURED", isSettled: false },
      { action: "CAPTURE", status: "CAPTURED", isSettled: true },
    ],
    totals: ["authorizedTotals", "capturedTotals"],
  },
  sale: { kinds: [{ action: "SALE", status: "CAPTURED", isSettled: true }], totals: ["capturedTotals"] },
  refunded: {
    kinds: [
      { action: "SALE", status: "REFUNDED", isSettled: true },
      { action: "REFUND", status: "REFUNDED", isSettled: false },
    ],
    totals: ["capturedTotals", "refundedTotals"],
  },
  voided: { kinds: [{ action: "AUTHORIZE", status: "VOIDED", isSettled: false }], totals: ["voidedTotals"] },
};

const ENTRY_MODES: readonly [string, ...string[]] = [
  "INTEGRATED_CIRCUIT_CARD",
  "CONTACTLESS_INTEGRATED_CIRCUIT_CARD",
  "CONTACTLESS_MAGSTRIPE",
];

function createTransaction(
  random: SeededRandom,
  bill: PaymentDetails,
  { step, related, entryMode }: { step: PaymentStep; related: PaymentStep | undefined; entryMode: string },
): JsonObject {
  const amount = bill.netTotal + step.tip;
  const isVoided = step.status === "VOIDED";
  const changedAt = Math.max(step.at, step.status === "CAPTURED" || isVoided || related ? bill.endedAt : step.at);
  return {
    id: step.id,
    ...(step.parentId === undefined ? {} : { parentId: step.parentId }),
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

/** The payment and final state of an order. */
export type OrderScenario = {
  readonly status: "OPENED" | "COMPLETED" | "CANCELLED";
  readonly fulfillment: "NONE" | "FULFILLED";
  readonly summary: "PENDING" | "COMPLETED" | "REFUNDED" | "CANCELED";
  readonly items: "ORDERED" | "FULFILLED" | "RETURNED";
  readonly payment: PaymentCourse;
};

export type PaymentCourse = "none" | "authorized" | "captured" | "sale" | "refunded" | "voided";

/** All states of an order in the spec; common states are more frequent. */
export const ORDER_SCENARIOS: readonly [OrderScenario, ...OrderScenario[]] = [
  createScenario("COMPLETED", "sale"),
  createScenario("COMPLETED", "captured"),
  createScenario("OPENED", "none"),
  createScenario("COMPLETED", "sale"),
  createScenario("OPENED", "authorized"),
  createScenario("COMPLETED", "refunded"),
  createScenario("COMPLETED", "captured"),
  createScenario("CANCELLED", "voided"),
  createScenario("COMPLETED", "sale"),
  createScenario("CANCELLED", "none"),
];

function createScenario(status: OrderScenario["status"], payment: PaymentCourse): OrderScenario {
  const summaries = { none: "PENDING", authorized: "PENDING", refunded: "REFUNDED", voided: "CANCELED" } as const;
  const paid = payment === "sale" || payment === "captured" ? "COMPLETED" : summaries[payment];
  const isDone = status === "COMPLETED";
  return {
    status,
    payment,
    fulfillment: isDone ? "FULFILLED" : "NONE",
    summary: status === "CANCELLED" ? "CANCELED" : paid,
    items: payment === "refunded" ? "RETURNED" : isDone ? "FULFILLED" : "ORDERED",
  };
}

/** A fast pseudorandom number generator, seeded by the seed and a purpose. */
export type SeededRandom = {
  /** From 0 to 1, excluding 1. */
  readonly fraction: () => number;
  /** From `min` to `max`, inclusive. */
  readonly integer: (min: number, max: number) => number;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
  readonly digits: (count: number) => string;
  /** An id in the format of UUID version 4 (RFC 9562, section 5.4). */
  readonly uuid: () => string;
};

export function createSeededRandom(seed: string, ...purpose: readonly string[]): SeededRandom {
  const numbers = createNumberSequence(seed, ...purpose);
  let index = 0;
  const next = (): number => numbers(++index);
  const fraction = (): number => next() / 2 ** 32;
  const integer = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  const hex = (): string => next().toString(16).padStart(8, "0");
  return {
    fraction,
    integer,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(""),
    uuid: () => {
      const [first, second, third, last] = [hex(), hex(), hex(), hex()];
      const variant = "89ab"[Number.parseInt(third.slice(0, 1), 16) & 3];
      return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${last}`;
    },
  };
}
