import { editBody, getQuery, type Json, setQuery } from "../../edits.js";
import type { FaultResponse, Memory, Message } from "../../fault.js";
import type { Defect } from "../defect.js";
import { getPath, LIST_TRANSACTIONS, RECORD_ORDER } from "../edits-of-commerce.js";
import { editEach, notKept, put } from "../second/edits-of-second.js";
import { editJson, getQueryNames, payWith, SANDBOX } from "./edits-of-fourth.js";

const WRITES = { methods: ["GET", "PUT"], paths: [RECORD_ORDER.path] } as const;
const PAYMENT = "5c7e9a10-2d4f-4b61-8e3a-7f9b1d3c5e02";

export const LIST_TRANSACTIONS_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    ...WRITES,
    id: "transaction-unsettled-cash-listed",
    kind: "filter",
    title: "unsettledOnly lists transactions of other funding sources too",
    breaks: "spec, UnsettledOnlyQuery: limits the result to credit and debit transactions",
    response: (it, message, memory) => {
      if (message.method === "PUT") rememberTransactions(it, message, memory);
      else if (getQuery(message, "unsettledOnly") === "true") addTransactions(it, message, listUnsettledCash(memory));
    },
    names: /unsettledOnly|credit|debit|funding|filter|match/i,
    shows: async (c) => {
      await c.record({
        transactions: [{ id: PAYMENT, fundingSource: { type: "CASH" }, settlementStatus: "UNSETTLED" }],
      });
      const { json } = await c.get(`${c.transactions}?unsettledOnly=true&transactionIds=${PAYMENT}`);
      return json.transactions.length > 0 ? "a payment in cash is listed" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "transaction-auth-only-false-excludes",
    kind: "filter",
    title: "authOnly=false hides the transactions that are authorizations only",
    breaks: "spec, AuthOnlyQuery: specifies if only auth-only transactions are listed",
    response: editBody((it, message) => {
      if (getQuery(message, "authOnly") !== "false") return it;
      const transactions = it.transactions.filter(({ authOnly }: Json) => authOnly !== true);
      return { ...it, transactions, count: transactions.length };
    }),
    names: /authOnly|auth-only|filter|missing|fewer/i,
    shows: async (c) => {
      const [all, listed] = await Promise.all([
        c.pages(c.transactions, "transactions"),
        c.pages(`${c.transactions}?authOnly=false`, "transactions"),
      ]);
      return all.length === listed.length ? undefined : `${listed.length} of ${all.length}`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "transaction-last-digits-as-number",
    kind: "filter",
    title: "cardNumberLast4 finds no card whose last four digits start with zero",
    breaks: "spec, CardNumberLast4Query: four digits; only transactions by cards ending with these digits are listed",
    response: editBody((it, message) =>
      /^0\d{3}$/.test(getQuery(message, "cardNumberLast4") ?? "") ? { transactions: [], links: [], count: 0 } : it,
    ),
    names: /last4|zero|filter|match|card|missing/i,
    shows: async (c) => {
      await c.record({ transactions: [payWith({ numberFirst6: "411111", numberLast4: "0420" })] });
      const { json } = await c.get(`${c.transactions}?cardNumberLast4=0420`);
      return json.transactions.length === 0 ? "no transaction by the card" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "transaction-name-decoded-as-latin1",
    kind: "filter",
    title: "a name with letters beyond ASCII is decoded as Latin-1 and finds nothing",
    breaks: "RFC 3986 2.5: characters are percent-encoded as UTF-8; spec, CardHolderLastNameQuery",
    request: (it) => {
      const name = getQuery(it, "cardHolderLastName") ?? "";
      if (/[^\0-\x7f]/.test(name) && getQuery(it, "startOffset") === null)
        setQuery("cardHolderLastName", Buffer.from(name).toString("latin1"))(it);
    },
    names: /cardHolderLastName|encod|ascii|unicode|utf|filter|match|missing/i,
    shows: async (c) => {
      await c.record({ transactions: [payWith({ cardHolderLastName: "Jörgensen" })] });
      const { json } = await c.get(`${c.transactions}?cardHolderLastName=${encodeURIComponent("Jörgensen")}`);
      return json.transactions.length === 0 ? "no transaction by the name" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    ...WRITES,
    id: "transaction-listed-after-its-removal",
    kind: "stale data",
    alsoOn: ["recordOrder"],
    title: "a transaction is still listed after a PUT of its order without it",
    breaks: "docs/orders.md: a later PUT replaces the whole order; RFC 9110 9.3.4",
    response: (it, message, memory) => {
      if (message.method === "PUT") rememberTransactions(it, message, memory);
      else addTransactions(it, message, listRemoved(memory));
    },
    names: notKept(/remain|remov|gone|orphan|still|former|old|transactions/),
    shows: async (c) => {
      const path = await c.record({ transactions: [payWith({}, { id: PAYMENT })] });
      await put(c, path, { transactions: [] });
      const { json } = await c.get(`${c.transactions}?transactionIds=${PAYMENT}`);
      return json.transactions.length > 0 ? "a removed transaction is listed" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "transaction-card-number-not-masked",
    kind: "leak",
    alsoOn: ["recordOrder"],
    title: "numberMasked has all digits of the card number",
    breaks: "spec, Card: numberMasked is the card number with digits masked",
    response: editEach("transactions", (it) => {
      const card = it.fundingSource?.card;
      if (card?.numberFirst6 === undefined || card.numberLast4 === undefined) return it;
      const numberMasked = `${card.numberFirst6}204518${card.numberLast4}`;
      return { ...it, fundingSource: { ...it.fundingSource, card: { ...card, numberMasked } } };
    }),
    names: notKept(/mask|card number|\bpan\b|digits|sensitive|leak/),
    shows: async (c) => {
      const { json } = await c.get(c.transactions);
      const isFull = (it: Json): boolean => /^\d{12,19}$/.test(it.fundingSource?.card?.numberMasked ?? "");
      return json.transactions.some(isFull) ? "a card number is not masked" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "transaction-next-link-with-host",
    kind: "pagination",
    title: "the link to the next page has the address of the machine behind the proxy",
    breaks: "spec, PageLink: href is a path of the same collection",
    response: editBody((it) => ({
      ...it,
      links: it.links.map((link: Json) => ({ ...link, href: `http://10.0.0.12:8080${link.href}` })),
    })),
    names: /link|href|next|absolute|pattern|url/i,
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=2`);
      const [link] = json.links;
      return link === undefined || link.href.startsWith("/") ? undefined : `href is ${link.href}`;
    },
  },
];

type Known = { readonly path: string; readonly transaction: Json; readonly isRemoved: boolean };

function rememberTransactions({ status, body }: FaultResponse, message: Message, memory: Memory): void {
  if (status >= 300) return;
  const path = getPath(message);
  const transactions: readonly Json[] = JSON.parse(body.toString()).transactions ?? [];
  for (const [id, known] of memory as Map<string, Known>)
    if (known.path === path) memory.set(id, { ...known, isRemoved: true });
  for (const transaction of transactions) memory.set(transaction.id, { path, transaction, isRemoved: false });
}

function listKnown(memory: Memory): readonly Known[] {
  return [...(memory as Map<string, Known>).values()].filter((it) => it.path !== undefined);
}

function listRemoved(memory: Memory): readonly Known[] {
  return listKnown(memory).filter(({ isRemoved }) => isRemoved);
}

function listUnsettledCash(memory: Memory): readonly Known[] {
  return listKnown(memory).filter(({ isRemoved, transaction: { fundingSource, settlementStatus, settled } }) => {
    const isSettled = settlementStatus === undefined ? settled === true : settlementStatus === "SETTLED";
    return !isRemoved && !isSettled && fundingSource?.type !== "CREDIT_DEBIT";
  });
}

const PLAIN = ["limit", "startAt", "endAt", "startOffset", "unsettledOnly", "transactionIds"];

/** Adds transactions of the business to the last page of a list without other filters. */
function addTransactions(response: FaultResponse, message: Message, added: readonly Known[]): void {
  if (response.status !== 200 || getQueryNames(message).some((name) => !PLAIN.includes(name))) return;
  if (getQuery(message, "startOffset") === null && getQuery(message, "startAt") !== null) return;
  const ids = getQuery(message, "transactionIds")?.toLowerCase().split(",");
  const orders = getPath(message).replace(/transactions$/, "orders/");
  const own = added.filter(({ path }) => path.startsWith(orders)).map(({ transaction }) => transaction);
  const selected = own.filter(({ id }) => ids?.includes(String(id).toLowerCase()) ?? true);
  editJson(response, (it) => {
    if (it.links.length > 0 || selected.length === 0) return it;
    const limit = Number(getQuery(message, "limit") ?? 10);
    const transactions = [...it.transactions, ...selected].slice(0, Math.max(limit, it.transactions.length));
    return { ...it, transactions, count: transactions.length };
  });
}
