import type { JsonObject } from "../../document/index.js";
import { createNumberSequence, deriveUuid } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/domain-clock.js";
import { loadFixtureTemplates, type Product } from "../fixture-templates.js";
import { deriveDemoKey } from "../tenants/public-key.js";
import type { Business, Tenants } from "../tenants/tenants.js";

/** `none` contains tenants only, `small` a few orders to explore, `large` 100 000 orders. */
export const FIXTURE_NAMES = ["none", "small", "large"] as const;
export type FixtureName = (typeof FIXTURE_NAMES)[number];

/** The demo application and user, the same in all fixtures of a seed. */
export function deriveDemoAccess(seed: string) {
  const { privateKeyPem } = deriveDemoKey(seed);
  const [first, second] = createMerchants(seed);
  return {
    applicationId: `urn:aid:${deriveUuid(seed, "pack application")}`,
    /** PKCS #8. */
    privateKeyPem,
    businessIds: [first.id, second.id] as const,
    /** A user of both businesses. */
    username: "demo",
    password: deriveUuid(seed, "pack password").slice(0, 13),
  };
}

/** Creates the data of a fixture: the same seed and time give the same data. */
export function createFixtureData(pack: FixtureName, seed: string, now: number): SeedData {
  const { applicationId } = deriveDemoAccess(seed);
  const both = createMerchants(seed);
  const tenants = createFixtureTenants(seed);
  if (pack === "none") return { tenants, orders: [], plans: [], subscriptions: [], hooks: [] };
  return {
    tenants,
    orders: generateOrders(seed, both, { ...SIZES[pack], now }),
    ...createBillingData(seed, applicationId, both, now),
    hooks: [],
  };
}

/** The number of orders of each merchant, and the milliseconds between two orders. */
type FixtureSize = { readonly counts: readonly [number, number]; readonly apart: number };

const SIZES: Readonly<Record<Exclude<FixtureName, "none">, FixtureSize>> = {
  small: { counts: [26, 16], apart: 5 * 3_600_000 },
  large: { counts: [65_000, 35_000], apart: 4 * 60_000 },
};

export function createFixtureTenants(seed: string): Tenants {
  const { applicationId, username, password } = deriveDemoAccess(seed);
  const both = createMerchants(seed);
  const businessIds = both.map(({ id }) => id);
  return {
    businesses: both.map(({ id, name }) => ({ id, name })),
    applications: [{ id: applicationId, name: "Demo application", keys: [deriveDemoKey(seed).publicJwk], businessIds }],
    users: businessIds.map((businessId) => ({ businessId, username, password })),
  };
}

/** Generates orders lazily, oldest first. */
function* generateOrders(
  seed: string,
  both: readonly [Merchant, Merchant],
  { counts, apart, now }: FixtureSize & { readonly now: number },
): Generator<JsonObject> {
  for (const [index, merchant] of both.entries()) {
    const count = counts[index] ?? 0;
    for (let number = 0; number < count; number += 1) {
      // Varies the intervals, so that times look natural.
      const variation = ((number * 7919) % 97) * (apart / 200);
      const updatedAt = Math.floor(now - (count - number) * apart + variation);
      yield makeOrder(seed, merchant, { number, updatedAt, now });
    }
  }
}

/** Creates the plans of an application, and the subscription of a merchant to each: one paid and one in trial. */
function createBillingData(seed: string, appId: string, merchants: readonly Merchant[], now: number) {
  const { plans, render } = loadFixtureTemplates();
  const created = plans.map((plan, index) => {
    const merchant = merchants[index];
    const planId = deriveUuid(seed, "pack plan", plan.name);
    const subscriptionId = deriveUuid(seed, "pack subscription", merchant?.id ?? "");
    const bundleId = deriveUuid(seed, "pack bundle");
    const since = formatTimestamp(now - plan.subscribedDays * DAY);
    return {
      plan: render.plan({ ...plan, planId, appId, since: formatTimestamp(now - 300 * DAY) }),
      subscription: render.subscription({ ...plan, planId, appId, merchant, subscriptionId, bundleId, since }),
    };
  });
  return { plans: created.map(({ plan }) => plan), subscriptions: created.map(({ subscription }) => subscription) };
}

const DAY = 86_400_000;

/** The states that sample orders can have. */
export type OrderStatus = "OPENED" | "COMPLETED" | "CANCELLED";

type SampleOrder = {
  readonly status: OrderStatus;
  /** From 1; another number gives another order. */
  readonly number: number;
  /** In milliseconds. */
  readonly now: number;
};

/** The fixtures have lower numbers. */
const FIRST_NUMBER = 1_000_000;

/** Creates an order of any business in a status, with items, sums and payments as in the fixtures. */
export function createSampleOrder(seed: string, business: Business, { status, number, now }: SampleOrder): JsonObject {
  const [first, second] = createMerchants(seed);
  const merchant = { ...(second.id === business.id ? second : first), ...business };
  const { scenarios } = loadFixtureTemplates();
  const scenario = scenarios.findIndex((it) => it.status === status);
  const position = FIRST_NUMBER + scenarios.length * number + scenario;
  return makeOrder(seed, merchant, { number: position, updatedAt: now, now });
}

