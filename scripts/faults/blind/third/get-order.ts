import { createHash } from "node:crypto";
import { type Json, setBody } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import { ABSENT, GET_ORDER, setTotal } from "../edits-of-commerce.js";
import { createOrderPath, either, emptyBody, getSegment, put, replaceResponse } from "../second/edits-of-second.js";
import { readSuccess } from "./edits-of-third.js";

const READS = { service: "sandbox", operation: GET_ORDER } as const;

export const GET_ORDER_OF_THIRD: readonly Defect[] = [
  {
    ...READS,
    id: "order-found-through-any-business",
    kind: "authorization",
    methods: ["GET", "PUT"],
    alsoOn: ["recordOrder"],
    title: "an order of one business is found below the path of another one",
    breaks:
      "docs/sandbox.md: 404 for a missing resource in an allowed business; OWASP API1: object level authorization",
    response: (response, message, memory) => {
      const id = getSegment(message, -1);
      const it = memory.get(id) as FaultResponse | undefined;
      if (response.status < 300) memory.set(id, { ...response, status: 200, headers: { ...response.headers } });
      else if (response.status === 404 && message.method === "GET" && it !== undefined) Object.assign(response, it);
    },
    names: either(/\bbusiness\b|authoriz|bola|foreign|\b404\b/),
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { notes: "private" });
      const { status } = await c.get(path.replace(c.business, c.otherBusiness));
      return status === 200 ? "the order is readable through another business" : undefined;
    },
  },
  {
    ...READS,
    id: "etag-of-id-and-creation",
    kind: "conditional request",
    alsoOn: ["updateOrder", "recordOrder"],
    title: "the entity tag of an order does not change with the order, so a change is hidden by a 304",
    breaks: "RFC 9110 8.8.3: representations that differ have different entity tags; 13.1.2",
    response: (response, { headers }) => {
      const order = readSuccess(response);
      if (order === undefined) return;
      const tag = `"${createHash("sha1").update(`${order.id}${order.createdAt}`).digest("hex")}"`;
      response.headers.etag = tag;
      if (headers["if-none-match"] === tag) emptyBody(response, 304);
    },
    names: either(/etag|entity.tag|if-none-match|\b304\b|conditional|stale/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { etag } = (await c.get(path)).headers;
      await c.patch(path, setTotal(2));
      const { status } = await c.get(path, { "If-None-Match": etag });
      return status === 304 ? "304 after a change" : undefined;
    },
  },
  {
    ...READS,
    id: "not-modified-compared-with-creation",
    kind: "conditional request",
    alsoOn: ["updateOrder"],
    title: "a read with If-Modified-Since after the creation gets 304, although the order was changed since",
    breaks: "spec: getOrder has no status 304; RFC 9110 13.1.3: 304 only if there is no later change",
    response: (response, { headers }) => {
      const since = Date.parse(headers["if-modified-since"] ?? "");
      const createdAt = Date.parse(readSuccess(response)?.createdAt);
      if (since >= createdAt) emptyBody(response, 304);
    },
    names: either(/if-modified-since|\b304\b|not modified|conditional|undocumented/),
    shows: async (c) => {
      const path = await c.record({ createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-02-01T00:00:00Z" });
      const { status } = await c.get(path, { "If-Modified-Since": "2026-01-15T00:00:00Z" });
      return status === 304 ? "304 for an order that was changed since" : undefined;
    },
  },
  {
    ...READS,
    id: "query-in-error-of-unknown-order",
    kind: "leak",
    title: "the 404 of an order shows the SQL statement and the host of the database",
    breaks:
      "docs/sandbox.md: the body of an error is status, code and message; OWASP API8: details of internals in errors",
    response: (response, message) => {
      if (response.status !== 404) return;
      const detail = `SELECT body FROM orders WHERE id = '${getSegment(message, -1)}' -- postgres://app@10.2.0.7:5432/prod`;
      const message404 = `NoResultError: no result\n    at OrderStore.find (/srv/app/dist/store/orders.js:118:13)`;
      replaceResponse(response, 404, { status: 404, code: "UNKNOWN_ORDER", message: message404, detail });
    },
    names: either(/leak|internal|sql|stack|trace|disclos|expos|detail/),
    shows: async (c) => {
      const { text } = await c.get(`${c.orders}/${ABSENT}`);
      return /SELECT/.test(text) ? "the error contains SQL" : undefined;
    },
  },
  {
    ...READS,
    id: "masked-number-shows-all-digits",
    kind: "leak",
    title: "numberMasked of a card shows the whole number",
    breaks: "spec: numberMasked is the card number with digits masked; PCI DSS 3.4",
    response: (response) => {
      const order = readSuccess(response);
      if (!Array.isArray(order?.transactions)) return;
      for (const { fundingSource } of order.transactions as Json[]) {
        const card = fundingSource?.card;
        if (typeof card?.numberMasked === "string") card.numberMasked = card.numberMasked.replaceAll("*", "0");
      }
      setBody(response, JSON.stringify(order));
    },
    names: either(/mask|card number|pan\b|leak|differ|stored|written/),
    shows: async (c) => {
      const card = { numberFirst6: "411111", numberLast4: "1111", numberMasked: "411111******1111" };
      const { json } = await c.get(await c.record({ transactions: [{ fundingSource: { card } }] }));
      const { numberMasked } = json.transactions[0].fundingSource.card;
      return numberMasked.includes("*") ? undefined : `numberMasked is ${numberMasked}`;
    },
  },
  {
    ...READS,
    id: "order-encoded-as-latin-1",
    kind: "HTTP",
    alsoOn: ["recordOrder"],
    title: "an order with characters of Latin-1 is not encoded in UTF-8",
    breaks: "RFC 8259 8.1: JSON is encoded using UTF-8",
    response: (response) => {
      const text = response.body.toString();
      if (response.status !== 200 || !/^[\0-\xff]*$/.test(text)) return;
      response.body = Buffer.from(text, "latin1");
      response.headers["content-length"] = String(response.body.length);
    },
    names: either(/utf-?8|encod|unicode|charset|latin|character|not (valid )?json|differ/),
    shows: async (c) => {
      const { text } = await c.get(await c.record({ notes: "caf\u00e9" }));
      return text.includes("\ufffd") ? "the body is not UTF-8" : undefined;
    },
  },
  {
    ...READS,
    id: "head-of-unknown-order-is-200",
    kind: "HTTP",
    methods: ["HEAD"],
    alsoOn: [""],
    title: "HEAD of an order that does not exist gets 200",
    breaks: "RFC 9110 9.3.2: HEAD is identical to GET except for the content",
    response: (response) => {
      if (response.status === 404) response.status = 200;
    },
    names: /\bhead\b/i,
    shows: async (c) => {
      const { status } = await c.send("HEAD", `${c.orders}/${ABSENT}`);
      return status === 200 ? "200 for HEAD of an unknown order" : undefined;
    },
  },
  {
    ...READS,
    id: "delete-succeeds-without-effect",
    kind: "HTTP",
    methods: ["DELETE"],
    alsoOn: [""],
    title: "DELETE of an order gets 204, but the order is still there",
    breaks: "docs/sandbox.md and open question order-create-and-delete-endpoints: 405 on a known path; RFC 9110 15.5.6",
    response: (response) => {
      if (response.status === 405) emptyBody(response, 204);
      delete response.headers.allow;
    },
    names: either(/delete|\b405\b|method|\b204\b/),
    shows: async (c) => {
      const { status } = await c.send("DELETE", await c.record({ notes: "x" }));
      return status === 204 ? "204 for DELETE" : undefined;
    },
  },
  {
    ...READS,
    id: "api-version-compared-by-prefix",
    kind: "validation",
    title: "any Api-Version that starts with 1.2 is accepted",
    breaks: "spec: Api-Version must be 1.2; open question deprecation-policy: other values are rejected with 400",
    request: ({ headers }) => {
      if (headers["api-version"]?.startsWith("1.2")) headers["api-version"] = "1.2";
    },
    names: /api-version|accept|\b400\b/i,
    shows: async (c) => {
      const { status } = await c.get(await c.record({ notes: "x" }), { "Api-Version": "1.20" });
      return status === 200 ? "version 1.20 is accepted" : undefined;
    },
  },
];
