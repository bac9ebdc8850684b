import {
  editBody,
  editQuery,
  getQuery,
  type Json,
  parseRequestJson,
  setBody,
  setQuery,
  setRequestText,
} from "../../edits.js";
import { type EditsById, editEvent, signDelivery } from "../defect.js";
import { acceptRejectedGrant, getPath, UUID } from "../edits-of-commerce.js";
import { editEach, failIf, getSegment, keepItems, readClaims, readObject, readResponse } from "../shared-edits.js";

export const EDITS_OF_SEVENTH_OTHERS: EditsById = {
  request: {
    "search-key-percent-matches-all": editQuery("searchKey", (it) =>
      /^%|%$/.test(it) ? it.replaceAll(/^%+|%+$/g, "") || undefined : it,
    ),
    "business-ignored-with-count": (message) => {
      if (getQuery(message, "count") !== null && UUID.test(getQuery(message, "businessId") ?? ""))
        setQuery("businessId")(message);
    },
    "subscription-of-any-application": (message) => {
      const aid = readClaims(message.headers.authorization ?? "")?.aid;
      const named = getSegment(message, 2).replaceAll(/%3A/gi, ":");
      if (typeof aid === "string" && UUID.test(named.replace("urn:aid:", "")))
        message.target = message.target.replace(/^\/apps\/[^/]+/, `/apps/${aid}`);
    },
    "subscription-delete-succeeds": (message) => {
      message.method = "GET";
    },
    "token-request-as-json": (message) => {
      const grant = readObject(message);
      if (grant === undefined || !/json/i.test(message.headers["content-type"] ?? "")) return;
      const fields = Object.entries(grant).map(([name, value]): [string, string] => [name, String(value)]);
      message.headers["content-type"] = "application/x-www-form-urlencoded";
      setRequestText(message, new URLSearchParams(fields).toString());
    },
  },
  response: {
    "auth-only-false-excludes": (it, message) => {
      if (getQuery(message, "authOnly") === "false") keepItems(it, "transactions", ({ authOnly }) => authOnly !== true);
    },
    "listed-amount-without-tip": editEach("transactions", (it) =>
      it.amounts?.tipAmount > 0 ? { ...it, amounts: { ...it.amounts, transactionAmount: it.amounts.orderAmount } } : it,
    ),
    "card-number-not-masked": editEach("transactions", (it) => {
      const { card } = it.fundingSource ?? {};
      if (typeof card?.numberMasked !== "string") return it;
      const numberMasked = completeNumber(card.numberFirst6, card.numberLast4);
      return { ...it, fundingSource: { ...it.fundingSource, card: { ...card, numberMasked } } };
    }),
    "ids-of-another-business": (it, message, memory) => {
      const page = it.status === 200 ? readResponse(it) : undefined;
      if (!Array.isArray(page?.transactions)) return;
      const business = getSegment(message, 2);
      for (const item of page.transactions) if (!memory.has(item.id)) memory.set(item.id, { business, item });
      const wanted = [...new Set(getQuery(message, "transactionIds")?.toLowerCase().split(",") ?? [])];
      const found = wanted.map((id) => memory.get(id) as { business: string; item: Json } | undefined);
      const foreign = found.flatMap((entry) =>
        entry === undefined || entry.business === business ? [] : [entry.item],
      );
      if (foreign.length === 0) return;
      const transactions = [...page.transactions, ...foreign];
      setBody(it, JSON.stringify({ ...page, transactions, count: transactions.length }));
    },
    "plan-and-bundle-swapped": editBody((it) => ({ ...it, planId: it.bundleId, bundleId: it.planId })),
    "plan-amounts-with-fraction": editEach("list", (it) => ({
      ...it,
      amount: it.amount / 100,
      amounts: it.amounts?.map((entry: Json) => ({ ...entry, value: entry.value / 100 })),
    })),
    "plans-content-type-as-accepted": (it, { headers }) => {
      const [type = ""] = (headers.accept ?? "").split(/[,;]/);
      if (it.status === 200 && /^[^*]+\/[^*]+$/.test(type)) it.headers["content-type"] = type.trim();
    },
    "hook-location-without-id": (it) => {
      if (it.status === 201) it.headers.location = "/hooks/undefined";
    },
    "hook-error-has-secret": (it, message) => {
      const received = readObject(message);
      if (it.status < 400 || typeof received?.secret !== "string") return;
      setBody(it, JSON.stringify({ ...readResponse(it), received }));
    },
    "hook-replay-responds-200": (it, { headers }, memory) => {
      const key = headers["service-request-id"];
      if (it.status !== 201 || key === undefined) return;
      if (memory.has(key)) it.status = 200;
      memory.set(key, true);
    },
    "hook-takes-over-any-member": (it, message) => {
      const { id, active, createdAt } = readObject(message) ?? {};
      const given = Object.entries({ id, active, createdAt }).filter(([, value]) => value !== undefined);
      if (it.status === 201 && given.length > 0)
        setBody(it, JSON.stringify({ ...readResponse(it), ...Object.fromEntries(given) }));
    },
    "access-token-as-refresh-token": acceptRejectedGrant(
      (form) => form.get("grantType") === "REFRESH_TOKEN" && form.get("refreshToken")?.split(".").length === 3,
    ),
    "token-error-has-stack-trace": (it) => {
      if (it.status < 400) return;
      const stack =
        "Error: rejected\n    at verifyAssertion (/srv/service/dist/tokens.js:83:11)\n    at async /srv/service/dist/server.js:41:3";
      setBody(it, JSON.stringify({ ...readResponse(it), stack }));
    },
  },
  instead: {
    "repeated-query-parameter-fails": failIf(({ target }) => {
      const names = [...new URL(target, "http://localhost").searchParams.keys()];
      return new Set(names).size < names.length;
    }),
    "hook-without-object-fails": failIf((message) => {
      const json: Json = parseRequestJson(message);
      return json !== undefined && readObject(message) === undefined;
    }),
  },
  delivery: {
    "event-with-byte-order-mark": (message, memory) => {
      message.body = `\xef\xbb\xbf${message.body}`;
      message.headers["content-length"] = String(message.body.length);
      signDelivery(message, memory.get("secret"));
    },
    "event-id-of-hook": editEvent((it) => {
      it.id = it.hookId;
    }),
    "event-store-of-previous-order": (message, memory) => {
      const { storeId } = readObject(message) ?? {};
      if (typeof storeId === "string") memory.set("store", storeId);
      else if (memory.has("store"))
        editEvent((it) => {
          it.storeId = memory.get("store");
        })(message, memory);
    },
  },
  several: {
    "no-event-for-new-status": {
      request: (message, memory) => {
        const path = getPath(message);
        if (memory.has(`recorded ${path}`)) memory.set(`replaced ${getSegment(message, -1)}`, true);
      },
      response: (it, message, memory) => {
        if (it.status < 300) memory.set(`recorded ${getPath(message)}`, true);
      },
      delivery: (message, memory) => {
        const { eventType, resourceId } = readObject(message) ?? {};
        return eventType === "ORDER_UPDATED" || !memory.has(`replaced ${resourceId}`);
      },
    },
    "signature-with-first-secret": {
      response: (it, message, memory) => {
        if (it.status === 201 && !memory.has("first")) memory.set("first", String(parseRequestJson(message)?.secret));
      },
      delivery: (message, memory) => signDelivery(message, memory.get("first")),
    },
  },
};

/** Fills in digits that make the check digit of the card number valid. */
function completeNumber(first6: string, last4: string): string {
  const candidates = Array.from({ length: 10 }, (_, digit) => `${first6}00000${digit}${last4}`);
  return candidates.find(hasValidCheckDigit) ?? "";
}

function hasValidCheckDigit(number: string): boolean {
  const digits = [...number].toReversed().map((digit, at) => (at % 2 === 0 ? Number(digit) : Number(digit) * 2));
  return digits.reduce((sum, it) => sum + (it > 9 ? it - 9 : it), 0) % 10 === 0;
}
