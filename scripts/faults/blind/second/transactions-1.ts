import { editBody, getQuery, type Json, setBody, setHeader, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { LIST_TRANSACTIONS, UUID } from "../edits-of-commerce.js";
import { editEach, either, failIf, getSegment, replaceResponse } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: LIST_TRANSACTIONS } as const;
const NEXT = /next|page|paging|link|startOffset/;
const FAILURE = /\b50\d\b|server error|5xx/i;

export const TRANSACTIONS_1: readonly Defect[] = [
  {
    ...OWN,
    id: "page-skips-ties",
    kind: "pagination",
    title: "a page leaves out transactions with the same updatedAt as the last one of the previous page",
    breaks: "seed: following the next link continues the listing; all transactions are returned",
    response: (it, message, memory) => {
      if (it.status !== 200) return;
      const json = JSON.parse(it.body.toString());
      const last = json.transactions.at(-1)?.updatedAt;
      const previous = memory.get(message.target);
      for (const { href } of json.links) memory.set(href, last);
      if (previous === undefined) return;
      const transactions = json.transactions.filter((one: Json) => one.updatedAt !== previous);
      setBody(it, JSON.stringify({ ...json, transactions, count: transactions.length }));
    },
    names: either(NEXT, /missing|skip|complete|lost|fewer/),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=100`);
      const all = await c.pages(`${c.transactions}?limit=2`, "transactions");
      return all.length < json.transactions.length ? `${all.length} of ${json.transactions.length}` : undefined;
    },
  },
  {
    ...OWN,
    id: "transactions-next-encoded-twice",
    kind: "pagination",
    title: "the query of the next link is percent-encoded twice",
    breaks: "RFC 3986 2.4: the same string is not encoded more than once; following the link continues the listing",
    response: editBody((it) => {
      for (const link of it.links ?? []) link.href = link.href.replaceAll("%", "%25");
      return it;
    }),
    names: either(NEXT, /encod/),
    shows: async (c) => {
      const { json } = await c.get(c.transactions);
      const { status } = await c.get(json.links[0].href);
      return status === 200 ? undefined : `status ${status} for the next link`;
    },
  },
  {
    ...OWN,
    id: "holder-names-swapped",
    kind: "filter",
    title: "cardHolderFirstName searches the last name",
    breaks: "spec: cardHolderFirstName, only transactions by cards whose holder has this given name",
    request: (message) => {
      const name = getQuery(message, "cardHolderFirstName");
      if (name === null || getQuery(message, "cardHolderLastName") !== null) return;
      setQuery("cardHolderFirstName")(message);
      setQuery("cardHolderLastName", name)(message);
    },
    names: either(/cardHolder|filter|match|empty/),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?cardHolderFirstName=Specimen`);
      return json.transactions.length > 0 ? "transactions of another given name" : undefined;
    },
  },
  {
    ...OWN,
    id: "auth-only-false-as-true",
    kind: "filter",
    title: "authOnly=false lists only auth-only transactions",
    breaks: "spec: authOnly specifies if only auth-only transactions are listed; false is not true",
    request: (message) => {
      if (getQuery(message, "authOnly") === "false") setQuery("authOnly", "true")(message);
    },
    names: either(/authOnly|filter|false/),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?authOnly=false&limit=100`);
      return json.transactions.every((it: Json) => it.authOnly === true) ? "only auth-only transactions" : undefined;
    },
  },
  {
    ...OWN,
    id: "device-filter-ignored",
    kind: "filter",
    title: "deviceId is ignored",
    breaks: "spec: deviceId is the identifier of a device, as a filter for transactions",
    request: (message) => {
      if (getQuery(message, "deviceId") !== null) setQuery("deviceId")(message);
    },
    names: either(/deviceId|filter|match|only/),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?deviceId=urn:tid:0f8fad5b-d9cb-469f-a165-70867728950e`);
      return json.transactions.length > 0 ? "transactions of other devices" : undefined;
    },
  },
  {
    ...OWN,
    id: "transaction-ids-unknown-404",
    kind: "status",
    title: "an unknown id in transactionIds is a 404",
    breaks: "seed: transactionIds is a filter; spec: 200, one page of transactions is returned",
    response: (it, message) => {
      const ids = getQuery(message, "transactionIds")?.split(",");
      if (it.status !== 200 || ids === undefined || getQuery(message, "limit") !== null) return;
      if (JSON.parse(it.body.toString()).transactions.length < Math.min(ids.length, 10))
        replaceResponse(it, 404, { message: "transaction not found" });
    },
    names: either(/\b404\b|transactionIds/),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=1`);
      const ids = `${json.transactions[0].id},0f8fad5b-d9cb-469f-a165-70867728950e`;
      const { status } = await c.get(`${c.transactions}?transactionIds=${ids}`);
      return status === 404 ? "404 for one unknown id" : undefined;
    },
  },
  {
    ...OWN,
    id: "transaction-ids-of-other-business",
    kind: "authorization",
    title: "transactionIds finds transactions of another business",
    breaks: "spec: lists transactions of a business, the one of the path; OWASP API1",
    request: (message, memory) => {
      const [id = ""] = getQuery(message, "transactionIds")?.split(",") ?? [];
      const owner = memory.get(id);
      const business = getSegment(message, 2);
      if (typeof owner === "string" && UUID.test(business)) message.target = message.target.replace(business, owner);
    },
    response: (it, message, memory) => {
      if (it.status !== 200 || getQuery(message, "transactionIds") !== null) return;
      for (const { id } of JSON.parse(it.body.toString()).transactions) memory.set(id, getSegment(message, 2));
    },
    names: /business|other|foreign|access|belong|tenant|authoriz|transactionIds/i,
    shows: async (c) => {
      const { json } = await c.get(`/businesses/${c.otherBusiness}/transactions`);
      const found = await c.get(`${c.transactions}?transactionIds=${json.transactions[0].id}`);
      return found.json.transactions.length > 0 ? "a transaction of another business" : undefined;
    },
  },
  {
    ...OWN,
    id: "search-key-bracket-fails",
    kind: "server error",
    title: "searchKey=( fails with 500",
    breaks: "spec: searchKey is a string; RFC 9110 15.6: 5xx is a failure of the server",
    instead: failIf((it) => /[()[\]*+?\\]/.test(getQuery(it, "searchKey") ?? "")),
    names: FAILURE,
    shows: async (c) => {
      const { status } = await c.get(`${c.transactions}?searchKey=(`);
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "negative-offset-fails",
    kind: "server error",
    title: "startOffset=-1 fails with 500",
    breaks: "seed: 400 bad request, 500 internal server error; RFC 9110 15.6: 5xx is a failure of the server",
    instead: failIf((it) => Number(getQuery(it, "startOffset")) < 0),
    names: FAILURE,
    shows: async (c) => {
      const { status } = await c.get(`${c.transactions}?startOffset=-1`);
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "transaction-link-dead",
    kind: "consistency",
    title: "the href of a link is the id of the processor, which no transaction has",
    breaks: "seed: href is the related transaction id",
    response: editEach("transactions", (it) => ({
      ...it,
      ...(Array.isArray(it.links)
        ? { links: it.links.map((link: Json) => ({ ...link, href: `ffffffff${String(link.href).slice(8)}` })) }
        : {}),
    })),
    names: /link|href|related|dangling|does not exist/i,
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=100`);
      const ids = new Set(json.transactions.map((it: Json) => it.id));
      const dead = json.transactions.flatMap((it: Json) => it.links ?? []).some((link: Json) => !ids.has(link.href));
      return dead ? "a link to no transaction" : undefined;
    },
  },
  {
    ...OWN,
    id: "transactions-card-unmasked",
    kind: "leak",
    title: "numberMasked has all digits of the card",
    breaks: "seed: numberMasked is the masked number, beside its first 6 and last 4 digits; OWASP API3",
    response: editEach("transactions", (it) => {
      const card: Json = it.fundingSource?.card;
      if (card?.numberMasked !== undefined) card.numberMasked = `${card.numberFirst6}000000${card.numberLast4}`;
      return it;
    }),
    names: /mask|card number|numberMasked|PAN\b|sensitive|leak/i,
    shows: async (c) => {
      const { json } = await c.get(c.transactions);
      return /^\d+$/.test(json.transactions[0].fundingSource.card.numberMasked) ? "the card number" : undefined;
    },
  },
  {
    ...OWN,
    id: "transactions-iso-date-header",
    kind: "HTTP",
    title: "the header Date is in ISO 8601",
    breaks: "RFC 9110 5.6.7: a sender must generate the format IMF-fixdate",
    response: (it, message, memory) => setHeader("date", new Date().toISOString())(it, message, memory),
    names: /\bdate\b/i,
    shows: async (c) => {
      const { headers } = await c.get(c.transactions);
      return headers.date?.endsWith("Z") ? headers.date : undefined;
    },
  },
];
