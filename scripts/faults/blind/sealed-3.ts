import { editBody, editRequest, getQuery, setQuery } from "../edits.js";
import type { Reply } from "./client.js";
import type { Defect } from "./defect.js";
import {
  ABSENT,
  acceptAnyToken,
  acceptRejectedGrant,
  CREATE_HOOK,
  CREATE_TOKEN,
  JWT_BEARER,
  LIST_HISTORIES,
  LIST_ORDERS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  recordedAs,
  renewRequestId,
  requestToken,
  sendForm,
} from "./edits-of-commerce.js";

export const SEALED_3: readonly Defect[] = [
  {
    id: "hook-not-idempotent",
    service: "sandbox",
    operation: CREATE_HOOK,
    title: "a repeated Service-Request-Id registers a second hook",
    breaks: "seed: Service-Request-Id enforces idempotency, usually on POST requests",
    request: renewRequestId,
    shows: async (c) => {
      const sending = {
        headers: { "Service-Request-Id": "same" },
        body: {
          applicationId: c.application,
          businessId: c.business,
          deliveryUrl: "http://127.0.0.1:9/x",
          secret: "a-long-random-signing-secret",
          eventTypes: ["ORDER_OPENED"],
        },
      };
      const first = await c.send("POST", "/hooks", sending);
      const second = await c.send("POST", "/hooks", sending);
      return first.json.id === second.json.id ? undefined : "two hooks for one Service-Request-Id";
    },
  },
  {
    id: "order-times-with-milliseconds",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "the response to PUT has milliseconds",
    breaks: "seed: all date-time values are in the form YYYY-MM-DDThh:mm:ssZ",
    response: editBody((it) =>
      typeof it.updatedAt === "string" ? { ...it, updatedAt: it.updatedAt.replace(/Z$/, ".000Z") } : it,
    ),
    shows: async (c) => {
      const { json } = await c.send("PUT", `${c.orders}/${ABSENT}`, {
        body: {},
        headers: { "Service-Request-Id": "ms" },
      });
      return json.updatedAt.includes(".") ? json.updatedAt : undefined;
    },
  },
  {
    id: "put-drops-empty-text",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "an empty string is not recorded",
    breaks: "seed: the service records what is passed",
    request: editRequest((it) => Object.fromEntries(Object.entries(it).filter(([, value]) => value !== ""))),
    shows: recordedAs({ notes: "" }),
  },
  {
    id: "put-nothing-content",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "PUT responds with 204 and no order",
    breaks: "spec: 200 or 201 with the recorded order",
    response: (it) => {
      if (it.status < 300) {
        it.status = 204;
        it.body = Buffer.alloc(0);
        it.headers = {};
      }
    },
    shows: async (c) => {
      const { status } = await c.send("PUT", `${c.orders}/${ABSENT}`, {
        body: {},
        headers: { "Service-Request-Id": "n" },
      });
      return status === 204 ? "204" : undefined;
    },
  },
  {
    id: "limit-zero",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "limit=0 is accepted",
    breaks: "seed: limit is an integer from 1 to 100",
    request: (it) => {
      if (getQuery(it, "limit") === "0") setQuery("limit")(it);
    },
    shows: async (c) => {
      const { status } = await c.get(`${c.transactions}?limit=0`);
      return status === 200 ? "200 for limit=0" : undefined;
    },
  },
  {
    id: "empty-list-null",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "orders is null if there are none",
    breaks: "seed: orders is an array of Order",
    response: editBody((it) => (it.orders?.length === 0 ? { ...it, orders: null } : it)),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?orderNumber=none-such`);
      return json.orders === null ? "orders is null" : undefined;
    },
  },
  {
    id: "put-negative-clipped",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "negative totals become 0",
    breaks: "seed: amounts are integers; the service records what is passed",
    request: editRequest((it) => (it.amounts?.netTotal < 0 ? { ...it, amounts: { ...it.amounts, netTotal: 0 } } : it)),
    shows: recordedAs({ amounts: { netTotal: -5 } }),
  },
  {
    id: "action-filter-drops-status",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "status is ignored together with action",
    breaks: "seed: action, status: filter by transaction action or status",
    request: (it) => {
      if (getQuery(it, "action") !== null) setQuery("status")(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?action=SALE&status=NONE_SUCH`);
      return json.transactions.length > 0 ? "transactions of another status" : undefined;
    },
  },
  {
    id: "put-retry-overwrites",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "a repeated PUT is executed again",
    breaks: "seed: Service-Request-Id enforces idempotency",
    request: renewRequestId,
    shows: async (c) => {
      const path = `${c.orders}/${ABSENT}`;
      const put = (orderNumber: string, id: string): Promise<Reply> =>
        c.send("PUT", path, { body: { orderNumber }, headers: { "Service-Request-Id": id } });
      await put("A", "r1");
      await put("B", "r2");
      await put("A", "r1");
      const { json } = await c.get(path);
      return json.orderNumber === "B" ? undefined : "a retry of the first PUT has overwritten the second";
    },
  },
  {
    id: "token-for-forged-assertion",
    service: "sandbox",
    operation: CREATE_TOKEN,
    title: "an assertion with a wrong signature gets a token",
    breaks: "seed: the JWT bearer grant requires a JWT self-signed with the client's private key",
    response: acceptRejectedGrant((it) => it.get("grantType")?.endsWith("jwt-bearer") === true && it.has("assertion")),
    shows: async (c) => {
      await requestToken(c);
      const form = new URLSearchParams({
        grantType: JWT_BEARER,
        assertion: `${(await c.assertion()).slice(0, -6)}AAAAAA`,
      });
      const { status } = await sendForm(c, form);
      return status < 300 ? `status ${status} for a forged assertion` : undefined;
    },
  },
  {
    id: "list-silent-cap",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "a page has at most 20 orders and no next link",
    breaks: "seed: when more items exist than were returned, the response carries a next link",
    response: editBody((it) =>
      it.orders?.length > 20 ? { ...it, orders: it.orders.slice(0, 20), count: 20, links: [] } : it,
    ),
    shows: async (c) => {
      const all = await c.pages(`${c.orders}?limit=10`, "orders");
      const { json } = await c.get(`${c.orders}?limit=100`);
      return json.orders.length < all.length && json.links.length === 0
        ? `${json.orders.length} of ${all.length} without next`
        : undefined;
    },
  },
  {
    id: "histories-basic-scheme",
    service: "sandbox",
    operation: LIST_HISTORIES,
    title: "credentials of another scheme are accepted",
    breaks: "spec: the access token is sent as Authorization: Bearer; invalid tokens result in 401",
    request: acceptAnyToken((it) => it?.startsWith("Basic ") === true),
    shows: async (c) => {
      const path = `${await c.record({})}/histories`;
      await c.get(path);
      const { status } = await c.get(path, { Authorization: "Basic cHJvYmU6cHJvYmU=" });
      return status === 401 ? undefined : `status ${status} with Basic credentials`;
    },
  },
  {
    id: "password-grant-without-assertion",
    service: "sandbox",
    operation: CREATE_TOKEN,
    title: "the password grant needs no self-signed JWT",
    breaks: "seed: the password grant requires a self-signed JWT in the Authorization header",
    response: acceptRejectedGrant((it) => it.get("grantType") === "PASSWORD"),
    shows: async (c) => {
      await requestToken(c);
      const form = new URLSearchParams({
        grantType: "PASSWORD",
        businessId: c.business,
        username: "owner",
        password: "x",
      });
      const { status } = await sendForm(c, form);
      return status < 300 ? `status ${status} without an assertion` : undefined;
    },
  },
];
