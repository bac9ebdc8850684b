// Generated from the OpenAPI spec. Do not edit: change the spec and generate again.
// @generated

export type ParameterDescription = {
  readonly name: string;
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  readonly required: boolean;
} & (
  | {
      readonly style:
        | ("matrix" | "label" | "simple" | "form" | "cookie")
        | ("spaceDelimited" | "pipeDelimited" | "deepObject");
      readonly explode: boolean;
      readonly allowReserved: boolean;
    }
  /** The value is a document of this media type. */
  | { readonly contentType: string }
);

export type BodyDescription = { readonly required: boolean; readonly contentTypes: readonly string[] };

/** The content types of every status; none where the answer has no body. */
export type ResponsesDescription = Readonly<Record<string, readonly string[]>>;

export type SecurityDescription = {
  readonly name: string;
  readonly type?: string;
  readonly in?: string;
  readonly parameter?: string;
  readonly scheme?: string;
  readonly scopes: readonly string[];
};

export type OperationDescription = {
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  /** The first is the default; `{name}` in a URL is a variable, given here with its default. */
  readonly servers: readonly { readonly url: string; readonly variables?: Readonly<Record<string, string>> }[];
  readonly parameters: readonly ParameterDescription[];
  readonly requestBody?: BodyDescription;
  readonly responses: ResponsesDescription;
  /** Any one of these sets will do; an empty set, or no set, asks for nothing. */
  readonly security: readonly (readonly SecurityDescription[])[];
  /** The header that makes a repeated request safe. */
  readonly idempotencyKey?: { readonly header: string; readonly required: boolean };
  /** Where the items of a list are, and how it is continued. */
  readonly list?: Readonly<Record<string, string | readonly string[]>>;
};

export type WebhookDescription = {
  readonly event: string;
  readonly method: string;
  readonly tags: readonly string[];
  readonly parameters: readonly ParameterDescription[];
  readonly requestBody?: BodyDescription;
  readonly responses: ResponsesDescription;
  readonly acknowledgeWithinMs?: number;
};

