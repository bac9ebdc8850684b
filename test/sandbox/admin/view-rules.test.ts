/** The views of the log and of deliveries, and what selects them. */
import { expect, test } from "vitest";
import type { Exchange } from "../../../src/recording/index.js";
import { type AdminContext, type AdminRequest, runChange } from "../../../src/sandbox/admin/admin-route.js";
import {
  getDeliveries,
  getDelivery,
  getEvents,
  getHooks,
  patchHook,
  postReplay,
  removeHook,
} from "../../../src/sandbox/admin/delivery-routes.js";
import { getRequest, getRequests, readLimit } from "../../../src/sandbox/admin/request-routes.js";
import { createRequestLog } from "../../../src/sandbox/requests/request-log.js";
import { fillStatement as fill, recordDatabase, type StatementResults } from "../record-queries.js";
import { makeContext } from "../seed-data/make-context.js";

const NOW = 5000;
const request = (query: string, body: object = {}): AdminRequest => ({
  ...{ method: "GET", path: "/", query: new URLSearchParams(query), headers: {} },
  body: Buffer.from(JSON.stringify(body)),
});

function createControl(results: StatementResults = {}) {
  const { statements, database } = recordDatabase(results);
  const log = createRequestLog();
  // The part of the context that these routes use.
  const control = { database, log, app: makeContext({ now: NOW }) } as unknown as AdminContext;
  return { control, log, sql: () => statements.map(fill) };
}

const read = (value: object): unknown => JSON.parse(JSON.stringify(value));
const refuse = (status: number, code: string, message: string) => ({ status, code, message });

test.each([
  ["", 100],
  ["limit=1", 1],
  ["limit=1000", 1000],
])("the limit of %j", (query, limit) => {
  expect(readLimit(new URLSearchParams(query))).toBe(limit);
});

test.each(["limit=0", "limit=1001", "limit=x", "limit=1x", "limit=x1", "limit=01", "limit="])(
  "no limit: %s",
  (query) => {
    expect(() => readLimit(new URLSearchParams(query))).toThrow("`limit` must be an integer from 1 to 1000");
  },
);

test("requests are listed newest first, and shown with their bodies", async () => {
  const { control, log } = createControl();
  const add = (body: Exchange["request"]["body"], incomplete?: string): void => {
    const exchange = {
      request: { method: "PUT", url: "http://h/", headers: [["A", "b"]], body },
      response: { status: 200, headers: [], body: { kind: "empty" } },
      ...(incomplete === undefined ? {} : { incomplete }),
    } as unknown as Exchange;
    log.add(exchange, { at: NOW, duration: 7, operationId: "o" });
  };
  add({ kind: "text", text: "t" });
  add({ kind: "bytes", bytes: Buffer.from([0xff]) });
  add({ kind: "missing", reason: "too large" }, "cut off");
  const view = (id: number, more: object = {}) => ({
    ...{ id, at: "1970-01-01T00:00:05.000Z", method: "PUT", url: "http://h/", status: 200, duration: 7 },
    ...{ operationId: "o", ...more },
  });
  expect(read(await getRequests(control, request("limit=2")))).toEqual({
    requests: [view(3, { incomplete: "cut off" }), view(2)],
  });
  const bodies = [];
  for (const id of ["1", "2", "3"]) bodies.push(read(await getRequest(control, request(""), id)));
  const whole = (id: number, body: string, more: object = {}) => ({
    ...view(id, more),
    request: { method: "PUT", url: "http://h/", headers: [["A", "b"]], body },
    response: { status: 200, headers: [] },
  });
  expect(bodies).toEqual([
    ...[whole(1, "t"), whole(2, "(11 bytes)"), whole(3, "(too large)", { incomplete: "cut off" })],
  ]);
  const unknown = refuse(
    404,
    "UNKNOWN_REQUEST",
    "no request in the log has this id; the log holds the latest requests only",
  );
  for (const id of ["4", "x", "1x", "x1", ""])
    await expect(getRequest(control, request(""), id)).rejects.toMatchObject(unknown);
});

test.each<[query: string, where: string]>([
  ["", "1 = 1 ORDER BY d.created_at DESC, d.id DESC LIMIT 100"],
  [
    "hookId=h&businessId=b&orderId=o&eventId=e&state=sending&limit=5&since=1970-01-01T00:00:01Z&id=x",
    'd.hook_id = "h" AND d.business_id = "b" AND d.resource_id = "o" AND d.event_id = "e" AND d.state = "sending" AND d.created_at >= 1000 ORDER BY d.created_at DESC, d.id DESC LIMIT 5',
  ],
])("deliveries selected by %j", async (query, where) => {
  const { control, sql } = createControl();
  expect(read(await getDeliveries(control, request(query)))).toEqual({ deliveries: [] });
  expect(sql()).toEqual([
    `SELECT d.*, h.delivery_url, h.secret FROM deliveries d LEFT JOIN hooks h ON h.id = d.hook_id WHERE ${where}`,
  ]);
});

test("refusals of deliveries", async () => {
  const { control } = createControl();
  await expect(getDeliveries(control, request("state=lost"))).rejects.toMatchObject(
    refuse(400, "INVALID_STATE", "`state` must be one of pending, sending, done, exhausted, disabled"),
  );
  await expect(getDelivery(control, request(""), "x")).rejects.toMatchObject(
    refuse(404, "UNKNOWN_DELIVERY", "no delivery has this id; deliveries are deleted after 30 days"),
  );
});

