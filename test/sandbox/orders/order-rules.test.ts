/** The rules of order writes: what is stored, what is refused, and which events follow. */

import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/document/index.js";
import { buildOrderRow, isStayOrder, listOrderEvents } from "../../../src/sandbox/orders/order-versions.js";
import { buildRecordedOrder, type RecordOrderCommand } from "../../../src/sandbox/orders/record-order.js";
import { buildUpdatedOrder, MAX_ORDER_LENGTH, readPatch } from "../../../src/sandbox/orders/update-order.js";
import { NO_END_SEQUENCE } from "../../../src/sandbox/store/tables.js";
import { catchRefusal } from "../catch-refusal.js";

const ID = "5B8F0A1C-7d2e-4c39-9a60-000000000001";
const NOW = Date.parse("2026-03-14T09:30:00.900Z");
const SHOWN_NOW = "2026-03-14T09:30:00Z";
const EARLIER = "2026-01-01T00:00:00Z";
const LATER = "2027-01-01T00:00:00Z";

const refuse = (code: string, message: string) => ({ status: 400, body: { status: 400, code, message } });
const opened = (more: JsonObject = {}): JsonObject => ({ statuses: { status: "OPENED" }, ...more });

const COMMAND: RecordOrderCommand = {
  ...{ businessId: "B1", orderId: ID, body: {}, now: NOW, updatedAt: "passed" },
  transactionId: (index) => `t${index}`,
};
const record = (body: Json | undefined, more: Partial<RecordOrderCommand> = {}, former?: JsonObject) =>
  catchRefusal(() => buildRecordedOrder(former, { ...COMMAND, body, ...more }));

const TIMES = { createdAt: SHOWN_NOW, updatedAt: SHOWN_NOW };
const STORED = { id: ID.toLowerCase(), ...TIMES };
const INVALID_TIME = "is not a valid time; expected a time such as 2026-01-31T09:30:00Z";

test.each<[name: string, body: JsonObject, order: JsonObject]>([
  ["nothing", {}, STORED],
  ["its id in upper case", { id: ID }, { ...STORED, id: ID }],
  ["links", { links: [{ href: "x" }], notes: "n" }, { ...STORED, notes: "n" }],
  ["no transactions", { transactions: [] }, { ...STORED, transactions: [] }],
  ["its times", { createdAt: EARLIER, updatedAt: LATER }, { ...STORED, createdAt: EARLIER, updatedAt: LATER }],
  ["its business", { context: { businessId: "b1" } }, { ...STORED, context: { businessId: "b1" } }],
  [
    "transactions with and without ids and times",
    { createdAt: EARLIER, transactions: [{ action: "SALE" }, 7, { id: "T9", createdAt: LATER, updatedAt: EARLIER }] },
    {
      ...STORED,
      createdAt: EARLIER,
      transactions: [
        { id: "t0", action: "SALE", createdAt: EARLIER, updatedAt: SHOWN_NOW },
        { id: "T9", createdAt: LATER, updatedAt: EARLIER },
      ],
    },
  ],
])("an order with %s is stored", (_, body, order) => {
  expect(record(body)).toEqual({ order, events: [] });
});

test("a replaced order keeps its creation time, and the policy decides about the time of the change", () => {
  const former = opened({ createdAt: EARLIER, updatedAt: EARLIER, notes: "gone" });
  expect(record(opened(), {}, former)).toEqual({
    order: opened({ ...STORED, createdAt: EARLIER }),
    events: ["ORDER_UPDATED"],
  });
  expect(record(opened({ updatedAt: LATER, createdAt: LATER }), { updatedAt: "server" }, former)).toEqual({
    order: opened({ ...STORED, createdAt: LATER }),
    events: ["ORDER_UPDATED"],
  });
});

const INVALID_ID = refuse("INVALID_ORDER_ID", "the order id in the path is not a UUID");
const otherBusiness = (prefix: string) =>
  refuse("BUSINESS_MISMATCH", `${prefix}context.businessId differs from the business in the path`);

