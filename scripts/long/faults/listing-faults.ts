import { editBody, getQuery, setQuery } from "./edits.js";
import type { Fault } from "./fault.js";

const INVALID = ["response.body.invalid"];
const FILTER = ["exchange.filter.ignored"];
const INCOMPLETE = ["exchange.page.incomplete"];
const REPEATED = ["exchange.page.repeated"];
const LINK = ["exchange.page.link"];

/** Defects of listings: filters, windows, pages and counts. */
export const LISTING_FAULTS: readonly Fault[] = [
  ...["storeId", "orderStatus", "orderNumber", "customerUserId", "cardNumberLast4", "cardHolderLastName"].map(
    (name): Fault => ({
      name: `filter ignored: ${name} of orders`,
      operation: "listOrders",
      codes: FILTER,
      request: setQuery(name),
    }),
  ),
  ...["action", "status", "transactionIds", "deviceId"].map(
    (name): Fault => ({
      name: `filter ignored: ${name} of transactions`,
      operation: "listTransactions",
      codes: FILTER,
      request: setQuery(name),
    }),
  ),
  {
    name: "filter returns nothing: orderStatus",
    operation: "listOrders",
    codes: FILTER,
    response: editBody((it, message) =>
      getQuery(message, "orderStatus") === null ? it : { ...it, orders: [], count: 0, links: [] },
    ),
  },
  {
    name: "window ignored: startAt",
    operation: "listOrders",
    codes: FILTER,
    request: (message) =>
      getQuery(message, "startOffset") === null && getQuery(message, "endAt") === null
        ? setQuery("startAt")(message)
        : undefined,
  },
  {
    name: "window ignored: endAt",
    operation: "listTransactions",
    codes: FILTER,
    request: (message) => (getQuery(message, "startAt") === null ? setQuery("endAt")(message) : undefined),
  },
  {
    name: "window ignored: If-Modified-Since",
    operation: "listOrders",
    codes: FILTER,
    request: ({ headers }) => void delete headers["if-modified-since"],
  },
  { name: "limit ignored", operation: "listOrders", codes: ["exchange.limit.ignored"], request: setQuery("limit") },
  {
    name: "limit ignored: always 100",
    operation: "listTransactions",
    codes: ["exchange.limit.ignored"],
    request: setQuery("limit", "100"),
  },
  {
    name: "limit off by one",
    operation: "listOrders",
    codes: ["exchange.limit.ignored"],
    response: editBody((it) => ({ ...it, orders: it.orders.slice(1), count: it.count - 1 })),
  },
  {
    name: "default limit is 20",
    operation: "listOrders",
    codes: ["exchange.limit.ignored"],
    request: (message) =>
      message.target.includes("limit=") || message.target.includes("startOffset")
        ? undefined
        : setQuery("limit", "20")(message),
  },
  {
    name: "page repeated: next link to the same page",
    operation: "listOrders",
    codes: REPEATED,
    response: editBody((it, message) => ({
      ...it,
      links: it.links.map((link: object) => ({ ...link, href: message.target })),
    })),
  },
  {
    name: "next link to a foreign host",
    operation: "listTransactions",
    codes: LINK,
    response: editBody((it) => ({
      ...it,
      links: it.links.map((link: { href: string }) => ({ ...link, href: `https://elsewhere.example${link.href}` })),
    })),
  },
  {
    name: "next link to another collection",
    operation: "listTransactions",
    codes: LINK,
    response: editBody((it) => ({
      ...it,
      links: it.links.map((link: { href: string }) => ({
        ...link,
        href: link.href.replace("/transactions", "/orders"),
      })),
    })),
  },
  {
    name: "next link missing",
    operation: "listOrders",
    codes: [...INCOMPLETE, "exchange.page.count"],
    response: editBody((it) => ({ ...it, links: [] })),
  },
  {
    name: "next link without its query",
    operation: "listOrders",
    codes: INVALID,
    response: editBody((it) => ({
      ...it,
      links: it.links.map((link: { href: string }) => ({ ...link, href: link.href.split("?")[0] })),
    })),
  },
  {
    name: "item repeated on a page",
    operation: "listTransactions",
    codes: [...REPEATED, ...INCOMPLETE],
    response: editBody((it) => ({
      ...it,
      transactions: [it.transactions[0], ...it.transactions].filter(Boolean).slice(0, it.transactions.length),
    })),
  },
  {
    name: "page repeated: startOffset ignored",
    operation: "listTransactions",
    codes: REPEATED,
    request: setQuery("startOffset"),
  },
  {
    name: "items skipped: the last item of each page",
    operation: "listOrders",
    codes: [...INCOMPLETE, "exchange.limit.ignored"],
    response: editBody((it) => ({ ...it, orders: it.links.length > 0 ? it.orders.slice(0, -1) : it.orders })),
  },
  {
    name: "count is one too low",
    operation: "listOrders",
    codes: ["exchange.page.count"],
    response: editBody((it) => ({ ...it, count: it.count - 1 })),
  },
  {
    name: "count of transactions is 0",
    operation: "listTransactions",
    codes: ["exchange.page.count"],
    response: editBody((it) => ({ ...it, count: 0 })),
  },
  {
    name: "billing count wrong",
    operation: "listSubscriptions",
    codes: ["exchange.page.count"],
    response: editBody((it) => ({ ...it, count: it.count + 1 })),
  },
  {
    name: "billing start is a string",
    operation: "listPlans",
    codes: INVALID,
    response: editBody((it) => ({ ...it, start: "first" })),
  },
  {
    name: "billing total wrong",
    operation: "listPlans",
    codes: ["exchange.page.count"],
    response: editBody((it) => ({ ...it, total: 0 })),
  },
];
