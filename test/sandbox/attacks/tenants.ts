/** A seed-data file with two unrelated businesses, each with its own application. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  APP,
  ec,
  OTHER_APP,
  OTHER_SHOP,
  others,
  PASSWORD,
  pss,
  rsa,
  SHOP,
  USERNAME,
} from "../tokens/token-endpoint.js";
import { HOOK_SECRET } from "./canaries.js";

export type Tenant = {
  readonly applicationId: string;
  readonly businessId: string;
  readonly storeId: string;
  readonly username: string;
  readonly orderIds: readonly string[];
  readonly transactionIds: readonly string[];
  readonly subscriptionId: string;
  /** Part of all names of the tenant. */
  readonly mark: string;
  readonly customerUserId: number;
};

export const A = tenant("a", APP, SHOP, USERNAME);
export const B = tenant("b", OTHER_APP, OTHER_SHOP, "max@other.example");

function tenant(letter: string, applicationId: string, businessId: string, username: string): Tenant {
  const id = (kind: number, index: number): string =>
    `${letter}${kind}00000${index}-0000-4000-8000-00000000000${index}`;
  return {
    ...{ applicationId, businessId, username },
    storeId: id(1, 0),
    orderIds: [0, 1, 2].map((index) => id(2, index)),
    transactionIds: [0, 1, 2].map((index) => id(3, index)),
    subscriptionId: id(4, 0),
    mark: `of-tenant-${letter}`,
    customerUserId: letter === "a" ? 111_111 : 222_222,
  };
}

/** A fully populated order for PUT. */
export function orderOf(owner: Tenant, index: number): Record<string, unknown> {
  const { businessId, storeId, mark, customerUserId } = owner;
  const time = `2026-03-0${index + 1}T10:00:00Z`;
  const amounts = { transactionAmount: 1000, orderAmount: 1000, tipAmount: 0, cashbackAmount: 0, currency: "USD" };
  return {
    id: owner.orderIds[index],
    orderNumber: `${mark}-${index}`,
    ...{ createdAt: time, updatedAt: time, notes: `notes ${mark}`, customerUserId },
    context: { businessId, storeId, source: "INSTORE" },
    customer: { id: customerUserId, firstName: mark, lastName: mark },
    items: [{ id: 1, name: mark, sku: "S", quantity: 1, unitPrice: 1000, status: "ORDERED" }],
    ...{ discounts: [], fees: [] },
    orderHistories: [{ id: 1, timestamp: time, event: "ACCEPTED" }],
    orderShipments: [{ id: 1, deliveryMode: "FOR_HERE", status: "NONE", shipmentType: "FULFILLMENT" }],
    amounts: {
      subTotal: 1000,
      discountTotal: 0,
      feeTotal: 0,
      taxTotal: 0,
      netTotal: 1000,
      currency: "USD",
      authorizedTotals: { ...amounts, transactionFees: [] },
    },
    statuses: { status: "OPENED", fulfillmentStatus: "NONE", transactionStatusSummary: "PENDING" },
    transactions: [
      {
        id: owner.transactionIds[index],
        ...{ action: "SALE", status: "CAPTURED", settled: false, createdAt: time, updatedAt: time, notes: mark },
        context: { businessId, storeId },
        fundingSource: {
          type: "CREDIT_DEBIT",
          card: { type: "VISA", numberFirst6: "453957", numberLast4: "1486", cardHolderLastName: mark },
        },
        amounts,
      },
    ],
  };
}

const jwk = ({ publicKey }: typeof ec, kid: string, more: object = {}): object => ({
  ...publicKey.export({ format: "jwk" }),
  kid,
  ...more,
});

const EVENT_TYPES = ["ORDER_CANCELLED"];

function seedData(): object {
  const createdAt = "2026-01-01T00:00:00Z";
  const planId = "c0000000-0000-4000-8000-000000000000";
  const both = [A, B];
  return {
    businesses: both.map(({ businessId, mark }) => ({ id: businessId, name: mark })),
    applications: [
      {
        ...{ id: APP, name: A.mark, businessIds: [SHOP] },
        keys: [jwk(ec, "ec"), jwk(rsa, "rsa"), jwk(pss, "pss", { alg: "PS256" })],
      },
      { id: OTHER_APP, name: B.mark, businessIds: [OTHER_SHOP], keys: [jwk(others, "others")] },
    ],
    users: both.map(({ businessId, username }) => ({ businessId, username, password: PASSWORD })),
    orders: both.flatMap((owner) => [0, 1, 2].map((index) => orderOf(owner, index))),
    plans: both.map(({ applicationId, mark }) => ({ planId, appId: applicationId, name: mark, createdAt })),
    subscriptions: both.map(({ applicationId, businessId, subscriptionId }) => ({
      ...{ subscriptionId, appId: applicationId, businessId, planId, status: "ACTIVE", phase: "FULL" },
      ...{ startAt: createdAt, createdAt, updatedAt: createdAt },
    })),
    hooks: both.map(({ applicationId, businessId }) => ({
      ...{ applicationId, businessId, secret: HOOK_SECRET, eventTypes: EVENT_TYPES },
      deliveryUrl: "https://listener.example/events",
    })),
  };
}

/** Writes the data to a directory that `remove` deletes. */
export function seedDataFile(change: (data: object) => object = (data) => data): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "commerce-contract-attacks-"));
  const path = join(folder, "tenants.json");
  writeFileSync(path, JSON.stringify(change(seedData())));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
