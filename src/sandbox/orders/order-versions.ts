import { asArray, asObject, asString, type Json, type JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { formatTimestamp, parseTimestamp } from "../context/domain-clock.js";
import type { OperationHandler, Refusal, RequestContext, ServiceResponse } from "../context/request-context.js";
import { enqueueEvents } from "../deliveries/enqueue-events.js";
import { insertRows, type Queries, type Row } from "../store/database.js";
import { NO_END_SEQUENCE } from "../store/tables.js";
import { toTextOrNull, toTime, type VersionKeys, writeTransactions } from "../transactions/write-transactions.js";

/** The current version of an order, and the number of the write that created it. */
type OrderVersion = { readonly order: JsonObject; readonly sequence: number };

/** Finds an order of a business by its id, ignoring case. */
export async function findCurrentOrder(
  queries: Queries,
  businessId: string,
  orderId: string,
): Promise<OrderVersion | undefined> {
  // Orders are never deleted, so the latest version is the current one.
  const row = await queries.first(
    "SELECT sequence, body FROM orders WHERE business_id = $1 AND id = $2 ORDER BY sequence DESC LIMIT 1",
    [businessId, orderId.toLowerCase()],
  );
  // The sandbox stores objects only.
  return row && { order: JSON.parse(String(row.body)) as JsonObject, sequence: Number(row.sequence) };
}

/**
 * Allocates `count` consecutive numbers for a write. This must be the first statement of every write: it locks the
 * business until the transaction ends, on all replicas, so that numbers become visible in order.
 *
 * @returns the first number; undefined when there is no such business
 */
async function allocateSequence(queries: Queries, businessId: string, count: number): Promise<number | undefined> {
  const row = await queries.first("UPDATE businesses SET sequence = sequence + $1 WHERE id = $2 RETURNING sequence", [
    count,
    businessId,
  ]);
  return row && Number(row.sequence) - count + 1;
}

type OrderWrite = OrderEvents & {
  readonly orderId: string;
  readonly former: OrderVersion | undefined;
  /** Undefined when the write does not change them. */
  readonly transactions: readonly JsonObject[] | undefined;
};

/** What the operations that write an order do differently. */
type OrderWriteSteps = {
  /** The number of versions that a body can create: that of the order and those of its transactions. */
  readonly countVersions: (body: Json | undefined) => number;
  /** The response when the business does not exist. */
  readonly refuseUnknown: () => Refusal;
  readonly build: (
    write: RequestContext & { readonly businessId: string; readonly orderId: string },
    former: JsonObject | undefined,
    context: { readonly queries: Queries; readonly app: AppContext },
  ) => Promise<Pick<OrderWrite, "order" | "events" | "transactions">>;
};

/** Creates the handler of an operation that writes an order. */
export function createOrderWrite({ countVersions, refuseUnknown, build }: OrderWriteSteps): OperationHandler {
  return async (call, queries, app) => {
    const businessId = String(call.parameters.businessId);
    const orderId = String(call.parameters.orderId);
    const sequence = await allocateSequence(queries, businessId, countVersions(call.body));
    if (sequence === undefined) throw refuseUnknown();
    const former = await findCurrentOrder(queries, businessId, orderId);
    const built = await build({ ...call, businessId, orderId }, former?.order, { queries, app });
    return saveOrder(queries, app, { businessId, orderId, former, ...built, sequence, now: call.now });
  };
}

/** Inserts a new current version of an order, closes the former one, and publishes the events of the write. */
async function saveOrder(queries: Queries, app: AppContext, write: OrderWrite): Promise<ServiceResponse> {
  const { businessId, former, order, sequence, transactions, now } = write;
  const orderId = write.orderId.toLowerCase();
  if (former !== undefined)
    await queries.run(
      "UPDATE orders SET until_sequence = $1, gone_at = $2 WHERE business_id = $3 AND id = $4 AND sequence = $5",
      [sequence, now, businessId, orderId, former.sequence],
    );
  await insertRows(queries, "orders", [buildOrderRow(order, { businessId, orderId, sequence })]);
  if (transactions !== undefined)
    await writeTransactions(queries, { businessId, orderId, transactions, sequence, now });
  await publishEvents(queries, app, write);
  return { status: former === undefined ? 201 : 200, body: order, ...createAheadWarning(order, now) };
}

/** The current version of an order: a column for each filter of the list, and the whole order as JSON text. */
export function buildOrderRow(order: JsonObject, { businessId, orderId, sequence }: VersionKeys): Row {
  const { customerUserId } = order;
  return {
    business_id: businessId,
    id: orderId,
    sequence,
    until_sequence: NO_END_SEQUENCE,
    updated_at: toTime(order.updatedAt),
    order_number: toTextOrNull(order.orderNumber),
    store_id: toTextOrNull(asObject(order.context)?.storeId),
    status: getOrderStatus(order) ?? null,
    customer_user_id: customerUserId === undefined ? null : String(customerUserId),
    is_stay: isStayOrder(order) ? 1 : 0,
    body: JSON.stringify(order),
  };
}

/**
 * Whether an order is a stay order, which lists return only with `includeStaysAll`. The seed does not define the term;
 * in the sandbox, a stay order has a shipment with the delivery mode `STAY`.
 */
export function isStayOrder(order: JsonObject): boolean {
  return asArray(order.orderShipments).some((shipment) => asObject(shipment)?.deliveryMode === "STAY");
}

/** How long a list can be paged after its first page, in milliseconds. Versions replaced before that are deleted. */
export const VERSION_LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Deletes versions of orders and transactions that no list can reach any more, and records the oldest view that remains
 * for each business. Must run in a transaction.
 *
 * @param now domain time
 */
export async function purgeVersions(queries: Queries, now: number): Promise<void> {
  const before = now - VERSION_LIFETIME;
  const expired = await queries.all(
    `SELECT business_id, MAX(until_sequence) AS until FROM
      (SELECT business_id, until_sequence FROM orders WHERE gone_at <= $1
        UNION ALL SELECT business_id, until_sequence FROM transactions WHERE gone_at <= $1) AS gone
      GROUP BY business_id ORDER BY business_id`,
    [before],
  );
  // Locks the rows of businesses first and in a fixed order, like all writers, to avoid deadlocks.
  for (const { business_id, until } of expired)
    await queries.run("UPDATE businesses SET oldest_view = $1 WHERE id = $2 AND oldest_view < $1", [
      Number(until),
      String(business_id),
    ]);
  // A write from before the clock was advanced may have added expired versions meanwhile; the next run deletes those.
  for (const table of ["orders", "transactions"])
    await queries.run(
      `DELETE FROM ${table} WHERE gone_at <= $1
        AND until_sequence <= (SELECT oldest_view FROM businesses WHERE businesses.id = business_id)`,
      [before],
    );
}

type OrderEvents = {
  readonly businessId: string;
  readonly order: JsonObject;
  readonly events: readonly string[];
  /** The number of the order; its transactions have the numbers that follow. */
  readonly sequence: number;
  readonly now: number;
};

/** Publishes the events of a write, in the transaction of the write. */
export async function publishEvents(
  queries: Queries,
  app: AppContext,
  { businessId, order, events, sequence, now }: OrderEvents,
): Promise<void> {
  const { storeId, storeDeviceId } = asObject(order.context) ?? {};
  await enqueueEvents(queries, app, {
    businessId,
    orderId: String(order.id),
    ...(typeof storeId === "string" ? { storeId } : {}),
    ...(typeof storeDeviceId === "string" ? { deviceId: storeDeviceId } : {}),
    eventTypes: events,
    purpose: `${businessId}:${sequence}`,
    now,
  });
}

const STATUS_EVENTS: Readonly<Record<string, string>> = {
  OPENED: "ORDER_OPENED",
  COMPLETED: "ORDER_COMPLETED",
  CANCELLED: "ORDER_CANCELLED",
};

/**
 * The events of a write. The spec leaves open which operation emits which; this is the sandbox's choice. A new order
 * emits the event of its status. A write of an existing order emits `ORDER_UPDATED`, followed by the event of its new
 * status when the status changed. Statuses without an event emit none.
 */
export function listOrderEvents(former: JsonObject | undefined, order: JsonObject): readonly string[] {
  const status = getOrderStatus(order);
  const event = status !== undefined && Object.hasOwn(STATUS_EVENTS, status) ? STATUS_EVENTS[status] : undefined;
  const isUnchanged = former !== undefined && getOrderStatus(former) === status;
  const statusEvents = event === undefined || isUnchanged ? [] : [event];
  return former === undefined ? statusEvents : ["ORDER_UPDATED", ...statusEvents];
}

function getOrderStatus(order: JsonObject): string | undefined {
  return asString(asObject(order.statuses)?.status);
}

/**
 * Reports an order whose `updatedAt` is later than the clock, in the header `Warning` with the code 299 (RFC 7234,
 * section 5.5.7). Lists do not contain it, because `endAt` is the present time by default.
 */
function createAheadWarning(order: JsonObject, now: number): Pick<ServiceResponse, "headers"> {
  const updatedAt = parseTimestamp(String(order.updatedAt));
  if (updatedAt === undefined || updatedAt <= now) return {};
  const text = `updatedAt ${formatTimestamp(updatedAt)} is ahead of the clock ${formatTimestamp(now)}`;
  return { headers: { Warning: `299 sandbox "${text}: lists need an endAt after it"` } };
}
