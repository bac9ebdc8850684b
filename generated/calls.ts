// Generated from the OpenAPI spec. Do not edit: change the spec and generate again.
// @generated

export type CallDescription = {
  /** Method and path template. */
  readonly call: string;
  /** Which base address it goes to, when that is not the first. */
  readonly server?: string;
  /** Headers that can have one value only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The header that carries the id of the request. */
  readonly id?: string;
  /** Repeated, it might have another effect: it is sent once. */
  readonly retries?: 0;
  /** No access token is asked for. */
  readonly token?: false;
  /** Content type of the request, when it is not JSON. */
  readonly body?: string;
  /** Parameters whose lists are written in one, with commas, and not one by one. */
  readonly lists?: readonly string[];
  /** Of a list that has pages: where its items are; and what tells where a page begins and how long it is, unless links do. */
  readonly paging?: readonly [items: string, start?: string, count?: string];
};

/** The base URLs of calls, each with its default from the spec. The first is used unless another is given. */
export const servers = { baseUrl: "https://services.commerce-cloud.example", billingUrl: "https://billing.commerce-cloud.example" } as const;

/** Every call, by operationId. */
export const calls = {
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
  createToken: {
    call: "POST /token",
    headers: { "Api-Version": "1.2" },
    id: "Service-Request-Id",
    retries: 0,
    token: false,
    body: "application/x-www-form-urlencoded",
  },
  /**
   * List the orders of a business
   *
   * Lists orders of a business.
   * Without filters, all orders since the business started are returned, 10 at a time with a `next` link.
   * Follow the link to get the next page.
   *
   * `GET /businesses/{businessId}/orders`
   */
  listOrders: {
    call: "GET /businesses/{businessId}/orders",
    headers: { "Api-Version": "1.2" },
    id: "Service-Request-Id",
    paging: ["orders"],
  },
  /**
   * Get an order
   *
   * Returns one order.
   * Responses sometimes include links to immediately related orders.
   *
   * `GET /businesses/{businessId}/orders/{orderId}`
   */
  getOrder: {
    call: "GET /businesses/{businessId}/orders/{orderId}",
    headers: { "Api-Version": "1.2" },
    id: "Service-Request-Id",
  },
  /**
   * Record an order
   *
   * Records an order that has already happened.
   * Body must be a fully populated order: the service records what is passed.
   *
   * `PUT /businesses/{businessId}/orders/{orderId}`
   */
  recordOrder: {
    call: "PUT /businesses/{businessId}/orders/{orderId}",
    headers: { "Api-Version": "1.2" },
    id: "Service-Request-Id",
  },
  /**
   * Update an order
   *
   * Updates an order with a JSON Patch document.
   * Updates are allowed to order-level amounts.
   * On `/items` and `/discounts` the operation `replace` is allowed.
   *
   * `PATCH /businesses/{businessId}/orders/{orderId}`
   */
  updateOrder: {
    call: "PATCH /businesses/{businessId}/orders/{orderId}",
    headers: { "Api-Version": "1.2" },
    id: "Service-Request-Id",
    body: "application/json-patch+json",
  },
  /**
   * List the shipments of an order
   *
   * Returns all order shipments of the order.
   *
   * `GET /businesses/{businessId}/orders/{orderId}/shipments`
   */
  listOrderShipments: {
    call: "GET /businesses/{businessId}/orders/{orderId}/shipments",
    headers: { "Api-Version": "1.2" },
    id: "Service-Request-Id",
  },
  /**
   * List the history events of an order
   *
   * Returns all order history events of the order.
   *
   * `GET /businesses/{businessId}/orders/{orderId}/histories`
   */
  listOrderHistories: {
    call: "GET /businesses/{businessId}/orders/{orderId}/histories",
    headers: { "Api-Version": "1.2" },
    id: "Service-Request-Id",
  },
  /**
   * List the transactions of a business
   *
   * Lists transactions of a business.
   * Without filters, all transactions since the business started are returned, 10 at a time with a `next` link.
   * Follow the link to get the next page.
   *
   * `GET /businesses/{businessId}/transactions`
   */
  listTransactions: {
    call: "GET /businesses/{businessId}/transactions",
    headers: { "Api-Version": "1.2" },
    id: "Service-Request-Id",
    lists: ["transactionIds"],
    paging: ["transactions"],
  },
  /**
   * List the subscriptions of an application
   *
   * Lists active subscriptions of an application.
   * Without `businessId`, subscriptions of all merchants are listed.
   *
   * `GET /apps/{appId}/subscriptions`
   */
  listSubscriptions: {
    call: "GET /apps/{appId}/subscriptions",
    server: "billingUrl",
    paging: ["list", "start", "count"],
  },
  /**
   * Get a subscription
   *
   * Returns one subscription.
   *
   * `GET /apps/{appId}/subscriptions/{subscriptionId}`
   */
  getSubscription: { call: "GET /apps/{appId}/subscriptions/{subscriptionId}", server: "billingUrl" },
  /**
   * List the plans of an application
   *
   * Returns the plans of the application.
   *
   * `GET /apps/{appId}/plans`
   */
  listPlans: { call: "GET /apps/{appId}/plans", server: "billingUrl" },
  /**
   * Create a webhook registration
   *
   * Registers a webhook: a URL that receives signed notifications about state changes of resources.
   * New registrations are active, and their secret is masked in the response.
   *
   * `POST /hooks`
   */
  createHook: { call: "POST /hooks", headers: { "Api-Version": "1.2" }, id: "Service-Request-Id" },
} as const satisfies Readonly<Record<string, CallDescription>>;

/** Parameters that are points in time. */
export type TimeParameter = "If-Modified-Since" | "startAt" | "endAt" | "start";
