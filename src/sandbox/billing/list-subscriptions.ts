import type { Json, JsonObject } from "../../document/index.js";
import { formatTimestamp, parseTimestamp } from "../context/domain-clock.js";
import { createInvalidTime, type OperationHandler, Refusal, type RequestContext } from "../context/request-context.js";
import { buildWhere, type Queries, type Row, type SqlCondition, whereColumn, whereIn } from "../store/database.js";

const DEFAULT_COUNT = 10;
const MAX_COUNT = 100;

/**
 * GET {billing_url}/apps/{appId}/subscriptions: returns active subscriptions in order of creation. `start` is the
 * earliest creation time; `count` is the page size (1 to 100, default 10). In the response, `total` is the number of
 * matches of the business filter, and `start` the number of matches before this page.
 */
export const listSubscriptions: OperationHandler = async (call, queries) => {
  const { parameters, caller } = call;
  rejectOtherApplication(call);
  const businessId = parameters.businessId === undefined ? undefined : String(parameters.businessId);
  if (businessId !== undefined && !caller.businessIds.includes(businessId))
    throw new Refusal(403, "FOREIGN_BUSINESS", "the access token gives no access to this business");
  const start = parameters.start === undefined ? undefined : parseTimestamp(String(parameters.start));
  if (start === undefined && parameters.start !== undefined) throw createInvalidTime("start");
  const count = Number(parameters.count ?? DEFAULT_COUNT);
  if (count < 1 || count > MAX_COUNT)
    throw new Refusal(400, "INVALID_COUNT", `count is ${count}; expected 1 to ${MAX_COUNT}`);
  const visible = listVisibleBusinesses(call);
  const all: readonly SqlCondition[] = [
    ...whereColumn("application_id", caller.applicationId),
    ...whereColumn("status", "ACTIVE"),
    ...whereColumn("business_id", businessId),
    ...(visible === undefined ? [] : [whereIn("business_id", visible)]),
  ];
  const total = await countRows(queries, all);
  const before = start === undefined ? 0 : await countRows(queries, [...all, ...whereColumn("created_at", start, "<")]);
  const { where, values, bind } = buildWhere([...all, ...whereColumn("created_at", start, ">=")]);
  const rows = await queries.all(
    `SELECT body, trial_ends_at FROM subscriptions WHERE ${where} ORDER BY created_at, id LIMIT ${bind(count)}`,
    values,
  );
  return {
    status: 200,
    body: { list: rows.map((row) => readSubscription(row, call.now)), start: before, total, count: rows.length },
  };
};

async function countRows(queries: Queries, conditions: readonly SqlCondition[]): Promise<number> {
  const { where, values } = buildWhere(conditions);
  const row = await queries.first(`SELECT COUNT(*) AS number FROM subscriptions WHERE ${where}`, values);
  return Number(row?.number);
}

/** Parses a row and returns the subscription as of `now`. */
function readSubscription({ body, trial_ends_at }: Row, now: number): JsonObject {
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

/** GET {billing_url}/apps/{appId}/subscriptions/{subscriptionId}: returns one subscription in any status. */
export const getSubscription: OperationHandler = async (call, queries) => {
  rejectOtherApplication(call);
  const row = await queries.first(
    "SELECT business_id, body, trial_ends_at FROM subscriptions WHERE application_id = $1 AND id = $2",
    [call.caller.applicationId, String(call.parameters.subscriptionId)],
  );
  const visible = listVisibleBusinesses(call);
  if (row === undefined || visible?.includes(String(row.business_id)) === false)
    throw new Refusal(404, "UNKNOWN_SUBSCRIPTION", "the application has no subscription with this id");
  return { status: 200, body: readSubscription(row, call.now) };
};

/** GET {billing_url}/apps/{appId}/plans: returns all plans of the application in order of creation. */
export const listPlans: OperationHandler = async (call, queries) => {
  rejectOtherApplication(call);
  const rows = await queries.all("SELECT body FROM plans WHERE application_id = $1 ORDER BY created_at, id", [
    call.caller.applicationId,
  ]);
  const list = rows.map(({ body }) => JSON.parse(String(body)) as Json);
  return { status: 200, body: { list, start: 0, total: list.length, count: list.length } };
};

/** @throws Refusal unless the access token was issued to the application in the path */
function rejectOtherApplication({ parameters, caller }: RequestContext): void {
  if (String(parameters.appId).toLowerCase() !== caller.applicationId.toLowerCase())
    throw new Refusal(403, "FOREIGN_APPLICATION", "the access token belongs to another application");
}

/**
 * The businesses whose subscriptions the caller can see. The application itself sees all of them (undefined); a
 * business user sees those of the access token.
 */
function listVisibleBusinesses({ caller }: RequestContext): readonly string[] | undefined {
  return caller.username === undefined ? undefined : caller.businessIds;
}
