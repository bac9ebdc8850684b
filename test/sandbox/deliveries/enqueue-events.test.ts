import { beforeAll, beforeEach, expect, test } from "vitest";
import { enqueueEvents, isSubscribed } from "../../../src/sandbox/deliveries/enqueue-events.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { createUndeclaredCollector } from "../../../src/schema/index.js";
import { describeEachEngine } from "../engines.js";
import { addHook, BUSINESS, clear, createTestContext, deliveries, hookId, ORDER, open, states } from "./fixture.js";

const url = "https://listener.example/events";
const EVENT_SCHEMAS = {
  ORDER_OPENED: "OrderOpenedEvent",
  ORDER_COMPLETED: "OrderCompletedEvent",
  ORDER_CANCELLED: "OrderCancelledEvent",
  ORDER_UPDATED: "OrderUpdatedEvent",
} as const;

describeEachEngine("the outbox", (makeDatabase) => {
  let database: Database;
  const world = createTestContext();
  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(() => clear(database));

  test("a payload is written once, with the exact bytes of the seed", async () => {
    await addHook(database, { id: hookId(1), url });
    const context = {
      storeId: "1b9f6c34-8d2a-4e60-b7a5-0c3f5e7d9a21",
      deviceId: "urn:tid:8e0a2c4b-b0d3-49fa-acfe-6a8c0e2d4be1",
    };
    await open(database, world, { purpose: "a", ...context });
    const [delivery] = await deliveries(database);
    expect(Buffer.from(delivery?.payload as Uint8Array).toString()).toBe(
      '{"id":"3d0ca0d7-c7bc-4bcb-9447-6d86e495cf15","hookId":"00000000-0000-4000-8000-000000000001",' +
        '"eventType":"ORDER_OPENED","applicationId":"urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1",' +
        '"businessId":"7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11","storeId":"1b9f6c34-8d2a-4e60-b7a5-0c3f5e7d9a21",' +
        '"deviceId":"urn:tid:8e0a2c4b-b0d3-49fa-acfe-6a8c0e2d4be1","resource":"/orders",' +
        '"resourceId":"4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52","links":[{"href":"https://services.commerce-cloud.example' +
        '/businesses/7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11/orders/4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52",' +
        '"rel":"resource","method":"GET"}],"createdAt":"2026-03-14T12:00:00Z","updatedAt":"2026-03-14T12:00:00Z"}',
    );
    expect(delivery).toMatchObject({ hook_id: hookId(1), business_id: BUSINESS, resource_id: ORDER, attempt: 0 });
  });

  test("every payload matches the spec, without drift", async () => {
    const eventTypes = Object.keys(EVENT_SCHEMAS);
    await addHook(database, { id: hookId(1), url, eventTypes });
    await open(database, world, { eventTypes });
    await open(database, world, { eventTypes, orderId: 'an "odd"/order?#ü', storeId: "" });
    const observe = createUndeclaredCollector(world.schemas);
    for (const { event_type: type, payload } of await deliveries(database)) {
      const schema = `/components/schemas/${EVENT_SCHEMAS[type as keyof typeof EVENT_SCHEMAS]}`;
      const value: unknown = JSON.parse(Buffer.from(payload as Uint8Array).toString());
      expect(world.schemas.validate(schema, "request", value)).toEqual([]);
      expect(observe(schema, "request", value)).toEqual([]);
    }
    expect((await deliveries(database)).length).toBe(8);
  });

  test("each hook of the business and the event type gets a delivery, and no other", async () => {
    await addHook(database, { id: hookId(1), url });
    await addHook(database, { id: hookId(2), url, eventTypes: ["ORDER_UPDATED", "ORDER_OPENED"] });
    await addHook(database, { id: hookId(3), url, eventTypes: ["ORDER_UPDATED"] });
    await addHook(database, { id: hookId(4), url, businessId: "another" });
    await addHook(database, { id: hookId(5), url, active: false });
    await open(database, world);
    const made = (await deliveries(database)).map(({ hook_id, state }) => [hook_id, state]).sort();
    expect(made).toEqual([
      [hookId(1), "pending"],
      [hookId(2), "pending"],
      [hookId(5), "disabled"],
    ]);
    const events = await database.all("SELECT event_type, deliveries FROM events");
    expect(events).toEqual([{ event_type: "ORDER_OPENED", deliveries: 2 }]);
  });

  test("a rolled-back change leaves nothing", async () => {
    await addHook(database, { id: hookId(1), url });
    const undone = database.transaction(async (queries) => {
      const change = { businessId: BUSINESS, orderId: ORDER, eventTypes: ["ORDER_OPENED"], purpose: "x", now: 0 };
      await enqueueEvents(queries, world, change);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await deliveries(database)).toEqual([]);
    expect(await database.all("SELECT * FROM events")).toEqual([]);
  });

  test("a change without hooks leaves nothing", async () => {
    await open(database, world, { eventTypes: [] });
    expect(await database.all("SELECT * FROM events")).toEqual([]);
  });

  test("a thousand hooks need few statements", async () => {
    for (let number = 0; number < 1000; number += 1) await addHook(database, { id: hookId(number), url });
    await open(database, world);
    expect((await states(database)).length).toBe(1000);
  });

  test("the same seed and the same writes give the same bytes, another seed gives others", async () => {
    const run = async (seed: string): Promise<readonly string[]> => {
      await clear(database);
      for (const number of [1, 2]) await addHook(database, { id: hookId(number), url });
      await open(database, createTestContext({ seed }), { purpose: "a" });
      await open(database, createTestContext({ seed }), { purpose: "b" });
      return (await deliveries(database)).map(({ payload }) => Buffer.from(payload as Uint8Array).toString());
    };
    const first = await run("one");
    expect(await run("one")).toEqual(first);
    const ids = [...first, ...(await run("two"))].map((payload) => JSON.parse(payload).id as string);
    expect(new Set(ids).size).toBe(8);
  });
});

test("event types that are not a list subscribe to nothing", () => {
  expect(isSubscribed({ event_types: '"ORDER_OPENED"' }, "ORDER_OPENED")).toBe(false);
});
