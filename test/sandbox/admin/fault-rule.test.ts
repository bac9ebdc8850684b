import { join } from "node:path";
import { expect, test } from "vitest";
import { type JsonObject, listOperations, loadDocument } from "../../../src/document/index.js";
import { readTime } from "../../../src/sandbox/admin/admin-route.js";
import { parseDuration } from "../../../src/sandbox/admin/clock/clock-routes.js";
import { parseFaultRule } from "../../../src/sandbox/admin/fault-routes.js";
import { Refusal, type ServiceResponse } from "../../../src/sandbox/context/request-context.js";
import { catchRefusal } from "../catch-refusal.js";

const operations = listOperations(loadDocument("spec/openapi.yaml")).filter(({ kind }) => kind === "path");
const status = { status: 500 };

const ACCEPTED: readonly object[] = [
  { do: status },
  { match: {}, do: { delay: 0 } },
  { match: { method: "put", path: "/businesses/*/orders" }, do: { delay: 60_000, status: 200 } },
  { match: { path: "*" }, do: { status: 599, headers: { "X-A": "a\tb" }, body: null } },
  { match: { path: `/${"a".repeat(999)}` }, do: { reset: true } },
  { match: { operationId: "listOrders", method: "HEAD" }, do: { truncate: 0 } },
  { match: { operationId: "listOrders", method: "get" }, do: { truncate: 1_000_000_000 } },
  { match: { businessId: "b", nth: 1, times: 1_000_000_000, probability: 1 }, do: { dropResponseAfterCommit: true } },
  { match: { probability: 0.001 }, do: { status: 204, headers: {} } },
  { do: { status: 200, body: "x".repeat(65_534) } },
  { match: { operationId: "recordOrder", method: "put" }, do: { status: 503, headers: { "Retry-After": "2" } } },
  ...["drop", "dropResponse", "reorder"].map((name) => ({ on: "deliveries", do: { [name]: true } })),
  ...["wrong", "old", "missing"].map((signature) => ({ on: "deliveries", do: { signature } })),
  ...[{ duplicate: 10 }, { delay: 2_592_000_000 }, { truncate: 0 }].map((action) => ({ on: "deliveries", do: action })),
  { on: "deliveries", match: { eventType: "E", hookId: "h", orderId: "o", attempt: 1000 }, do: { duplicate: 1 } },
];

const REFUSED: readonly unknown[] = [
  null,
  [],
  {},
  { do: {} },
  { do: 5 },
  { match: 5, do: status },
  { match: {}, do: status, then: 1 },
  { match: { method: "" }, do: status },
  { match: { method: "P T" }, do: status },
  { match: { path: "a" }, do: status },
  { match: { path: `/${"a".repeat(1000)}` }, do: status },
  { match: { operationId: "" }, do: status },
  { match: { operationId: "listOrder" }, do: status },
  { match: { operationId: "listOrders", method: "POST" }, do: status },
  { match: { operationId: "recordOrder", method: "HEAD" }, do: status },
  { match: { businessId: 5 }, do: status },
  { match: { nth: 0 }, do: status },
  { match: { nth: 1.5 }, do: status },
  { match: { times: 1_000_000_001 }, do: status },
  { match: { probability: 0 }, do: status },
  { match: { probability: 1.01 }, do: status },
  { match: { probability: "1" }, do: status },
  { do: { delay: -1 } },
  { do: { delay: 60_001 } },
  { do: { status: 199 } },
  { do: { status: 600 } },
  { do: { status: 200, reset: true } },
  { do: { reset: false } },
  { do: { truncate: -1 } },
  { do: { headers: {} } },
  { do: { delay: 1, body: 1 } },
  { do: { status: 204, body: 1 } },
  { do: { status: 304, body: 1 } },
  { do: { status: 200, headers: [] } },
  { do: { status: 200, headers: { "Content-Length": "5" } } },
  { do: { status: 200, headers: { connection: "close" } } },
  { do: { status: 200, headers: { "a b": "c" } } },
  { do: { status: 200, headers: { a: "b\n" } } },
  { do: { status: 200, headers: { a: 5 } } },
  { do: { status: 200, headers: { a: "b".repeat(1001) } } },
  { do: { status: 200, body: "x".repeat(65_535) } },
  { match: { operationId: "onOrderOpened" }, do: status },
  { match: { verb: "PUT" }, do: status },
  { on: "orders", do: { drop: true } },
  { do: { drop: true } },
  ...[{}, { status: 500 }, { drop: false }, { drop: true, delay: 1 }, { duplicate: 11 }, { truncate: 1_000_001 }].map(
    (action) => ({ on: "deliveries", do: action }),
  ),
  ...[{ delay: 2_592_000_001 }, { signature: "new" }].map((action) => ({ on: "deliveries", do: action })),
  ...[{ path: "/" }, { attempt: 0 }, { hookId: "" }].map((match) => ({ on: "deliveries", match, do: { drop: true } })),
];

test.each(ACCEPTED.map((rule) => [JSON.stringify(rule).slice(0, 100), rule] as const))("%s is a rule", (_, rule) => {
  const { match = {} } = rule as { readonly match?: { readonly method?: string } };
  const method = match.method === undefined ? {} : { method: match.method.toUpperCase() };
  expect(parseFaultRule(rule, operations)).toEqual({ ...rule, match: { ...match, ...method } });
});

test.each(REFUSED.map((rule) => [JSON.stringify(rule).slice(0, 100), rule] as const))("%s is rejected", (_, rule) => {
  expect(() => parseFaultRule(rule, operations)).toThrow(Refusal);
});

test("rejected rules have these messages", async () => {
  const lines = REFUSED.map((rule) => {
    const { body } = catchRefusal(() => parseFaultRule(rule, operations)) as ServiceResponse;
    return `${JSON.stringify(rule).slice(0, 100)}: ${(body as JsonObject).message}\n`;
  });
  await expect(lines.join("")).toMatchFileSnapshot(join(import.meta.dirname, "fault-rule.txt"));
});

test.each([
  ["P1D", 86_400_000],
  ["P2W", 14 * 86_400_000],
  ["PT1H30M", 5_400_000],
  ["PT0.5S", 500],
  ["PT1.001S", 1001],
  ["P1DT1S", 86_401_000],
  ["P36525D", 36_525 * 86_400_000],
  ["P36525DT0.001S", undefined],
  ["PT0S", 0],
  ["P", undefined],
  ["PT", undefined],
  ["P1DT", undefined],
  ["P1M", undefined],
  ["P1Y", undefined],
  ["PT1.5H", undefined],
  ["PT0.0001S", undefined],
  ["-P1D", undefined],
  ["xP1D", undefined],
  ["P1Dx", undefined],
])("the duration %s is %s milliseconds", (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

test.each(["2026-03-14T09:30:00Z", "2026-03-14T09:30:00.5Z", "2024-02-29T23:59:59.999Z"])("%s is a time", (text) => {
  expect(readTime(text, "time")).toBe(Date.parse(text));
});

test.each([
  "2026-02-30T00:00:00Z",
  "2026-03-14T24:00:00Z",
  "2026-03-14T09:30:00",
  "2026-03-14T09:30:00+01:00",
  "2026-03-14 09:30:00Z",
  "2026-03-14T09:30:00.1234Z",
  "x2026-03-14T09:30:00Z",
  "2026-03-14T09:30:00Zx",
  5,
])("%j is not a time", (value) => {
  expect(() => readTime(value, "by")).toThrow("`by` must be a time in GMT such as 2026-03-14T09:30:00Z");
});
