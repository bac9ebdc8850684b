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
import { type Fault, listFaults, type Message } from "./fault.js";

const BEYOND_BUDGET =
  "the schema of an order has more constraints than the default budget has cases, which are shared by all operations; --only recordOrder finds it";

/** Defects of validation: invalid requests that are accepted, valid requests that are rejected, and requests that fail with 500. */
export const LENIENT_FAULTS: readonly Fault[] = listFaults({
  "response.status.invalid-accepted": {
    "accepted: limit 0, listOrders": {
      request: (message) => (getQuery(message, "limit") === "0" ? setQuery("limit")(message) : undefined),
    },
    "accepted: limit 101, listTransactions": {
      request: (message) => (getQuery(message, "limit") === "101" ? setQuery("limit", "100")(message) : undefined),
    },
    "accepted: limit is not a number, listOrders": {
      request: (message) => (/^[a-z]/.test(getQuery(message, "limit") ?? "") ? setQuery("limit")(message) : undefined),
    },
    "accepted: startAt is not a time, listTransactions": {
      request: (message) =>
        Number.isNaN(Date.parse(getQuery(message, "startAt") ?? "1970-01-01"))
          ? setQuery("startAt")(message)
          : undefined,
    },
    "accepted: wrong Api-Version, getOrder": {
      request: ({ headers }) => {
        if (headers["api-version"] !== undefined) headers["api-version"] = "1.2";
      },
    },
    "accepted: Api-Version missing, listOrders": {
      request: ({ headers }) => {
        headers["api-version"] ??= "1.2";
      },
    },
    "accepted: Service-Request-Id missing, recordOrder": {
      request: ({ headers }) => {
        headers["service-request-id"] ??= `given-${Object.keys(headers).length}-${headers["content-length"]}`;
      },
    },
    "accepted: notes is a number, recordOrder": {
      missReason: BEYOND_BUDGET,
      request: editRequest(({ notes, ...rest }) => (typeof notes === "string" ? { ...rest, notes } : rest)),
    },
    "accepted: items is not an array, recordOrder": {
      missReason: BEYOND_BUDGET,
      request: editRequest(({ items, ...rest }) => (Array.isArray(items) ? { ...rest, items } : rest)),
    },
    "accepted: any types in an order, recordOrder": {
      response: acceptInvalid((message) => parseRequestJson(message)?.id !== undefined),
    },
    "accepted: any body, createHook": { response: acceptInvalid(() => true) },
    "accepted: malformed JSON, recordOrder": {
      response: acceptInvalid((message) => message.body !== "" && parseRequestJson(message) === undefined),
    },
    "accepted: wrong content type, createHook": {
      request: ({ headers }) => {
        headers["content-type"] = "application/json";
      },
    },
    "accepted: unknown JSON Patch operation, updateOrder": {
      response: acceptInvalid((message) => parseRequestJson(message)?.[0]?.op !== undefined),
    },
    "accepted: no body, updateOrder": { response: acceptInvalid((message) => message.body === "") },
    "invalid body repaired silently, updateOrder": {
      request: (message) => {
        const json = parseRequestJson(message);
        if (!Array.isArray(json)) return;
        const good = json.filter((it) => ["add", "replace", "remove"].includes(it?.op));
        if (good.length < json.length) setRequestText(message, JSON.stringify(good));
      },
    },
  },
  "exchange.valid.rejected": {
    "rejected: any If-Modified-Since, listTransactions": {
      instead: rejectValid(({ headers }) => headers["if-modified-since"] !== undefined),
    },
    "rejected: limit 100, listOrders": { instead: rejectValid((message) => getQuery(message, "limit") === "100") },
    "rejected: limit 1, listTransactions": { instead: rejectValid((message) => getQuery(message, "limit") === "1") },
    "rejected: a value in the enum of orderStatus, listOrders": {
      missReason:
        "it is an open question whether the list of statuses is complete (complete-value-lists), so a rejected value is no violation",
      instead: rejectValid((message) => getQuery(message, "orderStatus") === "CANCELLED"),
    },
    "rejected: an order without items, recordOrder": {
      missReason:
        "it is an open question what an order has to contain (fully-populated-order), so the rejection is no violation",
      instead: rejectValid((message) => parseRequestJson(message)?.items?.length === 0),
    },
  },
  "exchange.request.failed": {
    "500 on limit 100, listTransactions": { response: failIf((message) => getQuery(message, "limit") === "100") },
    "500 instead of 400, listTransactions": { response: changeStatus(400, 500) },
    "500 instead of 404, getSubscription": { response: changeStatus(404, 500) },
    "500 on an invalid body, updateOrder": { response: changeStatus(400, 500) },
    "500 on non-ASCII text, recordOrder": { response: failIf((message) => /[\x80-\xff]/.test(message.body)) },
    "500 on null, recordOrder": { response: failIf((message) => /:null[,}]/.test(message.body)) },
    "500 on an empty array, recordOrder": { response: failIf((message) => message.body.includes(":[]")) },
    "500 on a nonexistent date, listOrders": {
      response: failIf((message) => /-02-(29|30|31)T|-1[3-9]-/.test(getQuery(message, "startAt") ?? "")),
    },
  },
  "exchange.response.missing": {
    "connection reset on limit 0 or below, listOrders": {
      reset: (message) => /^(-|0$)/.test(getQuery(message, "limit") ?? ""),
    },
    "connection reset on a body that is not JSON, createHook": {
      reset: (message) => parseRequestJson(message) === undefined,
    },
  },
  "exchange.secret.shown": {
    "secret of the request shown in the response, createHook": {
      response: editBody((it, message) => ({ ...it, secret: parseRequestJson(message)?.secret ?? it.secret })),
    },
  },
});

function failIf(isAffected: (message: Message) => boolean): NonNullable<Fault["response"]> {
  return (response, message) => {
    if (isAffected(message)) response.status = 500;
  };
}
