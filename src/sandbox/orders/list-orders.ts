import { isObject, type Json } from "../../document/index.js";
import type { Handler } from "../call.js";
import { BY_UPDATE, type Condition, equals, listPage } from "../paging/index.js";
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
      conditions: (view) => orderConditions(parameters, view),
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
function orderConditions(parameters: Parameters, view: number): readonly Condition[] {
  return [
    ...equals("item.store_id", text(parameters.storeId)),
    ...equals("item.order_number", text(parameters.orderNumber)),
    ...equals("item.status", text(parameters.orderStatus)),
    ...equals("item.customer_user_id", text(parameters.customerUserId)),
    ...(parameters.includeStaysAll === true ? [] : [() => "item.is_stay = 0"]),
    ...withCard(cardConditions("payment", parameters), view),
  ];
}

/** Card filters are met by one transaction that the order had at the time of the view, all of them by the same. */
function withCard(asked: readonly Condition[], view: number): readonly Condition[] {
  if (asked.length === 0) return [];
  const all: readonly Condition[] = [
    () => "payment.business_id = item.business_id AND payment.order_id = item.id",
    (bind) => `payment.sequence <= ${bind(view)} AND payment.until_sequence > ${bind(view)}`,
    ...asked,
  ];
  return [(bind) => `EXISTS (SELECT 1 FROM transactions AS payment WHERE ${all.map((it) => it(bind)).join(" AND ")})`];
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
