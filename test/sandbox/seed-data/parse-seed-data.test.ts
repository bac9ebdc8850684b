import { describe, expect, test } from "vitest";
import { fillDatabase } from "../../../src/sandbox/seed-data/fill-database.js";
import { parseSeedData, SeedDataError } from "../../../src/sandbox/seed-data/read-seed-data.js";
import { describeEachEngine } from "../engines.js";
import { makeContext, NOW } from "./make-context.js";

const world = makeContext();

const SHOP = `businesses:
  - id: 7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11
    name: My shop
applications:
  - id: urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1
    name: My application
    businessIds: [7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11]
    keys: # public, as JWK or PEM
      - kty: EC
        crv: P-256
        x: MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4
        y: 4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM
orders:
  - id: 3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41
    context: { businessId: 7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11 }
    statuses: { status: OPENED }
    items:
      - { id: 1, name: Filter coffee, quantity: 2 }
    transactions:
      - { action: SALE }
plans:
  - planId: f1d3b5c7-6b8e-44a5-97a9-1b3d5f7e9c91
    appId: urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1
    trialPeriodDays: 30
    createdAt: "2026-01-01T00:00:00Z"
subscriptions:
  - subscriptionId: e6b8d0f2-5a7c-4394-86f8-0a2c4e6d8b81
    appId: urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1
    businessId: 7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11
    planId: f1d3b5c7-6b8e-44a5-97a9-1b3d5f7e9c91
    phase: TRIAL
    startAt: "2026-03-01T00:00:00Z"
    createdAt: "2026-03-01T00:00:00Z"
hooks:
  - applicationId: urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1
    businessId: 7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11
    deliveryUrl: https://listener.example/events
    secret: a-long-random-signing-secret
    eventTypes: [ORDER_OPENED]
`;

describe("a seed-data file that is one edit away from a valid one", () => {
  const cases: readonly (readonly [from: string, to: string, message: string])[] = [
    ["quantity: 2", "quantity: two", "shop.yaml:18:39: /orders/0/items/0/quantity: expected number"],
    ["orders:", "order:", "shop.yaml:13:1: /order: unknown member; expected businesses, applications, users, orders"],
    [
      "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11 }",
      "8f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11 }",
      "shop.yaml:15:16: /orders/0/context/businessId: expected the id",
    ],
    ["- id: 3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41", "- orderNumber: A", "shop.yaml:14:5: /orders/0: the order id"],
    ["    name: My shop\n", "", "shop.yaml:2:5: /businesses/0:"],
    ["kty: EC", "d: private", "/applications/0/keys/0"],
    [
      "    planId: f1d3b5c7-6b8e-44a5-97a9-1b3d5f7e9c91\n    phase",
      "    planId: 1\n    phase",
      "/subscriptions/0/planId",
    ],
    ['    createdAt: "2026-01-01T00:00:00Z"\n', "", '/plans/0: "createdAt" is required'],
    ["    secret: a-long-random-signing-secret\n", "", "/hooks/0"],
    ["plans:", "plans: 1\nother:", "/other: unknown member"],
    [/plans:[\s\S]*?subscriptions:/.exec(SHOP)?.[0] ?? "", "plans: 1\nsubscriptions:", "/plans: expected an array"],
    [
      "appId: urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1\n    trial",
      "appId: urn:aid:7d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1\n    trial",
      "/plans/0: expected the id of an application in the file",
    ],
    [
      "applicationId: urn:aid:6d8f0b2a-afc2",
      "applicationId: urn:aid:7d8f0b2a-afc2",
      "/hooks/0: expected the id of an application in the file",
    ],
    [
      "businessId: 7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11\n    deliveryUrl",
      "businessId: 8f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11\n    deliveryUrl",
      "/hooks/0/businessId: expected the id of a business in the file",
    ],
  ];
  test.each(cases)("%j for %j", (from, to, message) => {
    const text = SHOP.replace(from, to);
    expect(text).not.toBe(SHOP);
    const parse = (): unknown => parseSeedData("shop.yaml", text, world, NOW);
    expect(parse).toThrow(SeedDataError);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow("a-long-random-signing-secret");
  });

  test("a repeated id", () => {
    const [head = "", order = ""] = /orders:\n([\s\S]*?)plans:/.exec(SHOP) ?? [];
    const twice = SHOP.replace(head, `orders:\n${order}${order}plans:`);
    expect(() => parseSeedData("shop.yaml", twice, world, NOW)).toThrow("an earlier order has the same id");
  });

  test("not an object", () => {
    expect(() => parseSeedData("shop.yaml", "- 1\n", world, NOW)).toThrow("the file: expected an object");
    expect(() => parseSeedData("shop.yaml", "a: [", world, NOW)).toThrow("shop.yaml:");
  });
});

describeEachEngine("a seed-data file", (makeDatabase) => {
  test("fills a sandbox with its data, and defaults for the rest", async () => {
    const database = await makeDatabase();
    const data = parseSeedData("shop.yaml", SHOP, world, NOW);
    await database.transaction((queries) => fillDatabase(queries, world, data, NOW));
    expect(await database.all("SELECT id, sequence, status, updated_at FROM orders")).toEqual([
      { id: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41", sequence: 1, status: "OPENED", updated_at: NOW },
    ]);
    expect(await database.all("SELECT sequence, action FROM transactions")).toEqual([{ sequence: 2, action: "SALE" }]);
    expect(await database.first("SELECT sequence FROM businesses")).toEqual({ sequence: 2 });
    expect(await database.first("SELECT trial_ends_at FROM subscriptions")).toEqual({
      trial_ends_at: Date.parse("2026-03-31T00:00:00Z"),
    });
    expect(await database.first("SELECT active, event_types FROM hooks")).toEqual({
      active: 1,
      event_types: '["ORDER_OPENED"]',
    });
  });
});
