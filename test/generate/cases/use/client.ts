import createFetch from "openapi-fetch";
import { operations } from "../../../../generated/operations.js";
import type {
  BusinessId,
  operations as Operations,
  Order,
  OrderId,
  OrderStatus,
  paths,
  TransactionId,
} from "../../../../generated/types.js";
import { webhooks as events, getOrder, validators } from "../../../../generated/validators.js";

/** Uses the generated types. Each line after `@ts-expect-error` must be an error. */
const businessId = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId;
const orderId = "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId;

// @ts-expect-error a plain string is not an id
export const plain: OrderId = "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41";
// @ts-expect-error the id of a business is not the id of an order
export const swapped: OrderId = businessId;
// @ts-expect-error nor is an order a transaction
export const other: TransactionId = orderId;
export const text: string = orderId;

export const known: OrderStatus = "OPENED";
export const unheard: OrderStatus = "PARTIALLY_REFUNDED";
// @ts-expect-error an open enum is still a string
export const number: OrderStatus = 1;
/** Completion works if the known values are members of the type, and not merged into `string`. */
type KnownStatus = Extract<OrderStatus, "OPENED" | "COMPLETED" | "CANCELLED">;
export const completed: KnownStatus[] = ["OPENED", "COMPLETED", "CANCELLED"];

/** The types of openapi-fetch: ids stay branded and enums stay strings, also with its `Readable`. */
const api = createFetch<paths>({ baseUrl: operations.getOrder.servers[0].url });
const header = { "Api-Version": "1.2" } as const;
const INSTORE = "INSTORE";

export async function readOrders(): Promise<Order | undefined> {
  const { data } = await api.GET("/businesses/{businessId}/orders", { params: { path: { businessId }, header } });
  const [order] = data?.orders ?? [];
  if (order === undefined) return undefined;
  const id: string = order.id ?? "";
  const branded: OrderId | undefined = order.id;
  const status: string | undefined = order.statuses?.status;
  const source: string | undefined = order.context?.source;
  if (source === INSTORE || status === "PARTIALLY_REFUNDED" || id === "") return undefined;
  if (branded === undefined) return undefined;
  // @ts-expect-error an order is not a business
  const other: BusinessId = branded;
  // An id of a list item is accepted as a path parameter.
  const params = { path: { businessId, orderId: branded }, header };
  const one = await api.GET("/businesses/{businessId}/orders/{orderId}", { params });
  const whole: Order | undefined = one.data;
  const wrong = { path: { businessId: orderId, orderId: businessId }, header };
  await api.GET("/businesses/{businessId}/orders/{orderId}", {
    // @ts-expect-error the two ids of the path are swapped
    params: wrong,
  });
  return other === undefined ? undefined : whole;
}

export async function readAndWrite(order: Order): Promise<string | undefined> {
  const params = { path: { businessId, orderId }, header: { ...header, "Service-Request-Id": "1" } };
  const path = "/businesses/{businessId}/orders/{orderId}";
  await api.PUT(path, { params, body: order });
  await api.PUT(path, { params, body: { statuses: { status: "PARTIALLY_REFUNDED" }, context: { source: "INSTORE" } } });
  // @ts-expect-error an open enum is still a string
  await api.PUT(path, { params, body: { statuses: { status: 1 } } });
  // @ts-expect-error a plain string is not an id
  await api.PUT(path, { params, body: { id: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" } });
  const query = { orderStatus: "OPENED", limit: 10 } as const;
  const { data } = await api.GET("/businesses/{businessId}/orders", {
    params: { path: { businessId }, header, query },
  });
  return data?.orders?.[0]?.orderNumber;
}

export function narrowed(value: unknown): OrderStatus | undefined {
  if (getOrder.responses["200"]["application/json"](value)) return value.statuses?.status;
  // @ts-expect-error there is no such response
  validators.getOrder.responses["418"];
  return undefined;
}

export function event(value: unknown): Operations["onOrderOpened"]["requestBody"] | undefined {
  const isOpened = events.onOrderOpened.request["application/json"];
  return isOpened(value) ? { content: { "application/json": value } } : undefined;
}