test("events selected by their business, order and type", async () => {
  const { control, sql } = createControl();
  expect(read(await getEvents(control, request("businessId=b&orderId=o&eventType=t&id=x")))).toEqual({ events: [] });
  expect(sql()).toEqual([
    'SELECT e.* FROM events e WHERE e.business_id = "b" AND e.order_id = "o" AND e.event_type = "t" ORDER BY e.created_at DESC, e.id DESC LIMIT 100',
  ]);
});

const TIME = "1970-01-01T00:00:01Z";
const replay = (control: AdminContext, body: object) => runChange(control, (at) => postReplay(at, request("", body)));
const patch = (control: AdminContext, body: object) =>
  runChange(control, (at) => patchHook(at, request("", body), "h"));
const remove = (control: AdminContext) => runChange(control, (at) => removeHook(at, request(""), "h"));

test.each<[body: object, where: string]>([
  [{ ids: ["a"], from: "x" }, 'd.id = "a"'],
  [{ from: TIME }, "d.created_at >= 1000"],
  [
    { from: TIME, to: TIME, hookId: "h", businessId: "b" },
    'd.created_at >= 1000 AND d.created_at <= 1000 AND d.hook_id = "h" AND d.business_id = "b"',
  ],
  [{ from: TIME, hookId: 1, businessId: 1 }, "d.created_at >= 1000"],
  [{ failedSince: TIME, from: "x" }, 'd.created_at >= 1000 AND d.state IN ("exhausted", "disabled")'],
])("the replay %j", async (body, where) => {
  const { control, sql } = createControl();
  const isById = where.startsWith("d.id");
  const missing = { id: "a", reason: "no delivery has this id" };
  expect(read(await replay(control, body))).toEqual({ replayed: 0, refused: isById ? [missing] : [] });
  expect(sql()).toEqual([
    'SELECT value FROM settings WHERE name = "clock"',
    `SELECT d.id, d.state, d.hook_id FROM deliveries d WHERE ${where}${isById ? "" : " ORDER BY d.created_at, d.id"}`,
  ]);
});

const IDS = "`ids` must be an array of at most 1000 delivery ids";
const NONE = "pass `ids`, `from` (optionally with `to`) or `failedSince`";
const time = (name: string): string => `\`${name}\` must be a time in GMT such as 2026-03-14T09:30:00Z`;

test.each<[body: object, message: string]>([
  [{}, NONE],
  [{ to: TIME }, NONE],
  [{ ids: "a" }, IDS],
  [{ ids: ["a", 1] }, IDS],
  [{ ids: Array(1001).fill("a") }, IDS],
  [{ from: "x" }, time("from")],
  [{ failedSince: "x" }, time("failedSince")],
  [{ from: TIME, to: "x" }, time("to")],
  [{ since: TIME }, 'unknown member "since"; expected ids, from, to, failedSince, hookId, businessId'],
])("a replay is refused", async (body, message) => {
  await expect(replay(createControl().control, body)).rejects.toMatchObject({ status: 400, message });
});

test("a thousand deliveries can be replayed", async () => {
  const body = { ids: Array(1000).fill("a") };
  expect(read(await replay(createControl().control, body))).toMatchObject({ replayed: 0 });
});

const HOOK = {
  ...{ id: "h", application_id: "a", business_id: "b", delivery_url: "u", secret: "s", event_types: '["t"]' },
  ...{ active: 1, failing_since: null, created_at: 1000, updated_at: 2000 },
};
const SHOWN = {
  ...{ id: "h", applicationId: "a", businessId: "b", deliveryUrl: "u", secret: "********", eventTypes: ["t"] },
  ...{ active: true, createdAt: TIME, updatedAt: "1970-01-01T00:00:02Z" },
};
const UNKNOWN_HOOK = refuse(404, "UNKNOWN_HOOK", "no hook has this id");

test("hooks are listed with their secrets masked", async () => {
  const failing = { ...HOOK, active: 0, failing_since: 1000 };
  const { control, sql } = createControl({ all: [[HOOK, failing]] });
  expect(read(await getHooks(control))).toEqual({ hooks: [SHOWN, { ...SHOWN, active: false, failingSince: TIME }] });
  expect(sql()).toEqual(["SELECT * FROM hooks ORDER BY created_at DESC, id LIMIT 1000"]);
});

test("a hook is enabled, disabled and deleted", async () => {
  const { control, sql } = createControl({ first: [undefined, HOOK, undefined, HOOK] });
  expect(read(await patch(control, { active: true }))).toEqual(SHOWN);
  expect(read(await patch(control, { active: false }))).toEqual(SHOWN);
  expect(read(await remove(control))).toEqual({ deleted: true });
  const disable = 'UPDATE hooks SET active = 0, updated_at = 5000 WHERE id = "h" AND active = 1';
  expect(sql().filter((it) => / hooks (SET|WHERE id = "h")/.test(it) && !it.startsWith("UPDATE businesses"))).toEqual([
    'UPDATE hooks SET active = 1, failing_since = NULL, updated_at = 5000 WHERE id = "h"',
    'SELECT * FROM hooks WHERE id = "h"',
    ...[disable, 'SELECT * FROM hooks WHERE id = "h"', disable, 'DELETE FROM hooks WHERE id = "h"'],
  ]);
  const none = createControl({ run: [0, 0, 0, 0] }).control;
  await expect(remove(none)).rejects.toMatchObject(UNKNOWN_HOOK);
  await expect(patch(none, { active: true })).rejects.toMatchObject(UNKNOWN_HOOK);
  await expect(patch(none, { active: 1 })).rejects.toMatchObject(
    refuse(400, "INVALID_HOOK", "`active` must be true or false"),
  );
});