/** The initial data of a sandbox, from a fixture or a user's file. */
export type SeedData = {
  readonly tenants: Tenants;
  /** Orders as in the spec, with id, times and the id of the business in the context. */
  readonly orders: Iterable<JsonObject>;
  readonly plans: readonly JsonObject[];
  readonly subscriptions: readonly JsonObject[];
  /** Registrations with their secrets. */
  readonly hooks: readonly JsonObject[];
};

/** The number of an order of a merchant, and the time of its last change in milliseconds. */
type OrderPosition = { readonly number: number; readonly updatedAt: number; readonly now: number };

/**
 * Creates an order that conforms to the spec, with consistent sums, from the seed, the merchant and the order's number.
 */
export function makeOrder(seed: string, merchant: Merchant, { number, updatedAt, now }: OrderPosition): JsonObject {
  const { scenarios, notes, render } = loadFixtureTemplates();
  const random = createSeededRandom(seed, "pack order", merchant.id, String(number));
  const scenario = scenarios[number % scenarios.length] ?? scenarios[0];
  const created = updatedAt - random.integer(2, 90) * 60_000;
  const times = { createdAt: formatTimestamp(created), updatedAt: formatTimestamp(updatedAt) };
  const store = random.pick(merchant.stores);
  const { customer, card } = pickPayer(random, now);
  const context = render.context({
    merchant,
    store,
    employeeUserId: random.integer(4001, 4012),
    deviceId: random.pick(store.deviceIds),
    instruction: scenario.payment === "none" ? "NONE" : "ONLINE_AUTH_REQUIRED",
  });
  const items = Array.from({ length: random.integer(1, 3) }, (_, index) => {
    const product = random.pick(merchant.products);
    const quantity = random.integer(1, 3);
    const tax = Math.round((quantity * product.unitPrice * merchant.taxPercent) / 100);
    const productId = `product-${product.sku.toLowerCase()}`;
    const taxId = random.uuid();
    const item = { id: index + 1, product, productId, quantity, tax, taxId, status: scenario.items, times };
    return { item: render.item(item), price: quantity * product.unitPrice, tax };
  });
  const subTotal = items.reduce((sum, { price }) => sum + price, 0);
  const taxTotal = items.reduce((sum, { tax }) => sum + tax, 0);
  const discountTotal = random.fraction() < 0.15 ? Math.round(subTotal / 10) : 0;
  const netTotal = subTotal - discountTotal + taxTotal;
  const id = random.uuid();
  const orderNumber = `${merchant.orderPrefix}-${1001 + number}`;
  const paid = createPayments(random, scenario.payment, {
    orderId: id,
    orderNumber,
    netTotal,
    card,
    customerUserId: Number(customer.id),
    context: { ...context, mcc: merchant.mcc },
    paidAt: created + 60_000,
    endedAt: updatedAt,
  });
  return render.order({
    id,
    orderNumber,
    times,
    scenario,
    customer,
    context,
    transactions: paid.transactions,
    accepted: scenario.status !== "CANCELLED",
    notes: random.pick(notes),
    items: items.map(({ item }) => item),
    discounts: discountTotal > 0 ? [{ name: "Regulars, 10 %", amount: discountTotal }] : [],
    historyId: 5000 + number,
    shipmentId: 8000 + number,
    amounts: { subTotal, discountTotal, feeTotal: 0, taxTotal, netTotal, currency: "USD", ...paid.totals },
  });
}

/** Picks one of 96 customers; a customer always has the same card. */
function pickPayer(random: SeededRandom, now: number): { readonly customer: JsonObject; readonly card: JsonObject } {
  const { firstNames, lastNames, cards, render } = loadFixtureTemplates();
  const number = random.integer(0, firstNames.length * lastNames.length - 1);
  const firstName = firstNames[number % firstNames.length] ?? "";
  const lastName = lastNames[Math.floor(number / firstNames.length)] ?? "";
  const names = { firstName, lastName, fullName: `${firstName} ${lastName}` };
  const card = cards[number % cards.length] ?? cards[0];
  return {
    customer: render.customer({ names, id: 90_000 + number, since: formatTimestamp(now - (200 + number) * DAY) }),
    card: render.card({
      names,
      card,
      id: 70_000 + number,
      masked: `${card.first6}******${card.last4}`,
      cardId: `d2f4b6a8-3c5e-4170-92d4-8e0a1c3b${number.toString(16).padStart(4, "0")}`,
      month: 1 + (number % 12),
      year: new Date(now).getUTCFullYear() + 1 + (number % 4),
    }),
  };
}

/** Input for the payments of an order. */
export type PaymentDetails = {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly netTotal: number;
  readonly card: JsonObject;
  readonly customerUserId: number;
  readonly context: JsonObject;
  /** Time of the first payment, in milliseconds. */
  readonly paidAt: number;
  /** Time of the last payment and of the end of the order, in milliseconds. */
  readonly endedAt: number;
};

