import { createJsonResponse, editRequest, type Json, parseRequestJson, rejectValid, setBody } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { getPath, RECORD_ORDER, renewRequestId, UUID } from "../edits-of-commerce.js";
import { editText, either, failIf, notKept, readSuccess } from "../shared-edits.js";

const RECORDS = "seed: the service records what is passed";

const REPEATS = "open question idempotency: a repeated request gets the first response again, byte for byte";

export const RECORDED_ORDERS: readonly Defect[] = shareFields(RECORD_ORDER, [
  {
    id: "put-upper-case",
    title: "orderNumber is stored in upper case",
    breaks: RECORDS,
    request: editText("orderNumber", (it) => it.toUpperCase()),
  },
  {
    id: "put-unknown-status",
    title: "an unlisted status is recorded as OPENED",
    breaks: "spec: enums list the known values, and other values are possible; the service records what is passed",
    request: editRequest((it) =>
      typeof it.statuses?.status === "string" && !/^(OPENED|COMPLETED|CANCELLED)$/.test(it.statuses.status)
        ? { ...it, statuses: { ...it.statuses, status: "OPENED" } }
        : it,
    ),
  },
  {
    id: "put-not-stored",
    title: "every third order is acknowledged but not stored",
    breaks: "spec: 201, a new order was recorded",
    instead: (it, memory) => {
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
  },
  {
    id: "order-notes-without-emoji",
    title: "characters outside of the BMP become question marks",
    breaks: "RFC 8259 8.1: JSON text is UTF-8; the service records what is passed",
    request: editText("notes", (it) => it.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
  },
  {
    id: "order-notes-normalized",
    title: "notes are normalized to NFC",
    breaks: RECORDS,
    request: editText("notes", (it) => it.normalize("NFC")),
  },
  {
    id: "order-notes-truncated",
    title: "notes are truncated to 40 characters",
    breaks: RECORDS,
    request: editText("notes", (it) => it.slice(0, 40)),
  },
  {
    id: "put-trims",
    title: "spaces around notes are removed",
    breaks: RECORDS,
    request: editText("notes", (it) => it.trim()),
  },
  {
    id: "put-drops-empty-text",
    title: "an empty string is not recorded",
    breaks: RECORDS,
    request: editRequest((it) => Object.fromEntries(Object.entries(it).filter(([, value]) => value !== ""))),
  },
  {
    id: "put-negative-clipped",
    title: "negative totals become 0",
    breaks: "seed: amounts are integers; the service records what is passed",
    request: editRequest((it) => (it.amounts?.netTotal < 0 ? { ...it, amounts: { ...it.amounts, netTotal: 0 } } : it)),
  },
  {
    id: "put-retry-overwrites",
    title: "a repeated PUT is executed again",
    breaks: "seed: Service-Request-Id enforces idempotency",
    request: renewRequestId,
  },
  {
    id: "put-unicode-500",
    title: "notes outside of ASCII fail with 500",
    breaks: "spec: 201, a new order was recorded; notes is a string",
    instead: failIf((it) => /[^\0-\u007f]/.test(String(parseRequestJson(it)?.notes ?? ""))),
  },
  {
    id: "put-escapes-html",
    title: "notes are stored with HTML entities",
    breaks: RECORDS,
    request: editText("notes", (it) => it.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
  },
  {
    id: "put-zero-quantity",
    title: "a quantity of 0 becomes 1",
    breaks: "seed: quantity is a number; the service records what is passed",
    request: editRequest((it) => {
      for (const item of Array.isArray(it.items) ? it.items : []) if (item?.quantity === 0) item.quantity = 1;
      return it;
    }),
  },
  {
    kind: "stored value",
    alsoOn: ["getOrder"],
    id: "put-normalizes-line-ends",
    title: "CR LF in notes becomes LF",
    breaks: RECORDS,
    request: editText("notes", (it) => it.replaceAll("\r\n", "\n")),
    names: notKept(/notes/),
  },
  {
    kind: "stored value",
    alsoOn: ["getOrder"],
    id: "put-totals-recomputed",
    title: "netTotal is computed from the other totals",
    breaks: RECORDS,
    request: editRequest((it) => {
      const { subTotal, taxTotal = 0, feeTotal = 0, discountTotal = 0, netTotal } = it.amounts ?? {};
      const parts = [subTotal, taxTotal, feeTotal, discountTotal, netTotal];
      if (!parts.every(Number.isInteger)) return it;
      return { ...it, amounts: { ...it.amounts, netTotal: subTotal + taxTotal + feeTotal - discountTotal } };
    }),
    names: notKept(/netTotal|amounts/),
  },
  {
    id: "put-type-not-checked",
    kind: "validation",
    title: "a body of type text/plain is read as JSON",
    breaks: "spec: the content of the request is application/json; RFC 9110 15.5.16",
    request: (it) => {
      if (it.headers["content-type"]?.startsWith("text/plain")) it.headers["content-type"] = "application/json";
    },
    names: /accept|content-type|media type|text\/plain/i,
  },
  {
    kind: "stored value",
    alsoOn: ["getOrder"],
    id: "discount-entries-lose-fields",
    title: "entries of discounts keep only name and amount",
    breaks:
      "spec: Discount has additionalProperties; open question discount-and-fee-entries: entries are stored as sent",
    request: editRequest((order) => {
      if (!Array.isArray(order.discounts)) return order;
      const keep = (it: Json): Json =>
        Object.fromEntries(Object.entries(it ?? {}).filter(([name]) => name === "name" || name === "amount"));
      return { ...order, discounts: order.discounts.map(keep) };
    }),
    names: notKept(/discount|missing/),
  },
  {
    id: "repetition-gets-an-empty-object",
    kind: "idempotency",
    title: "a repeated request gets the first status with an empty object",
    breaks: REPEATS,
    response: (response, message, memory) => {
      const key = `${getPath(message)} ${message.headers["service-request-id"]}`;
      if (response.status >= 300) return;
      if (memory.has(key)) setBody(response, "{}");
      memory.set(key, true);
    },
    names: either(/idempot|request.id|repeat|again|differ|same response|empty/),
  },
  {
    id: "response-lacks-added-timestamps",
    kind: "consistency",
    alsoOn: ["getOrder"],
    title: "the response to a PUT lacks the times that the service has added",
    breaks: "spec: the recorded order is returned; docs/sandbox.md: missing createdAt and updatedAt are added",
    response: (response, message) => {
      const sent: Json = parseRequestJson(message);
      const order = readSuccess(response);
      if (order === undefined || sent === undefined) return;
      const isKept = ([name]: [string, Json]): boolean => !/^(created|updated)At$/.test(name) || name in sent;
      setBody(response, JSON.stringify(Object.fromEntries(Object.entries(order).filter(isKept))));
    },
    names: notKept(/createdAt|updatedAt|missing|default/),
  },
  {
    id: "request-id-required-to-be-a-uuid",
    kind: "validation",
    title: "request ids that are no UUIDs are rejected",
    breaks: "spec: Service-Request-Id is a string of any format; docs/sandbox.md uses order-1",
    instead: rejectValid(({ headers }) => {
      const id = headers["service-request-id"];
      return id !== undefined && !UUID.test(id);
    }),
    names: /request.id|reject|valid request|\b400\b/i,
  },
]);
