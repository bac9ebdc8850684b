// Generated from the OpenAPI spec. Do not edit: change the spec and generate again.
// @generated

import * as runtime from "../src/client/index.js";
import type { operations } from "./types.js";

/**
 * Create an access token
 *
 * Issues an access token for all other endpoints.
 *
 * - JWT bearer grant: the form contains a JSON Web Token (JWT) that the client has signed with its private key.
 * - Password grant: the `Authorization` header contains the self-signed JWT, and the form contains the credentials of a business user.
 * - Refresh token grant: the value of the grant type and the other parameters are not specified.
 *
 * Access tokens come with a refresh token, which is used to renew expired ones.
 *
 * `POST /token`
 */
export const createToken: runtime.DescribedCall<"POST /token", operations["createToken"], CreateTokenOptions> = {
  call: "POST /token",
  headers: { "Api-Version": "1.2" },
  id: "Service-Request-Id",
  retries: 0,
  auth: false,
  body: "application/x-www-form-urlencoded",
  write: runtime.writeForm,
};
export type CreateTokenOptions = runtime.CallOptions<operations["createToken"], { filled: "Api-Version" | "Service-Request-Id" }>;

/**
 * List the orders of a business
 *
 * Lists orders of a business.
 * Without filters, all orders since the business started are returned, 10 at a time with a `next` link.
 * Follow the link to get the next page.
 *
 * `GET /businesses/{businessId}/orders`
 */
export const listOrders: runtime.DescribedCall<"GET /businesses/{businessId}/orders", operations["listOrders"], ListOrdersOptions, { auth: "oauth2"; list: "orders"; items: "orders" }> = {
  call: "GET /businesses/{businessId}/orders",
  headers: { "Api-Version": "1.2" },
  id: "Service-Request-Id",
  list: /* @__PURE__ */ runtime.defineList("orders", "orders", runtime.createLinkedReader),
};
export type ListOrdersOptions = runtime.CallOptions<operations["listOrders"], { filled: "Api-Version" | "Service-Request-Id"; times: "If-Modified-Since" | "startAt" | "endAt" }>;

/**
 * Get an order
 *
 * Returns one order.
 * Responses sometimes include links to immediately related orders.
 *
 * `GET /businesses/{businessId}/orders/{orderId}`
 */
export const getOrder: runtime.DescribedCall<"GET /businesses/{businessId}/orders/{orderId}", operations["getOrder"], GetOrderOptions, { auth: "oauth2" }> = {
  call: "GET /businesses/{businessId}/orders/{orderId}",
  headers: { "Api-Version": "1.2" },
  id: "Service-Request-Id",
};
export type GetOrderOptions = runtime.CallOptions<operations["getOrder"], { filled: "Api-Version" | "Service-Request-Id"; times: "If-Modified-Since" }>;

/**
 * Record an order
 *
 * Records an order that has already happened.
 * Body must be a fully populated order: the service records what is passed.
 *
 * `PUT /businesses/{businessId}/orders/{orderId}`
 */
export const recordOrder: runtime.DescribedCall<"PUT /businesses/{businessId}/orders/{orderId}", operations["recordOrder"], RecordOrderOptions, { auth: "oauth2" }> = {
  call: "PUT /businesses/{businessId}/orders/{orderId}",
  headers: { "Api-Version": "1.2" },
  id: "Service-Request-Id",
};
export type RecordOrderOptions = runtime.CallOptions<operations["recordOrder"], { filled: "Api-Version" | "Service-Request-Id" }>;

/**
 * Update an order
 *
 * Updates an order with a JSON Patch document.
 * Updates are allowed to order-level amounts.
 * On `/items` and `/discounts` the operation `replace` is allowed.
 *
 * `PATCH /businesses/{businessId}/orders/{orderId}`
 */
export const updateOrder: runtime.DescribedCall<"PATCH /businesses/{businessId}/orders/{orderId}", operations["updateOrder"], UpdateOrderOptions, { auth: "oauth2" }> = {
  call: "PATCH /businesses/{businessId}/orders/{orderId}",
  headers: { "Api-Version": "1.2" },
  id: "Service-Request-Id",
  body: "application/json-patch+json",
};
export type UpdateOrderOptions = runtime.CallOptions<operations["updateOrder"], { filled: "Api-Version" | "Service-Request-Id"; body: "application/json-patch+json" }>;

/**
 * List the shipments of an order
 *
 * Returns all order shipments of the order.
 *
 * `GET /businesses/{businessId}/orders/{orderId}/shipments`
 */
