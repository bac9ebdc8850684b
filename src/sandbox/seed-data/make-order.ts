import type { JsonObject } from "../../document/index.js";
import { formatTimestamp } from "../context/timestamps.js";
import type { Merchant, Store } from "./merchant.js";
import { createPayments, type PaymentDetails } from "./order-payments.js";
import { ORDER_SCENARIOS, type OrderScenario } from "./order-scenario.js";
import { pickPayer } from "./payer.js";
import { createSeededRandom, type SeededRandom } from "./seeded-random.js";

/** Which order of a merchant it is, and when it was last changed, in milliseconds. */
export type OrderPosition = { readonly number: number; readonly updatedAt: number; readonly now: number };

/** An order as the contract has it, with sums that add up; it follows from the seed, the merchant and its place. */
export function makeOrder(seed: string, merchant: Merchant, { number, updatedAt, now }: OrderPosition): JsonObject {
  const draw = createSeededRandom(seed, "pack order", merchant.id, String(number));
  const scenario = ORDER_SCENARIOS[number % ORDER_SCENARIOS.length] ?? ORDER_SCENARIOS[0];
  const createdAt = updatedAt - draw.integer(2, 90) * 60_000;
  const store = draw.pick(merchant.stores);
  const { customer, card } = pickPayer(draw, now);
  const context = createContext(draw, merchant, { store, story: scenario });
  const times: Times = { createdAt: formatTimestamp(createdAt), updatedAt: formatTimestamp(updatedAt) };
  const items = createItems(draw, merchant, { scenario, ...times });
  const sums = computeSums(items, draw.fraction() < 0.15);
  const id = draw.uuid();
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
  const paid = createPayments(draw, scenario.payment, bill);
  return {
    id,
    orderNumber,
    createdAt: times.createdAt,
    updatedAt: times.updatedAt,
    taxExempted: false,
    valid: true,
    accepted: scenario.status !== "CANCELLED",
    notes: draw.pick(NOTES),
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
  draw: SeededRandom,
  merchant: Merchant,
  { store, story }: { readonly store: Store; readonly story: OrderScenario },
): JsonObject {
  return {
    employeeUserId: draw.integer(4001, 4012),
    storeDeviceId: draw.pick(store.deviceIds),
    sourceApp: "com.example.counter",
    transactionInstruction: story.payment === "none" ? "NONE" : "ONLINE_AUTH_REQUIRED",
    source: "INSTORE",
    businessId: merchant.id,
    storeId: store.id,
    channelId: merchant.channelId,
  };
}

type Times = { readonly createdAt: string; readonly updatedAt: string };
type Item = JsonObject & { readonly quantity: number; readonly unitPrice: number; readonly tax: number };
type ItemInput = Times & { readonly scenario: OrderScenario };

// Plain literals: building these objects by spreading several others takes three times as long.
function createItems(
  draw: SeededRandom,
  merchant: Merchant,
  { scenario, createdAt, updatedAt }: ItemInput,
): readonly Item[] {
  return Array.from({ length: draw.integer(1, 3) }, (_, index) => {
    const { name, sku, unitPrice } = draw.pick(merchant.products);
    const quantity = draw.integer(1, 3);
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
      taxes: [createTax(draw, tax)],
    };
  });
}

function createTax(draw: SeededRandom, amount: number): JsonObject {
  return {
    id: draw.uuid(),
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
