import { expect, test } from "vitest";
import { checkHistory } from "../../../scripts/long/chaos/checks.js";
import type { History, Reception, Write } from "../../../scripts/long/chaos/history.js";

const order = "11111111-1111-4111-8111-111111111111";
const recorded: Write = {
  requestId: "r1",
  orderId: order,
  kind: "record",
  value: 5,
  startedAt: 1_000,
  acknowledgedAt: 1_010,
  requests: 2,
  responses: ["{}", "{}"],
};
const updated: Write = {
  ...recorded,
  requestId: "r2",
  kind: "update",
  value: 7,
  startedAt: 1_100,
  acknowledgedAt: 1_110,
};
const opened: Reception = {
  id: "d1",
  orderId: order,
  eventType: "ORDER_OPENED",
  at: 1_030,
  outcome: "acknowledged",
  isSigned: true,
  digest: "one",
};
const changed: Reception = { ...opened, id: "d2", eventType: "ORDER_UPDATED", at: 1_150, digest: "two" };
const dead = { at: 1_120, replica: 0, isSingle: true, startMs: 300 };

/** A valid history: two writes of an order, and a crash between the second and its delivery. */
const sound: History = {
  writes: [recorded, updated],
  reads: [{ orderId: order, expected: 7, seen: 7 }],
  receptions: [{ ...opened, at: 1_020, outcome: "refused" }, opened, changed],
  kills: [dead],
  unexpected: [],
  orders: [{ orderId: order, value: 7 }],
  events: [
    { orderId: order, eventType: "ORDER_OPENED", count: 1 },
    { orderId: order, eventType: "ORDER_UPDATED", count: 1 },
  ],
  undelivered: [],
};

test("a history without faults has no violations, and its figures are returned", () => {
  expect(checkHistory(sound)).toMatchObject({
    violations: [],
    kills: 1,
    writes: 2,
    requests: 4,
    deliveries: 2,
    duplicates: 0,
    writeMs: { count: 2, p50: 10, p99: 10, max: 10 },
    deliveryMs: { count: 2, max: 40 },
    resumeMs: { count: 1, p50: 30 },
    startMs: { count: 1, p50: 300 },
  });
});

test.each<readonly [what: string, edit: Partial<History>, violation: RegExp]>([
  ["an order that is not there", { orders: [] }, /^lost write: order 1111.* is missing$/],
  [
    "an order as it was before its last write",
    { orders: [{ orderId: order, value: 5 }] },
    /^lost write: .* has 5, expected 7$/,
  ],
  [
    "an order that was never written",
    { orders: [...sound.orders, { orderId: "other", value: 1 }] },
    /^lost write: order other exists, but no client wrote it$/,
  ],
  ["an order that is listed twice", { orders: [...sound.orders, ...sound.orders] }, /listed twice/],
  ["a webhook that never came", { receptions: [opened] }, /^lost webhook: ORDER_UPDATED of .*: 0 of 1$/],
  [
    "a webhook that was never acknowledged",
    { receptions: [opened, { ...changed, outcome: "hung" }] },
    /^lost webhook: ORDER_UPDATED of .*: 0 of 1$/,
  ],
  ["an event that is not stored", { events: sound.events.slice(1) }, /^lost webhook: ORDER_OPENED of .*: 0 of 1$/],
  [
    "an event more than there were writes",
    { events: [...sound.events.slice(0, 1), { orderId: order, eventType: "ORDER_UPDATED", count: 2 }] },
    /^more than one effect: ORDER_UPDATED of .*: 2, expected 1$/,
  ],
  [
    "a second delivery, of an id of its own",
    { receptions: [...sound.receptions, { ...changed, id: "d3" }] },
    /^more than one effect: ORDER_UPDATED of .*: 2, expected 1$/,
  ],
  [
    "two responses to one request id",
    { writes: [{ ...recorded, responses: ["{}", '{"again":true}'] }, updated] },
    /^responses to request id r1 differ$/,
  ],
  ["a read that is behind", { reads: [{ orderId: order, expected: 7, seen: 5 }] }, /was read as 5 after a later write/],
  ["a read of nothing", { reads: [{ orderId: order, expected: 7, seen: undefined }] }, /was read as undefined/],
  [
    "a signature that is wrong",
    { receptions: [{ ...opened, isSigned: false }, changed] },
    /^bad delivery: d1 has a wrong signature$/,
  ],
  [
    "other bytes in another attempt",
    { receptions: [...sound.receptions, { ...changed, digest: "three" }] },
    /^bad delivery: d2 was repeated with other bytes$/,
  ],
  [
    "a delivery that rests for too long after a death",
    { receptions: [opened, { ...changed, at: 1_120 + 5_001 }] },
    /^deliveries resumed 5001 ms after the kill/,
  ],
  [
    "a delivery that comes again too long after a death",
    { kills: [{ ...dead, at: 1_160 }], receptions: [...sound.receptions, { ...changed, at: 1_160 + 5_001 }] },
    /^deliveries resumed 5001 ms after the kill/,
  ],
  ["a delivery without an end", { undelivered: ["d2 is sending"] }, /^unfinished delivery: d2/],
  ["an unexpected response", { unexpected: ["500 to PUT"] }, /^unexpected response: 500 to PUT$/],
  ["nothing at all", { writes: [], reads: [], receptions: [], orders: [], events: [] }, /^no write was acknowledged/],
])("%s is detected", (_, edit, violation) => {
  expect(checkHistory({ ...sound, ...edit }).violations).toEqual([expect.stringMatching(violation)]);
});

test("a delivery that is repeated after it was acknowledged is counted, and allowed", () => {
  const outcome = checkHistory({ ...sound, receptions: [...sound.receptions, { ...changed, at: 1_400 }] });
  expect(outcome).toMatchObject({ violations: [], duplicates: 1, deliveries: 2 });
});
