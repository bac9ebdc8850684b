import { createJsonResponse, editRequest, getQuery, type Json, setHeader, setQuery } from "../edits.js";
import { type Defect, editEvent } from "./defect.js";
import {
  ABSENT,
  acceptAnyToken,
  BOOLEAN,
  CREATE_TOKEN,
  editOperations,
  editSignature,
  GET_ORDER,
  ignoreQuery,
  isSigned,
  LIST_ORDERS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  recordedAs,
  requestToken,
  setTotal,
  UPDATE_ORDER,
  WEBHOOK,
} from "./edits-of-commerce.js";

export const SEALED_1: readonly Defect[] = [
  {
    id: "patch-media-type",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "application/json-patch+json is rejected",
    breaks: "spec: the request body may be application/json-patch+json",
    instead: (it) =>
      it.headers["content-type"]?.includes("json-patch")
        ? createJsonResponse(400, { message: "Content-Type" })
        : undefined,
    shows: async (c) => {
      const { status } = await c.patch(await c.record({ amounts: { netTotal: 1 } }), setTotal(2), {
        "Content-Type": "application/json-patch+json",
      });
      return status === 200 ? undefined : `status ${status} for json-patch`;
    },
  },
  {
    id: "head-rejected",
    service: "sandbox",
    operation: GET_ORDER,
    methods: ["HEAD"],
    title: "HEAD is rejected with 405",
    breaks: "RFC 9110 9.1: all general-purpose servers must support GET and HEAD",
    response: (it) => {
      it.status = 405;
      it.headers.allow = "GET, PUT, PATCH";
    },
    shows: async (c) => {
      const { status } = await c.send("HEAD", await c.record({}));
      return status === 200 ? undefined : `status ${status} for HEAD`;
    },
  },
  {
    id: "transactions-unverified-signature",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "the signature of the token is not verified",
    breaks: "seed: a missing or invalid token yields 401; the token is a JWT issued by the service",
    request: acceptAnyToken((it) => it?.split(".").length === 3),
    shows: async (c) => {
      await c.get(c.transactions);
      const { status } = await c.get(c.transactions, {
        Authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.AAAA",
      });
      return status === 401 ? undefined : `status ${status} with a forged token`;
    },
  },
  {
    id: "patch-rounds",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "netTotal is rounded to tens",
    breaks: "RFC 6902 4.3: replace replaces the value at the target location with the new value",
    request: editOperations((it) =>
      it.map((one) =>
        one?.path === "/amounts/netTotal" && typeof one.value === "number"
          ? { ...one, value: Math.round(one.value / 10) * 10 }
          : one,
      ),
    ),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(1234));
      const { json } = await c.get(path);
      return json.amounts.netTotal === 1234 ? undefined : `netTotal ${json.amounts.netTotal} for 1234`;
    },
  },
  {
    id: "limit-above-maximum",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "limit above 100 is accepted",
    breaks: "seed: limit is an integer from 1 to 100",
    request: (it) => {
      if (Number(getQuery(it, "limit")) > 100) setQuery("limit", "100")(it);
    },
    shows: async (c) => {
      const { status } = await c.get(`${c.orders}?limit=101`);
      return status === 200 ? "200 for limit=101" : undefined;
    },
  },
  {
    id: "token-cacheable",
    service: "sandbox",
    operation: CREATE_TOKEN,
    title: "the response with a token may be cached",
    breaks: "RFC 6749 5.1: the response must include Cache-Control: no-store",
    response: setHeader("cache-control", "public, max-age=3600"),
    shows: async (c) => {
      const { headers } = await requestToken(c);
      return headers["cache-control"] === "no-store" ? undefined : `Cache-Control: ${headers["cache-control"]}`;
    },
  },
  {
    id: "unsettled-only-inverted",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "unsettledOnly returns settled transactions too",
    breaks: "seed: unsettledOnly, only unsettled",
    request: ignoreQuery("unsettledOnly", BOOLEAN),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?unsettledOnly=true&limit=100`);
      return json.transactions.some((it: Json) => it.settlementStatus === "SETTLED")
        ? "settled transactions"
        : undefined;
    },
  },
  {
    id: "version-not-checked",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "any Api-Version is accepted",
    breaks: "seed: Api-Version must be 1.2",
    request: (it) => {
      if (it.headers["api-version"] !== undefined) it.headers["api-version"] = "1.2";
    },
    shows: async (c) => {
      const { status } = await c.get(c.orders, { "Api-Version": "9.9" });
      return status === 200 ? "200 for version 9.9" : undefined;
    },
  },
  {
    id: "put-drops-empty-arrays",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "empty arrays are not recorded",
    breaks: "seed: the service records what is passed",
    request: editRequest((it) =>
      Object.fromEntries(Object.entries(it).filter(([, value]) => !Array.isArray(value) || value.length > 0)),
    ),
    shows: recordedAs({ discounts: [] }),
  },
  {
    id: "order-latin1",
    service: "sandbox",
    operation: GET_ORDER,
    title: "a JSON body is encoded in ISO 8859-1",
    breaks: "RFC 8259 8.1: JSON text must be encoded in UTF-8",
    response: (it) => {
      const text = it.body.toString();
      if (/[^\0-\u007f]/.test(text)) {
        it.body = Buffer.from(text, "latin1");
        it.headers["content-length"] = String(it.body.length);
      }
    },
    shows: async (c) => {
      const { bytes } = await c.get(await c.record({ notes: "café" }));
      return bytes.includes("café") ? undefined : "the body is not UTF-8";
    },
  },
  {
    id: "event-other-business",
    service: "sandbox",
    operation: WEBHOOK,
    title: "businessId of the event is that of another business",
    breaks: "spec: businessId is the business that the resource belongs to",
    delivery: editEvent((it) => {
      it.businessId = ABSENT;
    }),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event?.json.businessId === ABSENT ? "another businessId" : undefined;
    },
  },
  {
    id: "put-drops-false",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "false is not recorded",
    breaks: "seed: the service records what is passed",
    request: editRequest((it) => Object.fromEntries(Object.entries(it).filter(([, value]) => value !== false))),
    shows: recordedAs({ accepted: false }),
  },
  {
    id: "event-signature-hex",
    service: "sandbox",
    operation: WEBHOOK,
    title: "the signature is hexadecimal",
    breaks: "seed: signatures are the base64 encoding of the binary HMAC-SHA1",
    delivery: editSignature((it) => Buffer.from(it, "base64").toString("hex")),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event !== undefined && !isSigned(event) ? "the signature is not base64" : undefined;
    },
  },
  {
    id: "put-coerces-number",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "customerUserId is accepted as a string",
    breaks: "seed: customerUserId is an integer",
    request: editRequest((it) =>
      typeof it.customerUserId === "string" ? { ...it, customerUserId: Number(it.customerUserId) || 0 } : it,
    ),
    shows: async (c) => {
      const { status } = await c.send("PUT", `${c.orders}/${ABSENT}`, {
        body: { customerUserId: "12" },
        headers: { "Service-Request-Id": "coerce" },
      });
      return status < 300 ? `status ${status} for a string` : undefined;
    },
  },
];
