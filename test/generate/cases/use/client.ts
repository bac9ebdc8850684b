import createClient from "openapi-fetch";
import { operations } from "../../../../generated/operations.js";
import type {
  BusinessId,
  operations as Operations,
  OrderId,
  OrderStatus,
  paths,
  TransactionId,
} from "../../../../generated/types.js";
import { webhooks as events, getOrder, validators } from "../../../../generated/validators.js";

/** How the generated types are used; every line below an expectation of an error must be one. */
const businessId = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId;
const orderId = "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId;

// @ts-expect-error a plain string is no id
export const plain: OrderId = "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41";
// @ts-expect-error the id of a business is not the id of an order
export const swapped: OrderId = businessId;
// @ts-expect-error nor is an order a transaction
export const other: TransactionId = orderId;
export const text: string = orderId;

export const known: OrderStatus = "OPENED";
export const unheard: OrderStatus = "PARTIALLY_REFUNDED";
// @ts-expect-error an open enumeration is still one of strings
export const number: OrderStatus = 1;
/** Completion works where the known values are still members of the type, and not folded into `string`. */
type KnownStatus = Extract<OrderStatus, "OPENED" | "COMPLETED" | "CANCELLED">;
export const completed: KnownStatus[] = ["OPENED", "COMPLETED", "CANCELLED"];

const client = createClient<paths>({ baseUrl: operations.getOrder.servers[0].url });

/**
 * What openapi-fetch 0.17 reads is not an `Order`: its `Readable` unfolds every type that is a string and more.
 *
 * @see https://github.com/openapi-ts/openapi-typescript/issues/2765
 */
export async function readOrderNumber(): Promise<string | undefined> {
  const header = { "Api-Version": "1.2" } as const;
  const { data } = await client.GET("/businesses/{businessId}/orders/{orderId}", {
    params: { path: { businessId, orderId }, header },
  });
  await client.GET("/businesses/{businessId}/orders/{orderId}", {
    // @ts-expect-error the two ids of the path are swapped
    params: { path: { businessId: orderId, orderId: businessId }, header },
  });
  await client.GET("/businesses/{businessId}/orders", {
    params: { path: { businessId }, header, query: { limit: 10 } },
  });
  return data?.orderNumber;
}

export function narrowed(value: unknown): OrderStatus | undefined {
  if (getOrder.responses["200"]["application/json"](value)) return value.statuses?.status;
  // @ts-expect-error there is no such answer
  validators.getOrder.responses["418"];
  return undefined;
}

export function event(value: unknown): Operations["onOrderOpened"]["requestBody"] | undefined {
  const isOpened = events.onOrderOpened.request["application/json"];
  return isOpened(value) ? { content: { "application/json": value } } : undefined;
}
