import type { JsonObject } from "../../document/index.js";
import { formatTimestamp } from "../context/timestamps.js";
import type { Merchant, Store } from "./merchant.js";
import { createPayments, type PaymentDetails } from "./order-payments.js";
import { ORDER_SCENARIOS, type OrderScenario } from "./order-scenario.js";
import { pickPayer } from "./payer.js";
import { createSeededRandom, type SeededRandom } from "./seeded-random.js";

/** The number of an order of a merchant, and the time of its last change in milliseconds. */
export type OrderPosition = { readonly number: number; readonly updatedAt: number; readonly now: number };

/**
 * Creates an order that conforms to the spec, with consistent sums, from the seed, the merchant and the order's number.
 */
export function makeOrder(seed: string, merchant: Merchant, { number, updatedAt, now }: OrderPosition): JsonObject {
  const random = createSeededRandom(seed, "pack order", merchant.id, String(number));
  const scenario = ORDER_SCENARIOS[number % ORDER_SCENARIOS.length] ?? ORDER_SCENARIOS[0];
  const createdAt = updatedAt - random.integer(2, 90) * 60_000;
  const store = random.pick(merchant.stores);
  const { customer, card } = pickPayer(random, now);
  const context = createContext(random, merchant, { store, scenario });
  const times: Times = { createdAt: formatTimestamp(createdAt), updatedAt: formatTimestamp(updatedAt) };
  const items = createItems(random, merchant, { scenario, ...times });
  const sums = computeSums(items, random.fraction() < 0.15);
  const id = random.uuid();
  const orderNumber = `${merchant.orderPrefix}-${1001 + number}`;
  const bill: PaymentDetails = {
    orderId: id,
    orderNumber,
    netTotal: sums.amounts.netTotal,
    currency: CURRENCY,
    card,
    customerUserId: customer.id,
    context: { ...context, mcc: merchant.mcc },
    paidAt: createdAt + 60_000,
    endedAt: updatedAt,
  };
  const paid = createPayments(random, scenario.payment, bill);
  return {
    id,
    orderNumber,
    createdAt: times.createdAt,
    updatedAt: times.updatedAt,
    taxExempted: false,
    valid: true,
    accepted: scenario.status !== "CANCELLED",
    notes: random.pick(NOTES),
    customerUserId: customer.id,
    context,
    customer,
    items,
    discounts: sums.discounts,
    fees: [],
    transactions: paid.transactions,
    orderHistories: [{ id: 5000 + number, timestamp: times.createdAt, event: "ACCEPTED" }],
    orderShipments: [createShipment(8000 + number, times)],
    amounts: { ...sums.amounts, currency: CURRENCY, ...paid.totals },
    statuses: {
      status: scenario.status,
      fulfillmentStatus: scenario.fulfillment,
      transactionStatusSummary: scenario.summary,
    },
  };
}

const CURRENCY = "USD";
const NOTES: readonly [string, ...string[]] = ["", "", "", "Window table", "To go", "Call when ready"];

function createContext(
  random: SeededRandom,
  merchant: Merchant,
  { store, scenario }: { readonly store: Store; readonly scenario: OrderScenario },
): JsonObject {
  return {
    employeeUserId: random.integer(4001, 4012),
    storeDeviceId: random.pick(store.deviceIds),
    sourceApp: "com.example.counter",
    transactionInstruction: scenario.payment === "none" ? "NONE" : "ONLINE_AUTH_REQUIRED",
    source: "INSTORE",
    businessId: merchant.id,
    storeId: store.id,
    channelId: merchant.channelId,
  };
}

type Times = { readonly createdAt: string; readonly updatedAt: string };
type Item = JsonObject & { readonly quantity: number; readonly unitPrice: number; readonly tax: number };
type ItemInput = Times & { readonly scenario: OrderScenario };

// Uses plain literals: object spread takes three times as long.
function createItems(
  random: SeededRandom,
  merchant: Merchant,
  { scenario, createdAt, updatedAt }: ItemInput,
): readonly Item[] {
  return Array.from({ length: random.integer(1, 3) }, (_, index) => {
    const { name, sku, unitPrice } = random.pick(merchant.products);
    const quantity = random.integer(1, 3);
    const tax = Math.round((quantity * unitPrice * merchant.taxPercent) / 100);
    return {
      id: index + 1,
      name,
      sku,
      productId: `product-${sku.toLowerCase()}`,
      quantity,
      unitPrice,
      discount: 0,
      fee: 0,
      tax,
      status: scenario.items,
      taxExempted: false,
      unitOfMeasure: "EACH",
      createdAt,
      updatedAt,
      discounts: [],
      fees: [],
      selectedVariants: [],
      taxes: [createTax(random, tax)],
    };
  });
}

function createTax(random: SeededRandom, amount: number): JsonObject {
  return {
    id: random.uuid(),
    type: "custom",
    taxExempted: false,
    catalogLevel: true,
    amountPrecision: 0,
    amount,
    taxRateFixedAmount: 0,
  };
}

function computeSums(items: readonly Item[], isDiscounted: boolean) {
  const subTotal = items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const taxTotal = items.reduce((sum, { tax }) => sum + tax, 0);
  const discountTotal = isDiscounted ? Math.round(subTotal / 10) : 0;
  return {
    discounts: isDiscounted ? [{ name: "Regulars, 10 %", amount: discountTotal }] : [],
    amounts: { subTotal, discountTotal, feeTotal: 0, taxTotal, netTotal: subTotal - discountTotal + taxTotal },
  };
}

function createShipment(id: number, { createdAt, updatedAt }: Times): JsonObject {
  return {
    id,
    createdAt,
    updatedAt,
    address: { countryCode: "US" },
    deliveryMode: "FOR_HERE",
    status: "NONE",
    shipmentType: "FULFILLMENT",
  };
}
