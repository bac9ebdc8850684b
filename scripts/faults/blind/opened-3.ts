import {
  createJsonResponse,
  editBody,
  editRequest,
  getQuery,
  type Json,
  parseRequestJson,
  setBody,
  setQuery,
} from "../edits.js";
import { type Defect, editEvent } from "./defect.js";
import {
  ABSENT,
  CREATE_HOOK,
  editOperations,
  GET_ORDER,
  LIST_SHIPMENTS,
  LIST_SUBSCRIPTIONS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  recordedAs,
  setTotal,
  UPDATE_ORDER,
  WEBHOOK,
} from "./edits-of-commerce.js";

export const OPENED_3: readonly Defect[] = [
  {
    id: "order-items-reversed",
    service: "sandbox",
    operation: GET_ORDER,
    title: "items are returned in reverse order",
    breaks: "RFC 8259 5: an array is ordered; the service records what is passed",
    response: editBody((it) => {
      if (Array.isArray(it.items)) it.items.reverse();
      return it;
    }),
    shows: recordedAs({
      items: [
        { id: 1, name: "a" },
        { id: 2, name: "b" },
      ],
    }),
  },
  {
    id: "put-charset-rejected",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "Content-Type with a parameter is rejected",
    breaks: "RFC 9110 8.3.1: a media type may have parameters",
    instead: (it) =>
      it.headers["content-type"]?.includes(";") ? createJsonResponse(400, { message: "Content-Type" }) : undefined,
    shows: async (c) => {
      const { status } = await c.send("PUT", `${c.orders}/${ABSENT}`, {
        body: {},
        headers: { "Content-Type": "application/json; charset=utf-8", "Service-Request-Id": "cs" },
      });
      return status < 300 ? undefined : `status ${status} for a charset`;
    },
  },
  {
    id: "hook-other-business",
    service: "sandbox",
    operation: CREATE_HOOK,
    title: "a hook is registered for another business than requested",
    breaks: "spec: businessId is the business whose events are sent",
    response: editBody((it) => ({ ...it, businessId: ABSENT })),
    shows: async (c) => {
      const { json } = await c.hook();
      return json.businessId === c.business ? undefined : "another businessId";
    },
  },
  {
    id: "put-unknown-status",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "an unlisted status is recorded as OPENED",
    breaks: "spec: enums list the known values, and other values are possible; the service records what is passed",
    request: editRequest((it) =>
      typeof it.statuses?.status === "string" && !/^(OPENED|COMPLETED|CANCELLED)$/.test(it.statuses.status)
        ? { ...it, statuses: { ...it.statuses, status: "OPENED" } }
        : it,
    ),
    shows: recordedAs({ statuses: { status: "ON_HOLD" } }),
  },
  {
    id: "hook-secret-in-clear",
    service: "sandbox",
    operation: CREATE_HOOK,
    title: "the secret of a hook is returned in clear",
    breaks: "seed: secret is returned masked",
    response: (it, message) =>
      editBody((json) => ({ ...json, secret: parseRequestJson(message)?.secret ?? json.secret }))(
        it,
        message,
        new Map(),
      ),
    shows: async (c) => {
      const { json } = await c.hook();
      return json.secret.includes("signing") ? "the secret is in the response" : undefined;
    },
  },
  {
    id: "transactions-other-action",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "a filter by action ignores unknown values",
    breaks: "seed: action, filter by transaction action",
    request: (it) => {
      if (!["AUTHORIZE", "CAPTURE", "SALE", "REFUND", null].includes(getQuery(it, "action"))) setQuery("action")(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?action=NONE_SUCH`);
      return json.transactions.length > 0 ? "transactions of other actions" : undefined;
    },
  },
  {
    id: "subscriptions-other-app",
    service: "sandbox",
    operation: LIST_SUBSCRIPTIONS,
    title: "a subscription of another application is listed",
    breaks: "seed: lists active subscriptions of an application",
    response: editBody((it) => {
      if (it.list?.length > 0) it.list[0].appId = `urn:aid:${ABSENT}`;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      return json.list.some((it: Json) => it.appId !== c.application) ? "another appId" : undefined;
    },
  },
  {
    id: "event-form-type",
    service: "sandbox",
    operation: WEBHOOK,
    title: "a delivery has the type of a form",
    breaks: "spec: delivery has the header Content-Type: application/json",
    delivery: (it) => {
      it.headers["content-type"] = "application/x-www-form-urlencoded";
    },
    shows: async (c) => {
      const [event] = await c.deliver();
      return event !== undefined && event.headers["content-type"] !== "application/json"
        ? "another Content-Type"
        : undefined;
    },
  },
  {
    id: "order-quantity-rounded",
    service: "sandbox",
    operation: GET_ORDER,
    title: "fractions of a quantity are lost",
    breaks: "seed: quantity is a number; the service records what is passed",
    response: editBody((it) => {
      for (const item of it.items ?? [])
        if (typeof item?.quantity === "number") item.quantity = Math.round(item.quantity);
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(await c.record({ items: [{ id: 1, quantity: 2.5 }] }));
      return json.items[0].quantity === 2.5 ? undefined : `quantity ${json.items[0].quantity} for 2.5`;
    },
  },
  {
    id: "patch-adds-items",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "add is accepted on /items",
    breaks: "seed: replace is allowed on /items and /discounts",
    request: editOperations((it) =>
      it.map((one) => (one?.path === "/items" && one.op === "add" ? { ...one, op: "replace" } : one)),
    ),
    shows: async (c) => {
      const { status } = await c.patch(await c.record({ items: [{ id: 1 }] }), [
        { op: "add", path: "/items", value: [] },
      ]);
      return status === 200 ? "200 for add on /items" : undefined;
    },
  },
  {
    id: "shipments-mode-lower-case",
    service: "sandbox",
    operation: LIST_SHIPMENTS,
    title: "deliveryMode is in lower case",
    breaks: "seed: deliveryMode FOR_HERE; GET of the order has the same shipment",
    response: editBody((it) =>
      it.map((one: Json) =>
        typeof one.deliveryMode === "string" ? { ...one, deliveryMode: one.deliveryMode.toLowerCase() } : one,
      ),
    ),
    shows: async (c) => {
      const path = await c.record({ orderShipments: [{ id: 1, deliveryMode: "FOR_HERE" }] });
      const { json } = await c.get(`${path}/shipments`);
      return json[0].deliveryMode === "FOR_HERE" ? undefined : json[0].deliveryMode;
    },
  },
  {
    id: "event-link-dead",
    service: "sandbox",
    operation: WEBHOOK,
    title: "the link of an event leads to another order",
    breaks: "spec: the link with rel = resource leads to the item",
    delivery: editEvent((it) => {
      for (const link of (it.links ?? []) as { href: string }[]) link.href = link.href.replace(/[^/]+$/, ABSENT);
    }),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event?.json.links[0].href.endsWith(ABSENT) ? "the link does not lead to resourceId" : undefined;
    },
  },
  {
    id: "patch-returns-previous",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "the response is the order before the change",
    breaks: "spec: 200, the updated order is returned",
    response: (it, { target }, memory) => {
      if (it.status !== 200) return;
      const old = memory.get(target);
      memory.set(target, it.body);
      if (old instanceof Buffer) setBody(it, old.toString());
    },
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(2));
      const { json } = await c.patch(path, setTotal(3));
      return json.amounts.netTotal === 3 ? undefined : `netTotal ${json.amounts.netTotal} in the response`;
    },
  },
];
