import { editBody, type Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import {
  ABSENT,
  GET_ORDER,
  GET_SUBSCRIPTION,
  LIST_HISTORIES,
  LIST_PLANS,
  LIST_SUBSCRIPTIONS,
  LIST_TRANSACTIONS,
  shiftHours,
} from "../edits-of-commerce.js";
import { editEach, either, failIf, notKept } from "../second/edits-of-second.js";
import { readJson, replaceBody, SANDBOX } from "./edits-of-fifth.js";

export const READS: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "last-modified-in-iso-format",
    kind: "HTTP",
    title: "Last-Modified of an order is an ISO 8601 time",
    breaks: "RFC 9110 8.8.2 and 5.6.7: Last-Modified is an HTTP-date",
    response: (it) => {
      const updatedAt = it.status === 200 ? readJson(it)?.updatedAt : undefined;
      if (updatedAt !== undefined) it.headers["last-modified"] = updatedAt;
    },
    names: either(/Last-Modified/, /HTTP.?date|IMF/),
    shows: async (c) => {
      const modified = (await c.get(await c.record({}))).headers["last-modified"];
      return modified?.includes("GMT") === false ? `Last-Modified: ${modified}` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "head-without-length",
    kind: "HTTP",
    methods: ["HEAD"],
    title: "Content-Length of the response to HEAD is 0",
    breaks: "RFC 9110 8.6: Content-Length in a response to HEAD equals that of a GET",
    response: (it) => {
      if (it.status === 200) it.headers["content-length"] = "0";
    },
    names: either(/\bHEAD\b/, /Content-Length/),
    shows: async (c) => {
      const path = await c.record({ notes: "counted" });
      const [head, get] = [await c.send("HEAD", path), await c.get(path)];
      const [own, expected] = [head, get].map(({ headers }) => headers["content-length"]);
      return own === expected ? undefined : `Content-Length ${own} with HEAD, ${expected} with GET`;
    },
  },
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "unknown-order-shows-stack",
    kind: "leak",
    title: "the 404 of an order has a stack trace and the SQL statement",
    breaks: "OWASP API8:2023: error messages with stack traces or other sensitive information",
    response: (it) => {
      if (it.status !== 404) return;
      const stack = "NotFoundError: no row\n    at OrderRepository.find (/srv/app/dist/orders/repository.js:41:13)";
      replaceBody(it, { ...readJson(it), stack, query: "SELECT * FROM orders WHERE business_id = $1 AND id = $2" });
    },
    names: either(/stack|trace/, /SQL|query|statement/, /leak|internal|expos|reveal/),
    shows: async (c) => {
      const { text } = await c.get(`${c.orders}/${ABSENT}`);
      return /\.js:\d+/.test(text) ? "the error has a stack trace" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "amounts-in-major-units",
    kind: "response value",
    title: "the amounts of listed transactions are divided by 100",
    breaks: "spec, MonetaryAmount: integer; the order has the same transaction with other amounts",
    response: editEach("transactions", (it) => {
      const sums = Object.entries(it.amounts ?? {}).map(([name, value]) => [
        name,
        typeof value === "number" ? value / 100 : value,
      ]);
      return { ...it, amounts: Object.fromEntries(sums) };
    }),
    names: notKept(/amount|integer|type/),
    shows: async (c) => {
      const { transactions } = (await c.get(c.transactions)).json;
      const sums: readonly number[] = transactions.map((it: Json) => it.amounts.transactionAmount);
      const wrong = sums.find((it) => !Number.isInteger(it));
      return wrong === undefined ? undefined : `transactionAmount is ${wrong}`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_HISTORIES,
    id: "history-in-local-time",
    kind: "consistency",
    alsoOn: ["getOrder"],
    title: "the timestamps of listed history events are local times with a Z",
    breaks: "spec, conventions: all date-time values are GMT; the order has the same event with another time",
    response: editBody((it) =>
      Array.isArray(it)
        ? it.map((event) =>
            typeof event?.timestamp === "string" ? { ...event, timestamp: shiftHours(event.timestamp, -5) } : event,
          )
        : it,
    ),
    names: notKept(/timestamp|time|hour|zone|GMT|UTC/),
    shows: async (c) => {
      const timestamp = "2026-02-03T04:05:06Z";
      const path = await c.record({ orderHistories: [{ id: 1, timestamp, event: "ACCEPTED" }] });
      const [event] = (await c.get(`${path}/histories`)).json;
      return event.timestamp === timestamp ? undefined : `the timestamp is ${event.timestamp}`;
    },
  },
  {
    ...SANDBOX,
    operation: GET_SUBSCRIPTION,
    id: "trial-read-as-full",
    kind: "consistency",
    alsoOn: ["listSubscriptions"],
    title: "a single subscription always has the phase FULL",
    breaks: "spec, Subscription.phase: phase that the subscription is in; the list has TRIAL",
    response: editBody((it) => ({ ...it, phase: "FULL" })),
    names: notKept(/phase|TRIAL|FULL/),
    shows: async (c) => {
      const path = `/apps/${c.application}/subscriptions`;
      const { list } = (await c.get(path)).json;
      const trial = list.find((it: Json) => it.phase === "TRIAL");
      const { phase } = (await c.get(`${path}/${trial.subscriptionId}`)).json;
      return phase === "TRIAL" ? undefined : `the phase is ${phase}, and TRIAL in the list`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SUBSCRIPTIONS,
    id: "times-with-offset",
    kind: "response value",
    title: "the times of listed subscriptions end in +00:00",
    breaks: "spec, Timestamp: YYYY-MM-DDThh:mm:ssZ",
    response: editEach("list", (it) => {
      const times = Object.entries(it).filter(([name]) => /At$/.test(name));
      return {
        ...it,
        ...Object.fromEntries(times.map(([name, time]) => [name, String(time).replace(/Z$/, "+00:00")])),
      };
    }),
    names: either(/startAt|createdAt|updatedAt/, /pattern|format|date-time|timestamp/),
    shows: async (c) => {
      const [{ createdAt }] = (await c.get(`/apps/${c.application}/subscriptions`)).json.list;
      return createdAt.endsWith("Z") ? undefined : `createdAt is ${createdAt}`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_PLANS,
    id: "plans-need-version",
    kind: "validation",
    title: "plans are refused without Api-Version",
    breaks: "spec, listPlans has no parameter Api-Version; open-points.yaml, billing-version-header: none is required",
    instead: failIf(({ headers }) => headers["api-version"] === undefined, 400),
    names: either(/Api-Version/, /\b400\b/, /valid|reject|refus/),
    shows: async (c) => {
      const { status } = await c.get(`/apps/${c.application}/plans`, { "Api-Version": undefined });
      return status === 200 ? undefined : `status ${status} without Api-Version`;
    },
  },
];
