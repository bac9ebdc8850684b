import type { JsonObject } from "../../document/index.js";
import { deriveUuid } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/domain-clock.js";
import { deriveDemoKey } from "../tenants/public-key.js";
import type { Business, Tenants } from "../tenants/tenants.js";
import { createMerchants, type Merchant, makeOrder } from "./make-order.js";
import { ORDER_SCENARIOS, type OrderScenario } from "./order-payments.js";

/** `none` contains tenants only, `small` a few orders to explore, `large` 100 000 orders. */
export const FIXTURE_NAMES = ["none", "small", "large"] as const;
export type FixtureName = (typeof FIXTURE_NAMES)[number];

/** The demo application and user, the same in all fixtures of a seed. */
type DemoAccess = {
  readonly applicationId: string;
  readonly keyId: string;
  /** PKCS #8. */
  readonly privateKeyPem: string;
  readonly businessIds: readonly [string, string];
  /** A user of both businesses. */
  readonly username: string;
  readonly password: string;
};

export function deriveDemoAccess(seed: string): DemoAccess {
  const { privateKeyPem, publicJwk } = deriveDemoKey(seed);
  const [first, second] = createMerchants(seed);
  return {
    applicationId: `urn:aid:${deriveUuid(seed, "pack application")}`,
    keyId: publicJwk.kid,
    privateKeyPem,
    businessIds: [first.id, second.id],
    username: "demo",
    password: deriveUuid(seed, "pack password").slice(0, 13),
  };
}

/** Creates the data of a fixture: the same seed and time give the same data. */
export function createFixtureData(pack: FixtureName, seed: string, now: number): SeedData {
  const { applicationId } = deriveDemoAccess(seed);
  const both = createMerchants(seed);
  const tenants = createTenants(seed, both);
  if (pack === "none") return { tenants, orders: [], plans: [], subscriptions: [], hooks: [] };
  return {
    tenants,
    orders: generateOrders(seed, both, { ...SIZES[pack], now }),
    ...createBillingData(seed, applicationId, { merchants: both, now }),
    hooks: [],
  };
}

/** The number of orders of each merchant, and the milliseconds between two orders. */
type FixtureSize = { readonly counts: readonly [number, number]; readonly apart: number };

const SIZES: Readonly<Record<Exclude<FixtureName, "none">, FixtureSize>> = {
  small: { counts: [26, 16], apart: 5 * 3_600_000 },
  large: { counts: [65_000, 35_000], apart: 4 * 60_000 },
};

function createTenants(seed: string, both: readonly Merchant[]): Tenants {
  const { applicationId, username, password } = deriveDemoAccess(seed);
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

/** Creates two plans of an application, and one subscription for each merchant: one paid and one in trial. */
function createBillingData(
  seed: string,
  applicationId: string,
  { merchants: [first, second], now }: { readonly merchants: readonly [Merchant, Merchant]; readonly now: number },
): { readonly plans: readonly JsonObject[]; readonly subscriptions: readonly JsonObject[] } {
  const counter = createPlan(seed, applicationId, { name: "Counter", trialPeriodDays: 0, amount: 100, now });
  const trial = createPlan(seed, applicationId, { name: "Counter with trial", trialPeriodDays: 30, amount: 120, now });
  const subscription = (merchant: Merchant, { planId }: JsonObject, phase: string, days: number): JsonObject => ({
    subscriptionId: deriveUuid(seed, "pack subscription", merchant.id),
    appId: applicationId,
    businessId: merchant.id,
    planId: planId ?? null,
    bundleId: deriveUuid(seed, "pack bundle"),
    phase,
    status: "ACTIVE",
    startAt: formatTimestamp(now - days * DAY),
    createdAt: formatTimestamp(now - days * DAY),
    updatedAt: formatTimestamp(now - days * DAY),
  });
  return {
    plans: [counter, trial],
    subscriptions: [subscription(first, counter, "FULL", 200), subscription(second, trial, "TRIAL", 10)],
  };
}

const DAY = 86_400_000;

type PlanTerms = {
  readonly name: string;
  readonly trialPeriodDays: number;
  readonly amount: number;
  readonly now: number;
};

function createPlan(seed: string, appId: string, { name, trialPeriodDays, amount, now }: PlanTerms): JsonObject {
  const since = formatTimestamp(now - 300 * DAY);
  return {
    planId: deriveUuid(seed, "pack plan", name),
    appId,
    name,
    description: trialPeriodDays > 0 ? "All functions of the counter, after a trial" : "All functions of the counter",
    status: "ACTIVE",
    scope: "BUSINESS",
    interval: "DAY",
    trialPeriodDays,
    startPolicy: "IMMEDIATE",
    cancelPolicy: "IMMEDIATE",
    amount,
    amounts: [
      { country: "US", currency: "USD", value: amount },
      { country: "CA", currency: "CAD", value: Math.round(amount * 1.3) },
    ],
    createdAt: since,
    updatedAt: since,
  };
}

type SampleOrder = {
  readonly status: OrderScenario["status"];
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
  const scenario = ORDER_SCENARIOS.findIndex((it) => it.status === status);
  const position = FIRST_NUMBER + ORDER_SCENARIOS.length * number + scenario;
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
