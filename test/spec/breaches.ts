/** For every house rule, edits of the contract that break it, and the line that the rule then reports. */

export type Breach = {
  readonly rule: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The reported line, without its indentation, in the file after the edit. */
  readonly line: string;
  /** File of that line, where it is not the edited one. */
  readonly reportedIn?: string;
  /** What other rules, or the same one elsewhere in that file, report of the edit. */
  readonly also?: readonly { readonly rule: string; readonly line: string }[];
};

const PATHS = {
  order: "paths/businesses_{businessId}_orders_{orderId}.yaml",
  orders: "paths/businesses_{businessId}_orders.yaml",
  shipments: "paths/businesses_{businessId}_orders_{orderId}_shipments.yaml",
  histories: "paths/businesses_{businessId}_orders_{orderId}_histories.yaml",
  transactions: "paths/businesses_{businessId}_transactions.yaml",
  subscriptions: "paths/apps_{appId}_subscriptions.yaml",
  subscription: "paths/apps_{appId}_subscriptions_{subscriptionId}.yaml",
  plans: "paths/apps_{appId}_plans.yaml",
} as const;

const schema = (name: string): string => `components/schemas/${name}.yaml`;
const parameter = (name: string): string => `components/parameters/${name}.yaml`;
const parameterRef = (name: string): string => `  - $ref: ../components/parameters/${name}.yaml\n`;