/** Every operation, by its operationId. */
export const operations = {
  createToken: {
    method: "POST",
    path: "/token",
    tags: ["Authentication"],
    servers: [{ url: "{baseUrl}", variables: { baseUrl: "https://services.commerce-cloud.example" } }],
    parameters: [
      { name: "Api-Version", in: "header", required: true, style: "simple", explode: false, allowReserved: false },
      {
        name: "Service-Request-Id",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    requestBody: { required: true, contentTypes: ["application/x-www-form-urlencoded"] },
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[], [{ name: "selfSignedJwt", type: "apiKey", in: "header", parameter: "Authorization", scopes: [] }]],
  },
  listOrders: {
    method: "GET",
    path: "/businesses/{businessId}/orders",
    tags: ["Orders"],
    servers: [{ url: "{baseUrl}", variables: { baseUrl: "https://services.commerce-cloud.example" } }],
    parameters: [
      { name: "businessId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "Api-Version", in: "header", required: true, style: "simple", explode: false, allowReserved: false },
      {
        name: "Service-Request-Id",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
      {
        name: "If-Modified-Since",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
      { name: "startAt", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "endAt", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "timeType", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "startOffset", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "limit", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardNumberFirst6", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardNumberLast4", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardExpirationMonth", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardExpirationYear", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardHolderFirstName", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardHolderLastName", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "storeId", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "orderNumber", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "orderStatus", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "includeStaysAll", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      {
        name: "includeOrderHistories",
        in: "query",
        required: false,
        style: "form",
        explode: true,
        allowReserved: false,
      },
      {
        name: "includeOrderShipments",
        in: "query",
        required: false,
        style: "form",
        explode: true,
        allowReserved: false,
      },
      { name: "customerUserId", in: "query", required: false, style: "form", explode: true, allowReserved: false },
    ],
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
    list: { style: "links", items: "/orders", size: "limit", either: ["limit", "startOffset"] },
  },
  getOrder: {
    method: "GET",
    path: "/businesses/{businessId}/orders/{orderId}",
    tags: ["Orders"],
    servers: [{ url: "{baseUrl}", variables: { baseUrl: "https://services.commerce-cloud.example" } }],
    parameters: [
      { name: "businessId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "orderId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "Api-Version", in: "header", required: true, style: "simple", explode: false, allowReserved: false },
      {
        name: "Service-Request-Id",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
      {
        name: "If-Modified-Since",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
  },
  recordOrder: {
    method: "PUT",
    path: "/businesses/{businessId}/orders/{orderId}",
    tags: ["Orders"],
    servers: [{ url: "{baseUrl}", variables: { baseUrl: "https://services.commerce-cloud.example" } }],
    parameters: [
      { name: "businessId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "orderId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "Api-Version", in: "header", required: true, style: "simple", explode: false, allowReserved: false },
      {
        name: "Service-Request-Id",
        in: "header",
        required: true,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    requestBody: { required: false, contentTypes: ["application/json"] },
    responses: {
      "200": ["application/json"],
      "201": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
    idempotencyKey: { header: "Service-Request-Id", required: true },
  },
  updateOrder: {
    method: "PATCH",
    path: "/businesses/{businessId}/orders/{orderId}",
    tags: ["Orders"],
    servers: [{ url: "{baseUrl}", variables: { baseUrl: "https://services.commerce-cloud.example" } }],
    parameters: [
      { name: "businessId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "orderId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "Api-Version", in: "header", required: true, style: "simple", explode: false, allowReserved: false },
      {
        name: "Service-Request-Id",
        in: "header",
        required: true,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    requestBody: { required: true, contentTypes: ["application/json", "application/json-patch+json"] },
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
    idempotencyKey: { header: "Service-Request-Id", required: true },
  },
  listOrderShipments: {
    method: "GET",
    path: "/businesses/{businessId}/orders/{orderId}/shipments",
    tags: ["Orders"],
    servers: [{ url: "{baseUrl}", variables: { baseUrl: "https://services.commerce-cloud.example" } }],
    parameters: [
      { name: "businessId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "orderId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "Api-Version", in: "header", required: true, style: "simple", explode: false, allowReserved: false },
      {
        name: "Service-Request-Id",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
  },
  listOrderHistories: {
    method: "GET",
    path: "/businesses/{businessId}/orders/{orderId}/histories",
    tags: ["Orders"],
    servers: [{ url: "{baseUrl}", variables: { baseUrl: "https://services.commerce-cloud.example" } }],
    parameters: [
      { name: "businessId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "orderId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "Api-Version", in: "header", required: true, style: "simple", explode: false, allowReserved: false },
      {
        name: "Service-Request-Id",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
  },
  listTransactions: {
    method: "GET",
    path: "/businesses/{businessId}/transactions",
    tags: ["Transactions"],
    servers: [{ url: "{baseUrl}", variables: { baseUrl: "https://services.commerce-cloud.example" } }],
    parameters: [
      { name: "businessId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "Api-Version", in: "header", required: true, style: "simple", explode: false, allowReserved: false },
      {
        name: "Service-Request-Id",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
      {
        name: "If-Modified-Since",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
      { name: "startAt", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "endAt", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "timeType", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "startOffset", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "limit", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "storeId", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "deviceId", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "tid", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "searchKey", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardNumberFirst6", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardNumberLast4", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardExpirationMonth", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardExpirationYear", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardHolderFirstName", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "cardHolderLastName", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "action", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "status", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "transactionIds", in: "query", required: false, style: "form", explode: false, allowReserved: false },
      { name: "authOnly", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "unsettledOnly", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "creditDebitOnly", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "orderBy", in: "query", required: false, style: "form", explode: true, allowReserved: false },
    ],
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
    list: { style: "links", items: "/transactions", size: "limit", either: ["limit", "startOffset"] },
  },
  listSubscriptions: {
    method: "GET",
    path: "/apps/{appId}/subscriptions",
    tags: ["Subscription billing"],
    servers: [{ url: "{billingUrl}", variables: { billingUrl: "https://billing.commerce-cloud.example" } }],
    parameters: [
      { name: "appId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "businessId", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "start", in: "query", required: false, style: "form", explode: true, allowReserved: false },
      { name: "count", in: "query", required: false, style: "form", explode: true, allowReserved: false },
    ],
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
    list: { style: "offset", items: "/list", start: "start", size: "count" },
  },
  getSubscription: {
    method: "GET",
    path: "/apps/{appId}/subscriptions/{subscriptionId}",
    tags: ["Subscription billing"],
    servers: [{ url: "{billingUrl}", variables: { billingUrl: "https://billing.commerce-cloud.example" } }],
    parameters: [
      { name: "appId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
      { name: "subscriptionId", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
    ],
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
  },
  listPlans: {
    method: "GET",
    path: "/apps/{appId}/plans",
    tags: ["Subscription billing"],
    servers: [{ url: "{billingUrl}", variables: { billingUrl: "https://billing.commerce-cloud.example" } }],
    parameters: [{ name: "appId", in: "path", required: true, style: "simple", explode: false, allowReserved: false }],
    responses: {
      "200": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
    list: { items: "/list" },
  },
  createHook: {
    method: "POST",
    path: "/hooks",
    tags: ["Webhooks"],
    servers: [{ url: "{baseUrl}", variables: { baseUrl: "https://services.commerce-cloud.example" } }],
    parameters: [
      { name: "Api-Version", in: "header", required: true, style: "simple", explode: false, allowReserved: false },
      {
        name: "Service-Request-Id",
        in: "header",
        required: false,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    requestBody: { required: true, contentTypes: ["application/json"] },
    responses: {
      "201": ["application/json"],
      "400": ["application/json"],
      "401": ["application/json"],
      "403": ["application/json"],
      "404": ["application/json"],
      "500": ["application/json"],
    },
    security: [[{ name: "oauth2", type: "oauth2", scopes: [] }]],
    idempotencyKey: { header: "Service-Request-Id", required: false },
  },
} as const satisfies Readonly<Record<string, OperationDescription>>;

export type OperationId = keyof typeof operations;

/** Every webhook, by its operationId. */
export const webhooks = {
  onOrderOpened: {
    event: "order-opened",
    method: "POST",
    tags: ["Webhooks"],
    parameters: [
      {
        name: "Service-Webhook-Signature",
        in: "header",
        required: true,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    requestBody: { required: true, contentTypes: ["application/json"] },
    responses: { "200": [] },
    acknowledgeWithinMs: 2000,
  },
  onOrderCompleted: {
    event: "order-completed",
    method: "POST",
    tags: ["Webhooks"],
    parameters: [
      {
        name: "Service-Webhook-Signature",
        in: "header",
        required: true,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    requestBody: { required: true, contentTypes: ["application/json"] },
    responses: { "200": [] },
    acknowledgeWithinMs: 2000,
  },
  onOrderCancelled: {
    event: "order-cancelled",
    method: "POST",
    tags: ["Webhooks"],
    parameters: [
      {
        name: "Service-Webhook-Signature",
        in: "header",
        required: true,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    requestBody: { required: true, contentTypes: ["application/json"] },
    responses: { "200": [] },
    acknowledgeWithinMs: 2000,
  },
  onOrderUpdated: {
    event: "order-updated",
    method: "POST",
    tags: ["Webhooks"],
    parameters: [
      {
        name: "Service-Webhook-Signature",
        in: "header",
        required: true,
        style: "simple",
        explode: false,
        allowReserved: false,
      },
    ],
    requestBody: { required: true, contentTypes: ["application/json"] },
    responses: { "200": [] },
    acknowledgeWithinMs: 2000,
  },
} as const satisfies Readonly<Record<string, WebhookDescription>>;

export type WebhookId = keyof typeof webhooks;
