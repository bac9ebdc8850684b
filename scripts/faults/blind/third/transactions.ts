import { randomUUID } from "node:crypto";
import { createJsonResponse, editBody, getQuery, type Json, setBody, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { INTEGER, LIST_TRANSACTIONS, RECORD_ORDER } from "../edits-of-commerce.js";
import { either, failIf, notKept, put } from "../second/edits-of-second.js";
import { getNext, readSuccess } from "./edits-of-third.js";

const TRANSACTIONS = { service: "sandbox", operation: LIST_TRANSACTIONS } as const;
const CARD_NAMES: readonly string[] = ["cardHolderFirstName", "cardHolderLastName"];
const UNFILTERED = /^[^?]*(\?limit=\d+)?$/;

export const TRANSACTIONS_OF_THIRD: readonly Defect[] = [
  {
    ...TRANSACTIONS,
    id: "amounts-sorted-as-text",
    kind: "pagination",
    title: "orderBy=amount compares the amounts as text",
    breaks: "open question order-by-values: amount sorts by an integer, with the prefix - in descending order",
    response: (response, message) => {
      const json = readSuccess(response);
      const order = /^(-?)amount$/.exec(getQuery(message, "orderBy") ?? "");
      if (json === undefined || order === null) return;
      const sign = order[1] === "-" ? -1 : 1;
      const toText = (it: Json): string => String(it.amounts?.transactionAmount ?? "");
      json.transactions.sort((a: Json, b: Json) => (toText(a) < toText(b) ? -sign : sign));
      setBody(response, JSON.stringify(json));
    },
    names: either(/sort|order(ed|By)|ascending|descending|amount/),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?orderBy=amount&limit=100`);
      const amounts: number[] = json.transactions.map((it: Json) => it.amounts.transactionAmount);
      return amounts.some((it, at) => it < (amounts[at - 1] ?? it)) ? "the amounts do not ascend" : undefined;
    },
  },
  {
    ...TRANSACTIONS,
    id: "auth-only-false-inverts",
    kind: "filter",
    title: "authOnly=false leaves out the transactions that are auth-only",
    breaks: "spec: authOnly specifies if only auth-only transactions are listed, so false does not filter",
    response: (response, message) => {
      const json = readSuccess(response);
      if (json === undefined || getQuery(message, "authOnly") !== "false") return;
      const transactions = json.transactions.filter((it: Json) => it.authOnly !== true);
      setBody(response, JSON.stringify({ ...json, transactions, count: transactions.length }));
    },
    names: either(/authOnly|filter|fewer|missing/),
    shows: async (c) => {
      const all = await c.pages(`${c.transactions}?limit=100`, "transactions");
      const listed = await c.pages(`${c.transactions}?limit=100&authOnly=false`, "transactions");
      return listed.length < all.length ? `${listed.length} of ${all.length} with authOnly=false` : undefined;
    },
  },
  {
    ...TRANSACTIONS,
    id: "leading-zero-of-card-number-lost",
    kind: "filter",
    title: "cardNumberLast4 is compared as a number, so digits with a leading zero find nothing",
    breaks: "spec: cardNumberLast4 is a string of 4 digits; transactions by cards ending with them are listed",
    instead: (message) =>
      /^0\d{3}$/.test(getQuery(message, "cardNumberLast4") ?? "")
        ? createJsonResponse(200, { transactions: [], links: [], count: 0 })
        : undefined,
    names: either(/cardNumberLast4|filter|leading|zero|missing/),
    shows: async (c) => {
      const numberLast4 = "0042";
      await c.record({
        transactions: [{ id: randomUUID(), fundingSource: { type: "CREDIT_DEBIT", card: { numberLast4 } } }],
      });
      const { count } = (await c.get(`${c.transactions}?cardNumberLast4=${numberLast4}`)).json;
      return count === 0 ? "a card number with a leading zero is not found" : undefined;
    },
  },
  {
    ...TRANSACTIONS,
    id: "percent-sign-matches-all-names",
    kind: "filter",
    title: "a percent sign in the name of a card holder matches any text",
    breaks: "open question complete-value-lists: filters compare exactly; CWE-943: special elements in a query",
    request: (message) => {
      for (const name of CARD_NAMES) if (getQuery(message, name)?.includes("%")) setQuery(name)(message);
    },
    names: either(/cardHolder|wildcard|inject|filter/),
    shows: async (c) => {
      const { count } = (await c.get(`${c.transactions}?cardHolderLastName=%25`)).json;
      return count > 0 ? "the name % finds transactions" : undefined;
    },
  },
  {
    ...TRANSACTIONS,
    id: "quote-in-search-key-fails",
    kind: "server error",
    title: "an apostrophe in searchKey causes a 500",
    breaks: "spec: searchKey is any string; CWE-89: a value becomes part of a statement",
    instead: failIf((message) => (getQuery(message, "searchKey") ?? "").includes("'")),
    names: either(/\b500\b|server error|searchKey|quote|apostrophe|inject/),
    shows: async (c) => {
      const { status } = await c.get(`${c.transactions}?searchKey=O%27Hara`);
      return status === 500 ? "500 for O'Hara" : undefined;
    },
  },
  {
    ...TRANSACTIONS,
    id: "next-link-shows-internal-host",
    kind: "leak",
    title: "the next link is a URL with the address of the host behind the proxy",
    breaks: "spec: href of a next link is a path of the same collection",
    response: editBody((json) => {
      const links = json.links?.map((it: Json) => ({ ...it, href: `http://10.4.0.12:8080${it.href}` }));
      return links === undefined ? json : { ...json, links };
    }),
    names: either(/href|link|pattern|absolute|host|\bpath\b|\burl\b/),
    shows: async (c) => {
      const next = getNext(await c.get(`${c.transactions}?limit=1`)) ?? "";
      return next.startsWith("http:") ? `next is ${next}` : undefined;
    },
  },
  {
    ...TRANSACTIONS,
    id: "removed-transactions-listed",
    kind: "stale data",
    methods: ["GET", "PUT"],
    paths: [RECORD_ORDER.path],
    alsoOn: ["recordOrder"],
    title: "transactions that a PUT has removed from an order are still listed",
    breaks:
      "docs/orders.md: another PUT replaces the whole order; open question: transactions are part of their orders",
    response: (response, message, memory) => {
      const json = readSuccess(response);
      if (json === undefined) return;
      const removed = (memory.get("removed") ?? []) as readonly Json[];
      const business = message.target.split("/")[2];
      if (message.method === "PUT") {
        const key = `of ${json.id}`;
        const kept = (json.transactions ?? []).map((it: Json) => it.id);
        const gone = ((memory.get(key) ?? []) as readonly Json[]).filter((it) => !kept.includes(it.id));
        memory.set("removed", [...removed, ...gone.map((it) => ({ ...it, business }))]);
        memory.set(key, json.transactions ?? []);
      } else if (Array.isArray(json.transactions) && json.links?.length === 0) {
        const ids = getQuery(message, "transactionIds")?.split(",");
        const isListed = (it: Json): boolean =>
          it.business === business && (ids?.includes(it.id) ?? UNFILTERED.test(message.target));
        const stale = removed.filter(isListed).map(({ business: _, ...it }) => it);
        const transactions = [...json.transactions, ...stale];
        setBody(response, JSON.stringify({ ...json, transactions, count: transactions.length }));
      }
    },
    names: notKept(/transaction|remov|still|replac/),
    shows: async (c) => {
      const id = randomUUID();
      const path = await c.record({ transactions: [{ id, action: "SALE" }] });
      await put(c, path, { transactions: [] });
      const { count } = (await c.get(`${c.transactions}?transactionIds=${id}`)).json;
      return count === 1 ? "a removed transaction is listed" : undefined;
    },
  },
  {
    ...TRANSACTIONS,
    id: "expiration-month-from-zero",
    kind: "filter",
    title: "cardExpirationMonth is compared with months that count from 0",
    breaks: "spec: transactions by cards expiring in this month are listed",
    request: (message) => {
      const month = getQuery(message, "cardExpirationMonth") ?? "";
      const isLink = getQuery(message, "startOffset") !== null;
      if (INTEGER.test(month) && !isLink) setQuery("cardExpirationMonth", String(Number(month) - 1))(message);
    },
    names: either(/cardExpirationMonth|month|filter/),
    shows: async (c) => {
      const { transactions } = (await c.get(`${c.transactions}?cardExpirationMonth=10`)).json;
      const isOther = (it: Json): boolean => it.fundingSource.card.expirationMonth !== 10;
      return transactions.length === 0 || transactions.some(isOther) ? "wrong months are listed" : undefined;
    },
  },
];