export const breaches: readonly Breach[] = [
  {
    rule: "api-version-header",
    file: "paths/hooks.yaml",
    from: `parameters:\n${parameterRef("ApiVersionHeader")}`,
    to: "",
    line: "post:",
  },
  {
    rule: "api-version-header",
    file: PATHS.plans,
    from: parameterRef("ApplicationIdPath"),
    to: parameterRef("ApplicationIdPath") + parameterRef("ApiVersionHeader"),
    line: "get:",
  },
  {
    rule: "branded-ids",
    file: schema("BundleId"),
    from: "x-brand: BundleId\n",
    to: "",
    line: "description: Identifier of the bundle a subscription belongs to.",
  },
  { rule: "branded-ids", file: schema("DeviceId"), from: "x-brand: DeviceId\n", to: "", line: "description: |-" },
  { rule: "branded-ids", file: parameter("OrderIdPath"), from: "  x-brand: OrderId\n", to: "", line: "type: string" },
  {
    rule: "description-style",
    file: parameter("CountQuery"),
    from: "Number of items on a page.",
    to: "Number of items on a page",
    line: "description: Number of items on a page",
  },
  {
    rule: "description-style",
    file: schema("CurrencyCode"),
    from: "Code of a",
    to: "The code of a",
    line: "description: The code of a currency.",
  },
  {
    rule: "description-style",
    file: schema("EmvData"),
    from: "Tags read from the chip",
    to: "tags read from the chip",
    line: "description: tags read from the chip, by name.",
  },
  {
    rule: "description-style",
    file: parameter("LimitQuery"),
    from: "items to return.",
    to: "items. Default is 10.",
    line: "description: Number of items. Default is 10.",
  },
  {
    rule: "description-style",
    file: parameter("EndAtQuery"),
    from: "When absent, it is",
    to: "When absent, it will be",
    line: "description: |-",
  },
  {
    rule: "description-style",
    file: "components/examples/NotFound.not-found.yaml",
    from: "summary: Not found",
    to: "summary: Not found.",
    line: "summary: Not found.",
  },
  {
    rule: "error-answers",
    file: "paths/token.yaml",
    from: `    "404":\n      $ref: ../components/responses/NotFound.yaml\n`,
    to: "",
    line: "responses:",
  },
  {
    rule: "extension-known",
    file: schema("HookId"),
    from: "x-brand: HookId\n",
    to: "x-brand: HookId\nx-observed: true\n",
    line: "x-observed: true",
  },
  {
    rule: "extension-known",
    file: schema("PlanId"),
    from: "x-brand: PlanId",
    to: "x-brand: plan id",
    line: "x-brand: plan id",
  },
  {
    rule: "extension-known",
    file: schema("Hook"),
    from: "    x-open-point: masked-secret\n",
    to: "    x-open-point: []\n",
    line: "x-open-point: []",
  },
  {
    rule: "field-description",
    file: schema("Customer"),
    from: "Given name of the customer.",
    to: "First name.",
    line: "firstName:",
  },
  {
    rule: "field-description",
    file: schema("Customer"),
    from: "    description: Family name of the customer.\n",
    to: "",
    line: "lastName:",
  },
  {
    rule: "field-description",
    file: schema("Customer"),
    from: "Date and time when the customer record was last updated.",
    to: "Time of the last update.",
    line: "updatedAt:",
  },
  {
    rule: "field-description",
    file: schema("FundingSource"),
    from: "Specifies if the card is a debit card.",
    to: "Debit card or not.",
    line: "debit:",
  },
  {
    rule: "list-paging",
    file: schema("OrderList"),
    from: "  - count\n",
    to: "",
    line: "operationId: listOrders",
    reportedIn: PATHS.orders,
  },
  {
    rule: "list-paging",
    file: PATHS.transactions,
    from: `  ${parameterRef("StartOffsetQuery")}`,
    to: "",
    line: "operationId: listTransactions",
  },
  {
    rule: "list-paging",
    file: PATHS.subscriptions,
    from: "    start: start\n",
    to: "    start: from\n",
    line: "operationId: listSubscriptions",
  },
  {
    rule: "named-examples",
    file: PATHS.subscription,
    from: "            full-subscription:",
    to: "            full:",
    line: "$ref: ../components/examples/getSubscription.full-subscription.yaml",
  },
  {
    rule: "named-examples",
    file: "components/responses/Forbidden.yaml",
    from: "    examples:\n      forbidden:\n        $ref: ../examples/Forbidden.forbidden.yaml\n",
    to: "",
    line: "application/json:",
  },
  {
    rule: "no-closed-objects",
    file: schema("PlanAmount"),
    from: "type: object\n",
    to: "type: object\nadditionalProperties: false\n",
    line: "additionalProperties: false",
  },
  {
    rule: "one-timestamp",
    file: schema("CardBrand"),
    from: "    $ref: ./Timestamp.yaml",
    to: "    type: string\n    format: date-time",
    line: "format: date-time",
  },
  { rule: "open-enumeration", file: schema("CardStatus"), from: "x-extensible-enum:", to: "enum:", line: "enum:" },
  {
    rule: "open-enumeration",
    file: schema("Reference"),
    from: "    type: string\n",
    to: "    type: string\n    x-extensible-enum: [order]\n",
    line: "x-extensible-enum: [order]",
  },
  {
    rule: "operation-id-verb",
    file: "webhooks/order-opened.yaml",
    from: "operationId: onOrderOpened",
    to: "operationId: onOrderOPENED",
    line: "operationId: onOrderOPENED",
    also: [{ rule: "named-examples", line: "$ref: ../components/examples/onOrderOpened.opened-order.yaml" }],
  },
  {
    rule: "operation-id-verb",
    file: PATHS.histories,
    from: "operationId: listOrderHistories",
    to: "operationId: fetchOrderHistories",
    line: "operationId: fetchOrderHistories",
    also: [
      { rule: "operation-words", line: "summary: List the history events of an order" },
      { rule: "operation-words", line: "description: Returns all order history events of the order." },
      { rule: "named-examples", line: "$ref: ../components/examples/listOrderHistories.one-event.yaml" },
      { rule: "named-examples", line: "$ref: ../components/examples/listOrderHistories.no-events.yaml" },
    ],
  },
  {
    rule: "operation-words",
    file: PATHS.plans,
    from: "summary: List the plans",
    to: "summary: Lists the plans",
    line: "summary: Lists the plans of an application",
  },
  {
    rule: "operation-words",
    file: PATHS.plans,
    from: "description: Returns the plans",
    to: "description: Return the plans",
    line: "description: Return the plans of the application.",
  },
  {
    rule: "operation-words",
    file: PATHS.order,
    from: "summary: Get an order",
    to: "summary: Get it",
    line: "summary: Get it",
  },
  {
    rule: "reference-to-file",
    file: schema("Card"),
    from: "./CardBrand.yaml",
    to: "./CardBrand.yaml#/",
    line: "$ref: ./CardBrand.yaml#/",
  },
  {
    rule: "request-id-header",
    file: PATHS.shipments,
    from: parameterRef("RequestIdHeader"),
    to: parameterRef("IfModifiedSinceHeader"),
    line: "get:",
  },
  {
    rule: "request-id-header",
    file: PATHS.order,
    from: parameterRef("RequiredIdempotencyKeyHeader"),
    to: parameterRef("IdempotencyKeyHeader"),
    line: "put:",
  },
  {
    rule: "request-id-header",
    file: PATHS.histories,
    from: parameterRef("RequestIdHeader"),
    to: parameterRef("RequiredIdempotencyKeyHeader"),
    line: "get:",
  },
  {
    rule: "request-id-header",
    file: "paths/hooks.yaml",
    from: "parameters/IdempotencyKeyHeader",
    to: "parameters/RequestIdHeader",
    line: "post:",
  },
  {
    rule: "sensitive-fields",
    file: schema("PasswordGrant"),
    from: "    x-sensitive: true\n",
    to: "",
    line: "password:",
  },
  {
    rule: "webhook-delivery",
    file: "webhooks/order-opened.yaml",
    from: "x-acknowledge-within-ms: 2000",
    to: "x-acknowledge-within-ms: 5000",
    line: "post:",
  },
  { rule: "webhook-delivery", file: "webhooks/order-completed.yaml", from: "  security: []\n", to: "", line: "post:" },
  {
    rule: "webhook-delivery",
    file: "webhooks/order-cancelled.yaml",
    from: "WebhookSignatureHeader",
    to: "RequestIdHeader",
    line: "post:",
  },
  { rule: "webhook-delivery", file: "webhooks/order-updated.yaml", from: '"200":', to: '"204":', line: "post:" },
];
