import { getQuery, setHeader, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import {
  CREATE_HOOK,
  GET_ORDER,
  LIST_HISTORIES,
  LIST_ORDERS,
  LIST_SHIPMENTS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
} from "../edits-of-commerce.js";
import { either, failIf, getSegment, readObject, replaceResponse } from "../shared-edits.js";

const FAILED = /\b500\b|server error|5xx|fail|crash/;

export const REQUESTS_OF_EIGHTH: readonly Defect[] = [
  {
    ...LIST_ORDERS,
    id: "minor-version-ignored",
    kind: "validation",
    title: "any Api-Version that begins with 1 is accepted",
    breaks: "spec, Api-Version: must be 1.2",
    request: ({ headers }) => {
      if (/^1(\.|$)/.test(headers["api-version"] ?? "")) headers["api-version"] = "1.2";
    },
    names: either(/version|accept|invalid/),
  },
  {
    ...CREATE_HOOK,
    id: "method-without-allow",
    kind: "HTTP",
    methods: ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
    title: "the 405 response for hooks has no Allow header",
    breaks: "RFC 9110 15.5.6: the origin server must generate an Allow header field in a 405 response",
    response: setHeader("allow", undefined),
    names: either(/allow|\b405\b|method/),
  },
  {
    ...LIST_HISTORIES,
    id: "json-range-not-acceptable",
    kind: "HTTP",
    title: "Accept with a range such as application/* or with a weight gets 406",
    breaks: "RFC 9110 12.5.1: a media range selects all subtypes, and q is a weight; the response has application/json",
    instead: failIf(({ headers: { accept = "*/*" } }) => !/^(\*\/\*|application\/json)(,|$)/.test(accept), 406),
    names: either(/accept|\b406\b|negotiat|media/),
  },
  {
    ...GET_ORDER,
    id: "malformed-id-fails",
    kind: "server error",
    title: "an order id that is not a UUID causes 500",
    breaks:
      "spec, Status codes: 404 not found, 500 internal server error; RFC 9110 15.6: 5xx is an error of the server",
    instead: failIf((message) => !/^[\da-f-]{36}$/i.test(getSegment(message, -1))),
    names: either(FAILED, /uuid|malformed/),
  },
  {
    ...LIST_TRANSACTIONS,
    id: "quote-in-filter-fails",
    kind: "server error",
    title: "an apostrophe in a text filter causes 500",
    breaks: "spec, cardHolderLastName: a string; RFC 9110 15.6: 5xx is an error of the server; OWASP injection",
    instead: failIf((message) =>
      ["cardHolderLastName", "cardHolderFirstName", "searchKey", "storeId", "deviceId", "tid"].some((name) =>
        getQuery(message, name)?.includes("'"),
      ),
    ),
    names: either(FAILED, /quote|apostrophe|injection/),
  },
  {
    ...RECORD_ORDER,
    id: "order-without-items-fails",
    kind: "server error",
    title: "an order with an empty list of items causes 500",
    breaks: "spec, Order: items is an array without minItems; RFC 9110 15.6",
    instead: failIf((message) => {
      const items = readObject(message)?.items;
      return Array.isArray(items) && items.length === 0;
    }),
    names: either(FAILED, /items|empty|valid/),
  },
  {
    ...LIST_ORDERS,
    id: "number-with-letters",
    kind: "validation",
    title: "in the integer parameters of the list, everything behind the digits is ignored",
    breaks: "spec, customerUserId, limit and cardExpirationYear: type integer",
    request: (message) => {
      for (const name of ["customerUserId", "limit", "cardExpirationMonth", "cardExpirationYear"]) {
        const [, digits] = /^(\d+)[^\d]/.exec(getQuery(message, name) ?? "") ?? [];
        if (digits !== undefined) setQuery(name, digits)(message);
      }
    },
    names: either(/accept|invalid|integer|customerUserId|limit|cardExpiration/),
  },
  {
    ...LIST_SHIPMENTS,
    id: "no-order-no-shipments",
    kind: "status",
    title: "the shipments of an order that does not exist are an empty array",
    breaks: "spec, Status codes: 404 not found; docs/sandbox.md: 404 for a missing resource in an allowed business",
    response: (response, { method }) => {
      if (response.status === 404 && method === "GET") replaceResponse(response, 200, []);
    },
    names: either(/\b404\b|not found|unknown|missing|absent|exist/),
  },
];
