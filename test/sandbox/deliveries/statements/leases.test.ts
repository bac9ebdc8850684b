/** Which deliveries are leased. */
import { expect, test } from "vitest";
import { createHookSlots } from "../../../../src/sandbox/deliveries/hook-slots.js";
import {
  findNextDue,
  type LeasedDelivery,
  leaseDueDeliveries,
  leaseNextDelivery,
} from "../../../../src/sandbox/deliveries/lease-deliveries.js";
import type { Row } from "../../../../src/sandbox/store/database.js";
import { fillStatement as fill, recordDatabase } from "../../record-queries.js";

const DELIVERY: LeasedDelivery = {
  ...{ id: "d", hookId: "h", businessId: "b", orderId: "o", eventType: "t", attempt: 2, dueAt: 10, startedAt: 20 },
  ...{ payload: Buffer.from("{}x"), url: "http://l", secret: "s", leaseOwner: "me", queue: "healthy" },
};
const EXPIRED = "SELECT 1 AS found FROM deliveries WHERE state = 'sending' AND lease_until <= 500 LIMIT 1";

const LEASED: Row = {
  ...{ id: "d", hook_id: "h", business_id: "b", resource_id: "o", event_type: "t", attempt: 2, next_at: 10 },
  ...{ payload: Buffer.from("{}x"), url: "http://l", secret: "s" },
};
const lease = (selection: string, owner = "me"): string =>
  `WITH due AS MATERIALIZED (${selection}) UPDATE deliveries SET state = 'sending', attempt = attempt + 1, lease_until = CAST(unixepoch('subsec') * 1000 AS INTEGER) + 4000, lease_by = "${owner}" WHERE id IN (SELECT id FROM due) RETURNING id, hook_id, business_id, resource_id, event_type, attempt, next_at, payload, (SELECT h.delivery_url FROM hooks h WHERE h.id = hook_id) AS url, (SELECT h.secret FROM hooks h WHERE h.id = hook_id) AS secret`;
const begin = (id: string, now: number): string =>
  `INSERT INTO attempts (delivery_id, attempt, started_at, reason) VALUES ("${id}",2,${now},"in progress")`;
const NEXT =
  "SELECT d.id, d.next_at FROM deliveries d JOIN hooks h ON h.id = d.hook_id AND h.active = 1 WHERE d.state = 'pending' AND d.next_at <= 90 ORDER BY d.next_at, d.id LIMIT 1";
const ONE = "SELECT id FROM deliveries WHERE id = \"d\" AND state = 'pending'";

test("the delivery that falls due first is leased, again if another sender was faster", async () => {
  const window = { leaseOwner: "me", since: 20, until: 90 };
  const { statements, database } = recordDatabase({
    first: [undefined, { id: "d", next_at: 10 }, undefined, { id: "d", next_at: 30 }],
    all: [[], [LEASED]],
  });
  expect(await leaseNextDelivery(database, window)).toEqual({ ...DELIVERY, startedAt: 30 });
  expect(statements.map(fill)).toEqual([
    ...[EXPIRED, NEXT, lease(ONE)],
    ...[EXPIRED, NEXT, lease(ONE), begin("d", 30)],
  ]);
  expect(await leaseNextDelivery(recordDatabase().database, window)).toBe(undefined);
  const early = recordDatabase({ first: [undefined, { id: "d", next_at: 10 }], all: [[{ ...LEASED, payload: null }]] });
  expect(await leaseNextDelivery(early.database, window)).toEqual({ ...DELIVERY, payload: new Uint8Array() });
});

test("the next due time", async () => {
  const { statements, database } = recordDatabase({ first: [undefined, { id: "d", next_at: 10 }] });
  expect(await findNextDue(database, 90)).toEqual({ id: "d", next_at: 10 });
  expect(statements.map(fill)).toEqual([EXPIRED, NEXT]);
  expect(await findNextDue(recordDatabase().database, 90)).toBe(undefined);
});

const dueHooks = (failing: string): string =>
  `SELECT id FROM ( SELECT h.id, (SELECT MIN(d.next_at) FROM deliveries d WHERE d.hook_id = h.id AND d.state = 'pending') AS due_at FROM hooks h WHERE h.active = 1 AND h.failing_since ${failing}) AS known WHERE due_at <= 20 ORDER BY due_at, id LIMIT 1000`;
const arm = (hookId: string, count: number, index: number): string =>
  `SELECT id FROM (SELECT id FROM deliveries WHERE hook_id = "${hookId}" AND state = 'pending' AND next_at <= 20 ORDER BY next_at, id LIMIT ${count}) AS arm${index}`;

test("due deliveries are leased by hook, in the order in which they fell due", async () => {
  const due = [
    { ...LEASED, id: "z" },
    { ...LEASED, id: "y" },
    { ...LEASED, id: "x", next_at: 9 },
  ];
  const { statements, database } = recordDatabase({
    all: [[{ id: "h" }, { id: "i" }, { id: "j" }], due, [{ id: "k" }]],
  });
  const leased = await leaseDueDeliveries(database, { leaseOwner: "me", now: 20, slots: createHookSlots() });
  expect(leased.map(({ id, queue, startedAt }) => [id, queue, startedAt])).toEqual([
    ...["x", "y", "z"].map((id) => [id, "healthy", 20]),
  ]);
  expect(statements.map(fill).filter((sql) => !sql.startsWith("INSERT"))).toEqual([
    ...[EXPIRED, dueHooks("IS NULL")],
    lease([arm("h", 4, 0), arm("i", 4, 1), arm("j", 4, 2), arm("", 0, 3)].join(" UNION ALL ")),
    ...[dueHooks("IS NOT NULL"), lease(arm("k", 1, 0))],
  ]);
  const full = recordDatabase();
  const slots = { ...createHookSlots(), hasFree: () => false };
  expect(await leaseDueDeliveries(full.database, { leaseOwner: "me", now: 20, slots })).toEqual([]);
  expect(full.statements.map(fill)).toEqual([EXPIRED]);
});
