import type { Defect } from "../defect.js";
import { DATE_TIME, GET_ORDER } from "../edits-of-commerce.js";
import { createOrderPath, either, emptyBody, put } from "../second/edits-of-second.js";
import { readSuccess } from "./edits-of-sixth.js";

const OF_GET = { service: "sandbox", operation: GET_ORDER } as const;

export const GET_ORDER_DEFECTS: readonly Defect[] = [
  {
    ...OF_GET,
    id: "order-etag-unchanged",
    kind: "conditional request",
    title: "the ETag of an order stays the same when the order changes, and If-None-Match with it gets 304",
    breaks: "RFC 9110 8.8.3: an entity tag differs between the representations of a resource; 13.1.2",
    response: (it, { headers }) => {
      const order = readSuccess(it);
      if (order === undefined) return;
      const tag = `"${order.id}"`;
      it.headers.etag = tag;
      if (headers["if-none-match"]?.includes(tag) === true) emptyBody(it, 304);
    },
    names: either(/etag|entity tag|if-none-match|\b304\b|stale|cache/),
    shows: async (c) => {
      const path = await c.record({ notes: "before" });
      const { etag } = (await c.get(path)).headers;
      await put(c, path, { notes: "after" });
      const { status } = await c.get(path, { "If-None-Match": etag });
      return status === 304 ? "304 with the tag of the former order" : undefined;
    },
  },
  {
    ...OF_GET,
    id: "order-modified-since-reversed",
    kind: "conditional request",
    title: "an order that was updated after If-Modified-Since gets 304",
    breaks: "RFC 9110 13.1.3: false if the representation is not newer; spec, getOrder: 200 with the order",
    response: (it, { headers }) => {
      const order = readSuccess(it);
      const since = headers["if-modified-since"] ?? "";
      if (order !== undefined && DATE_TIME.test(since) && Date.parse(since) < Date.parse(order.updatedAt))
        emptyBody(it, 304);
    },
    names: either(/\b304\b|if-modified-since/),
    shows: async (c) => {
      const { status } = await c.get(await c.record({}), { "If-Modified-Since": "2020-01-01T00:00:00Z" });
      return status === 304 ? "304 for an order that is newer" : undefined;
    },
  },
  {
    ...OF_GET,
    id: "head-of-missing-order-200",
    kind: "HTTP",
    methods: ["HEAD"],
    title: "HEAD of an order that does not exist gets 200",
    breaks: "RFC 9110 9.3.2: HEAD is identical to GET except that the response has no content",
    response: (it) => {
      if (it.status === 404) it.status = 200;
    },
    names: either(/\bHEAD\b/, /\b200\b/),
    shows: async (c) => {
      const { status } = await c.send("HEAD", createOrderPath(c));
      return status === 200 ? "200 for HEAD of a missing order" : undefined;
    },
  },
];
