import { asObject, isObject, type JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { takeUuid } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/domain-clock.js";
import { Refusal } from "../context/request-context.js";
import { findCurrentOrder, listOrderEvents } from "../orders/order-versions.js";
import { recordOrder } from "../orders/record-order.js";
import { findViolation } from "../requests/request-validation.js";
import { insertPlans, insertSubscriptions } from "../seed-data/fill-database.js";
import { createSampleOrder, deriveDemoAccess, type OrderStatus } from "../seed-data/fixtures.js";
import { type Queries, type Row, takeNumber } from "../store/database.js";
import { deriveDemoKey } from "../tenants/public-key.js";
import { FieldError } from "../tenants/read-fields.js";
import {
  addAccess,
  BUSINESS_ID,
  type Business,
  isRegistered,
  registerApplication,
  registerBusiness,
  registerUser,
  type TenantApplication,
  type User,
} from "../tenants/tenants.js";
import { type AdminChange, type AdminContext, type AdminRequest, readJsonObject } from "./admin-route.js";

/** Creates a route that returns at most 1000, in order of creation, in any status. */
export function createBillingList(table: "plans" | "subscriptions") {
  return async ({ database }: AdminContext): Promise<object> => {
    const rows = await database.all(`SELECT body FROM ${table} ORDER BY created_at, id LIMIT 1000`);
    return { [table]: rows.map(readBody) };
  };
}

/** Adds a plan. Its application is the demo application by default. */
export async function postPlan(change: AdminChange, request: AdminRequest): Promise<object> {
  const { queries, app } = change;
  const planId = await takeUuid(queries, app, "plans");
  const plan: JsonObject = { ...createDefaults(change), planId, status: "ACTIVE", ...readJsonObject(request) };
  assertBillingData(app, "Plan", plan);
  await assertKnown(queries, "applications", plan.appId);
  await assertNew(queries, "plans", plan.appId, plan.planId);
  await insertPlans(queries, [plan]);
  return plan;
}

/** Adds a subscription. It starts now, with the trial of its plan. */
export async function postSubscription(change: AdminChange, request: AdminRequest): Promise<object> {
  const { queries, app, now } = change;
  const subscriptionId = await takeUuid(queries, app, "subscriptions");
  const body = readJsonObject(request);
  const state: JsonObject = { subscriptionId, status: "ACTIVE", startAt: formatTimestamp(now) };
  const defaults: JsonObject = { ...createDefaults(change), ...state };
  const plan = await findPlan(queries, body.appId ?? defaults.appId, body.planId);
  const hasTrial = typeof plan?.trialPeriodDays === "number" && plan.trialPeriodDays > 0;
  const subscription: JsonObject = { ...defaults, phase: hasTrial ? "TRIAL" : "FULL", ...body };
  assertBillingData(app, "Subscription", subscription);
  await assertKnown(queries, "applications", subscription.appId);
  await assertKnown(queries, "businesses", subscription.businessId);
  await assertNew(queries, "subscriptions", subscription.appId, subscription.subscriptionId);
  await insertSubscriptions(queries, [subscription], plan === undefined ? [] : [plan]);
  return subscription;
}

/** Changes the status of a subscription, such as to `CANCELLED`. Lists of the service have active ones only. */
export async function patchSubscription(
  { queries, app, now }: AdminChange,
  request: AdminRequest,
  id = "",
): Promise<object> {
  const { status } = readJsonObject(request, ["status"]);
  if (typeof status !== "string" || status === "")
    return rejectBillingData("`status` must be a text, such as CANCELLED");
  const rows = await queries.all("SELECT application_id, body FROM subscriptions WHERE id = $1", [id]);
  const changed = rows.map((row) => ({ ...readBody(row), status, updatedAt: formatTimestamp(now) }));
  const [first] = changed;
  if (first === undefined) throw new Refusal(404, "UNKNOWN_SUBSCRIPTION", "no subscription has this id");
  for (const [index, subscription] of changed.entries()) {
    assertBillingData(app, "Subscription", subscription);
    await queries.run("UPDATE subscriptions SET status = $3, body = $4 WHERE application_id = $1 AND id = $2", [
      ...[rows[index]?.application_id ?? null, id, status, JSON.stringify(subscription)],
    ]);
  }
  return first;
}

function createDefaults({ demo, now }: AdminChange): JsonObject {
  const createdAt = formatTimestamp(now);
  return { ...(demo && { appId: demo.applicationId }), createdAt, updatedAt: createdAt };
}

function assertBillingData(app: AppContext, schema: "Plan" | "Subscription", value: JsonObject): void {
  const violation = findViolation(app.schemas, schema, "request", value);
  if (violation !== undefined) rejectBillingData(`${violation.at || "the body"}: expected ${violation.expected}`);
}

async function findPlan(queries: Queries, appId: unknown, planId: unknown): Promise<JsonObject | undefined> {
  const row = await queries.first("SELECT body FROM plans WHERE application_id = $1 AND id = $2", [
    String(appId),
    String(planId),
  ]);
  if (row === undefined && planId !== undefined)
    return rejectBillingData("`planId` must be the id of a plan of the application");
  return row === undefined ? undefined : readBody(row);
}

async function assertKnown(queries: Queries, table: "applications" | "businesses", id: unknown): Promise<void> {
  if (!(await isRegistered(queries, table, String(id)))) rejectBillingData(`expected the id of one of the ${table}`);
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

function rejectBillingData(message: string): never {
  throw new Refusal(400, "INVALID_BILLING_DATA", message);
}

/**
 * Adds a business, or renames one. The demo application gets access to it, or the applications in `applicationIds`. Only
 * tokens that are issued afterwards include it.
 */
export async function postBusiness({ queries, app, demo }: AdminChange, request: AdminRequest): Promise<object> {
  const { applicationIds, ...business } = readJsonObject(request, ["id", "name", "applicationIds"]);
  const granted = applicationIds ?? (demo === undefined ? [] : [demo.applicationId]);
  if (!Array.isArray(granted)) throw new Refusal(400, "INVALID_TENANT", "`applicationIds` must be an array");
  const id = business.id ?? (await takeUuid(queries, app, "businesses"));
  await rejectInvalidTenant(async () => {
    await registerBusiness(queries, { ...business, id } as Parameters<typeof registerBusiness>[1]);
    for (const application of granted) await grantAccess(queries, String(application), String(id));
  });
  return { id, name: business.name, applicationIds: granted };
}

async function grantAccess(queries: Queries, applicationId: string, businessId: string): Promise<void> {
  if (!(await isRegistered(queries, "applications", applicationId)))
    throw new FieldError("/applicationIds", "expected the ids of registered applications");
  await addAccess(queries, applicationId, businessId);
}

/** Adds an application, or replaces one. Without `keys` it gets a key pair, whose private key is in the response. */
export async function postApplication({ queries, app }: AdminChange, request: AdminRequest): Promise<object> {
  const body = readJsonObject(request, ["id", "name", "keys", "businessIds"]);
  const id = body.id ?? `urn:aid:${await takeUuid(queries, app, "applications")}`;
  const created = body.keys === undefined ? deriveDemoKey(`${app.seed} ${String(id)}`) : undefined;
  const keys = body.keys ?? (created === undefined ? [] : [{ ...created.publicJwk }]);
  const application = { businessIds: [], ...body, id, keys };
  await rejectInvalidTenant(() => registerApplication(queries, application as unknown as TenantApplication));
  return { ...application, ...(created === undefined ? {} : { privateKey: created.privateKeyPem }) };
}

/** Adds a business user, or changes the password of one. */
export async function postUser({ database, app }: AdminContext, request: AdminRequest): Promise<object> {
  const user = readJsonObject(request, ["businessId", "username", "password"]);
  // Not in a transaction: other writers would wait while the password is hashed.
  await rejectInvalidTenant(() => registerUser(database, user as unknown as User, app));
  return { businessId: user.businessId, username: user.username };
}

async function rejectInvalidTenant<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FieldError) throw new Refusal(400, "INVALID_TENANT", error.message);
    throw error;
  }
}

