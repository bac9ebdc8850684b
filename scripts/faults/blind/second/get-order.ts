import { editBody, type Json, parseRequestJson, setBody, setHeader } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, acceptAnyToken, GET_ORDER, recordedAs, setTotal } from "../edits-of-commerce.js";
import { either, emptyBody, getSegment, notKept, put } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: GET_ORDER } as const;

/** Replaces the payload of a token that expires later with one of the past. */
export function expire(authorization: string): string {
  const [head, payload = "", signature] = authorization.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const expired = Buffer.from(JSON.stringify({ ...claims, exp: claims.iat - 60 })).toString("base64url");
  return `${head}.${expired}.${signature}`;
}

function hasExpired(authorization: string | undefined): boolean {
  try {
    const { exp } = JSON.parse(Buffer.from(authorization?.split(".")[1] ?? "", "base64url").toString());
    return exp * 1000 < Date.now();
  } catch {
    return false;
  }
}

export const GET_ORDER_1: readonly Defect[] = [
  {
    ...OWN,
    id: "order-dates-swapped",
    kind: "response value",
    alsoOn: ["recordOrder"],
    title: "createdAt and updatedAt are swapped",
    breaks: "spec: createdAt is when the order was created, updatedAt when it was last updated",
    response: editBody((it) => ({ ...it, createdAt: it.updatedAt, updatedAt: it.createdAt })),
    names: notKept(/createdAt|updatedAt/),
    shows: recordedAs({ createdAt: "2024-01-01T00:00:00Z" }),
  },
  {
    ...OWN,
    id: "order-duplicate-member",
    kind: "response value",
    title: "orderNumber occurs twice in the JSON object",
    breaks: "RFC 8259 4: names within an object should be unique",
    response: (it) => {
      const number = it.status === 200 ? JSON.parse(it.body.toString()).orderNumber : undefined;
      if (typeof number === "string")
        setBody(it, it.body.toString().replace("{", `{"orderNumber":${JSON.stringify(number.toLowerCase())},`));
    },
    names: /duplicate|twice|unique|more than once|repeated/i,
    shows: async (c) => {
      const { text } = await c.get(await c.record({ orderNumber: "N-1" }));
      return text.split('"orderNumber"').length > 2 ? "two members orderNumber" : undefined;
    },
  },
  {
    ...OWN,
    id: "order-304-despite-change",
    kind: "conditional request",
    title: "any If-Modified-Since gets 304",
    breaks: "RFC 9110 13.1.3: 304 only if the representation was not modified since; spec: 304 is not documented",
    response: (it, { headers }) => {
      if (it.status === 200 && headers["if-modified-since"] !== undefined) emptyBody(it, 304);
    },
    names: /\b304\b|not modified|if-modified-since|conditional/i,
    shows: async (c) => {
      const { status } = await c.get(await c.record({}), { "If-Modified-Since": "2001-01-01T00:00:00Z" });
      return status === 304 ? "304 for a changed order" : undefined;
    },
  },
  {
    ...OWN,
    id: "order-etag-of-id",
    kind: "conditional request",
    title: "ETag does not change with the order",
    breaks: "RFC 9110 8.8.1: a strong validator changes whenever the representation changes",
    response: (it, message, memory) => {
      if (it.status === 200) setHeader("etag", `"${getSegment(message, -1).slice(0, 8)}"`)(it, message, memory);
    },
    names: /etag|validator/i,
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { headers } = await c.get(path);
      await c.patch(path, setTotal(2));
      const changed = await c.get(path);
      return headers.etag !== undefined && headers.etag === changed.headers.etag ? "the same ETag" : undefined;
    },
  },
  {
    ...OWN,
    id: "order-modified-in-future",
    kind: "HTTP",
    title: "Last-Modified is local time labelled as GMT, two hours in the future",
    breaks: "RFC 9110 8.8.2.1: the server must not generate a Last-Modified that is later than Date",
    response: (it, message, memory) => {
      const time = new Date(Date.now() + 7_200_000).toUTCString();
      if (it.status === 200) setHeader("last-modified", time)(it, message, memory);
    },
    names: /last-modified/i,
    shows: async (c) => {
      const { headers } = await c.get(await c.record({}));
      return Date.parse(headers["last-modified"] ?? "") > Date.parse(headers.date ?? "")
        ? `Last-Modified ${headers["last-modified"]}`
        : undefined;
    },
  },
  {
    ...OWN,
    id: "order-not-found-html",
    kind: "HTTP",
    title: "a 404 is an HTML page",
    breaks: "seed: bodies are JSON unless stated; spec: the content of 404 is application/json",
    response: (it) => {
      if (it.status !== 404) return;
      setBody(it, "<!DOCTYPE html><title>404 Not Found</title><h1>Not Found</h1>");
      it.headers["content-type"] = "text/html";
    },
    names: /html|content-type|media type|json/i,
    shows: async (c) => {
      const { headers } = await c.get(`${c.orders}/${ABSENT}`);
      return headers["content-type"]?.includes("html") ? "text/html" : undefined;
    },
  },
  {
    ...OWN,
    id: "order-leaks-card-number",
    kind: "leak",
    title: "cards have a member number with all digits",
    breaks: "spec: a card has numberFirst6, numberLast4 and numberMasked; OWASP API3 excessive data exposure",
    response: editBody((it) => {
      for (const { fundingSource } of it.transactions ?? [])
        if (fundingSource?.card !== undefined)
          fundingSource.card.number = `${fundingSource.card.numberFirst6}000000${fundingSource.card.numberLast4}`;
      return it;
    }),
    names: /number|undocumented|undeclared|not (declared|documented|in the spec)|unknown|additional|leak/i,
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?limit=100`);
      const paid = json.orders.find((it: Json) => it.transactions?.length > 0);
      const one = await c.get(`${c.orders}/${paid.id}`);
      return one.json.transactions[0].fundingSource.card.number === undefined ? undefined : "the card number";
    },
  },
  {
    ...OWN,
    id: "order-with-expired-token",
    kind: "authentication",
    title: "an expired access token is accepted",
    breaks: "seed: an expired token can be renewed; a missing or invalid token yields 401",
    request: acceptAnyToken(hasExpired),
    names: /token|\b401\b|expired|unauthori|authenti|credential/i,
    shows: async (c) => {
      const path = await c.record({});
      await c.get(path);
      const { status } = await c.get(path, { Authorization: expire(c.authorization) });
      return status === 200 ? "200 with an expired token" : undefined;
    },
  },
  {
    ...OWN,
    id: "order-deleted-by-delete",
    kind: "HTTP",
    methods: ["DELETE"],
    title: "DELETE gets 204 although the path has no such method",
    breaks:
      "spec: endpoints to delete orders are not specified; RFC 9110 15.5.6: 405 for a method that is not supported",
    response: (it) => {
      if (it.status === 405) emptyBody(it, 204);
    },
    names: /DELETE|\b405\b|\b204\b|method/,
    shows: async (c) => {
      const { status } = await c.send("DELETE", await c.record({}));
      return status === 204 ? "204 for DELETE" : undefined;
    },
  },
  {
    ...OWN,
    id: "order-keeps-first-items",
    kind: "stale data",
    methods: ["GET", "PUT"],
    title: "an order that is recorded again keeps its first items",
    breaks: "RFC 9110 9.3.4: PUT replaces the state, and a GET returns the new state",
    alsoOn: ["recordOrder"],
    response: (it, message, memory) => {
      if (it.status >= 300) return;
      const sent: Json = message.method === "PUT" ? parseRequestJson(message)?.items : undefined;
      if (Array.isArray(sent) && !memory.has(message.target)) memory.set(message.target, sent);
      const first = memory.get(message.target);
      if (message.method === "GET" && Array.isArray(first))
        editBody((json) => (json.items === undefined ? json : { ...json, items: first }))(it, message, memory);
    },
    names: notKept(/items/),
    shows: async (c) => {
      const path = await c.record({ items: [{ id: 1, name: "tea" }] });
      await put(c, path, { items: [{ id: 2, name: "mug" }] });
      const { json } = await c.get(path);
      return json.items[0].id === 1 ? "the items of the first PUT" : undefined;
    },
  },
  {
    ...OWN,
    id: "order-unicode-escaped-twice",
    kind: "response value",
    alsoOn: ["recordOrder"],
    title: "characters outside of ASCII are returned as text such as \\u00e9",
    breaks: "RFC 8259 7: an escape sequence stands for one character; the service records what is passed",
    response: editBody((it) => ({
      ...it,
      ...(typeof it.notes === "string"
        ? {
            notes: it.notes.replaceAll(
              /[^\0-\u007f]/g,
              (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
            ),
          }
        : {}),
    })),
    names: either(notKept(/notes/), /escap|encod/),
    shows: recordedAs({ notes: "thé" }),
  },
];
