import { isObject, type Json } from "../../document/index.js";
import type { Handler } from "../call.js";
import { BY_UPDATE, type Condition, createValues, equals, isOfView, isOneOf, listPage } from "../paging/index.js";
import type { Queries } from "../store/database.js";
import { cardConditions } from "../transactions/card-filter.js";
import type { World } from "../world.js";

type Parameters = Readonly<Record<string, Json>>;

/** GET /businesses/{businessId}/orders: a page of the orders of a business. */
export const listOrders: Handler = {
  kind: "read",
  answer: async (call, queries, world) => {
    const { parameters } = call;
    const page = await listPage(call, queries, {
      table: "orders",
      path: `/businesses/${encodeURIComponent(String(parameters.businessId))}/orders`,
      ordering: BY_UPDATE,
      conditions: async (view) => [...orderConditions(parameters), ...(await withCard(parameters, queries, view))],
    });
    if ("status" in page) return page;
    const { items, links } = page;
    return {
      status: 200,
      body: { orders: items.map((order) => shown(order, parameters, world)), links, count: items.length },
    };
  },
};

/** What the parameters ask of an order, each by equality (seed, GET orders). */
function orderConditions(parameters: Parameters): readonly Condition[] {
  return [
    ...equals("item.store_id", text(parameters.storeId)),
    ...equals("item.order_number", text(parameters.orderNumber)),
    ...equals("item.status", text(parameters.orderStatus)),
    ...equals("item.customer_user_id", text(parameters.customerUserId)),
    ...(parameters.includeStaysAll === true ? [] : [() => "item.is_stay = 0"]),
  ];
}

/** Up to so many orders are named by their ids; of more, the next page is never far. */
const FEW = 200;

/**
 * Card filters are met by one transaction that the order had at the time of the view, all of them by the same. A card that
 * few have is found by its number, and so costs no walk through the orders of everybody else.
 */
async function withCard(parameters: Parameters, queries: Queries, view: number): Promise<readonly Condition[]> {
  const asked = cardConditions("payment", parameters);
  if (asked.length === 0) return [];
  const paid: readonly Condition[] = [isOfView("payment", view), ...asked];
  if (parameters.cardNumberFirst6 !== undefined || parameters.cardNumberLast4 !== undefined) {
    const { values, bind } = createValues();
    const all = [...equals("payment.business_id", text(parameters.businessId)), ...paid];
    const rows = await queries.all(
      `SELECT payment.order_id FROM transactions AS payment WHERE ${all.map((it) => it(bind)).join(" AND ")}
        LIMIT ${bind(FEW + 1)}`,
      values,
    );
    const ids = new Set(rows.map(({ order_id }) => String(order_id)));
    if (rows.length <= FEW) return ids.size === 0 ? [() => "1 = 0"] : [isOneOf("item.id", [...ids])];
  }
  const ofOrder: Condition = () => "payment.business_id = item.business_id AND payment.order_id = item.id";
  const exists: Condition = (bind) =>
    `EXISTS (SELECT 1 FROM transactions AS payment WHERE ${[ofOrder, ...paid].map((it) => it(bind)).join(" AND ")})`;
  return [exists];
}

/** Histories and shipments stand in a list when their flag says so; without one, what the sandbox was told to do. */
function shown(order: Json, { includeOrderHistories, includeOrderShipments }: Parameters, { policies }: World): Json {
  if (!isObject(order)) return order;
  const isShown: Readonly<Record<string, boolean>> = {
    orderHistories: Boolean(includeOrderHistories ?? policies.includedByDefault),
    orderShipments: Boolean(includeOrderShipments ?? policies.includedByDefault),
  };
  return Object.fromEntries(
    Object.entries(order).filter(([name]) => !Object.hasOwn(isShown, name) || isShown[name] === true),
  );
}

function text(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
