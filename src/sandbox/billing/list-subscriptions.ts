import type { JsonObject } from "../../document/index.js";
import { type Answer, type Call, type Handler, refuse } from "../call.js";
import { type Condition, createValues, equals, isOneOf } from "../paging/index.js";
import type { Queries, Row } from "../store/database.js";
import { milliseconds } from "../timestamps.js";
import { otherApplication, visibleBusinesses } from "./own-application.js";
import { subscriptionAt } from "./subscription.js";

const DEFAULT_COUNT = 10;
const MAX_COUNT = 100;

/**
 * GET {billing_url}/apps/{appId}/subscriptions: active subscriptions in the order of their creation, those that were
 * created at `start` or later, `count` of them, from 1 to 100, 10 when it is absent. In the answer `total` counts all that
 * the business filter leaves, and `start` how many of them come before this page.
 */
export const listSubscriptions: Handler = { kind: "read", answer: (call, queries) => list(call, queries) };

async function list(call: Call, queries: Queries): Promise<Answer> {
  const { parameters, caller } = call;
  const refusal = otherApplication(call);
  if (refusal !== undefined) return refusal;
  const businessId = parameters.businessId === undefined ? undefined : String(parameters.businessId);
  if (businessId !== undefined && !caller.businessIds.includes(businessId))
    return refuse(403, "FOREIGN_BUSINESS", "the access token does not open this business");
  const start = parameters.start === undefined ? undefined : milliseconds(String(parameters.start));
  if (start === undefined && parameters.start !== undefined)
    return refuse(400, "INVALID_TIME", "start is no time that there is; send one such as 2026-01-31T09:30:00Z");
  const count = Number(parameters.count ?? DEFAULT_COUNT);
  if (count < 1 || count > MAX_COUNT)
    return refuse(400, "INVALID_COUNT", `count is ${count}; from 1 to ${MAX_COUNT} is accepted`);
  const visible = visibleBusinesses(call);
  const all: readonly Condition[] = [
    ...equals("application_id", caller.applicationId),
    ...equals("status", "ACTIVE"),
    ...equals("business_id", businessId),
    ...(visible === undefined ? [] : [isOneOf("business_id", visible)]),
  ];
  const total = await countOf(queries, all);
  const before = start === undefined ? 0 : await countOf(queries, [...all, (bind) => `created_at < ${bind(start)}`]);
  const rows = await rowsOf(queries, all, { start, count });
  return {
    status: 200,
    body: { list: rows.map((row) => subscriptionOf(row, call.now)), start: before, total, count: rows.length },
  };
}

async function countOf(queries: Queries, conditions: readonly Condition[]): Promise<number> {
  const { values, bind } = createValues();
  const where = conditions.map((condition) => condition(bind)).join(" AND ");
  const row = await queries.first(`SELECT COUNT(*) AS number FROM subscriptions WHERE ${where}`, values);
  return Number(row?.number);
}

async function rowsOf(
  queries: Queries,
  conditions: readonly Condition[],
  { start, count }: { readonly start: number | undefined; readonly count: number },
): Promise<readonly Row[]> {
  const { values, bind } = createValues();
  const since: readonly Condition[] = start === undefined ? [] : [(bind) => `created_at >= ${bind(start)}`];
  const where = [...conditions, ...since].map((condition) => condition(bind)).join(" AND ");
  return queries.all(
    `SELECT body, trial_ends_at FROM subscriptions WHERE ${where} ORDER BY created_at, id LIMIT ${bind(count)}`,
    values,
  );
}

/** A subscription as it is now. */
export function subscriptionOf({ body, trial_ends_at }: Row, now: number): JsonObject {
  // What was recorded is an object.
  const subscription = JSON.parse(String(body)) as JsonObject;
  return subscriptionAt(subscription, trial_ends_at === null ? undefined : Number(trial_ends_at), now);
}
