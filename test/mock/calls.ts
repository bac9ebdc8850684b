/** What is sent to the mock, as data: once well in every operation, and in every way that a call can be bad. */
export type Call = {
  readonly operation: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type BadCall = Call & {
  readonly status: number;
  /** What the gate finds wrong with the request. */
  readonly because: string;
  readonly findings?: readonly string[];
};

const BUSINESS = "/businesses/7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
const ORDERS = `${BUSINESS}/orders`;
const ORDER = `${ORDERS}/3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41`;
const APP = "/apps/urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1";

const VERSION = { "Api-Version": "1.2" };
const AUTH = { ...VERSION, Authorization: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln" };
const JSON_BODY = { ...AUTH, "Content-Type": "application/json" };
const WRITE = { ...JSON_BODY, "Service-Request-Id": "f0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6073" };
const BILLING = { Authorization: AUTH.Authorization };
const FORM = { ...VERSION, "Content-Type": "application/x-www-form-urlencoded" };

const listOrders = { operation: "listOrders", method: "GET", path: ORDERS, headers: AUTH };
const recordOrder = { operation: "recordOrder", method: "PUT", path: ORDER, headers: WRITE };
const updateOrder = { operation: "updateOrder", method: "PATCH", path: ORDER, headers: WRITE };
const createToken = { operation: "createToken", method: "POST", path: "/token", headers: FORM };

const PATCH = JSON.stringify([{ op: "replace", path: "/discounts", value: [] }]);
const HOOK = {
  applicationId: "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1",
  deliveryUrl: "https://listener.example/commerce/events",
  secret: "a-secret-of-our-own",
  eventTypes: ["ORDER_OPENED"],
};

export const GOOD_CALLS: readonly Call[] = [
  {
    ...createToken,
    name: "JWT bearer grant",
    body: form({
      grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "eyJhbGciOiJSUzI1NiJ9.e30.c2ln",
    }),
  },
  { ...listOrders, name: "without a filter" },
  { ...listOrders, name: "with filters", path: `${ORDERS}?limit=20&startAt=2026-03-14T00:00:00Z&orderNumber=A-1042` },
  { operation: "getOrder", name: "by its id", method: "GET", path: ORDER, headers: AUTH },
  { ...recordOrder, name: "a whole order", body: JSON.stringify({ orderNumber: "A-1041", taxExempted: false }) },
  { ...updateOrder, name: "as JSON", body: PATCH },
  {
    ...updateOrder,
    name: "as JSON Patch",
    headers: { ...WRITE, "Content-Type": "application/json-patch+json" },
    body: PATCH,
  },
  { operation: "listOrderShipments", name: "of an order", method: "GET", path: `${ORDER}/shipments`, headers: AUTH },
  { operation: "listOrderHistories", name: "of an order", method: "GET", path: `${ORDER}/histories`, headers: AUTH },
  {
    operation: "listTransactions",
    name: "of a business",
    method: "GET",
    path: `${BUSINESS}/transactions?limit=5`,
    headers: AUTH,
  },
  {
    operation: "listSubscriptions",
    name: "of an application",
    method: "GET",
    path: `${APP}/subscriptions`,
    headers: BILLING,
  },
  {
    operation: "getSubscription",
    name: "by its id",
    method: "GET",
    path: `${APP}/subscriptions/9a1c3e50-6f7b-4d28-8e4a-0b2d4f6a8c13`,
    headers: BILLING,
  },
  { operation: "listPlans", name: "of an application", method: "GET", path: `${APP}/plans`, headers: BILLING },
  {
    operation: "createHook",
    name: "of an application",
    method: "POST",
    path: "/hooks",
    headers: WRITE,
    body: JSON.stringify(HOOK),
  },
];

export const BAD_CALLS: readonly BadCall[] = [
  { ...listOrders, name: "without a token", headers: VERSION, status: 401, because: "request.security" },
  { ...listOrders, name: "without Api-Version", headers: BILLING, status: 400, because: "request.header" },
  {
    ...listOrders,
    name: "with another version",
    headers: { ...AUTH, "Api-Version": "0.9" },
    status: 400,
    because: "request.header",
  },
  { ...listOrders, name: "with a limit too high", path: `${ORDERS}?limit=101`, status: 400, because: "request.query" },
  {
    ...listOrders,
    name: "with a limit that is no number",
    path: `${ORDERS}?limit=all`,
    status: 400,
    because: "request.query",
  },
  {
    ...recordOrder,
    name: "without Service-Request-Id",
    headers: JSON_BODY,
    body: "{}",
    status: 400,
    because: "request.header",
  },
  {
    ...recordOrder,
    name: "with a value of the wrong type",
    body: '{"taxExempted":"no"}',
    status: 400,
    because: "request.body",
  },
  {
    ...updateOrder,
    name: "as plain text",
    headers: { ...WRITE, "Content-Type": "text/plain" },
    body: "x",
    status: 400,
    because: "request.content-type",
  },
  {
    ...updateOrder,
    name: "with an operation that is not supported",
    body: PATCH.replace("replace", "move"),
    status: 400,
    because: "request.body",
  },
  { ...updateOrder, name: "with a body that is no JSON", body: "[{", status: 400, because: "request.body" },
  {
    ...createToken,
    name: "without the parts of a grant",
    body: form({ grantType: "PASSWORD" }),
    status: 400,
    because: "request.body",
  },
];

export type Defect = {
  readonly defect: string;
  readonly call: Call;
  readonly status: number;
  readonly verdict: string;
  readonly codes: readonly string[];
};

/** What Prism 5.14 gets wrong and no description can help: a change of one of these is news. */
export const DEFECTS: readonly Defect[] = [
  {
    defect: "for an unsupported type it returns 406 with a body that is not in the spec",
    call: { ...listOrders, name: "as HTML", headers: { ...AUTH, Accept: "text/html" } },
    status: 406,
    verdict: "failed",
    codes: ["response.status.undocumented"],
  },
];

function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}
