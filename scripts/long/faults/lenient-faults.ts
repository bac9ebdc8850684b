import {
  acceptInvalid,
  changeStatus,
  editBody,
  editRequest,
  getQuery,
  parseRequestJson,
  rejectValid,
  setQuery,
  setRequestText,
} from "./edits.js";
import type { Fault, Message } from "./fault.js";

const ACCEPTED = ["response.status.invalid-accepted"];
const REJECTED = ["exchange.valid.rejected"];
const FAILED = ["exchange.request.failed"];
const BEYOND_BUDGET =
  "the schema of an order has more constraints than the default budget has cases, which are shared by all operations; --only recordOrder finds it";

/** Defects of validation: invalid requests that are accepted, valid requests that are rejected, and requests that fail with 500. */
export const LENIENT_FAULTS: readonly Fault[] = [
  {
    name: "accepted: limit 0",
    operation: "listOrders",
    codes: ACCEPTED,
    request: (message) => (getQuery(message, "limit") === "0" ? setQuery("limit")(message) : undefined),
  },
  {
    name: "accepted: limit 101",
    operation: "listTransactions",
    codes: ACCEPTED,
    request: (message) => (getQuery(message, "limit") === "101" ? setQuery("limit", "100")(message) : undefined),
  },
  {
    name: "accepted: limit is not a number",
    operation: "listOrders",
    codes: ACCEPTED,
    request: (message) => (/^[a-z]/.test(getQuery(message, "limit") ?? "") ? setQuery("limit")(message) : undefined),
  },
  {
    name: "accepted: startAt is not a time",
    operation: "listTransactions",
    codes: ACCEPTED,
    request: (message) =>
      Number.isNaN(Date.parse(getQuery(message, "startAt") ?? "1970-01-01")) ? setQuery("startAt")(message) : undefined,
  },
  {
    name: "accepted: wrong Api-Version",
    operation: "getOrder",
    codes: ACCEPTED,
    request: ({ headers }) => {
      if (headers["api-version"] !== undefined) headers["api-version"] = "1.2";
    },
  },
  {
    name: "accepted: Api-Version missing",
    operation: "listOrders",
    codes: ACCEPTED,
    request: ({ headers }) => {
      headers["api-version"] ??= "1.2";
    },
  },
  {
    name: "accepted: Service-Request-Id missing",
    operation: "recordOrder",
    codes: ACCEPTED,
    request: ({ headers }) => {
      headers["service-request-id"] ??= `given-${Object.keys(headers).length}-${headers["content-length"]}`;
    },
  },
  {
    name: "accepted: notes is a number",
    operation: "recordOrder",
    codes: ACCEPTED,
    missReason: BEYOND_BUDGET,
    request: editRequest(({ notes, ...rest }) => (typeof notes === "string" ? { ...rest, notes } : rest)),
  },
  {
    name: "accepted: items is not an array",
    operation: "recordOrder",
    codes: ACCEPTED,
    missReason: BEYOND_BUDGET,
    request: editRequest(({ items, ...rest }) => (Array.isArray(items) ? { ...rest, items } : rest)),
  },
  {
    name: "accepted: any types in an order",
    operation: "recordOrder",
    codes: ACCEPTED,
    response: acceptInvalid((message) => parseRequestJson(message)?.id !== undefined),
  },
  {
    name: "rejected: any If-Modified-Since",
    operation: "listTransactions",
    codes: REJECTED,
    instead: rejectValid(({ headers }) => headers["if-modified-since"] !== undefined),
  },
  { name: "accepted: any body", operation: "createHook", codes: ACCEPTED, response: acceptInvalid(() => true) },
  {
    name: "accepted: malformed JSON",
    operation: "recordOrder",
    codes: ACCEPTED,
    response: acceptInvalid((message) => message.body !== "" && parseRequestJson(message) === undefined),
  },
  {
    name: "accepted: wrong content type",
    operation: "createHook",
    codes: ACCEPTED,
    request: ({ headers }) => {
      headers["content-type"] = "application/json";
    },
  },
  {
    name: "accepted: unknown JSON Patch operation",
    operation: "updateOrder",
    codes: ACCEPTED,
    response: acceptInvalid((message) => parseRequestJson(message)?.[0]?.op !== undefined),
  },
  {
    name: "accepted: no body",
    operation: "updateOrder",
    codes: ACCEPTED,
    response: acceptInvalid((message) => message.body === ""),
  },
  {
    name: "rejected: limit 100",
    operation: "listOrders",
    codes: REJECTED,
    instead: rejectValid((message) => getQuery(message, "limit") === "100"),
  },
  {
    name: "rejected: limit 1",
    operation: "listTransactions",
    codes: REJECTED,
    instead: rejectValid((message) => getQuery(message, "limit") === "1"),
  },
  {
    name: "rejected: a value in the enum of orderStatus",
    operation: "listOrders",
    codes: REJECTED,
    missReason:
      "it is an open question whether the list of statuses is complete (complete-value-lists), so a rejected value is no violation",
    instead: rejectValid((message) => getQuery(message, "orderStatus") === "CANCELLED"),
  },
  {
    name: "rejected: an order without items",
    operation: "recordOrder",
    codes: REJECTED,
    missReason:
      "it is an open question what an order has to contain (fully-populated-order), so the rejection is no violation",
    instead: rejectValid((message) => parseRequestJson(message)?.items?.length === 0),
  },
  {
    name: "500 on limit 100",
    operation: "listTransactions",
    codes: FAILED,
    response: failIf((message) => getQuery(message, "limit") === "100"),
  },
  { name: "500 instead of 400", operation: "listTransactions", codes: FAILED, response: changeStatus(400, 500) },
  { name: "500 instead of 404", operation: "getSubscription", codes: FAILED, response: changeStatus(404, 500) },
  { name: "500 on an invalid body", operation: "updateOrder", codes: FAILED, response: changeStatus(400, 500) },
  {
    name: "500 on non-ASCII text",
    operation: "recordOrder",
    codes: FAILED,
    response: failIf((message) => /[\x80-\xff]/.test(message.body)),
  },
  {
    name: "500 on null",
    operation: "recordOrder",
    codes: FAILED,
    response: failIf((message) => /:null[,}]/.test(message.body)),
  },
  {
    name: "500 on an empty array",
    operation: "recordOrder",
    codes: FAILED,
    response: failIf((message) => message.body.includes(":[]")),
  },
  {
    name: "500 on a nonexistent date",
    operation: "listOrders",
    codes: FAILED,
    response: failIf((message) => /-02-(29|30|31)T|-1[3-9]-/.test(getQuery(message, "startAt") ?? "")),
  },
  {
    name: "connection reset on limit 0 or below",
    operation: "listOrders",
    codes: ["exchange.response.missing"],
    reset: (message) => /^(-|0$)/.test(getQuery(message, "limit") ?? ""),
  },
  {
    name: "connection reset on a body that is not JSON",
    operation: "createHook",
    codes: ["exchange.response.missing"],
    reset: (message) => parseRequestJson(message) === undefined,
  },
  {
    name: "invalid body repaired silently",
    operation: "updateOrder",
    codes: ACCEPTED,
    request: (message) => {
      const json = parseRequestJson(message);
      if (!Array.isArray(json)) return;
      const good = json.filter((it) => ["add", "replace", "remove"].includes(it?.op));
      if (good.length < json.length) setRequestText(message, JSON.stringify(good));
    },
  },
  {
    name: "secret of the request shown in the response",
    operation: "createHook",
    codes: ["exchange.secret.shown"],
    response: editBody((it, message) => ({ ...it, secret: parseRequestJson(message)?.secret ?? it.secret })),
  },
];

function failIf(isAffected: (message: Message) => boolean): NonNullable<Fault["response"]> {
  return (response, message) => {
    if (isAffected(message)) response.status = 500;
  };
}
