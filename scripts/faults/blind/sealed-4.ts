import { editBody, getQuery, type Json, setBody, setHeader } from "../edits.js";
import type { Defect } from "./defect.js";
import {
  GET_ORDER,
  ignoreQuery,
  LIST_ORDERS,
  LIST_SUBSCRIPTIONS,
  LIST_TRANSACTIONS,
  setTotal,
  UUID,
} from "./edits-of-commerce.js";

export const SEALED_4: readonly Defect[] = [
  {
    id: "version-newer-minor-accepted",
    service: "sandbox",
    operation: GET_ORDER,
    title: "a version that starts with 1.2 is accepted",
    breaks: "seed: Api-Version must be 1.2",
    request: (it) => {
      if (it.headers["api-version"]?.startsWith("1.2")) it.headers["api-version"] = "1.2";
    },
    shows: async (c) => {
      const { status } = await c.get(await c.record({}), { "Api-Version": "1.20" });
      return status === 200 ? "200 for version 1.20" : undefined;
    },
  },
  {
    id: "list-stale",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "a new order is missing from the list: the list is cached",
    breaks: "seed: without filters, all orders since the business started are returned",
    response: (it, { target }, memory) => {
      if (it.status !== 200) return;
      const old = memory.get(target);
      if (old instanceof Buffer) setBody(it, old.toString());
      else memory.set(target, it.body);
    },
    shows: async (c) => {
      const path = `${c.orders}?orderNumber=Fresh-1`;
      await c.get(path);
      await c.record({ orderNumber: "Fresh-1", context: { businessId: c.business } });
      const { json } = await c.get(path);
      return json.orders.length === 0 ? "the new order is missing" : undefined;
    },
  },
  {
    id: "second-page-without-next",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "the second page has no next link",
    breaks: "seed: when more items exist than were returned, the response carries a next link",
    response: (it, message) => {
      if (getQuery(message, "startOffset") !== null)
        editBody((json) => ({ ...json, links: [] }))(it, message, new Map());
    },
    shows: async (c) => {
      const all = await c.pages(`${c.orders}?limit=3`, "orders");
      const { json } = await c.get(`${c.orders}?limit=100`);
      return all.length < json.orders.length ? `${all.length} of ${json.orders.length} by following links` : undefined;
    },
  },
  {
    id: "transaction-amount-with-tip-twice",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "transactionAmount counts the tip twice",
    breaks: "the transaction of the list is the same as that in its order: transactionAmount is one value",
    response: editBody((it) => {
      for (const one of it.transactions ?? [])
        if (one.amounts?.transactionAmount !== undefined) one.amounts.transactionAmount += one.amounts.tipAmount + 1;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(c.transactions);
      const [one] = json.transactions;
      const id = one.references.find((it: Json) => it.type === "SERVICE_ORDER").id;
      const order = (await c.get(`${c.orders}/${id}`)).json;
      const same = order.transactions.find((it: Json) => it.id === one.id);
      return same.amounts.transactionAmount === one.amounts.transactionAmount
        ? undefined
        : `${one.amounts.transactionAmount} in the list, ${same.amounts.transactionAmount} in the order`;
    },
  },
  {
    id: "transaction-parent-itself",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "parentId of a capture is its own id",
    breaks: "seed: parentId is the id of the transaction this one derives from",
    response: editBody((it) => {
      for (const one of it.transactions ?? []) if (one.parentId !== undefined) one.parentId = one.id;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=100`);
      return json.transactions.some((it: Json) => it.parentId === it.id)
        ? "a transaction is its own parent"
        : undefined;
    },
  },
  {
    id: "order-stale-after-patch",
    service: "sandbox",
    operation: GET_ORDER,
    title: "GET returns a cached order after a change",
    breaks: "RFC 9111 4.4: a successful unsafe request invalidates the stored response",
    response: (it, { target }, memory) => {
      if (it.status !== 200) return;
      const old = memory.get(target);
      if (old instanceof Buffer) setBody(it, old.toString());
      else memory.set(target, it.body);
    },
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.get(path);
      await c.patch(path, setTotal(2));
      const { json } = await c.get(path);
      return json.amounts.netTotal === 2 ? undefined : `netTotal ${json.amounts.netTotal} after a change to 2`;
    },
  },
  {
    id: "order-of-other-business",
    service: "sandbox",
    operation: GET_ORDER,
    title: "an order is readable below another business",
    breaks: "spec: the path names an order of the business; OWASP API1 object-level authorization",
    response: (it, { target }, memory) => {
      const id = target.split("/").at(-1) ?? "";
      if (it.status === 200) memory.set(id, it.body);
      const other = memory.get(id);
      if ((it.status === 404 || it.status === 403) && other instanceof Buffer)
        Object.assign(it, { status: 200, body: other, headers: { "content-type": "application/json" } });
    },
    shows: async (c) => {
      const path = await c.record({});
      await c.get(path);
      const { status } = await c.get(path.replace(c.business, c.otherBusiness));
      return status === 200 ? "an order of another business" : undefined;
    },
  },
  {
    id: "head-other-type",
    service: "sandbox",
    operation: LIST_ORDERS,
    methods: ["HEAD"],
    title: "HEAD has another Content-Type than GET",
    breaks: "RFC 9110 9.3.2: the server should send the same header fields for HEAD as for GET",
    response: setHeader("content-type", "text/html"),
    shows: async (c) => {
      const { headers } = await c.send("HEAD", c.orders);
      return headers["content-type"] === "application/json" ? undefined : `${headers["content-type"]}`;
    },
  },
  {
    id: "page-repeats-last",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "a page starts with the last order of the previous one",
    breaks: "seed: following the next link continues the listing",
    response: (it, message, memory) =>
      editBody((json) => {
        const last = memory.get("last");
        memory.set("last", json.orders.at(-1));
        return getQuery(message, "startOffset") !== null && last !== undefined
          ? { ...json, orders: [last, ...json.orders.slice(0, -1)] }
          : json;
      })(it, message, memory),
    shows: async (c) => {
      const all = await c.pages(`${c.orders}?limit=4`, "orders");
      const ids = new Set(all.map((it) => it.id));
      return ids.size < all.length ? `${all.length - ids.size} orders twice` : undefined;
    },
  },
  {
    id: "subscriptions-all-businesses",
    service: "sandbox",
    operation: LIST_SUBSCRIPTIONS,
    title: "businessId is ignored",
    breaks: "seed: businessId; only when absent, subscriptions across all merchants are listed",
    request: ignoreQuery("businessId", UUID),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions?businessId=${c.business}`);
      return json.list.some((it: Json) => it.businessId !== c.business)
        ? "subscriptions of another merchant"
        : undefined;
    },
  },
];
