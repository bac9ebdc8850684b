/** Outcomes lock their rows in a fixed order, which prevents deadlocks. */
import { expect, test } from "vitest";
import { writeClock } from "../../../src/sandbox/context/domain-clock.js";
import { recordOutcome } from "../../../src/sandbox/deliveries/record-outcome.js";
import type { Database, Queries, Value } from "../../../src/sandbox/store/database.js";
import { createDatabaseTables, openDatabase } from "../../../src/sandbox/store/open-database.js";
import { addHook, createTestContext, hookId } from "./fixture.js";

type Write = readonly [table: string, id: Value | undefined];

/** The tables and ids of writes, in order. */
function watching(database: Database, writes: Write[]): Database {
  const watched = (queries: Queries): Queries => ({
    ...queries,
    run: (sql, values) => {
      const [, table = ""] = /^\s*(?:UPDATE|INSERT INTO|DELETE FROM) (\w+)/.exec(sql) ?? [];
      writes.push([table, values?.[0]]);
      return queries.run(sql, values);
    },
  });
  return { ...database, transaction: (work) => database.transaction((queries) => work(watched(queries))) };
}

const CLAIM = {
  ...{ attempt: 1, dueAt: 0, startedAt: 0, payload: new Uint8Array(), url: "http://a.example", secret: "s" },
  ...{ leaseOwner: "me", queue: "healthy" as const, businessId: "b", orderId: "o", eventType: "ORDER_OPENED" },
};

test("a delivery is locked before its hook", async () => {
  const database = await openDatabase(":memory:");
  await createDatabaseTables(database);
  const world = createTestContext();
  const writes: Write[] = [];
  for (const number of [1, 2, 3]) await addHook(database, { id: hookId(number), url: "http://a.example" });
  const claims = [
    { id: "b", hookId: hookId(3) },
    { id: "c", hookId: hookId(1) },
    { id: "a", hookId: hookId(2) },
  ];
  for (const { id, hookId: hook } of claims)
    await database.run(
      `INSERT INTO deliveries (id, event_id, hook_id, business_id, application_id, event_type, resource_id, payload,
         state, attempt, next_at, lease_until, lease_by, created_at)
       VALUES ($1, 'e', $2, 'b', 'a', 'ORDER_OPENED', 'o', $3, 'sending', 1, 0, 1, 'me', 0)`,
      [id, hook, new Uint8Array()],
    );
  const outcome = {
    acknowledged: true,
    status: 200,
    reason: "acknowledged",
    responseExcerpt: undefined,
    retryAfter: undefined,
  };
  const kept = await Promise.all(
    claims.map((claim) =>
      recordOutcome(watching(database, writes), world, { delivery: { ...CLAIM, ...claim }, outcome, duration: 1 }),
    ),
  );
  expect(kept).toEqual([true, true, true]);
  for (const { id, hookId: hook } of claims) {
    const [lock, changed] = [writes.findIndex(([, it]) => it === id), writes.findIndex(([, it]) => it === hook)];
    expect([writes[lock]?.[0], writes[changed]?.[0], lock < changed]).toEqual(["deliveries", "hooks", true]);
  }
  await database.close();
});

test("a clock that cannot be written is an error", async () => {
  const failing = { run: () => Promise.reject(new Error("no disk")) } as unknown as Queries;
  await expect(writeClock(failing, { mode: "frozen", at: 0 })).rejects.toThrow("no disk");
});
