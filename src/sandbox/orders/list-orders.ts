import { asArray, isObject, type Json, type JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { type OperationHandler, Refusal, type ServiceResponse } from "../context/request-context.js";
import { createListResponse, listPage, UPDATED_AT_ASCENDING, whereInView } from "../paging/list-page.js";
import { buildWhere, type Queries, type SqlCondition, whereColumn, whereColumns, whereIn } from "../store/database.js";
import { buildCardConditions, isCardScan } from "../transactions/list-transactions.js";
import { findCurrentOrder } from "./order-versions.js";

type OrderParameters = Readonly<Record<string, Json>>;

/** GET /businesses/{businessId}/orders: returns a page of the orders of a business. */
export const listOrders: OperationHandler = async (call, queries, app) => {
  const { parameters } = call;
  const page = await listPage(call, queries, {
    table: "orders",
    ordering: UPDATED_AT_ASCENDING,
    conditions: async (view) => [
      ...whereColumns("item", COLUMNS, { ...parameters, customerUserId: parameters.customerUserId?.toString() }),
      ...(parameters.includeStaysAll === true ? [] : [() => "item.is_stay = 0"]),
      ...(await buildCardFilter(parameters, queries, view)),
    ],
    isScan: isCardScan(parameters),
  });
  return createListResponse("orders", page, (order) => selectIncludedParts(order, parameters, app));
};

/** The columns of the filters, all by equality (seed, GET orders). */
const COLUMNS = {
  ...{ storeId: "store_id", orderNumber: "order_number", orderStatus: "status" },
  customerUserId: "customer_user_id",
};

/** Up to this number, matching orders are selected by id; with more matches, a scan fills a page quickly. */
const MAX_LISTED_IDS = 200;

/**
 * Card filters must all match one transaction that the order had in the view. A rare card is looked up by its number
 * first, which avoids a scan of all orders.
 */
async function buildCardFilter(
  parameters: OrderParameters,
  queries: Queries,
  view: number,
): Promise<readonly SqlCondition[]> {
  const filters = buildCardConditions("payment", parameters);
  if (filters.length === 0) return [];
  const matches: readonly SqlCondition[] = [whereInView("payment", view), ...filters];
  if (parameters.cardNumberFirst6 !== undefined || parameters.cardNumberLast4 !== undefined) {
    const ofBusiness = whereColumn("payment.business_id", String(parameters.businessId));
    const { where, values, bind } = buildWhere([...ofBusiness, ...matches]);
    const rows = await queries.all(
      `SELECT payment.order_id FROM transactions AS payment WHERE ${where} LIMIT ${bind(MAX_LISTED_IDS + 1)}`,
      values,
    );
    const ids = new Set(rows.map(({ order_id }) => String(order_id)));
    if (rows.length <= MAX_LISTED_IDS) return ids.size === 0 ? [() => "1 = 0"] : [whereIn("item.id", [...ids])];
  }
  const ofOrder: SqlCondition = () => "payment.business_id = item.business_id AND payment.order_id = item.id";
  const exists: SqlCondition = (bind) =>
    `EXISTS (SELECT 1 FROM transactions AS payment WHERE ${[ofOrder, ...matches].map((it) => it(bind)).join(" AND ")})`;
  return [exists];
}

/** Lists include histories and shipments as the query parameters request, or by default as the policy says. */
function selectIncludedParts(
  order: Json,
  { includeOrderHistories, includeOrderShipments }: OrderParameters,
  { policies }: AppContext,
): Json {
  if (!isObject(order)) return order;
  const isIncluded: Readonly<Record<string, boolean>> = {
    orderHistories: Boolean(includeOrderHistories ?? policies.includedByDefault),
    orderShipments: Boolean(includeOrderShipments ?? policies.includedByDefault),
  };
  return Object.fromEntries(
    Object.entries(order).filter(([name]) => !Object.hasOwn(isIncluded, name) || isIncluded[name] === true),
  );
}

/**
 * GET /businesses/{businessId}/orders/{orderId}: returns the complete order with histories and shipments. Ignores
 * `If-Modified-Since`, because the spec documents no 304 response.
 */
export const getOrder = createOrderHandler((order) => order);

/** GET .../shipments: returns an array, which is empty when the order was recorded without shipments. */
export const listOrderShipments = createOrderHandler((order) => asArray(order.orderShipments));

/** GET .../histories: returns the recorded histories; the service adds none. */
export const listOrderHistories = createOrderHandler((order) => asArray(order.orderHistories));

/** Returns 404 for malformed ids too. */
function createOrderHandler(select: (order: JsonObject) => NonNullable<ServiceResponse["body"]>): OperationHandler {
  return async ({ parameters }, queries) => {
    const found = await findCurrentOrder(queries, String(parameters.businessId), String(parameters.orderId));
    if (found === undefined) throw new Refusal(404, "UNKNOWN_ORDER", "the business has no order with this id");
    return { status: 200, body: select(found.order) };
  };
}
