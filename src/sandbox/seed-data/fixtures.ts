import type { JsonObject } from "../../document/index.js";
import { deriveUuid } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/domain-clock.js";
import { loadFixtureTemplates } from "../fixture-templates.js";
import { deriveDemoKey } from "../tenants/public-key.js";
import type { Business, Tenants } from "../tenants/tenants.js";
import { createMerchants, type Merchant, makeOrder } from "./make-order.js";

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
