import {
  createJsonResponse,
  editBody,
  editQuery,
  getQuery,
  type Json,
  parseRequestJson,
  setBody,
  setQuery,
} from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import type { EditsById } from "../defect.js";
import { DATE_TIME, editOperations, getPath, ignoreQuery, shiftHours } from "../edits-of-commerce.js";
import {
  copyResponse,
  editItems,
  editObject,
  emptyBody,
  getSegment,
  keepItems,
  listOperations,
  readResponse,
  repeatFirst,
} from "../shared-edits.js";

const OFFSET = /[+-]\d\d:\d\d$/;

type Overlap = { pending: number; overlaps: boolean; hasCreated: boolean };

const SUM = /^\/amounts\/(sub|discount|fee|tax|net)Total$/;

export const EDITS_OF_SEVENTH_ORDERS: EditsById = {
  request: {
    "item-quantity-without-fraction": editItems((items) =>
      items.map((it) => (typeof it?.quantity === "number" ? { ...it, quantity: Math.trunc(it.quantity) } : it)),
    ),
    "order-number-without-leading-zeros": editObject((it) =>
      typeof it.orderNumber === "string" && /^0+\d+$/.test(it.orderNumber)
        ? { ...it, orderNumber: it.orderNumber.replace(/^0+(?=\d)/, "") }
        : undefined,
    ),
    "customer-user-id-of-32-bits": editObject((it) =>
      typeof it.customerUserId === "number" && it.customerUserId > 0x7fffffff
        ? { ...it, customerUserId: 0x7fffffff }
        : undefined,
    ),
    "false-replaced-with-default": editObject((it) => {
      const replaced = ["valid", "accepted"].filter((name) => it[name] === false);
      return replaced.length === 0 ? undefined : { ...it, ...Object.fromEntries(replaced.map((name) => [name, true])) };
    }),
    "items-stored-by-id": editItems((items) => [...new Map(items.map((it) => [it?.id, it])).values()]),
    "time-offset-dropped": editObject((it) => {
      const shifted = ["createdAt", "updatedAt"].filter((name) => OFFSET.test(String(it[name])));
      const dropped = shifted.map((name) => [name, String(it[name]).replace(OFFSET, "Z")]);
      return shifted.length === 0 ? undefined : { ...it, ...Object.fromEntries(dropped) };
    }),
    "patch-first-operation-on-path-wins": editOperations((all) =>
      all.filter(({ path }, at) => all.findIndex((it) => it.path === path) === at),
    ),
    "patch-amounts-merged": editOperations((all) =>
      all.flatMap((it) => {
        const isReplaced = it.op === "replace" && it.path === "/amounts";
        const members = isReplaced && typeof it.value === "object" ? Object.entries(it.value ?? {}) : [];
        const added = members.map(([name, value]) => ({ op: "add", path: `/amounts/${escapeToken(name)}`, value }));
        return added.length === 0 ? [it] : added;
      }),
    ),
    "patch-dash-inserts-first": editOperations((all) =>
      all.map((it) =>
        it.op === "add" && /\/transactionFees\/-$/.test(String(it.path))
          ? { ...it, path: String(it.path).replace(/-$/, "0") }
          : it,
      ),
    ),
    "patch-pointer-not-unescaped": editOperations((all) =>
      all.map((it) => (typeof it.path === "string" ? { ...it, path: it.path.replaceAll("~", "~0") } : it)),
    ),
    "patch-sums-rounded-to-five": editOperations((all) =>
      all.map((it) =>
        typeof it.value === "number" && SUM.test(String(it.path)) ? { ...it, value: Math.round(it.value / 5) * 5 } : it,
      ),
    ),
    "end-at-whole-day": editQuery("endAt", (it) => (DATE_TIME.test(it) ? `${it.slice(0, 10)}T23:59:59Z` : it)),
    "customer-zero-not-filtered": ignoreQuery("customerUserId", /^0$/),
    "include-flags-as-text": (message) => {
      for (const name of ["includeOrderHistories", "includeOrderShipments"])
        if (getQuery(message, name) === "false") setQuery(name, "true")(message);
    },
    "limit-of-one-ignored": ignoreQuery("limit", /^1$/),
  },
  response: {
    "patch-items-clears-discounts": (it, message, memory) => {
      if (it.status >= 300) return;
      const path = getPath(message);
      const paths = message.method === "PATCH" ? listOperations(message).map((it) => String(it?.path)) : [];
      if (message.method === "PUT" || paths.includes("/discounts")) memory.delete(path);
      else if (paths.includes("/items")) memory.set(path, true);
      const order = readResponse(it);
      if (memory.has(path) && Array.isArray(order?.discounts)) setBody(it, JSON.stringify({ ...order, discounts: [] }));
    },
    "order-etag-of-id-only": (it, message) => {
      if (it.status !== 200) return;
      it.headers.etag = `"${getSegment(message, -1)}"`;
      if (message.headers["if-none-match"] === it.headers.etag) emptyBody(it, 304);
    },
    "order-length-in-characters": (it) => {
      const { length } = it.body.toString();
      if (length === it.body.length) return;
      it.body = it.body.subarray(0, length);
      it.headers["content-length"] = String(length);
    },
    "order-without-customer-is-null": editBody((it) => (it.customer === undefined ? { ...it, customer: null } : it)),
    "histories-first-ten-only": editBody((it) => (Array.isArray(it) ? it.slice(0, 10) : it)),
    "shipment-times-in-local-time": editBody((it) => {
      const shift = (time: Json): Json => (DATE_TIME.test(String(time)) ? shiftHours(time, 2) : time);
      const shifted = (shipment: Json): Json => ({
        ...shipment,
        createdAt: shift(shipment.createdAt),
        updatedAt: shift(shipment.updatedAt),
      });
      return Array.isArray(it) ? it.map(shifted) : it;
    }),
    "no-shipments-no-content": (it) => {
      if (it.status === 200 && it.body.toString() === "[]") emptyBody(it, 204);
    },
    "histories-cached-forever": repeatFirst(getPath),
    "status-index-not-updated": (it, message, memory) => {
      if (message.method === "PUT" && it.status < 300) {
        const id = getSegment(message, -1);
        const { statuses } = parseRequestJson(message) ?? {};
        if (!memory.has(id)) memory.set(id, statuses?.status);
        memory.set(`moved ${id}`, memory.get(id) !== statuses?.status);
      } else if (message.method === "GET" && getQuery(message, "orderStatus") !== null)
        keepItems(it, "orders", ({ id }) => memory.get(`moved ${id}`) !== true);
    },
    "listed-amounts-before-update": (it, message, memory) => {
      const found: Json = it.status < 300 ? readResponse(it) : undefined;
      const isReplaced = message.method === "PUT";
      if (typeof found?.id === "string" && (isReplaced || !memory.has(found.id))) memory.set(found.id, found.amounts);
      if (!Array.isArray(found?.orders)) return;
      for (const { id, amounts } of found.orders) if (!memory.has(id)) memory.set(id, amounts);
      const orders = found.orders.map((order: Json) => ({ ...order, amounts: memory.get(order.id) }));
      setBody(it, JSON.stringify({ ...found, orders }));
    },
    "next-page-after-second": (it, message) => {
      const startAt = getQuery(message, "startAt");
      if (getQuery(message, "startOffset") !== null) keepItems(it, "orders", ({ updatedAt }) => updatedAt !== startAt);
    },
    "next-link-not-encoded": editBody((it) => {
      const decode = (href: string): string =>
        href.replaceAll(/([?&])(orderNumber|cardHolder\w+|storeId|orderStatus|timeType)=([^&]*)/g, decodeValue);
      const links = (it.links ?? []).map((link: Json) => ({ ...link, href: decode(String(link.href)) }));
      return { ...it, links };
    }),
    "long-page-cut-off": (it) => {
      if (it.body.length > 65_536) setBody(it, it.body.subarray(0, 65_536).toString());
    },
    "included-shipments-of-first-order": editBody((it, message) => {
      if (getQuery(message, "includeOrderShipments") !== "true") return it;
      const [first] = it.orders ?? [];
      return { ...it, orders: it.orders?.map((order: Json) => ({ ...order, orderShipments: first.orderShipments })) };
    }),
  },
  instead: {
    "patch-media-type-parameter-rejected": ({ headers }) =>
      /json *;/i.test(headers["content-type"] ?? "")
        ? createJsonResponse(415, { message: "unsupported media type" })
        : undefined,
  },
  several: {
    "parallel-puts-both-created": {
      request: (message, memory) => {
        const path = getPath(message);
        const overlap = (memory.get(path) as Overlap | undefined) ?? { pending: 0, overlaps: false, hasCreated: false };
        overlap.pending += 1;
        overlap.overlaps ||= overlap.pending > 1;
        memory.set(path, overlap);
      },
      response: (it, message, memory) => {
        const path = getPath(message);
        const overlap = memory.get(path) as Overlap | undefined;
        if (overlap === undefined) return;
        overlap.pending -= 1;
        if (it.status === 200 && overlap.overlaps && overlap.hasCreated) it.status = 201;
        else if (it.status === 201) overlap.hasCreated = true;
        if (overlap.pending <= 0) memory.delete(path);
      },
    },
    "idempotency-key-shared-with-put": {
      instead: (message, memory) => {
        const stored = memory.get(`${getPath(message)} ${message.headers["service-request-id"]}`);
        return message.method === "PATCH" && stored !== undefined ? copyResponse(stored as FaultResponse) : undefined;
      },
      response: (it, message, memory) => {
        if (message.method === "PUT" && it.status < 300)
          memory.set(`${getPath(message)} ${message.headers["service-request-id"]}`, copyResponse(it));
      },
    },
    "parallel-updates-fail": {
      instead: (message, memory) => {
        const path = getPath(message);
        const started = memory.get(path);
        if (typeof started === "number" && Date.now() - started < 1_000)
          return createJsonResponse(500, { message: "deadlock detected" });
        memory.set(path, Date.now());
        return undefined;
      },
      response: (_, message, memory) => {
        memory.delete(getPath(message));
      },
    },
    "order-cached-for-everyone": {
      instead: (message, memory) => {
        const stored = memory.get(getPath(message)) as { owner: string; response: FaultResponse } | undefined;
        const isOther = stored !== undefined && stored.owner !== message.headers.authorization;
        return isOther ? copyResponse(stored.response) : undefined;
      },
      response: (it, message, memory) => {
        if (it.status === 200)
          memory.set(getPath(message), { owner: message.headers.authorization, response: copyResponse(it) });
      },
    },
    "histories-of-another-business": {
      request: (message, memory) => {
        const owner = memory.get(`order ${getSegment(message, 4)}`);
        if (message.target.includes("/histories") && typeof owner === "string")
          message.target = message.target.replace(/^\/businesses\/[^/]+/, `/businesses/${owner}`);
      },
      response: (it, message, memory) => {
        if (it.status >= 300 || message.target.includes("/histories")) return;
        const found: Json = readResponse(it);
        const ids: readonly string[] = Array.isArray(found?.orders)
          ? found.orders.map(({ id }: Json) => String(id))
          : [getSegment(message, 4)];
        for (const id of ids) memory.set(`order ${id}`, getSegment(message, 2));
      },
    },
  },
};

function decodeValue(_: string, separator: string, name: string, value: string): string {
  return `${separator}${name}=${decodeURIComponent(value)}`;
}

function escapeToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