/** Creates the transactions of an order, and the totals that follow from them. */
export function createPayments(random: SeededRandom, payment: string, bill: PaymentDetails) {
  const { cards, payments, entryModes, render } = loadFixtureTemplates();
  const { transactions: kinds = [], totals = [] } = payments[payment] ?? {};
  const ids = [random.uuid(), random.uuid()] as const;
  const finalTip = payment === "captured" ? Math.round((bill.netTotal * random.integer(0, 3) * 5) / 100) : 0;
  const entryMode = random.pick(entryModes);
  const transactions = kinds.map((kind, index) => {
    const [at, tip] = index === 0 ? [bill.paidAt, 0] : [bill.endedAt, finalTip];
    const related = kind.action === "REFUND" ? undefined : kinds[1 - index];
    const isChangedLater = kind.status === "CAPTURED" || kind.status === "VOIDED" || related !== undefined;
    const amount = bill.netTotal + tip;
    const approvalCode = random.digits(6);
    const amountDigits = String(amount).padStart(12, "0");
    return render.transaction({
      id: ids[index],
      parentId: index === 0 ? undefined : ids[0],
      bill,
      kind,
      amount,
      approvalCode,
      entryMode,
      batchId: String(random.integer(1, 99)),
      retrievalNumber: `60${random.digits(4)}${approvalCode}`,
      hasTip: tip > 0,
      createdAt: formatTimestamp(at),
      updatedAt: formatTimestamp(isChangedLater ? bill.endedAt : at),
      context: { ...bill.context, businessType: "TEST_MERCHANT", transmissionAtLocal: formatTimestamp(at) },
      isDebit: cards.some(({ first6, isDebit }) => first6 === bill.card.numberFirst6 && isDebit),
      emvData: entryMode === "CONTACTLESS_MAGSTRIPE" ? undefined : render.emvData({ amountDigits }),
      links: related === undefined ? [] : [{ href: ids[1 - index] ?? "", rel: related.action, method: "GET" }],
      amounts: { ...createTotals(bill.netTotal, tip), customerOptedNoTip: tip === 0 },
    });
  });
  const total = kinds.length === 0 ? 0 : bill.netTotal;
  const sums = totals.map((name) => [name, createTotals(total, name === "capturedTotals" ? finalTip : 0)]);
  return { transactions, totals: Object.fromEntries(sums) };
}

function createTotals(orderAmount: number, tipAmount: number): JsonObject {
  return loadFixtureTemplates().render.totals({
    transactionAmount: orderAmount + tipAmount,
    orderAmount,
    tipAmount,
  });
}

/** A merchant of the fixtures. */
export type Merchant = Pick<
  ReturnType<typeof loadFixtureTemplates>["merchants"][0],
  "name" | "mcc" | "orderPrefix" | "taxPercent"
> & {
  readonly id: string;
  readonly channelId: string;
  readonly stores: readonly [Store, ...Store[]];
  readonly products: readonly [Product, ...Product[]];
};

type Store = { readonly id: string; readonly deviceIds: readonly [string, string] };

/** The two businesses of every fixture; their ids are derived from the seed. */
export function createMerchants(seed: string): readonly [Merchant, Merchant] {
  const createStore = (key: string): Store => {
    const device = (number: string): string => `urn:tid:${deriveUuid(seed, "pack device", key, number)}`;
    return { id: deriveUuid(seed, "pack store", key), deviceIds: [device("1"), device("2")] };
  };
  const [first, second] = loadFixtureTemplates().merchants;
  const create = ({ key, stores: [main, ...others], ...merchant }: typeof first): Merchant => ({
    ...merchant,
    id: deriveUuid(seed, "pack business", key),
    channelId: deriveUuid(seed, "pack channel", key),
    stores: [createStore(main), ...others.map(createStore)],
  });
  return [create(first), create(second)];
}

/** A fast pseudorandom number generator, seeded by the seed and a purpose. */
export type SeededRandom = ReturnType<typeof createSeededRandom>;

function createSeededRandom(seed: string, ...purpose: readonly string[]) {
  const numbers = createNumberSequence(seed, ...purpose);
  let index = 0;
  const next = (): number => numbers(++index);
  const fraction = (): number => next() / 2 ** 32;
  const integer = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  const hex = (): string => next().toString(16).padStart(8, "0");
  return {
    /** From 0 to 1, excluding 1. */
    fraction,
    /** From `min` to `max`, inclusive. */
    integer,
    pick: <T>(items: readonly [T, ...T[]]): T => items[integer(0, items.length - 1)] ?? items[0],
    digits: (count: number) => Array.from({ length: count }, () => integer(0, 9)).join(""),
    /** An id in the format of UUID version 4 (RFC 9562, section 5.4). */
    uuid: () => {
      const [first, second, third, last] = [hex(), hex(), hex(), hex()];
      const variant = "89ab"[Number.parseInt(third.slice(0, 1), 16) & 3];
      return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${last}`;
    },
  };
}
