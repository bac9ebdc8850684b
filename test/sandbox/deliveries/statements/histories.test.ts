/** What the histories of events and deliveries show, and which deliveries are sent again. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { replayDeliveries } from "../../../../src/sandbox/admin/delivery-routes.js";
import {
  listAttempts,
  listDeliveries,
  listEvents,
  purgeHistory,
} from "../../../../src/sandbox/deliveries/delivery-history.js";
import type { Row } from "../../../../src/sandbox/store/database.js";
import { fillStatement as fill, recordQueries } from "../../record-queries.js";

const time = (at: number): string => new Date(at).toISOString();
const EVENT: Row = {
  ...{ id: "e", business_id: "b", order_id: "o", event_type: "ORDER_OPENED", created_at: 10, deliveries: 1 },
};
const delivery = (more: Row = {}): Row => ({
  event_id: "e",
  hook_id: "h",
  state: "pending",
  status: null,
  reason: null,
  ...more,
});
const hook = (id: string, types: string, created_at = 10): Row => ({ id, event_types: types, active: 1, created_at });

test.each<[deliveries: readonly Row[], hooks: readonly Row[], acknowledged: number, reasons: readonly string[]]>([
  [[], [], 0, ["no hook is registered for the business"]],
  [[], [hook("h", "[]", 11)], 0, ["no hook was registered for the business when the event happened"]],
  [[], [hook("h", "[]")], 0, ["hook h: not subscribed to ORDER_OPENED"]],
  [[], [hook("h", "[]"), hook("i", '["ORDER_OPENED"]')], 0, ["hook h: not subscribed to ORDER_OPENED"]],
  [[], [hook("h", '["ORDER_OPENED"]')], 0, ["no hook was registered for the business when the event happened"]],
  [[delivery()], [], 0, []],
  [[delivery({ reason: "x" })], [], 0, ["hook h: waiting for the next attempt; last: x"]],
  [[delivery({ state: "sending", reason: "x" })], [], 0, []],
  [
    [delivery({ state: "sending", reason: "x", status: 500 })],
    [],
    0,
    ["hook h: waiting for the next attempt; last: x"],
  ],
  [[delivery({ state: "disabled" })], [], 0, ["hook h: inactive"]],
  [[delivery({ state: "disabled", reason: "x" })], [], 0, ["hook h: inactive; last: x"]],
  [[delivery({ state: "exhausted", reason: "x" })], [], 0, ["hook h: every attempt failed; last: x"]],
  [[delivery({ state: "exhausted", reason: "x" }), delivery({ state: "done" })], [], 1, []],
  [[delivery({ event_id: "other" })], [], 0, ["no hook is registered for the business"]],
])("an event with the deliveries %j and the hooks %j", async (deliveries, hooks, acknowledged, reasons) => {
  const { queries } = recordQueries({ all: [[EVENT], hooks, deliveries] });
  expect(await listEvents(queries)).toEqual([
    {
      ...{ id: "e", businessId: "b", orderId: "o", eventType: "ORDER_OPENED", createdAt: time(10) },
      ...{ deliveries: 1, acknowledged, reasons },
    },
  ]);
});

test("events are found with their hooks and deliveries, each once", async () => {
  const events = [EVENT, { ...EVENT, id: "f" }, { ...EVENT, id: "g", business_id: "c", created_at: 11 }];
  const { statements, queries } = recordQueries({ all: [events] });
  await listEvents(queries, { id: "e", businessId: "b", orderId: "o", eventType: "t", limit: 3 });
  expect(statements.map(fill)).toEqual([
    'SELECT e.* FROM events e WHERE e.id = "e" AND e.business_id = "b" AND e.order_id = "o" AND e.event_type = "t" ORDER BY e.created_at DESC, e.id DESC LIMIT 3',
    'SELECT id, event_types, active, created_at FROM hooks WHERE business_id = "b" ORDER BY id',
    'SELECT id, event_types, active, created_at FROM hooks WHERE business_id = "c" ORDER BY id',
    "SELECT d.event_id, d.hook_id, d.state, a.status, a.reason FROM deliveries d LEFT JOIN attempts a ON a.delivery_id = d.id AND a.attempt = d.attempt WHERE d.created_at IN (10, 11) ORDER BY d.id",
  ]);
  const none = recordQueries();
  expect(await listEvents(none.queries)).toEqual([]);
  expect(none.statements.map(fill)).toEqual([
    "SELECT e.* FROM events e WHERE 1 = 1 ORDER BY e.created_at DESC, e.id DESC LIMIT 100",
  ]);
});

const DELIVERY: Row = {
  ...{ id: "d", event_id: "e", hook_id: "h", business_id: "b", application_id: "a", event_type: "t", resource_id: "o" },
  ...{ state: "pending", attempt: 2, next_at: 30, created_at: 10, settled_at: null, payload: Buffer.from("é") },
  ...{ delivery_url: "http://l", secret: "s" },
};
const SHOWN = {
  ...{ id: "d", eventId: "e", hookId: "h", businessId: "b", applicationId: "a", eventType: "t", orderId: "o" },
  ...{ state: "pending", attempts: 2, nextAt: time(30), createdAt: time(10), settledAt: undefined, payload: "é" },
  ...{ deliveryUrl: "http://l", signature: createHmac("sha1", "s").update("é").digest("base64") },
};

test.each<[row: Row, shown: object]>([
  [{}, {}],
  [
    { state: "done", settled_at: 40 },
    { state: "done", settledAt: time(40), nextAt: undefined },
  ],
  [
    { delivery_url: null, secret: null },
    { deliveryUrl: undefined, signature: undefined },
  ],
  [
    { payload: null, secret: null },
    { payload: "", signature: undefined },
  ],
])("a delivery with %j", async (row, shown) => {
  const { statements, queries } = recordQueries({ all: [[{ ...DELIVERY, ...row }]] });
  expect(await listDeliveries(queries)).toEqual([{ ...SHOWN, ...shown }]);
  expect(statements.map(fill)).toEqual([
    "SELECT d.*, h.delivery_url, h.secret FROM deliveries d LEFT JOIN hooks h ON h.id = d.hook_id WHERE 1 = 1 ORDER BY d.created_at DESC, d.id DESC LIMIT 100",
  ]);
});

test("filters of deliveries", async () => {
  const { statements, queries } = recordQueries();
  const names = { id: "i", hookId: "h", businessId: "b", orderId: "o", eventId: "e", state: "done" as const };
  await listDeliveries(queries, { ...names, since: 5, limit: 2 });
  expect(statements.map(fill)[0]).toContain(
    'WHERE d.id = "i" AND d.hook_id = "h" AND d.business_id = "b" AND d.resource_id = "o" AND d.event_id = "e" AND d.state = "done" AND d.created_at >= 5 ORDER BY d.created_at DESC, d.id DESC LIMIT 2',
  );
});

test("the attempts of a delivery", async () => {
  const row = { attempt: 1, started_at: 5, duration: null, status: null, reason: "in progress", answer: null };
  const { statements, queries } = recordQueries({
    all: [[row, { ...row, attempt: 2, duration: 0, status: 500, answer: "no" }]],
  });
  const shown = { attempt: 1, startedAt: time(5), reason: "in progress" };
  expect(await listAttempts(queries, "d")).toEqual([
    { ...shown, duration: undefined, status: undefined, responseExcerpt: undefined },
    { ...shown, attempt: 2, duration: 0, status: 500, responseExcerpt: "no" },
  ]);
  expect(statements.map(fill)).toEqual(['SELECT * FROM attempts WHERE delivery_id = "d" ORDER BY attempt']);
});

test("the history of thirty days is kept, and attempts are deleted in batches", async () => {
  const deleted = Array.from({ length: 201 }, (_, index) => ({ id: `d${index}` }));
  const { statements, queries } = recordQueries({ all: [deleted] });
  await purgeHistory(queries, 2_592_000_500);
  expect(statements.map(([, values]) => values.length)).toEqual([1, 200, 1, 1]);
  expect([statements[0], ...statements.slice(2)].map((it) => it && fill(it))).toEqual([
    "DELETE FROM deliveries WHERE created_at < 500 AND (state NOT IN ('pending', 'sending') OR NOT EXISTS (SELECT 1 FROM hooks WHERE hooks.id = deliveries.hook_id AND hooks.active = 1)) RETURNING id",
    'DELETE FROM attempts WHERE delivery_id IN ("d200")',
    "DELETE FROM events WHERE created_at < 500",
  ]);
  const none = recordQueries({ all: [deleted.slice(0, 200)] });
  await purgeHistory(none.queries, 0);
  expect(none.statements).toHaveLength(3);
});

const SELECT = "SELECT d.id, d.state, d.hook_id FROM deliveries d WHERE";
const LOCK = "UPDATE hooks SET active = active WHERE id =";

test("deliveries are replayed by id, in the order of their ids and hooks", async () => {
  const { statements, queries } = recordQueries({
    all: [[{ id: "b", state: "done", hook_id: "h2" }], [{ id: "a", state: "exhausted", hook_id: "h1" }]],
    first: [{ active: 1 }, { active: 1 }],
    run: [1, 0],
  });
  expect(await replayDeliveries(queries, { ids: ["b", "a", "b", "x"] }, 50)).toEqual({
    replayed: 1,
    refused: [{ id: "x", reason: "no delivery has this id" }],
  });
  const update = (id: string, state: string): string =>
    `UPDATE deliveries SET state = 'pending', next_at = 50, settled_at = NULL WHERE id = "${id}" AND state = "${state}"`;
  expect(statements.map(fill)).toEqual([
    ...["b", "a", "x"].map((id) => `${SELECT} d.id = "${id}"`),
    ...["h1", "h2"].map((id) => `${LOCK} "${id}" RETURNING active`),
    ...[update("a", "exhausted"), update("b", "done")],
  ]);
});

test.each([
  ["pending", { active: 1 }, "the delivery is waiting to be sent or is being sent"],
  ["sending", { active: 1 }, "the delivery is waiting to be sent or is being sent"],
  ["done", undefined, "its hook no longer exists"],
  ["done", { active: 0 }, "its hook is inactive; activate it first"],
])("a delivery that is %s and has the hook %j is not replayed", async (state, active, reason) => {
  const { statements, queries } = recordQueries({ all: [[{ id: "a", state, hook_id: "h" }]], first: [active] });
  expect(await replayDeliveries(queries, { since: 0 }, 50)).toEqual({ replayed: 0, refused: [{ id: "a", reason }] });
  expect(statements).toHaveLength(2);
});

test.each<[selection: Parameters<typeof replayDeliveries>[1], where: string]>([
  [{ since: 5 }, "d.created_at >= 5"],
  [{ since: 5, until: 6, failedOnly: false }, "d.created_at >= 5 AND d.created_at <= 6"],
  [{ since: 5, hookId: "h" }, 'd.created_at >= 5 AND d.hook_id = "h"'],
  [{ since: 5, businessId: "b" }, 'd.created_at >= 5 AND d.business_id = "b"'],
  [{ since: 5, failedOnly: true }, 'd.created_at >= 5 AND d.state IN ("exhausted", "disabled")'],
])("the selection %j", async (selection, where) => {
  const { statements, queries } = recordQueries();
  expect(await replayDeliveries(queries, selection, 50)).toEqual({ replayed: 0, refused: [] });
  expect(statements.map(fill)).toEqual([`${SELECT} ${where} ORDER BY d.created_at, d.id`]);
});