/** The states that a new order passes through. An existing one gets the last state. */
const EVENTS: Readonly<Record<string, readonly [OrderStatus, ...OrderStatus[]]>> = {
  "order.opened": ["OPENED"],
  "order.completed": ["OPENED", "COMPLETED"],
  "order.cancelled": ["OPENED", "CANCELLED"],
  "order.updated": ["OPENED", "OPENED"],
};

/** Makes an order, or changes one, so that an event is published. All writes are one transaction. */
export async function postTrigger(change: AdminChange, request: AdminRequest): Promise<object> {
  const { queries, app, now } = change;
  const { orderId, states, members, ...named } = readTrigger(
    readJsonObject(request, ["event", "businessId", "orderId", "order"]),
  );
  const business = await findBusiness(queries, named.businessId, app);
  const existing = orderId && (await findCurrentOrder(queries, business.id, orderId))?.order;
  const status = states.at(-1) ?? states[0];
  const createSample = async (): Promise<JsonObject> => {
    const number = await takeNumber(queries, "triggers");
    const sample = createSampleOrder(app.seed, business, { status, number, now });
    return { ...sample, ...(orderId === undefined ? {} : { id: orderId }) };
  };
  const base = { ...(existing || (await createSample())), ...members };
  const versions = (existing ? [status] : states).map((it) => validateOrder(app, changeStatus(base, it)));
  const events: string[] = [];
  let order: JsonObject | undefined;
  for (const version of versions) {
    const former = (await findCurrentOrder(queries, business.id, String(version.id)))?.order;
    order = await write(change, business.id, version).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal(400, "INVALID_TRIGGER", error.message) : error;
    });
    events.push(...listOrderEvents(former, order));
  }
  return { businessId: business.id, events, order };
}