test.each<[body: Json | undefined, command: Partial<RecordOrderCommand>, refusal: object]>([
  [{}, { orderId: `x${ID}` }, INVALID_ID],
  [{}, { orderId: `${ID}0` }, INVALID_ID],
  [{}, { orderId: ID.replace("7d2e-", "") }, INVALID_ID],
  [undefined, {}, refuse("MISSING_ORDER", "the request has no body; send the complete order")],
  [[], {}, refuse("INVALID_ORDER", "the body must be an object; send the complete order")],
  [
    { id: ID.replace("1", "2") },
    {},
    refuse("ID_MISMATCH", "id differs from the id in the path; send the same id or none"),
  ],
  [{ context: { businessId: "B2" } }, {}, otherBusiness("")],
  [{ transactions: [{}, { context: { businessId: "B2" } }] }, {}, otherBusiness("transactions[1].")],
  [{ createdAt: "2026-02-30T00:00:00Z" }, {}, refuse("INVALID_TIME", `createdAt ${INVALID_TIME}`)],
  [{ updatedAt: null }, {}, refuse("INVALID_TIME", `updatedAt ${INVALID_TIME}`)],
  [{ transactions: [{ updatedAt: "x" }] }, {}, refuse("INVALID_TIME", `transactions[0].updatedAt ${INVALID_TIME}`)],
  [
    { transactions: [{ id: "a" }, { id: "b" }, { id: "A" }] },
    {},
    refuse("REPEATED_TRANSACTION", "transactions[2].id repeats the id of an earlier transaction"),
  ],
])("the order %j with %j is refused", (body, command, refusal) => {
  expect(record(body, command)).toEqual(refusal);
});

test.each<[former: string | undefined, status: string | undefined, events: readonly string[]]>([
  [undefined, "OPENED", ["ORDER_OPENED"]],
  [undefined, "COMPLETED", ["ORDER_COMPLETED"]],
  [undefined, "CANCELLED", ["ORDER_CANCELLED"]],
  [undefined, "toString", []],
  [undefined, undefined, []],
  ["OPENED", "OPENED", ["ORDER_UPDATED"]],
  ["OPENED", "COMPLETED", ["ORDER_UPDATED", "ORDER_COMPLETED"]],
  ["OPENED", "PAUSED", ["ORDER_UPDATED"]],
])("a write of an order from %s to %s emits %j", (former, status, events) => {
  const order = (value: string | undefined) => (value === undefined ? {} : { statuses: { status: value } });
  expect(listOrderEvents(former === undefined ? undefined : order(former), order(status))).toEqual(events);
});

const FORMER = opened({ id: "o", amounts: { netTotal: 1 }, items: [1], updatedAt: EARLIER });
const update = (patch: Json | undefined, more: { now?: number; violation?: string } = {}, former = FORMER) =>
  catchRefusal(() =>
    buildUpdatedOrder(former, { patch, now: more.now ?? NOW, describeRefusedField: () => more.violation }),
  );
const replace = (path: string, value: Json): JsonObject => ({ op: "replace", path, value });

test.each<[patch: JsonObject, changed: JsonObject]>([
  [replace("/amounts/netTotal", 2), { amounts: { netTotal: 2 } }],
  [replace("/amounts", { a: 1 }), { amounts: { a: 1 } }],
  [{ op: "add", path: "/amounts/taxTotal", value: 3 }, { amounts: { netTotal: 1, taxTotal: 3 } }],
  [{ op: "remove", path: "/amounts/netTotal" }, { amounts: {} }],
  [replace("/items", []), { items: [] }],
])("the patch %j changes the order", (patch, changed) => {
  expect(update([patch])).toEqual({
    order: { ...FORMER, ...changed, updatedAt: SHOWN_NOW },
    events: ["ORDER_UPDATED"],
  });
});

test("the time of an update does not move backward", () => {
  const shownAt = (former: JsonObject) => update([replace("/items", [])], {}, former);
  expect(shownAt({ ...FORMER, updatedAt: LATER })).toMatchObject({ order: { updatedAt: LATER } });
  expect(shownAt({ ...FORMER, updatedAt: "never" })).toMatchObject({ order: { updatedAt: SHOWN_NOW } });
});

const notAllowed = (index: number) =>
  refuse(
    "PATCH_NOT_ALLOWED",
    `operation ${index}: only /amounts and its members can be changed, and /items and /discounts with "replace"`,
  );
const padding = (length: number): string =>
  "x".repeat(length - JSON.stringify({ ...FORMER, updatedAt: SHOWN_NOW, items: [""] }).length);

test.each<[name: string, patch: Json | undefined, refusal: object, violation?: string]>([
  ["nothing", undefined, refuse("INVALID_PATCH", "a JSON Patch document must be an array of operations")],
  ["the whole order", [replace("", {})], notAllowed(0)],
  ["the second operation", [replace("/items", []), replace("/notes", "")], notAllowed(1)],
  ["adding items", [{ op: "add", path: "/items", value: [] }], notAllowed(0)],
  ["an item", [replace("/items/0", 2)], notAllowed(0)],
  ["an item of another list", [replace("/fees", [])], notAllowed(0)],
  [
    "the invalid result",
    [replace("/items", [])],
    refuse("INVALID_ORDER", "the patched order is invalid: items"),
    "items",
  ],
  [
    "an order of a character too many",
    [replace("/items", [padding(MAX_ORDER_LENGTH + 1)])],
    refuse("ORDER_TOO_LARGE", "the patched order is longer than 1048576 characters"),
  ],
])("a patch of %s is refused", (_, patch, refusal, violation) => {
  expect(update(patch, violation === undefined ? {} : { violation })).toEqual(refusal);
});

