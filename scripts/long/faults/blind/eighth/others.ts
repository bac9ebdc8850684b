import { randomUUID } from "node:crypto";
import { editBody, getQuery, type Json, parseRequestJson, setHeader, setQuery } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import { type EditsById, editEvent, signDelivery } from "../defect.js";
import { DATE_TIME, INTEGER, shiftHours } from "../edits-of-commerce.js";
import {
  editEach,
  editNext,
  failIf,
  getOrderKey,
  getSegment,
  readObject,
  repeatResponse,
  replaceResponse,
} from "../shared-edits.js";

export const EDITS_OF_EIGHTH_OTHERS: EditsById = {
  request: {
    "header-before-start-at": (message) => {
      const since = message.headers["if-modified-since"] ?? "";
      if (DATE_TIME.test(since) && DATE_TIME.test(getQuery(message, "startAt") ?? ""))
        setQuery("startAt", since)(message);
    },
    "card-year-needs-month": (message) => {
      const isAlone = getQuery(message, "cardExpirationMonth") === null;
      if (isAlone && INTEGER.test(getQuery(message, "cardExpirationYear") ?? ""))
        setQuery("cardExpirationYear")(message);
    },
    "false-flag-is-set": (message) => {
      for (const name of ["authOnly", "unsettledOnly", "creditDebitOnly"])
        if (getQuery(message, name) === "false") setQuery(name, "true")(message);
    },
    "twenty-by-default": (message) => {
      if (getQuery(message, "limit") === null && getQuery(message, "startOffset") === null)
        setQuery("limit", "20")(message);
    },
    "any-scheme-of-token": ({ headers }) => {
      if (headers.authorization !== undefined)
        headers.authorization = headers.authorization.replace(/^\S+ +(?=[\w-]+\.[\w-]+\.[\w-]+$)/, "Bearer ");
    },
  },
  response: {
    "page-begins-with-last-item": editNext((href, json) => {
      const limit = Math.max(2, json.transactions.length);
      return href.replace(/startOffset=\d+/, `startOffset=0&limit=${limit}`);
    }),
    "total-of-page": editBody((it) => ({ ...it, total: it.count })),
    "trial-shown-as-full": editBody((it) => (it.phase === "TRIAL" ? { ...it, phase: "FULL" } : it)),
    "plan-price-with-decimals": editEach("list", (it) =>
      typeof it.amount === "number" ? { ...it, amount: it.amount / 100 } : it,
    ),
    "transactions-of-first-call": repeatResponse,
    "method-without-allow": setHeader("allow", undefined),
    "hook-of-other-application": (response, message) => {
      if (response.status !== 403 || !response.body.includes("FOREIGN_APPLICATION")) return;
      const createdAt = shiftHours(new Date().toISOString(), 0);
      const own = { id: randomUUID(), secret: "********", active: true, createdAt, updatedAt: createdAt };
      replaceResponse(response, 201, { ...readObject(message), ...own });
    },
    "assertion-used-twice": (response, { body }, memory) => {
      const assertion = new URLSearchParams(body).get("assertion") ?? "";
      const former = memory.get(assertion) as FaultResponse | undefined;
      if (response.status === 200) memory.set(assertion, { ...response, headers: { ...response.headers } });
      else if (former !== undefined) Object.assign(response, { ...former, headers: { ...former.headers } });
    },
    "token-in-caches": setHeader("cache-control", "public, max-age=3600", 200),
    "hook-shows-secret": editBody((it, message) => {
      const secret = String(parseRequestJson(message)?.secret ?? "");
      return { ...it, secret: `****${secret.slice(4)}` };
    }),
  },
  instead: {
    "quote-in-filter-fails": failIf((message) =>
      ["cardHolderLastName", "cardHolderFirstName", "searchKey", "storeId", "deviceId", "tid"].some((name) =>
        getQuery(message, name)?.includes("'"),
      ),
    ),
  },
  delivery: {
    "event-in-local-time": editEvent((event) => {
      for (const name of ["createdAt", "updatedAt"]) event[name] = shiftHours(String(event[name]), -5);
    }),
    "secret-of-latest-hook": editEvent(() => {}),
  },
  several: {
    "subscriptions-of-all-businesses": {
      request: (message, memory) => {
        const known = (memory.get("known") ?? []) as readonly string[];
        if (known.includes(getQuery(message, "businessId") ?? "")) setQuery("businessId")(message);
      },
      response: (response, message, memory) => {
        editBody((it) => {
          const known = (memory.get("known") ?? []) as readonly string[];
          memory.set("known", [...known, ...(it.list ?? []).map(({ businessId }: Json) => businessId)]);
          return it;
        })(response, message, memory);
      },
    },
    "plans-of-other-application": {
      request: (message, memory) => {
        const own = memory.get("own");
        const asked = getSegment(message, 2);
        if (typeof own === "string" && own !== asked && /^urn(:|%3A)aid/i.test(asked))
          message.target = message.target.replace(asked, own);
      },
      response: ({ status }, message, memory) => {
        if (status === 200 && !memory.has("own")) memory.set("own", getSegment(message, 2));
      },
    },
    "first-event-type-of-hook": {
      response: (response, _, memory) => {
        if (response.status !== 201) return;
        const { id, eventTypes } = JSON.parse(response.body.toString());
        memory.set(id, eventTypes[0]);
      },
      delivery: (message, memory) => {
        const { hookId, eventType } = parseRequestJson(message);
        return (memory.get(hookId) ?? eventType) === eventType;
      },
    },
    "latest-hook-only": {
      response: (response, _, memory) => {
        if (response.status === 201) memory.set("latest", JSON.parse(response.body.toString()).id);
      },
      delivery: (message, memory) => {
        const { hookId } = parseRequestJson(message);
        return (memory.get("latest") ?? hookId) === hookId;
      },
    },
    "update-without-event": {
      request: (message, memory) => {
        memory.set(getOrderKey(message), message.method);
      },
      delivery: (message, memory) => {
        const { resourceId, eventType } = parseRequestJson(message);
        return eventType !== "ORDER_UPDATED" || memory.get(String(resourceId).toLowerCase()) !== "PATCH";
      },
    },
    "secret-of-32-characters": {
      response: (response, message, memory) => {
        const secret = readObject(message)?.secret;
        if (response.status === 201) memory.set(JSON.parse(response.body.toString()).id, secret);
      },
      delivery: (message, memory) => {
        const secret = String(memory.get(parseRequestJson(message).hookId) ?? "");
        if (secret.length > 32) signDelivery(message, secret.slice(0, 32));
      },
    },
  },
};
