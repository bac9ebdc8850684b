import {
  createJsonResponse,
  editBody,
  editQuery,
  editRequest,
  getQuery,
  type Json,
  parseRequestJson,
  rejectValid,
  setBody,
  setHeader,
  setQuery,
} from "../../edits.js";
import type { Edit } from "../../fault.js";
import type { EditsById } from "../defect.js";
import {
  acceptAnyToken,
  acceptPatch,
  editOperations,
  getPath,
  renewRequestId,
  shiftHours,
  UUID,
} from "../edits-of-commerce.js";
import {
  editText,
  emptyBody,
  failIf,
  getSegment,
  listOperations,
  readSuccess,
  recallOrder,
  rememberOrder,
  repeatFirst,
  replaceResponse,
  respondWithPrevious,
} from "../shared-edits.js";

const LEAF = /^\/amounts\/(\w+)$/;

export const EDITS_OF_EARLIER_ORDERS: EditsById = {
  request: {
    "limit-with-text": editQuery("limit", (it) => (/^\d+\D/.test(it) ? String(Number.parseInt(it, 10)) : it)),
    "limit-above-maximum": editQuery("limit", (it) => (Number(it) > 100 ? "100" : it)),
    "orders-of-first-business": (message, memory) => {
      const business = getSegment(message, 2);
      if (!UUID.test(business)) return;
      const first = memory.get("business") ?? business;
      memory.set("business", first);
      message.target = message.target.replace(business, String(first));
    },
    "order-number-decoded-twice": (message) => {
      const value = getQuery(message, "orderNumber");
      if (value === null || getQuery(message, "startOffset") !== null) return;
      try {
        setQuery("orderNumber", decodeURIComponent(value.replaceAll("+", " ")))(message);
      } catch {
        setQuery("orderNumber", value)(message);
      }
    },
    "histories-basic-scheme": acceptAnyToken((it) => it?.startsWith("Basic ") === true),
    "shipments-head-without-token": (message, memory) => {
      if (message.method === "HEAD") acceptAnyToken((it) => it === undefined)(message, memory);
      else memory.set("authorization", message.headers.authorization);
    },
    "version-newer-minor-accepted": (it) => {
      if (it.headers["api-version"]?.startsWith("1.2")) it.headers["api-version"] = "1.2";
    },
    "put-upper-case": editText("orderNumber", (it) => it.toUpperCase()),
    "put-unknown-status": editRequest((it) =>
      typeof it.statuses?.status === "string" && !/^(OPENED|COMPLETED|CANCELLED)$/.test(it.statuses.status)
        ? { ...it, statuses: { ...it.statuses, status: "OPENED" } }
        : it,
    ),
    "order-notes-without-emoji": editText("notes", (it) => it.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
    "order-notes-normalized": editText("notes", (it) => it.normalize("NFC")),
    "order-notes-truncated": editText("notes", (it) => it.slice(0, 40)),
    "put-trims": editText("notes", (it) => it.trim()),
    "put-drops-empty-text": editRequest((it) =>
      Object.fromEntries(Object.entries(it).filter(([, value]) => value !== "")),
    ),
    "put-negative-clipped": editRequest((it) =>
      it.amounts?.netTotal < 0 ? { ...it, amounts: { ...it.amounts, netTotal: 0 } } : it,
    ),
    "put-retry-overwrites": renewRequestId,
    "put-escapes-html": editText("notes", (it) => it.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
    "put-zero-quantity": editRequest((it) => {
      for (const item of Array.isArray(it.items) ? it.items : []) if (item?.quantity === 0) item.quantity = 1;
      return it;
    }),
    "put-normalizes-line-ends": editText("notes", (it) => it.replaceAll("\r\n", "\n")),
    "put-totals-recomputed": editRequest((it) => {
      const { subTotal, taxTotal = 0, feeTotal = 0, discountTotal = 0, netTotal } = it.amounts ?? {};
      const parts = [subTotal, taxTotal, feeTotal, discountTotal, netTotal];
      if (!parts.every(Number.isInteger)) return it;
      return { ...it, amounts: { ...it.amounts, netTotal: subTotal + taxTotal + feeTotal - discountTotal } };
    }),
    "put-type-not-checked": (it) => {
      if (it.headers["content-type"]?.startsWith("text/plain")) it.headers["content-type"] = "application/json";
    },
    "discount-entries-lose-fields": editRequest((order) => {
      if (!Array.isArray(order.discounts)) return order;
      const keep = (it: Json): Json =>
        Object.fromEntries(Object.entries(it ?? {}).filter(([name]) => name === "name" || name === "amount"));
      return { ...order, discounts: order.discounts.map(keep) };
    }),
    "patch-rounds": editOperations((it) =>
      it.map((one) =>
        one?.path === "/amounts/netTotal" && typeof one.value === "number"
          ? { ...one, value: Math.round(one.value / 10) * 10 }
          : one,
      ),
    ),
    "patch-total-as-text": editOperations((it) =>
      it.map((one) =>
        typeof one?.value === "string" && /^\/amounts\/\w+Total$/.test(String(one.path))
          ? { ...one, value: Number.parseInt(one.value, 10) || 0 }
          : one,
      ),
    ),
  },
  response: {
    "unauthorized-without-challenge": setHeader("www-authenticate", undefined),
    "empty-list-null": editBody((it) => (it.orders?.length === 0 ? { ...it, orders: null } : it)),
    "head-other-type": setHeader("content-type", "text/html"),
    "orders-304-if-none": (it, { headers }) => {
      if (it.status !== 200 || headers["if-modified-since"] === undefined) return;
      if (JSON.parse(it.body.toString()).orders.length === 0) emptyBody(it, 304);
    },
    "status-filter-of-creation": (it, message, memory) => {
      const status: Json = message.method === "PUT" ? (parseRequestJson(message)?.statuses?.status ?? "") : undefined;
      const id = getSegment(message, -1);
      if (status !== undefined && it.status < 300 && !memory.has(id)) memory.set(id, status);
      if (getPath(message).endsWith("/orders") && getQuery(message, "orderStatus") !== null)
        editBody((json) => {
          const isIndexed = (one: Json): boolean =>
            (memory.get(one.id) ?? one.statuses?.status) === one.statuses?.status;
          const orders = json.orders.filter(isIndexed);
          return { ...json, orders, count: orders.length };
        })(it, message, memory);
    },
    "orders-last4-leading-zero": (it, message, memory) => {
      if (getQuery(message, "cardNumberLast4")?.startsWith("0") === true)
        editBody((json) => ({ ...json, orders: [], links: [], count: 0 }))(it, message, memory);
    },
    "orders-vendor-media-type": setHeader("content-type", "application/vnd.commerce+json", 200),
    "shipments-wrapped": editBody((it) => ({ shipments: it, count: it.length })),
    "shipments-mode-lower-case": mapArray((it) =>
      typeof it.deliveryMode === "string" ? { ...it, deliveryMode: it.deliveryMode.toLowerCase() } : it,
    ),
    "unauthorized-as-redirect": (it) => {
      if (it.status !== 401) return;
      it.status = 302;
      it.headers.location = "/login";
    },
    "shipments-stale": repeatFirst(),
    "histories-twelve-hours": mapArray((it) => ({
      ...it,
      timestamp: String(it.timestamp).replace(
        /T(\d\d)/,
        (_, hour: string) => `T${String(Number(hour) % 12 || 12).padStart(2, "0")}`,
      ),
    })),
    "histories-any-etag": (it, { headers }) => {
      if (it.status === 200 && headers["if-none-match"] !== undefined) emptyBody(it, 304);
    },
    "shipments-month-as-minutes": mapArray((it) =>
      typeof it.createdAt === "string"
        ? { ...it, createdAt: it.createdAt.replace(/-(\d\d)-(\d\dT\d\d):\d\d/, "-$1-$2:$1") }
        : it,
    ),
    "shipments-open-only": editBody((it) =>
      Array.isArray(it) ? it.filter(({ status }) => status === undefined || status === "NONE") : it,
    ),
    "shipments-renumbered": mapArray((it, at) => ({ ...it, id: at + 1 })),
    "history-in-local-time": mapArray((it) =>
      typeof it?.timestamp === "string" ? { ...it, timestamp: shiftHours(it.timestamp, -5) } : it,
    ),
    "order-one-version-behind": respondWithPrevious,
    "head-rejected": (it) => {
      it.status = 405;
      it.headers.allow = "GET, PUT, PATCH";
    },
    "order-latin1": (it) => {
      const text = it.body.toString();
      if (/[^\0-\u007f]/.test(text)) {
        it.body = Buffer.from(text, "latin1");
        it.headers["content-length"] = String(it.body.length);
      }
    },
    "order-local-time": editBody((it) =>
      typeof it.createdAt === "string" ? { ...it, createdAt: it.createdAt.replace(/Z$/, "+02:00") } : it,
    ),
    "order-absent-as-null": editBody((it) => ({ notes: null, ...it })),
    "order-id-case-sensitive": (it, message) => {
      if (/[A-F]/.test(getSegment(message, -1))) replaceResponse(it, 404, { message: "not found" });
    },
    "order-duplicate-member": (it) => {
      const number = it.status === 200 ? JSON.parse(it.body.toString()).orderNumber : undefined;
      if (typeof number === "string")
        setBody(it, it.body.toString().replace("{", `{"orderNumber":${JSON.stringify(number.toLowerCase())},`));
    },
    "order-modified-in-future": (it, message, memory) => {
      const time = new Date(Date.now() + 7_200_000).toUTCString();
      if (it.status === 200) setHeader("last-modified", time)(it, message, memory);
    },
    "order-deleted-by-delete": (it) => {
      if (it.status === 405) emptyBody(it, 204);
    },
    "query-in-error-of-unknown-order": (response, message) => {
      if (response.status !== 404) return;
      const detail = `SELECT body FROM orders WHERE id = '${getSegment(message, -1)}' -- postgres://app@10.2.0.7:5432/prod`;
      const message404 = `NoResultError: no result\n    at OrderStore.find (/srv/app/dist/store/orders.js:118:13)`;
      replaceResponse(response, 404, { status: 404, code: "UNKNOWN_ORDER", message: message404, detail });
    },
    "repetition-gets-an-empty-object": (response, message, memory) => {
      const key = `${getPath(message)} ${message.headers["service-request-id"]}`;
      if (response.status >= 300) return;
      if (memory.has(key)) setBody(response, "{}");
      memory.set(key, true);
    },
    "response-lacks-added-timestamps": (response, message) => {
      const sent: Json = parseRequestJson(message);
      const order = readSuccess(response);
      if (order === undefined || sent === undefined) return;
      const isKept = ([name]: [string, Json]): boolean => !/^(created|updated)At$/.test(name) || name in sent;
      setBody(response, JSON.stringify(Object.fromEntries(Object.entries(order).filter(isKept))));
    },
    "patch-returns-previous": respondWithPrevious,
    "patch-without-value": acceptPatch((it) => it.some((one) => one?.op === "replace" && one.value === undefined)),
    "patch-removes-missing": acceptPatch((it) =>
      it.every(({ op, path }) => op === "remove" && String(path).startsWith("/amounts")),
    ),
  },
  instead: {
    "customer-above-32-bits-fails": failIf((it) => Number(getQuery(it, "customerUserId")) > 2_147_483_647),
    "put-not-stored": (it, memory) => {
      const json = parseRequestJson(it);
      const count = Number(memory.get("count") ?? 0) + 1;
      memory.set("count", count);
      const now = "2026-01-01T00:00:00Z";
      const isOrder = typeof json === "object" && json !== null && it.headers["service-request-id"] !== undefined;
      return count % 3 === 0 && isOrder
        ? createJsonResponse(201, {
            ...json,
            id: it.target.split("/").at(-1),
            createdAt: json.createdAt ?? now,
            updatedAt: json.updatedAt ?? now,
          })
        : undefined;
    },
    "put-unicode-500": failIf((it) => /[^\0-\u007f]/.test(String(parseRequestJson(it)?.notes ?? ""))),
    "request-id-required-to-be-a-uuid": rejectValid(({ headers }) => {
      const id = headers["service-request-id"];
      return id !== undefined && !UUID.test(id);
    }),
  },
  several: {
    "add-of-existing-amount-rejected": {
      instead: (message, memory) => {
        const amounts = recallOrder(message, memory)?.amounts ?? {};
        const isTaken = (it: Json): boolean => it?.op === "add" && (LEAF.exec(it.path)?.[1] ?? "") in amounts;
        if (message.method !== "PATCH" || !listOperations(message).some(isTaken)) return undefined;
        return createJsonResponse(400, { status: 400, code: "PATCH_FAILED", message: "the member exists" });
      },
      response: rememberOrder,
    },
  },
};

function mapArray(edit: (item: Json, index: number) => Json): Edit<"response"> {
  return editBody((it) => (Array.isArray(it) ? it.map(edit) : it));
}
