import type { JsonObject } from "../../document/index.js";
import { deriveUuid } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/domain-clock.js";
import type { Business } from "../tenants/tenants.js";
import {
  createPayments,
  createSeededRandom,
  ORDER_SCENARIOS,
  type OrderScenario,
  type PaymentDetails,
  type SeededRandom,
} from "./order-payments.js";

/** The number of an order of a merchant, and the time of its last change in milliseconds. */
type OrderPosition = { readonly number: number; readonly updatedAt: number; readonly now: number };

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

/** A customer and their card. */
type Payer = { readonly customer: JsonObject & { readonly id: number }; readonly card: JsonObject };

/** Picks one of 96 customers; a customer always has the same card. */
function pickPayer(random: SeededRandom, now: number): Payer {
  const number = random.integer(0, FIRST_NAMES.length * LAST_NAMES.length - 1);
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length] ?? "";
  const lastName = LAST_NAMES[Math.floor(number / FIRST_NAMES.length)] ?? "";
  const since = formatTimestamp(now - (200 + number) * DAY);
  const id = 90_000 + number;
  return {
    customer: { id, createdAt: since, updatedAt: since, emails: {}, phones: {}, firstName, lastName },
    card: createCard(number, `${firstName} ${lastName}`, now),
  };
}

function createCard(number: number, fullName: string, now: number): JsonObject {
  const [first6, last4, displayName] = CARDS[number % CARDS.length] ?? CARDS[0];
  const [firstName = "", lastName = ""] = fullName.split(" ");
  const hex = number.toString(16).padStart(4, "0");
  return {
    id: 70_000 + number,
    cardId: `d2f4b6a8-3c5e-4170-92d4-8e0a1c3b${hex}`,
    cardBrand: { id: "visa", scheme: "VISA", displayName, createdAt: "2020-01-01T00:00:00Z" },
    type: "VISA",
    source: "DIRECT",
    status: "ACTIVE",
    expirationDate: 31,
    expirationMonth: 1 + (number % 12),
    expirationYear: new Date(now).getUTCFullYear() + 1 + (number % 4),
    numberFirst6: first6,
    numberLast4: last4,
    numberMasked: `${first6}******${last4}`,
    cardHolderFirstName: firstName,
    cardHolderLastName: lastName,
    cardHolderFullName: fullName,
    serviceCode: "201",
  };
}

const DAY = 86_400_000;

// Test numbers published by card schemes; the spec has no card type other than VISA.
const CARDS: readonly [Card, ...Card[]] = [
  ["411111", "1111", "Visa"],
  ["424242", "4242", "Visa"],
  ["401288", "1881", "Visa"],
  ["400005", "5556", "Visa Debit"],
  ["476173", "0119", "Visa"],
];
type Card = readonly [first6: string, last4: string, displayName: string];

const FIRST_NAMES = ["Ada", "Bela", "Cleo", "Dana", "Eli", "Fenn", "Gus", "Hana", "Ida", "Juno", "Kai", "Lou"];
const LAST_NAMES = ["Example", "Sample", "Specimen", "Placeholder", "Fixture", "Testcase", "Model", "Pattern"];

/** A merchant of the fixtures. */
export type Merchant = Business & {
  readonly stores: readonly [Store, ...Store[]];
  readonly channelId: string;
  /** Merchant category code (ISO 18245). */
  readonly mcc: string;
  readonly orderPrefix: string;
  /** Percentage of the price. */
  readonly taxPercent: number;
  readonly products: readonly [Product, ...Product[]];
};

export type Store = { readonly id: string; readonly deviceIds: readonly [string, string] };
type Product = { readonly name: string; readonly sku: string; readonly unitPrice: number };

/** The two businesses of every fixture; their ids are derived from the seed. */
export function createMerchants(seed: string): readonly [Merchant, Merchant] {
  const coffee = { name: "Harbour Coffee", mcc: "5812", orderPrefix: "H", taxPercent: 10, products: DRINKS };
  const books = { name: "Corner Books", mcc: "5942", orderPrefix: "C", taxPercent: 7, products: BOOKS };
  return [
    {
      ...coffee,
      ...deriveMerchantIds(seed, "first"),
      stores: [createStore(seed, "first 1"), createStore(seed, "first 2")],
    },
    { ...books, ...deriveMerchantIds(seed, "second"), stores: [createStore(seed, "second 1")] },
  ];
}

function deriveMerchantIds(seed: string, which: string): Pick<Merchant, "id" | "channelId"> {
  return { id: deriveUuid(seed, "pack business", which), channelId: deriveUuid(seed, "pack channel", which) };
}

function createStore(seed: string, which: string): Store {
  const device = (number: number): string => `urn:tid:${deriveUuid(seed, "pack device", which, String(number))}`;
  return { id: deriveUuid(seed, "pack store", which), deviceIds: [device(1), device(2)] };
}

const DRINKS: Merchant["products"] = [
  { name: "Filter coffee", sku: "COF-01", unitPrice: 450 },
  { name: "Flat white", sku: "COF-02", unitPrice: 520 },
  { name: "Espresso", sku: "COF-03", unitPrice: 340 },
  { name: "Green tea", sku: "TEA-01", unitPrice: 410 },
  { name: "Lemon cake", sku: "CAK-07", unitPrice: 600 },
  { name: "Almond croissant", sku: "BAK-02", unitPrice: 480 },
  { name: "Coffee beans, 250 g", sku: "BEA-03", unitPrice: 1200 },
  { name: "Travel mug", sku: "MUG-01", unitPrice: 2400 },
];

const BOOKS: Merchant["products"] = [
  { name: "Atlas of the coast", sku: "BOK-11", unitPrice: 4900 },
  { name: "Bread at home", sku: "BOK-23", unitPrice: 2800 },
  { name: "A field guide to clouds", sku: "BOK-31", unitPrice: 1950 },
  { name: "Crossword calendar", sku: "CAL-02", unitPrice: 1600 },
  { name: "Notebook, dotted", sku: "PAP-04", unitPrice: 890 },
  { name: "Fountain pen", sku: "PEN-09", unitPrice: 3450 },
];
