/** The statements and responses of the billing operations. */

import { expect, test } from "vitest";
import type { Json } from "../../../src/document/index.js";
import { getSubscription, listPlans, listSubscriptions } from "../../../src/sandbox/billing/list-subscriptions.js";
import type { Caller, OperationHandler, RequestContext } from "../../../src/sandbox/context/request-context.js";
import type { Row } from "../../../src/sandbox/store/database.js";
import { awaitRefusal } from "../catch-refusal.js";
import { fillStatement as fill, recordQueries, type StatementResults } from "../record-queries.js";
import { makeContext } from "../seed-data/make-context.js";

const APPLICATION: Caller = { applicationId: "urn:aid:A", businessIds: ["b", "c"] };
const USER: Caller = { ...APPLICATION, businessIds: ["b"], username: "u" };
const app = makeContext();

async function call(
  handle: OperationHandler,
  parameters: Record<string, Json>,
  caller: Caller,
  results: StatementResults,
) {
  const context: RequestContext = {
    ...{ operationId: "o", method: "GET", path: "/", headers: {}, body: undefined, bytes: new Uint8Array() },
    ...{ contentType: undefined, caller, now: 2000, parameters: { appId: "urn:aid:a", ...parameters } },
  };
  const { statements, queries } = recordQueries(results);
  const { body, status } = await awaitRefusal(handle(context, queries, app));
  return { status, body, sql: statements.map(fill) };
}

const refuse = (status: number, code: string, message: string) => ({
  ...{ status, body: { status, code, message }, sql: [] },
});
const FOREIGN = refuse(403, "FOREIGN_APPLICATION", "the access token belongs to another application");
const trial = (trial_ends_at: number | null): Row => ({ body: '{"phase":"TRIAL"}', business_id: "b", trial_ends_at });
const ENDED = { phase: "FULL", updatedAt: "1970-01-01T00:00:02Z" };

test("operations of another application are refused", async () => {
  for (const operation of [listPlans, listSubscriptions, getSubscription])
    expect(await call(operation, { appId: "urn:aid:b" }, APPLICATION, {})).toEqual(FOREIGN);
});

test("plans", async () => {
  expect(await call(listPlans, {}, APPLICATION, { all: [[{ body: "1" }, { body: "2" }]] })).toEqual({
    status: 200,
    body: { list: [1, 2], start: 0, total: 2, count: 2 },
    sql: ['SELECT body FROM plans WHERE application_id = "urn:aid:A" ORDER BY created_at, id'],
  });
});

const UNKNOWN = refuse(404, "UNKNOWN_SUBSCRIPTION", "the application has no subscription with this id");

test.each<[name: string, caller: Caller, row: Row | undefined, expected: object]>([
  ["in trial", APPLICATION, trial(2001), { status: 200, body: { phase: "TRIAL" } }],
  ["after its trial", APPLICATION, trial(2000), { status: 200, body: ENDED }],
  ["without an end of the trial", APPLICATION, trial(null), { status: 200, body: { phase: "TRIAL" } }],
  ["of a business of the user", USER, trial(null), { status: 200, body: { phase: "TRIAL" } }],
  ["of another business", USER, { ...trial(null), business_id: "c" }, { status: 404, body: UNKNOWN.body }],
  ["that does not exist", APPLICATION, undefined, { status: 404, body: UNKNOWN.body }],
])("a subscription %s", async (_, caller, row, expected) => {
  expect(await call(getSubscription, { subscriptionId: "s" }, caller, { first: [row] })).toEqual({
    ...expected,
    sql: ['SELECT business_id, body, trial_ends_at FROM subscriptions WHERE application_id = "urn:aid:A" AND id = "s"'],
  });
});

const ACTIVE = 'application_id = "urn:aid:A" AND status = "ACTIVE"';
const count = (where: string): string => `SELECT COUNT(*) AS number FROM subscriptions WHERE ${where}`;
const select = (where: string, limit = 10): string =>
  `SELECT body, trial_ends_at FROM subscriptions WHERE ${where} ORDER BY created_at, id LIMIT ${limit}`;
const START = { start: "1970-01-01T00:00:01Z" };

test.each<[parameters: Record<string, Json>, caller: Caller, sql: readonly string[], start: number]>([
  [{}, APPLICATION, [count(ACTIVE), select(ACTIVE)], 0],
  [{ count: 1 }, APPLICATION, [count(ACTIVE), select(ACTIVE, 1)], 0],
  [{ count: 100 }, APPLICATION, [count(ACTIVE), select(ACTIVE, 100)], 0],
  [
    { businessId: "c" },
    APPLICATION,
    [count(`${ACTIVE} AND business_id = "c"`), select(`${ACTIVE} AND business_id = "c"`)],
    0,
  ],
  [{}, USER, [count(`${ACTIVE} AND business_id IN ("b")`), select(`${ACTIVE} AND business_id IN ("b")`)], 0],
  [
    START,
    APPLICATION,
    [count(ACTIVE), count(`${ACTIVE} AND created_at < 1000`), select(`${ACTIVE} AND created_at >= 1000`)],
    3,
  ],
])("subscriptions with %j", async (parameters, caller, sql, start) => {
  const results = { first: [{ number: 7 }, { number: 3 }], all: [[trial(2000), trial(2001)]] };
  expect(await call(listSubscriptions, parameters, caller, results)).toEqual({
    status: 200,
    body: { list: [ENDED, { phase: "TRIAL" }], start, total: 7, count: 2 },
    sql,
  });
});

test.each<[parameters: Record<string, Json>, refusal: object]>([
  [{ businessId: "x" }, refuse(403, "FOREIGN_BUSINESS", "the access token gives no access to this business")],
  [
    { start: "x" },
    refuse(400, "INVALID_TIME", "start is not a valid time; expected a time such as 2026-01-31T09:30:00Z"),
  ],
  [{ count: 0 }, refuse(400, "INVALID_COUNT", "count is 0; expected 1 to 100")],
  [{ count: 101 }, refuse(400, "INVALID_COUNT", "count is 101; expected 1 to 100")],
])("subscriptions with %j are refused", async (parameters, refusal) => {
  expect(await call(listSubscriptions, parameters, APPLICATION, {})).toEqual(refusal);
});
