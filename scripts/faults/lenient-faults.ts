import { accepts, body, query, queryOf, refuses, sendText, sent, sentJson, status } from "./edits.js";
import type { Fault, Message } from "./fault.js";

const ACCEPTED = ["response.status.invalid-accepted"];
const REJECTED = ["exchange.valid.rejected"];
const FAILED = ["exchange.request.failed"];
const BEYOND_BUDGET =
  "an order has more clauses than the default budget has cases for, which go round all operations; found with --only recordOrder";

/** What is accepted and ought to be refused, refused and ought to be accepted, or breaks the service. */
export const LENIENT_FAULTS: readonly Fault[] = [
  {
    name: "accepted: limit 0",
    operation: "listOrders",
    codes: ACCEPTED,
    request: (message) => (queryOf(message, "limit") === "0" ? query("limit")(message) : undefined),
  },
  {
    name: "accepted: limit 101",
    operation: "listTransactions",
    codes: ACCEPTED,
    request: (message) => (queryOf(message, "limit") === "101" ? query("limit", "100")(message) : undefined),
  },
  {
    name: "accepted: limit is a word",
    operation: "listOrders",
    codes: ACCEPTED,
    request: (message) => (/^[a-z]/.test(queryOf(message, "limit") ?? "") ? query("limit")(message) : undefined),
  },
  {
    name: "accepted: startAt is no time",
    operation: "listTransactions",
    codes: ACCEPTED,
    request: (message) =>
      Number.isNaN(Date.parse(queryOf(message, "startAt") ?? "1970-01-01")) ? query("startAt")(message) : undefined,
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
    name: "accepted: a number for the text notes",
    operation: "recordOrder",
    codes: ACCEPTED,
    open: BEYOND_BUDGET,
    request: sent(({ notes, ...rest }) => (typeof notes === "string" ? { ...rest, notes } : rest)),
  },
  {
    name: "accepted: items are no list",
    operation: "recordOrder",
    codes: ACCEPTED,
    open: BEYOND_BUDGET,
    request: sent(({ items, ...rest }) => (Array.isArray(items) ? { ...rest, items } : rest)),
  },
  {
    name: "accepted: any types in an order",
    operation: "recordOrder",
    codes: ACCEPTED,
    answer: accepts((message) => sentJson(message)?.id !== undefined),
  },
  {
    name: "refused: any If-Modified-Since",
    operation: "listTransactions",
    codes: REJECTED,
    instead: refuses(({ headers }) => headers["if-modified-since"] !== undefined),
  },
  { name: "accepted: any body", operation: "createHook", codes: ACCEPTED, answer: accepts(() => true) },
  {
    name: "accepted: broken JSON",
    operation: "recordOrder",
    codes: ACCEPTED,
    answer: accepts((message) => message.body !== "" && sentJson(message) === undefined),
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
    name: "accepted: an operation that JSON Patch does not have",
    operation: "updateOrder",
    codes: ACCEPTED,
    answer: accepts((message) => sentJson(message)?.[0]?.op !== undefined),
  },
  {
    name: "accepted: no body",
    operation: "updateOrder",
    codes: ACCEPTED,
    answer: accepts((message) => message.body === ""),
  },
  {
    name: "refused: limit 100",
    operation: "listOrders",
    codes: REJECTED,
    instead: refuses((message) => queryOf(message, "limit") === "100"),
  },
  {
    name: "refused: limit 1",
    operation: "listTransactions",
    codes: REJECTED,
    instead: refuses((message) => queryOf(message, "limit") === "1"),
  },
  {
    name: "refused: a listed value of orderStatus",
    operation: "listOrders",
    codes: REJECTED,
    open: "whether the list of statuses is complete is an open point (complete-value-lists), and so is what is refused of it",
    instead: refuses((message) => queryOf(message, "orderStatus") === "CANCELLED"),
  },
  {
    name: "refused: an order without items",
    operation: "recordOrder",
    codes: REJECTED,
    open: "what an order has to hold is an open point (fully-populated-order): a refusal for what is written breaks no clause",
    instead: refuses((message) => sentJson(message)?.items?.length === 0),
  },
  {
    name: "500 on limit 100",
    operation: "listTransactions",
    codes: FAILED,
    answer: failing((message) => queryOf(message, "limit") === "100"),
  },
  { name: "500 for any mistake", operation: "listTransactions", codes: FAILED, answer: status(400, 500) },
  { name: "500 for what is not there", operation: "getSubscription", codes: FAILED, answer: status(404, 500) },
  { name: "500 on a broken body", operation: "updateOrder", codes: FAILED, answer: status(400, 500) },
  {
    name: "500 on text beyond ASCII",
    operation: "recordOrder",
    codes: FAILED,
    answer: failing((message) => /[\x80-\xff]/.test(message.body)),
  },
  {
    name: "500 on null",
    operation: "recordOrder",
    codes: FAILED,
    answer: failing((message) => /:null[,}]/.test(message.body)),
  },
  {
    name: "500 on an empty list",
    operation: "recordOrder",
    codes: FAILED,
    answer: failing((message) => message.body.includes(":[]")),
  },
  {
    name: "500 on a day that the calendar does not have",
    operation: "listOrders",
    codes: FAILED,
    answer: failing((message) => /-02-(29|30|31)T|-1[3-9]-/.test(queryOf(message, "startAt") ?? "")),
  },
  {
    name: "connection reset on limit 0 or below",
    operation: "listOrders",
    codes: ["exchange.response.missing"],
    reset: (message) => /^(-|0$)/.test(queryOf(message, "limit") ?? ""),
  },
  {
    name: "connection reset on a body that is no JSON",
    operation: "createHook",
    codes: ["exchange.response.missing"],
    reset: (message) => sentJson(message) === undefined,
  },
  {
    name: "invalid body repaired without a word",
    operation: "updateOrder",
    codes: ACCEPTED,
    request: (message) => {
      const json = sentJson(message);
      if (!Array.isArray(json)) return;
      const good = json.filter((it) => ["add", "replace", "remove"].includes(it?.op));
      if (good.length < json.length) sendText(message, JSON.stringify(good));
    },
  },
  {
    name: "secret in the answer is the one that was sent",
    operation: "createHook",
    codes: ["exchange.secret.shown"],
    answer: body((it, message) => ({ ...it, secret: sentJson(message)?.secret ?? it.secret })),
  },
];

function failing(isMeant: (message: Message) => boolean): NonNullable<Fault["answer"]> {
  return (answer, message) => {
    if (isMeant(message)) answer.status = 500;
  };
}