test("a patch of a missing list is refused, and the longest order is stored", () => {
  expect(update([replace("/discounts", [])])).toMatchObject({ status: 400, body: { code: "PATCH_FAILED" } });
  expect(update([replace("/items", [padding(MAX_ORDER_LENGTH)])])).toMatchObject({ events: ["ORDER_UPDATED"] });
});

const deep = (count: number): string => "/a".repeat(count);
const addition = (path: Json): JsonObject => ({ op: "add", path, value: 1 });

test.each<[operation: Json, read: object]>([
  [addition(""), { op: "add", path: [], value: 1 }],
  [addition("/"), { op: "add", path: [""], value: 1 }],
  [addition("/a~1b/c~0d/~01"), { op: "add", path: ["a/b", "c~d", "~1"], value: 1 }],
  [replace("/a", null), { op: "replace", path: ["a"], value: null }],
  [
    { op: "remove", path: "/a" },
    { op: "remove", path: ["a"] },
  ],
  [addition(deep(32)), { op: "add", path: Array(32).fill("a"), value: 1 }],
  [addition(`/${"a".repeat(511)}`), { op: "add", path: ["a".repeat(511)], value: 1 }],
])("the operation %j is read", (operation, read) => {
  expect(readPatch([operation])).toEqual([read]);
});

const FORBIDDEN = "which is not allowed";

test.each<[operation: Json, reason: string]>([
  [7, "an operation must be an object"],
  [{ path: "/a" }, "unsupported operation nothing; expected add, remove, replace"],
  [{ op: "move", path: "/a" }, 'unsupported operation "move"; expected add, remove, replace'],
  [{ op: "x".repeat(99) }, `unsupported operation "${"x".repeat(59)}; expected add, remove, replace`],
  [{ op: "remove", path: "/a", value: 1 }, 'unknown member "value" of "remove"; expected op, path'],
  [{ ...addition("/a"), from: "/b" }, 'unknown member "from" of "add"; expected op, path, value'],
  [addition(1), "the path is not a string; expected a JSON Pointer such as /amounts/netTotal"],
  [addition(`/${"a".repeat(512)}`), "the path has 513 characters; expected at most 512"],
  [addition("a/"), "the path must start with a slash"],
  [addition("/a~2"), "the path has a ~ that is not followed by 0 or 1"],
  [addition(deep(33)), "the path has 33 segments; expected at most 32"],
  [addition("/a/__proto__"), `the path contains "__proto__", ${FORBIDDEN}`],
  [addition("/constructor/a"), `the path contains "constructor", ${FORBIDDEN}`],
  [{ op: "add", path: "/a" }, '"add" requires a value'],
  [replace("/a", { prototype: 1 }), `the value has a member named "prototype", ${FORBIDDEN}`],
  [replace("/a", [1, [{ b: { constructor: 1 } }]]), `the value has a member named "constructor", ${FORBIDDEN}`],
])("the operation %j is refused", (operation, reason) => {
  expect(catchRefusal(() => readPatch([addition("/a"), operation]))).toEqual(
    refuse("INVALID_PATCH", `operation 1: ${reason}`),
  );
});

test.each<[document: Json, reason: string | undefined]>([
  [{}, "a JSON Patch document must be an array of operations"],
  [[], "the patch has no operations; expected at least one"],
  [Array(100).fill(addition("/a")), undefined],
  [Array(101).fill(addition("/a")), "the patch has 101 operations; expected at most 100"],
])("the number of operations is limited", (document, reason) => {
  const result = catchRefusal(() => readPatch(document));
  if (reason === undefined) expect(result).toHaveLength(100);
  else expect(result).toEqual(refuse("INVALID_PATCH", reason));
});

const KEYS = { businessId: "b", orderId: "o", sequence: 3 };

test.each<[order: JsonObject, columns: readonly unknown[]]>([
  [{}, [0, null, null, null, null, 0]],
  [{ updatedAt: "x", orderNumber: 7, context: { storeId: 7 }, customerUserId: 7 }, [0, null, null, null, "7", 0]],
  [
    opened({ updatedAt: EARLIER, orderNumber: "H", context: { storeId: "s" }, orderShipments: [{}, 1] }),
    [Date.parse(EARLIER), "H", "s", "OPENED", null, 0],
  ],
  [{ orderShipments: [{ deliveryMode: "FOR_HERE" }, { deliveryMode: "STAY" }] }, [0, null, null, null, null, 1]],
])("the row of the order %j", (order, columns) => {
  expect(Object.values(buildOrderRow(order, KEYS))).toEqual([
    "b",
    "o",
    3,
    NO_END_SEQUENCE,
    ...columns,
    JSON.stringify(order),
  ]);
  expect(isStayOrder(order)).toBe(columns.at(-1) === 1);
});
