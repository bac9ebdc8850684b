import { randomUUID } from "node:crypto";
import {
  changeStatus,
  createJsonResponse,
  editBody,
  getQuery,
  type Json,
  parseRequestJson,
  setBody,
  setHeader,
  setQuery,
  setRequestText,
} from "../../edits.js";
import { type EditsById, editEvent } from "../defect.js";
import {
  ABSENT,
  acceptAnyToken,
  acceptRejectedGrant,
  BOOLEAN,
  ignoreQuery,
  renewRequestId,
  shiftHours,
  UUID,
} from "../edits-of-commerce.js";
import { editEach, emptyBody, failIf, keepItems, readObject, readSuccess, replaceResponse } from "../shared-edits.js";

const OTHER_SCHEME = /^(ftp|file|gopher|ws|javascript|data):/i;

const CARD_NAMES: readonly string[] = ["cardHolderFirstName", "cardHolderLastName"];

export const EDITS_OF_EARLIER_OTHERS: EditsById = {
  request: {
    "hook-not-idempotent": renewRequestId,
    "version-not-required": (it) => {
      it.headers["api-version"] ??= "1.2";
    },
    "transactions-unverified-signature": acceptAnyToken((it) => it?.split(".").length === 3),
    "unsettled-only-inverted": ignoreQuery("unsettledOnly", BOOLEAN),
    "transactions-store-lost-with-status": (it) => {
      if (getQuery(it, "startAt") !== null && getQuery(it, "startOffset") === null) ignoreQuery("storeId", UUID)(it);
    },
    "percent-sign-matches-all-names": (message) => {
      for (const name of CARD_NAMES) if (getQuery(message, name)?.includes("%")) setQuery(name)(message);
    },
    "transaction-name-decoded-as-latin1": (it) => {
      const name = getQuery(it, "cardHolderLastName") ?? "";
      if (/[^\0-\x7f]/.test(name) && getQuery(it, "startOffset") === null)
        setQuery("cardHolderLastName", Buffer.from(name).toString("latin1"))(it);
    },
  },
  response: {
    "unauthorized-as-403": changeStatus(401, 403),
    "subscription-other-id": editBody((it) => ({ ...it, subscriptionId: ABSENT })),
    "plans-trial-days-text": editEach("list", (it) => ({ ...it, trialPeriodDays: String(it.trialPeriodDays) })),
    "subscriptions-epoch": editEach("list", (it) => ({ ...it, startAt: Date.parse(it.startAt) / 1000 })),
    "subscriptions-cached-without-query": (it, message, memory) => {
      const path = message.target.split("?", 1)[0] ?? "";
      if (it.status !== 200) return;
      const first = memory.get(path);
      if (typeof first === "string") replaceResponse(it, 200, JSON.parse(first));
      else memory.set(path, it.body.toString());
    },
    "plans-basic-challenge": setHeader("www-authenticate", 'Basic realm="billing"', 401),
    "plans-dates-as-text": editEach("list", (it) => ({
      ...it,
      createdAt: shiftHours(it.createdAt, 0).replace("T", " "),
    })),
    "plans-trace": (it, { headers }) => replaceResponse(it, 200, headers),
    "subscription-html-for-browsers": (it, { headers }) => {
      if (it.status !== 200 || headers.accept?.includes("text/html") !== true) return;
      setBody(it, `<pre>${it.body.toString()}</pre>`);
      it.headers["content-type"] = "text/html; charset=utf-8";
    },
    "subscription-not-found-without-body": (it) => {
      if (it.status === 404) emptyBody(it, 404);
    },
    "subscription-method-fails": (it) => {
      if (it.status === 405) replaceResponse(it, 500, { message: "handler is not a function" });
    },
    "hook-secret-in-clear": editBody((json, message) => ({
      ...json,
      secret: parseRequestJson(message)?.secret ?? json.secret,
    })),
    "password-grant-without-assertion": acceptRejectedGrant((it) => it.get("grantType") === "PASSWORD"),
    "delivery-url-of-any-scheme": (response, message) => {
      const hook = readObject(message);
      if (response.status !== 400 || !OTHER_SCHEME.test(hook?.deliveryUrl ?? "")) return;
      const now = new Date().toISOString().replace(/\.\d+/, "");
      const times = { createdAt: now, updatedAt: now };
      const created = { ...hook, id: randomUUID(), secret: "********", active: true, ...times };
      Object.assign(response, createJsonResponse(201, created));
    },
    "token-expires-in-milliseconds": editBody((it) => ({ ...it, expiresIn: it.expiresIn * 1000 })),
    "token-includes-scheme": editBody((it) => ({ ...it, accessToken: `Bearer ${it.accessToken}` })),
    "transaction-link-as-url": editEach("transactions", (it) => {
      for (const link of it.links ?? []) link.href = `/transactions/${link.href}`;
      return it;
    }),
    "transaction-parent-itself": editEach("transactions", (it) =>
      it.parentId === undefined ? it : { ...it, parentId: it.id },
    ),
    "transaction-amounts-decimal": editBody((it) => {
      for (const one of it.transactions ?? [])
        if (one.amounts?.transactionAmount !== undefined)
          one.amounts.transactionAmount = (one.amounts.transactionAmount + 0.5) / 100;
      return it;
    }),
    "transaction-ids-unknown-404": (it, message) => {
      const ids = getQuery(message, "transactionIds")?.split(",");
      if (it.status !== 200 || ids === undefined || getQuery(message, "limit") !== null) return;
      if (JSON.parse(it.body.toString()).transactions.length < Math.min(ids.length, 10))
        replaceResponse(it, 404, { message: "transaction not found" });
    },
    "transactions-iso-date-header": (it, message, memory) =>
      setHeader("date", new Date().toISOString())(it, message, memory),
    "transactions-error-as-200": changeStatus(400, 200),
    "transactions-amounts-of-order": editEach("transactions", (it) => {
      if (it.amounts !== undefined)
        it.amounts.orderAmount = (it.amounts.orderAmount ?? 0) + (it.amounts.tipAmount ?? 0);
      return it;
    }),
    "transactions-tags-as-array": editEach("transactions", (it) => {
      const data: Json = it.fundingSource?.emvData;
      if (data?.emvTags !== undefined)
        data.emvTags = Object.entries(data.emvTags).map(([name, value]) => ({ name, value }));
      return it;
    }),
    "transactions-expiration-as-text": editEach("transactions", (it) => {
      const card: Json = it.fundingSource?.card;
      if (card?.expirationMonth < 10) card.expirationMonth = `0${card.expirationMonth}`;
      return it;
    }),
    "transactions-status-filter-on-action": (it, message) => {
      if (getQuery(message, "status") === "REFUNDED")
        keepItems(it, "transactions", ({ action }) => action === "REFUND");
    },
    "amounts-sorted-as-text": (response, message) => {
      const json = readSuccess(response);
      const order = /^(-?)amount$/.exec(getQuery(message, "orderBy") ?? "");
      if (json === undefined || order === null) return;
      const sign = order[1] === "-" ? -1 : 1;
      const toText = (it: Json): string => String(it.amounts?.transactionAmount ?? "");
      json.transactions.sort((a: Json, b: Json) => (toText(a) < toText(b) ? -sign : sign));
      setBody(response, JSON.stringify(json));
    },
  },
  instead: {
    "plans-need-version": failIf(({ headers }) => headers["api-version"] === undefined, 400),
  },
  delivery: {
    "event-link-post": editEvent((it) => {
      for (const link of (it.links ?? []) as { method: string }[]) link.method = "POST";
    }),
    "event-not-subscribed": editEvent((it) => {
      it.eventType = it.eventType === "ORDER_OPENED" ? "ORDER_UPDATED" : "ORDER_OPENED";
    }),
    "event-reformatted-after-signing": (it) => setRequestText(it, JSON.stringify(parseRequestJson(it), null, 2)),
    "event-device-without-prefix": editEvent((it) => {
      if (typeof it.deviceId === "string") it.deviceId = it.deviceId.replace("urn:tid:", "");
    }),
  },
};
