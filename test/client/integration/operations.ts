import type * as calls from "../../../generated/calls.js";
import {
  type AnyResult,
  type ApplicationId,
  type BusinessId,
  type Client,
  type OrderId,
  orThrow,
  type SubscriptionId,
} from "../../../src/index.js";

type Whose = { readonly businessId: BusinessId; readonly appId: ApplicationId };

export const ORDER = "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId;

/** One call of every operation, with a value of its response. */
export const OPERATIONS: Readonly<Record<keyof typeof calls, (world: Whose, client: Client) => Promise<AnyResult>>> = {
  createToken: (_, client) =>
    client.createToken({ body: { grantType: "REFRESH_TOKEN", refreshToken: "none" } as never }),
  listOrders: ({ businessId }, client) => client.listOrders({ params: { path: { businessId }, query: { limit: 3 } } }),
  recordOrder: ({ businessId }, client) =>
    client.recordOrder({
      params: { path: { businessId, orderId: ORDER } },
      body: { id: ORDER, statuses: { status: "OPENED" }, discounts: [] },
    }),
  getOrder: ({ businessId }, client) => client.getOrder({ params: { path: { businessId, orderId: ORDER } } }),
  updateOrder: ({ businessId }, client) =>
    client.updateOrder({
      params: { path: { businessId, orderId: ORDER } },
      body: [{ op: "replace", path: "/discounts", value: [] }],
    }),
  listOrderShipments: ({ businessId }, client) =>
    client.listOrderShipments({ params: { path: { businessId, orderId: ORDER } } }),
  listOrderHistories: ({ businessId }, client) =>
    client.listOrderHistories({ params: { path: { businessId, orderId: ORDER } } }),
  listTransactions: ({ businessId }, client) =>
    client.listTransactions({ params: { path: { businessId }, query: { limit: 2, creditDebitOnly: true } } }),
  listSubscriptions: ({ appId }, client) => client.listSubscriptions({ params: { path: { appId } } }),
  getSubscription: async ({ appId }, client) => {
    const { list = [] } = orThrow(await client.listSubscriptions({ params: { path: { appId } } }));
    return client.getSubscription({
      params: { path: { appId, subscriptionId: list[0]?.subscriptionId as SubscriptionId } },
    });
  },
  listPlans: ({ appId }, client) => client.listPlans({ params: { path: { appId } } }),
  createHook: ({ appId, businessId }, client) =>
    client.createHook({
      body: {
        applicationId: appId,
        businessId,
        deliveryUrl: "https://listener.example/events",
        secret: "a-secret-of-our-own",
        eventTypes: ["ORDER_OPENED"],
      },
    }),
};