/** Reads the business, the order and its states, and the members that replace those of the order. */
function readTrigger({ event, businessId, orderId, order = {} }: JsonObject) {
  const states = typeof event === "string" && Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (states === undefined) return rejectTrigger(`\`event\` must be one of ${Object.keys(EVENTS).join(", ")}`);
  if (businessId !== undefined && (typeof businessId !== "string" || !BUSINESS_ID.pattern.test(businessId)))
    return rejectTrigger(`\`businessId\` must be ${BUSINESS_ID.expected}`);
  if (orderId !== undefined && (typeof orderId !== "string" || !BUSINESS_ID.pattern.test(orderId)))
    return rejectTrigger("`orderId` must be a UUID in lower case");
  if (!isObject(order)) return rejectTrigger("`order` must be an object with members of the order");
  return { businessId, orderId, states, members: order };
}

function rejectTrigger(message: string): never {
  throw new Refusal(400, "INVALID_TRIGGER", message);
}

/** The named business, or the first one of the fixtures, or the first one. */
async function findBusiness(queries: Queries, id: string | undefined, app: AppContext): Promise<Business> {
  const [first] = deriveDemoAccess(app.seed).businessIds;
  const row = await queries.first(
    "SELECT id, name FROM businesses WHERE ($1 = '' OR id = $1) ORDER BY CASE WHEN id = $2 THEN 0 ELSE 1 END, id LIMIT 1",
    [id ?? "", first],
  );
  if (row === undefined) throw new Refusal(404, "UNKNOWN_BUSINESS", "no business has this id");
  return { id: String(row.id), name: String(row.name) };
}

/** The service sets `updatedAt`, since the write has none. */
function changeStatus({ updatedAt: _, ...order }: JsonObject, status: OrderStatus): JsonObject {
  return { ...order, statuses: { ...asObject(order.statuses), status } };
}

function validateOrder(app: AppContext, order: JsonObject): JsonObject {
  const violation = findViolation(app.schemas, "Order", "request", order);
  return violation === undefined ? order : rejectTrigger(`order${violation.at}: expected ${violation.expected}`);
}

/** Writes an order as the operation `recordOrder` does. */
async function write({ queries, app, now }: AdminChange, businessId: string, version: JsonObject): Promise<JsonObject> {
  const orderId = String(version.id);
  const { body } = await recordOrder(
    {
      ...{ operationId: "recordOrder", method: "PUT", path: `/businesses/${businessId}/orders/${orderId}` },
      ...{ parameters: { businessId, orderId }, headers: {}, body: version, bytes: new Uint8Array(), now },
      contentType: "application/json",
      caller: { applicationId: "", businessIds: [businessId] },
    },
    queries,
    app,
  );
  return asObject(body) ?? {};
}