export const listOrderShipments: runtime.DescribedCall<"GET /businesses/{businessId}/orders/{orderId}/shipments", operations["listOrderShipments"], ListOrderShipmentsOptions, { auth: "oauth2" }> = {
  call: "GET /businesses/{businessId}/orders/{orderId}/shipments",
  headers: { "Api-Version": "1.2" },
  id: "Service-Request-Id",
};
export type ListOrderShipmentsOptions = runtime.CallOptions<operations["listOrderShipments"], { filled: "Api-Version" | "Service-Request-Id" }>;

/**
 * List the history events of an order
 *
 * Returns all order history events of the order.
 *
 * `GET /businesses/{businessId}/orders/{orderId}/histories`
 */
export const listOrderHistories: runtime.DescribedCall<"GET /businesses/{businessId}/orders/{orderId}/histories", operations["listOrderHistories"], ListOrderHistoriesOptions, { auth: "oauth2" }> = {
  call: "GET /businesses/{businessId}/orders/{orderId}/histories",
  headers: { "Api-Version": "1.2" },
  id: "Service-Request-Id",
};
export type ListOrderHistoriesOptions = runtime.CallOptions<operations["listOrderHistories"], { filled: "Api-Version" | "Service-Request-Id" }>;

/**
 * List the transactions of a business
 *
 * Lists transactions of a business.
 * Without filters, all transactions since the business started are returned, 10 at a time with a `next` link.
 * Follow the link to get the next page.
 *
 * `GET /businesses/{businessId}/transactions`
 */
export const listTransactions: runtime.DescribedCall<"GET /businesses/{businessId}/transactions", operations["listTransactions"], ListTransactionsOptions, { auth: "oauth2"; list: "transactions"; items: "transactions" }> = {
  call: "GET /businesses/{businessId}/transactions",
  headers: { "Api-Version": "1.2" },
  id: "Service-Request-Id",
  lists: ["transactionIds"],
  list: /* @__PURE__ */ runtime.defineList("transactions", "transactions", runtime.createLinkedReader),
};
export type ListTransactionsOptions = runtime.CallOptions<operations["listTransactions"], { filled: "Api-Version" | "Service-Request-Id"; times: "If-Modified-Since" | "startAt" | "endAt" }>;

/**
 * List the subscriptions of an application
 *
 * Lists active subscriptions of an application.
 * Without `businessId`, subscriptions of all merchants are listed.
 *
 * `GET /apps/{appId}/subscriptions`
 */
export const listSubscriptions: runtime.DescribedCall<"GET /apps/{appId}/subscriptions", operations["listSubscriptions"], ListSubscriptionsOptions, { auth: "oauth2"; list: "subscriptions"; items: "list" }> = {
  call: "GET /apps/{appId}/subscriptions",
  server: "billingUrl",
  list: /* @__PURE__ */ runtime.defineList("subscriptions", "list", () => runtime.createStartTimeReader("start", "count")),
};
export type ListSubscriptionsOptions = runtime.CallOptions<operations["listSubscriptions"], { times: "start" }>;

/**
 * Get a subscription
 *
 * Returns one subscription.
 *
 * `GET /apps/{appId}/subscriptions/{subscriptionId}`
 */
export const getSubscription: runtime.DescribedCall<"GET /apps/{appId}/subscriptions/{subscriptionId}", operations["getSubscription"], GetSubscriptionOptions, { auth: "oauth2" }> = {
  call: "GET /apps/{appId}/subscriptions/{subscriptionId}",
  server: "billingUrl",
};
export type GetSubscriptionOptions = runtime.CallOptions<operations["getSubscription"]>;

/**
 * List the plans of an application
 *
 * Returns the plans of the application.
 *
 * `GET /apps/{appId}/plans`
 */
export const listPlans: runtime.DescribedCall<"GET /apps/{appId}/plans", operations["listPlans"], ListPlansOptions, { auth: "oauth2"; list: "plans"; items: "list" }> = {
  call: "GET /apps/{appId}/plans",
  server: "billingUrl",
  list: /* @__PURE__ */ runtime.defineList("plans", "list", () => runtime.createStartTimeReader("start", "count"), 1),
};
export type ListPlansOptions = runtime.CallOptions<operations["listPlans"]>;

/**
 * Create a webhook registration
 *
 * Registers a webhook: a URL that receives signed notifications about state changes of resources.
 * New registrations are active, and their secret is masked in the response.
 *
 * `POST /hooks`
 */
export const createHook: runtime.DescribedCall<"POST /hooks", operations["createHook"], CreateHookOptions, { auth: "oauth2" }> = {
  call: "POST /hooks",
  headers: { "Api-Version": "1.2" },
  id: "Service-Request-Id",
};
export type CreateHookOptions = runtime.CallOptions<operations["createHook"], { filled: "Api-Version" | "Service-Request-Id" }>;
