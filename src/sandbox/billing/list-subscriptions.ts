import type { JsonObject } from "../../document/index.js";
import {
  createErrorResponse,
  type OperationHandler,
  type RequestContext,
  type ServiceResponse,
} from "../context/request-context.js";
import { formatTimestamp, parseTimestamp } from "../context/timestamps.js";
import { createBindings, type SqlCondition, whereEquals, whereIn } from "../paging/index.js";
import type { Queries, Row } from "../store/database.js";
import { listVisibleBusinesses, rejectOtherApplication } from "./billing-access.js";

const DEFAULT_COUNT = 10;
const MAX_COUNT = 100;

/**
 * GET {billing_url}/apps/{appId}/subscriptions: returns active subscriptions in order of creation. `start` is the
 * earliest creation time; `count` is the page size (1 to 100, default 10). In the response, `total` is the number of
 * matches of the business filter, and `start` the number of matches before this page.
 */
export const listSubscriptions: OperationHandler = {
  kind: "read",
  handle: (call, queries) => listActive(call, queries),
};

async function listActive(call: RequestContext, queries: Queries): Promise<ServiceResponse> {
  const { parameters, caller } = call;
  const refusal = rejectOtherApplication(call);
  if (refusal !== undefined) return refusal;
  const businessId = parameters.businessId === undefined ? undefined : String(parameters.businessId);
  if (businessId !== undefined && !caller.businessIds.includes(businessId))
    return createErrorResponse(403, "FOREIGN_BUSINESS", "the access token gives no access to this business");
  const start = parameters.start === undefined ? undefined : parseTimestamp(String(parameters.start));
  if (start === undefined && parameters.start !== undefined)
    return createErrorResponse(
      400,
      "INVALID_TIME",
      "start is not a valid time; expected a time such as 2026-01-31T09:30:00Z",
    );
  const count = Number(parameters.count ?? DEFAULT_COUNT);
  if (count < 1 || count > MAX_COUNT)
    return createErrorResponse(400, "INVALID_COUNT", `count is ${count}; expected 1 to ${MAX_COUNT}`);
  const visible = listVisibleBusinesses(call);
  const all: readonly SqlCondition[] = [
    ...whereEquals("application_id", caller.applicationId),
    ...whereEquals("status", "ACTIVE"),
    ...whereEquals("business_id", businessId),
    ...(visible === undefined ? [] : [whereIn("business_id", visible)]),
  ];
  const total = await countRows(queries, all);
  const before = start === undefined ? 0 : await countRows(queries, [...all, (bind) => `created_at < ${bind(start)}`]);
  const rows = await selectRows(queries, all, { start, count });
  return {
    status: 200,
    body: { list: rows.map((row) => readSubscription(row, call.now)), start: before, total, count: rows.length },
  };
}

async function countRows(queries: Queries, conditions: readonly SqlCondition[]): Promise<number> {
  const { values, bind } = createBindings();
  const where = conditions.map((condition) => condition(bind)).join(" AND ");
  const row = await queries.first(`SELECT COUNT(*) AS number FROM subscriptions WHERE ${where}`, values);
  return Number(row?.number);
}

async function selectRows(
  queries: Queries,
  conditions: readonly SqlCondition[],
  { start, count }: { readonly start: number | undefined; readonly count: number },
): Promise<readonly Row[]> {
  const { values, bind } = createBindings();
  const since: readonly SqlCondition[] = start === undefined ? [] : [(bind) => `created_at >= ${bind(start)}`];
  const where = [...conditions, ...since].map((condition) => condition(bind)).join(" AND ");
  return queries.all(
    `SELECT body, trial_ends_at FROM subscriptions WHERE ${where} ORDER BY created_at, id LIMIT ${bind(count)}`,
    values,
  );
}

/** Parses a row and returns the subscription as of `now`. */
export function readSubscription({ body, trial_ends_at }: Row, now: number): JsonObject {
  // The sandbox stores objects only.
  const subscription = JSON.parse(String(body)) as JsonObject;
  return endExpiredTrial(subscription, trial_ends_at === null ? undefined : Number(trial_ends_at), now);
}

/**
 * Returns the subscription as of `now`: an expired trial is in phase `FULL` since its end. The seed specifies no
 * transitions; this one follows from the names and from `trialPeriodDays`.
 */
export function endExpiredTrial(subscription: JsonObject, trialEndsAt: number | undefined, now: number): JsonObject {
  if (subscription.phase !== "TRIAL" || trialEndsAt === undefined || now < trialEndsAt) return subscription;
  return { ...subscription, phase: "FULL", updatedAt: formatTimestamp(trialEndsAt) };
}
