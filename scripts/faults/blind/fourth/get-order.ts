import { createHash } from "node:crypto";
import { createJsonResponse } from "../../edits.js";
import type { Defect } from "../defect.js";
import { GET_ORDER, RECORD_ORDER } from "../edits-of-commerce.js";
import { createOrderPath, emptyBody, put, replaceResponse } from "../second/edits-of-second.js";
import { SANDBOX } from "./edits-of-fourth.js";

const TIME = "2026-01-05T08:30:00Z";

export const GET_ORDER_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "order-last-modified-in-iso-format",
    kind: "HTTP",
    title: "Last-Modified has the time in the format of the body",
    breaks: "RFC 9110 8.8.2 and 5.6.7: Last-Modified is an HTTP-date",
    response: (it) => {
      if (it.status === 200) it.headers["last-modified"] = JSON.parse(it.body.toString()).updatedAt;
    },
    names: /last-modified|http-date|imf-fixdate/i,
    shows: async (c) => {
      const { headers } = await c.get(await c.record({}));
      const time = headers["last-modified"];
      return time === undefined || time.endsWith(" GMT") ? undefined : `Last-Modified: ${time}`;
    },
  },
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "order-accept-compared-as-text",
    kind: "HTTP",
    title: "Accept with a list or a weight is a 406",
    breaks: "RFC 9110 12.5.1: Accept is a list of media ranges with weights; the spec has no status 406",
    instead: ({ headers: { accept = "*/*" } }) =>
      ["*/*", "application/json"].includes(accept.trim())
        ? undefined
        : createJsonResponse(406, { message: "not acceptable" }),
    names: /\b406\b|accept|negotiat/i,
    shows: async (c) => {
      const { status } = await c.get(await c.record({}), { Accept: "application/json;q=0.9, */*;q=0.1" });
      return status === 406 ? "406 for an acceptable type" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "order-etag-of-updated-at",
    kind: "conditional request",
    alsoOn: ["recordOrder"],
    title: "the ETag is the time of the update, so that two versions with one time have the same one",
    breaks: "RFC 9110 8.8.1: a strong validator changes whenever the content changes; 13.1.2",
    response: (it, { headers }) => {
      if (it.status !== 200) return;
      const { updatedAt } = JSON.parse(it.body.toString());
      it.headers.etag = `"${Date.parse(updatedAt)}"`;
      if (headers["if-none-match"] === it.headers.etag) emptyBody(it, 304);
    },
    names: /etag|if-none-match|\b304\b|validator|conditional|stale/i,
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { notes: "first", updatedAt: TIME });
      const { etag } = (await c.get(path)).headers;
      await put(c, path, { notes: "second", updatedAt: TIME });
      const { status } = await c.get(path, { "If-None-Match": etag });
      return status === 304 ? "304 for a changed order" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "order-cached-before-authentication",
    kind: "authentication",
    title: "an order that was read with a token can be read again without one",
    breaks: "spec, info, Authentication: missing or invalid tokens result in status 401; RFC 9111 3.5",
    response: (it, { target }, memory) => {
      if (it.status === 200) memory.set(target, it.body);
      const cached = memory.get(target);
      if (it.status === 401 && Buffer.isBuffer(cached)) {
        delete it.headers["www-authenticate"];
        replaceResponse(it, 200, JSON.parse(cached.toString()));
      }
    },
    names: /\b401\b|auth|token|credential|cache/i,
    shows: async (c) => {
      const path = await c.record({});
      await c.get(path);
      const { status } = await c.get(path, { Authorization: undefined });
      return status === 200 ? "200 without a token" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    methods: ["GET", "PUT"],
    id: "order-if-match-without-effect",
    kind: "conditional request",
    alsoOn: ["getOrder"],
    title: "orders have an ETag, but a PUT with the ETag of an earlier version replaces the later one",
    breaks: "RFC 9110 13.1.1: the method must not be performed if the condition of If-Match is false",
    response: (it) => {
      const tag = createHash("sha256").update(it.body).digest("base64url");
      if (it.status < 300) it.headers.etag = `"${tag}"`;
    },
    names: /if-match|etag|precondition|\b412\b|lost update|conditional/i,
    shows: async (c) => {
      const path = await c.record({ notes: "first" });
      const { etag } = (await c.get(path)).headers;
      if (etag === undefined) return undefined;
      await put(c, path, { notes: "second" });
      const headers = { "If-Match": etag, "Service-Request-Id": "a-third-request" };
      const { status } = await c.send("PUT", path, { body: { notes: "third" }, headers });
      return status === 200 ? "200 for an ETag of an earlier version" : undefined;
    },
  },
];
