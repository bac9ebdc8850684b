import {
  createJsonResponse,
  editBody,
  editRequest,
  getQuery,
  type Json,
  parseRequestJson,
  setHeader,
  setRequestText,
} from "../edits.js";
import type { Defect } from "./defect.js";
import {
  ABSENT,
  acceptPatch,
  CREATE_HOOK,
  GET_ORDER,
  ignoreQuery,
  isSigned,
  LIST_ORDERS,
  LIST_SUBSCRIPTIONS,
  RECORD_ORDER,
  recordedAs,
  setTotal,
  shiftHours,
  UPDATE_ORDER,
  UUID,
  WEBHOOK,
} from "./edits-of-commerce.js";

export const SEALED_5: readonly Defect[] = [
  {
    id: "put-unicode-500",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "notes outside of ASCII fail with 500",
    breaks: "spec: 201, a new order was recorded; notes is a string",
    instead: (it) =>
      /[^\0-\u007f]/.test(String(parseRequestJson(it)?.notes ?? ""))
        ? createJsonResponse(500, { message: "encoding" })
        : undefined,
    shows: async (c) => {
      const { status } = await c.send("PUT", `${c.orders}/${ABSENT}`, {
        body: { notes: "né" },
        headers: { "Service-Request-Id": "u" },
      });
      return status < 300 ? undefined : `status ${status}`;
    },
  },
  {
    id: "store-filter-lost-with-status",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "storeId is ignored together with orderStatus",
    breaks: "seed: storeId, only orders of this store",
    request: (it) => {
      if (getQuery(it, "orderStatus") !== null) ignoreQuery("storeId", UUID)(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?limit=100`);
      const store = json.orders[0].context.storeId;
      const both = await c.get(`${c.orders}?limit=100&storeId=${store}&orderStatus=COMPLETED`);
      return both.json.orders.some((it: Json) => it.context.storeId !== store) ? "orders of another store" : undefined;
    },
  },
  {
    id: "patch-move-accepted",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "move and copy are accepted",
    breaks: "seed: only the operations add, remove and replace are supported",
    response: acceptPatch((it) => it.some(({ op }) => op === "move" || op === "copy")),
    shows: async (c) => {
      const { status } = await c.patch(await c.record({ amounts: { netTotal: 1 } }), [
        { op: "copy", from: "/amounts/netTotal", path: "/amounts/feeTotal" },
      ]);
      return status === 200 ? "200 for copy" : undefined;
    },
  },
  {
    id: "patch-add-rejected",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "add is rejected",
    breaks: "seed: the operations add, remove and replace are supported",
    instead: (it) => {
      const json = parseRequestJson(it);
      return Array.isArray(json) && json.some(({ op }) => op === "add")
        ? createJsonResponse(400, { message: "add" })
        : undefined;
    },
    shows: async (c) => {
      const { status } = await c.patch(await c.record({ amounts: { netTotal: 1 } }), [
        { op: "add", path: "/amounts/feeTotal", value: 3 },
      ]);
      return status === 200 ? undefined : `status ${status} for add`;
    },
  },
  {
    id: "event-reformatted-after-signing",
    service: "sandbox",
    operation: WEBHOOK,
    title: "the payload is reformatted after it is signed",
    breaks: "seed: receivers compute the HMAC-SHA1 of the payload and compare it with the header",
    delivery: (it) => {
      setRequestText(it, JSON.stringify(JSON.parse(Buffer.from(it.body, "latin1").toString()), null, 2));
    },
    shows: async (c) => {
      const [event] = await c.deliver();
      return event !== undefined && !isSigned(event) ? "the signature does not match" : undefined;
    },
  },
  {
    id: "subscriptions-inactive",
    service: "sandbox",
    operation: LIST_SUBSCRIPTIONS,
    title: "cancelled subscriptions are listed",
    breaks: "seed: lists active subscriptions of an application",
    response: editBody((it) => {
      if (it.list?.length > 0) it.list.at(-1).status = "CANCELLED";
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      return json.list.some((it: Json) => it.status !== "ACTIVE") ? "a cancelled subscription" : undefined;
    },
  },
  {
    id: "order-third-item-lost",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "an order keeps at most two items",
    breaks: "seed: the service records what is passed",
    request: editRequest((it) => (Array.isArray(it.items) ? { ...it, items: it.items.slice(0, 2) } : it)),
    shows: recordedAs({ items: [{ id: 1 }, { id: 2 }, { id: 3 }] }),
  },
  {
    id: "not-allowed-without-allow",
    service: "sandbox",
    operation: GET_ORDER,
    methods: ["DELETE", "POST", "OPTIONS", "TRACE"],
    title: "a 405 has no Allow",
    breaks: "RFC 9110 15.5.6: the origin server must generate Allow in a 405",
    response: setHeader("allow", undefined),
    shows: async (c) => {
      const { status, headers } = await c.send("DELETE", `${c.orders}/${ABSENT}`);
      return status === 405 && headers.allow === undefined ? "405 without Allow" : undefined;
    },
  },
  {
    id: "hook-inactive",
    service: "sandbox",
    operation: CREATE_HOOK,
    title: "a new hook is inactive",
    breaks: "seed: active is true on creation",
    response: editBody((it) => ({ ...it, active: false })),
    shows: async (c) => ((await c.hook()).json.active === true ? undefined : "active is false"),
  },
  {
    id: "patch-removes-missing",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "remove of a missing member succeeds",
    breaks: "RFC 6902 4.2: the target location must exist",
    response: acceptPatch((it) => it.every(({ op, path }) => op === "remove" && String(path).startsWith("/amounts"))),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(2));
      const { status } = await c.patch(path, [{ op: "remove", path: "/amounts/feeTotal" }]);
      return status === 200 ? "200 for a missing target" : undefined;
    },
  },
  {
    id: "order-total-as-text",
    service: "sandbox",
    operation: GET_ORDER,
    title: "netTotal is a string",
    breaks: "seed: netTotal is an integer",
    response: editBody((it) => {
      if (it.amounts?.netTotal !== undefined) it.amounts.netTotal = String(it.amounts.netTotal);
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(await c.record({ amounts: { netTotal: 5 } }));
      return typeof json.amounts.netTotal === "number" ? undefined : "a string";
    },
  },
  {
    id: "put-escapes-html",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "notes are stored with HTML entities",
    breaks: "seed: the service records what is passed",
    request: editRequest((it) =>
      typeof it.notes === "string" ? { ...it, notes: it.notes.replaceAll("&", "&amp;").replaceAll("<", "&lt;") } : it,
    ),
    shows: recordedAs({ notes: "a < b & c" }),
  },
  {
    id: "list-updated-at-shifted",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "updatedAt of listed orders is an hour late",
    breaks: "seed: all date-time values are GMT; the list holds the same orders as GET of each",
    response: editBody((it) => {
      for (const order of it.orders ?? []) order.updatedAt = shiftHours(order.updatedAt, 1);
      return it;
    }),
    shows: async (c) => {
      const [order] = (await c.get(c.orders)).json.orders;
      const { json } = await c.get(`${c.orders}/${order.id}`);
      return json.updatedAt === order.updatedAt ? undefined : `${order.updatedAt} in the list, ${json.updatedAt} alone`;
    },
  },
];
