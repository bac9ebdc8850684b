import type { JsonObject } from "../../document/index.js";
import { derivedUuid } from "../ids.js";
import { demoKey, type Registry } from "../registry/index.js";
import { billing } from "./billing.js";
import { type Merchant, merchants } from "./merchant.js";
import { makeOrder } from "./order.js";
import type { SeedData } from "./seed-data.js";

/** `none` has who may call and nothing else; `small` is a merchant to look around at; `large` has 100 000 orders. */
export const PACKS = ["none", "small", "large"] as const;
export type Pack = (typeof PACKS)[number];

/** By what the first call of a user is signed: the same for every pack of a seed. */
export type DemoAccess = {
  readonly applicationId: string;
  readonly keyId: string;
  /** PKCS #8. */
  readonly privateKeyPem: string;
  readonly businessIds: readonly [string, string];
  /** Of both businesses. */
  readonly username: string;
  readonly password: string;
};

export function demoAccess(seed: string): DemoAccess {
  const { privateKeyPem, publicJwk } = demoKey(seed);
  const [first, second] = merchants(seed);
  return {
    applicationId: `urn:aid:${derivedUuid(seed, "pack application")}`,
    keyId: publicJwk.kid,
    privateKeyPem,
    businessIds: [first.id, second.id],
    username: "demo",
    password: derivedUuid(seed, "pack password").slice(0, 13),
  };
}

/** The data of a pack: the same seed and the same time give the same data. */
export function packData(pack: Pack, seed: string, now: number): SeedData {
  const { applicationId } = demoAccess(seed);
  const both = merchants(seed);
  const registry = registryOf(seed, both);
  if (pack === "none") return { registry, orders: [], plans: [], subscriptions: [], hooks: [] };
  return {
    registry,
    orders: ordersOf(seed, both, { ...SIZES[pack], now }),
    ...billing(seed, applicationId, { merchants: both, now }),
    hooks: [],
  };
}

type Size = { readonly counts: readonly [number, number]; readonly apart: number };

/** How many orders each merchant has, and how many milliseconds lie between two of them. */
const SIZES: Readonly<Record<Exclude<Pack, "none">, Size>> = {
  small: { counts: [26, 16], apart: 5 * 3_600_000 },
  large: { counts: [65_000, 35_000], apart: 4 * 60_000 },
};

function registryOf(seed: string, both: readonly Merchant[]): Registry {
  const { applicationId, username, password } = demoAccess(seed);
  const businessIds = both.map(({ id }) => id);
  return {
    businesses: both.map(({ id, name }) => ({ id, name })),
    applications: [{ id: applicationId, name: "Demo application", keys: [demoKey(seed).publicJwk], businessIds }],
    users: businessIds.map((businessId) => ({ businessId, username, password })),
  };
}

/** Made when they are asked for, the oldest first. */
function* ordersOf(
  seed: string,
  both: readonly [Merchant, Merchant],
  { counts, apart, now }: Size & { readonly now: number },
): Generator<JsonObject> {
  for (const [index, merchant] of both.entries()) {
    const count = counts[index] ?? 0;
    for (let number = 0; number < count; number += 1) {
      // Not to the full step, so that times look like those of a day.
      const wander = ((number * 7919) % 97) * (apart / 200);
      const updatedAt = Math.floor(now - (count - number) * apart + wander);
      yield makeOrder(seed, merchant, { number, updatedAt, now });
    }
  }
}
