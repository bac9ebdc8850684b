import { body, type Fault, query, queryOf } from "./fault.js";

const INVALID = ["response.body.invalid"];
const FILTER = ["exchange.filter.ignored"];
const PAGES = ["exchange.page.incomplete", "exchange.page.repeated", "exchange.limit.ignored", "exchange.page.link"];

/** Defects of listings: filters, windows, pages and counts. */
export const LISTING_FAULTS: readonly Fault[] = [
  ...["storeId", "orderStatus", "orderNumber", "customerUserId", "cardNumberLast4", "cardHolderLastName"].map(
    (name): Fault => ({
      name: `filter ignored: ${name} of orders`,
      operation: "listOrders",
      codes: FILTER,
      request: query(name),
    }),
  ),
  ...["action", "status", "transactionIds", "deviceId"].map(
    (name): Fault => ({
      name: `filter ignored: ${name} of transactions`,
      operation: "listTransactions",
      codes: FILTER,
      request: query(name),
    }),
  ),
  {
    name: "filter leaves out: orderStatus",
    operation: "listOrders",
    codes: FILTER,
    answer: body((it, message) =>
      queryOf(message, "orderStatus") === null ? it : { ...it, orders: [], count: 0, links: [] },
    ),
  },
  {
    name: "window ignored: startAt",
    operation: "listOrders",
    codes: FILTER,
    request: (message) =>
      queryOf(message, "startOffset") === null && queryOf(message, "endAt") === null
        ? query("startAt")(message, new Map())
        : undefined,
  },
  {
    name: "window ignored: endAt",
    operation: "listTransactions",
    codes: FILTER,
    request: (message) => (queryOf(message, "startAt") === null ? query("endAt")(message, new Map()) : undefined),
  },
  {
    name: "window ignored: If-Modified-Since",
    operation: "listOrders",
    codes: FILTER,
    request: ({ headers }) => void delete headers["if-modified-since"],
  },
  { name: "limit ignored", operation: "listOrders", codes: ["exchange.limit.ignored"], request: query("limit") },
  {
    name: "limit ignored: always 100",
    operation: "listTransactions",
    codes: ["exchange.limit.ignored"],
    request: query("limit", "100"),
  },
  {
    name: "off by one at limit",
    operation: "listOrders",
    codes: ["exchange.limit.ignored"],
    answer: body((it) => ({ ...it, orders: it.orders.slice(1), count: it.count - 1 })),
  },
  {
    name: "default limit is 20",
    operation: "listOrders",
    codes: ["exchange.limit.ignored"],
    request: (message) =>
      message.target.includes("limit=") || message.target.includes("startOffset")
        ? undefined
        : query("limit", "20")(message, new Map()),
  },
  {
    name: "page repeated: the link leads to itself",
    operation: "listOrders",
    codes: PAGES,
    answer: body((it, message) => ({
      ...it,
      links: it.links.map((link: object) => ({ ...link, href: message.target })),
    })),
  },
  {
    name: "next link to a foreign host",
    operation: "listTransactions",
    codes: PAGES,
    answer: body((it) => ({
      ...it,
      links: it.links.map((link: { href: string }) => ({ ...link, href: `https://elsewhere.example${link.href}` })),
    })),
  },
  {
    name: "next link to another collection",
    operation: "listTransactions",
    codes: PAGES,
    answer: body((it) => ({
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
    codes: [...PAGES, "exchange.page.count"],
    answer: body((it) => ({ ...it, links: [] })),
  },
  {
    name: "next link without its query",
    operation: "listOrders",
    codes: INVALID,
    answer: body((it) => ({
      ...it,
      links: it.links.map((link: { href: string }) => ({ ...link, href: link.href.split("?")[0] })),
    })),
  },
  {
    name: "item repeated on a page",
    operation: "listTransactions",
    codes: [...PAGES, "exchange.page.count"],
    answer: body((it) => ({
      ...it,
      transactions: [it.transactions[0], ...it.transactions].filter(Boolean).slice(0, it.transactions.length),
    })),
  },
  {
    name: "count is one too few",
    operation: "listOrders",
    codes: ["exchange.page.count"],
    answer: body((it) => ({ ...it, count: it.count - 1 })),
  },
  {
    name: "billing total wrong",
    operation: "listPlans",
    codes: ["exchange.page.count"],
    answer: body((it) => ({ ...it, total: 0 })),
  },
];
