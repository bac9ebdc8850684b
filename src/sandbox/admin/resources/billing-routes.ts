import { isObject, type JsonObject } from "../../../document/index.js";
import { describeViolation } from "../../../schema/index.js";
import { takeUuid } from "../../context/derived-ids.js";
import { readTimestamp } from "../../context/domain-clock.js";
import { Refusal } from "../../context/request-context.js";
import { insertPlans, insertSubscriptions } from "../../seed-data/fill-database.js";
import type { Queries, Row } from "../../store/database.js";
import { type AdminContext, type AdminRequest, readJsonObject } from "../admin-route.js";

/** At most 1000, in order of creation. */
export async function getPlans({ database }: AdminContext): Promise<object> {
  const rows = await database.all("SELECT body FROM plans ORDER BY created_at, id LIMIT 1000");
  return { plans: rows.map(readBody) };
}

/** At most 1000, in order of creation, in any status. */
export async function getSubscriptions({ database }: AdminContext): Promise<object> {
  const rows = await database.all("SELECT body FROM subscriptions ORDER BY created_at, id LIMIT 1000");
  return { subscriptions: rows.map(readBody) };
}

/** Adds a plan. Its application is the demo application by default. */
export async function postPlan(control: AdminContext, request: AdminRequest): Promise<object> {
  const now = await readTimestamp(control.database, control.app);
  return control.database.transaction(async (queries) => {
    const planId = await takeUuid(queries, control.app, "plans");
    const plan: JsonObject = { ...createDefaults(control, now), planId, status: "ACTIVE", ...readJsonObject(request) };
    validate(control, "Plan", plan);
    await assertKnown(queries, "applications", plan.appId);
    await assertNew(queries, "plans", plan.appId, plan.planId);
    await insertPlans(queries, [plan]);
    return plan;
  });
}

/** Adds a subscription. It starts now, with the trial of its plan. */
export async function postSubscription(control: AdminContext, request: AdminRequest): Promise<object> {
  const now = await readTimestamp(control.database, control.app);
  return control.database.transaction(async (queries) => {
    const subscriptionId = await takeUuid(queries, control.app, "subscriptions");
    const body = readJsonObject(request);
    const defaults: JsonObject = { ...createDefaults(control, now), subscriptionId, status: "ACTIVE", startAt: now };
    const plan = await findPlan(queries, body.appId ?? defaults.appId, body.planId);
    const hasTrial = typeof plan?.trialPeriodDays === "number" && plan.trialPeriodDays > 0;
    const subscription: JsonObject = { ...defaults, phase: hasTrial ? "TRIAL" : "FULL", ...body };
    validate(control, "Subscription", subscription);
    await assertKnown(queries, "applications", subscription.appId);
    await assertKnown(queries, "businesses", subscription.businessId);
    await assertNew(queries, "subscriptions", subscription.appId, subscription.subscriptionId);
    await insertSubscriptions(queries, [subscription], plan === undefined ? [] : [plan]);
    return subscription;
  });
}

/** Changes the status of a subscription, such as to `CANCELLED`. Lists of the service have active ones only. */
export async function patchSubscription(control: AdminContext, request: AdminRequest, id = ""): Promise<object> {
  const { status } = readJsonObject(request, ["status"]);
  if (typeof status !== "string" || status === "") return reject("`status` must be a text, such as CANCELLED");
  const updatedAt = await readTimestamp(control.database, control.app);
  return control.database.transaction(async (queries) => {
    const rows = await queries.all("SELECT application_id, body FROM subscriptions WHERE id = $1", [id]);
    const changed = rows.map((row) => ({ ...readBody(row), status, updatedAt }));
    const [first] = changed;
    if (first === undefined) throw new Refusal(404, "UNKNOWN_SUBSCRIPTION", "no subscription has this id");
    for (const [index, subscription] of changed.entries()) {
      validate(control, "Subscription", subscription);
      await queries.run("UPDATE subscriptions SET status = $3, body = $4 WHERE application_id = $1 AND id = $2", [
        ...[rows[index]?.application_id ?? null, id, status, JSON.stringify(subscription)],
      ]);
    }
    return first;
  });
}

function createDefaults({ demoApplication }: AdminContext, now: string): JsonObject {
  return { ...(demoApplication === undefined ? {} : { appId: demoApplication }), createdAt: now, updatedAt: now };
}

function validate({ app }: AdminContext, schema: string, value: JsonObject): void {
  const [violation] = app.schemas.validate(`/components/schemas/${schema}`, "request", value);
  if (violation !== undefined)
    reject(`${violation.instance || "the body"}: expected ${describeViolation(violation).expected}`);
}

async function findPlan(queries: Queries, appId: unknown, planId: unknown): Promise<JsonObject | undefined> {
  const row = await queries.first("SELECT body FROM plans WHERE application_id = $1 AND id = $2", [
    String(appId),
    String(planId),
  ]);
  if (row === undefined && planId !== undefined) return reject("`planId` must be the id of a plan of the application");
  return row === undefined ? undefined : readBody(row);
}

async function assertKnown(queries: Queries, table: "applications" | "businesses", id: unknown): Promise<void> {
  const row = await queries.first(`SELECT 1 AS found FROM ${table} WHERE id = $1`, [String(id)]);
  if (row === undefined) reject(`expected the id of one of the ${table}`);
}

async function assertNew(
  queries: Queries,
  table: "plans" | "subscriptions",
  appId: unknown,
  id: unknown,
): Promise<void> {
  const found = await queries.first(`SELECT 1 AS found FROM ${table} WHERE application_id = $1 AND id = $2`, [
    ...[String(appId), String(id)],
  ]);
  if (found !== undefined) throw new Refusal(409, "EXISTS", `one of the ${table} has this id`);
}

function readBody({ body }: Row): JsonObject {
  const value: unknown = JSON.parse(String(body));
  return isObject(value) ? value : {};
}

function reject(message: string): never {
  throw new Refusal(400, "INVALID_BILLING_DATA", message);
}
