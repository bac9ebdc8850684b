import type { JsonObject } from "../../document/index.js";
import { timestamp } from "../timestamps.js";
import { payer } from "./customer.js";
import { type Draw, drawFrom } from "./draw.js";
import type { Merchant, Store } from "./merchant.js";
import { type Bill, payments } from "./payments.js";
import { STORIES, type Story } from "./story.js";

/** Which order of a merchant it is, and when it was last changed, in milliseconds. */
export type OrderPlace = { readonly number: number; readonly updatedAt: number; readonly now: number };

/** An order as the contract has it, with sums that add up; it follows from the seed, the merchant and its place. */
export function makeOrder(seed: string, merchant: Merchant, { number, updatedAt, now }: OrderPlace): JsonObject {
  const draw = drawFrom(seed, "pack order", merchant.id, String(number));
  const story = STORIES[number % STORIES.length] ?? STORIES[0];
  const createdAt = updatedAt - draw.integer(2, 90) * 60_000;
  const store = draw.one(merchant.stores);
  const { customer, card } = payer(draw, now);
  const context = contextOf(draw, merchant, { store, story });
  const times: Times = { createdAt: timestamp(createdAt), updatedAt: timestamp(updatedAt) };
  const items = itemsOf(draw, merchant, { story, ...times });
  const sums = sumsOf(items, draw.fraction() < 0.15);
  const id = draw.uuid();
  const orderNumber = `${merchant.orderPrefix}-${1001 + number}`;
  const bill: Bill = {
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
  const paid = payments(draw, story.payment, bill);
  return {
    id,
    orderNumber,
    createdAt: times.createdAt,
    updatedAt: times.updatedAt,
    taxExempted: false,
    valid: true,
    accepted: story.status !== "CANCELLED",
    notes: draw.one(NOTES),
    customerUserId: customer.id,
    context,
    customer,
    items,
    discounts: sums.discounts,
    fees: [],
    transactions: paid.transactions,
    orderHistories: [{ id: 5000 + number, timestamp: times.createdAt, event: "ACCEPTED" }],
    orderShipments: [shipment(8000 + number, times)],
    amounts: { ...sums.amounts, currency: CURRENCY, ...paid.totals },
    statuses: {
      status: story.status,
      fulfillmentStatus: story.fulfillment,
      transactionStatusSummary: story.summary,
    },
  };
}

const CURRENCY = "USD";
const NOTES: readonly [string, ...string[]] = ["", "", "", "Window table", "To go", "Call when ready"];

function contextOf(
  draw: Draw,
  merchant: Merchant,
  { store, story }: { readonly store: Store; readonly story: Story },
): JsonObject {
  return {
    employeeUserId: draw.integer(4001, 4012),
    storeDeviceId: draw.one(store.deviceIds),
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
type ItemSource = Times & { readonly story: Story };

// Plain literals: building these objects by spreading several others takes three times as long.
function itemsOf(draw: Draw, merchant: Merchant, { story, createdAt, updatedAt }: ItemSource): readonly Item[] {
  return Array.from({ length: draw.integer(1, 3) }, (_, index) => {
    const { name, sku, unitPrice } = draw.one(merchant.products);
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
      status: story.items,
      taxExempted: false,
      unitOfMeasure: "EACH",
      createdAt,
      updatedAt,
      discounts: [],
      fees: [],
      selectedVariants: [],
      taxes: [taxOf(draw, tax)],
    };
  });
}

function taxOf(draw: Draw, amount: number): JsonObject {
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

function sumsOf(items: readonly Item[], isDiscounted: boolean) {
  const subTotal = items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const taxTotal = items.reduce((sum, { tax }) => sum + tax, 0);
  const discountTotal = isDiscounted ? Math.round(subTotal / 10) : 0;
  return {
    discounts: isDiscounted ? [{ name: "Regulars, 10 %", amount: discountTotal }] : [],
    amounts: { subTotal, discountTotal, feeTotal: 0, taxTotal, netTotal: subTotal - discountTotal + taxTotal },
  };
}

function shipment(id: number, { createdAt, updatedAt }: Times): JsonObject {
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
