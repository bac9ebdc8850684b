import { asObject, isObject, type JsonObject } from "../../../document/index.js";
import { describeViolation } from "../../../schema/index.js";
import type { AppContext } from "../../context/app-context.js";
import { readDomainTime } from "../../context/domain-clock.js";
import { Refusal } from "../../context/request-context.js";
import { findCurrentOrder, listOrderEvents } from "../../orders/order-versions.js";
import { recordOrder } from "../../orders/record-order.js";
import { createSampleOrder, deriveDemoAccess, type OrderStatus } from "../../seed-data/fixtures.js";
import { type Queries, takeNumber } from "../../store/database.js";
import { BUSINESS_ID, type Business } from "../../tenants/tenants.js";
import { type AdminContext, type AdminRequest, readJsonObject } from "../admin-route.js";

/** The states that a new order passes through. An existing one gets the last state. */
const EVENTS: Readonly<Record<string, readonly [OrderStatus, ...OrderStatus[]]>> = {
  "order.opened": ["OPENED"],
  "order.completed": ["OPENED", "COMPLETED"],
  "order.cancelled": ["OPENED", "CANCELLED"],
  "order.updated": ["OPENED", "OPENED"],
};

type Trigger = {
  readonly businessId: string | undefined;
  readonly orderId: string | undefined;
  readonly states: readonly [OrderStatus, ...OrderStatus[]];
  /** Members that replace those of the order. */
  readonly members: JsonObject;
};

/** Makes an order, or changes one, so that an event is published. All writes are one transaction. */
export async function postTrigger(control: AdminContext, request: AdminRequest): Promise<object> {
  const trigger = readTrigger(readJsonObject(request, ["event", "businessId", "orderId", "order"]));
  const { database, app } = control;
  const now = await readDomainTime(database, app);
  const result = await database.transaction(async (queries) => {
    const business = await findBusiness(queries, trigger.businessId, app);
    const context = { app, business, now };
    const versions = await listVersions(queries, context, trigger);
    const events: string[] = [];
    let order: JsonObject | undefined;
    for (const version of versions) {
      const former = (await findCurrentOrder(queries, business.id, String(version.id)))?.order;
      order = await write(queries, context, version).catch((error: unknown) => {
        throw error instanceof Refusal ? new Refusal(400, "INVALID_TRIGGER", error.message) : error;
      });
      events.push(...listOrderEvents(former, order));
    }
    return { businessId: business.id, events, order };
  });
  app.wake();
  return result;
}

function readTrigger({ event, businessId, orderId, order = {} }: JsonObject): Trigger {
  const states = typeof event === "string" && Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (states === undefined) return reject(`\`event\` must be one of ${Object.keys(EVENTS).join(", ")}`);
  if (businessId !== undefined && (typeof businessId !== "string" || !BUSINESS_ID.pattern.test(businessId)))
    return reject(`\`businessId\` must be ${BUSINESS_ID.expected}`);
  if (orderId !== undefined && (typeof orderId !== "string" || !BUSINESS_ID.pattern.test(orderId)))
    return reject("`orderId` must be a UUID in lower case");
  if (!isObject(order)) return reject("`order` must be an object with members of the order");
  return { businessId, orderId, states, members: order };
}

function reject(message: string): never {
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

type TriggerContext = { readonly app: AppContext; readonly business: Business; readonly now: number };

/** The orders to write, one after the other. */
async function listVersions(
  queries: Queries,
  { app, business, now }: TriggerContext,
  { orderId, states, members }: Trigger,
): Promise<readonly JsonObject[]> {
  const last = states.at(-1) ?? states[0];
  const former = orderId && (await findCurrentOrder(queries, business.id, orderId))?.order;
  if (former) return [validate(app, changeStatus({ ...former, ...members }, last))];
  const number = await takeNumber(queries, "triggers");
  const sample = createSampleOrder(app.seed, business, { status: last, number, now });
  const order = { ...sample, ...(orderId === undefined ? {} : { id: orderId }), ...members };
  return states.map((status) => validate(app, changeStatus(order, status)));
}

/** The service sets `updatedAt`, since the write has none. */
function changeStatus({ updatedAt: _, ...order }: JsonObject, status: OrderStatus): JsonObject {
  return { ...order, statuses: { ...asObject(order.statuses), status } };
}

function validate(app: AppContext, order: JsonObject): JsonObject {
  const [violation] = app.schemas.validate("/components/schemas/Order", "request", order);
  if (violation === undefined) return order;
  return reject(`order${violation.instance}: expected ${describeViolation(violation).expected}`);
}

/** Writes an order as the operation `recordOrder` does. */
async function write(
  queries: Queries,
  { app, business: { id: businessId }, now }: TriggerContext,
  version: JsonObject,
): Promise<JsonObject> {
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
