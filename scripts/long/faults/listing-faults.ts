import { editBody, getQuery, setQuery } from "./edits.js";
import { type Edit, type Fault, listFaults, type Message } from "./fault.js";

/** Defects of listings: filters, windows, pages and counts. */
export const LISTING_FAULTS: readonly Fault[] = listFaults({
  "exchange.filter.ignored": {
    "filter ignored: storeId of orders, listOrders": { request: setQuery("storeId") },
    "filter ignored: orderStatus of orders, listOrders": { request: setQuery("orderStatus") },
    "filter ignored: orderNumber of orders, listOrders": { request: setQuery("orderNumber") },
    "filter ignored: customerUserId of orders, listOrders": { request: setQuery("customerUserId") },
    "filter ignored: cardNumberLast4 of orders, listOrders": { request: setQuery("cardNumberLast4") },
    "filter ignored: cardHolderLastName of orders, listOrders": { request: setQuery("cardHolderLastName") },
    "filter ignored: action of transactions, listTransactions": { request: setQuery("action") },
    "filter ignored: status of transactions, listTransactions": { request: setQuery("status") },
    "filter ignored: transactionIds of transactions, listTransactions": { request: setQuery("transactionIds") },
    "filter ignored: deviceId of transactions, listTransactions": { request: setQuery("deviceId") },
    "filter returns nothing: orderStatus, listOrders": {
      response: editBody((it, message) =>
        getQuery(message, "orderStatus") === null ? it : { ...it, orders: [], count: 0, links: [] },
      ),
    },
    "window ignored: startAt, listOrders": {
      request: (message) =>
        getQuery(message, "startOffset") === null && getQuery(message, "endAt") === null
          ? setQuery("startAt")(message)
          : undefined,
    },
    "window ignored: endAt, listTransactions": {
      request: (message) => (getQuery(message, "startAt") === null ? setQuery("endAt")(message) : undefined),
    },
    "window ignored: If-Modified-Since, listOrders": {
      request: ({ headers }) => void delete headers["if-modified-since"],
    },
  },
  "exchange.limit.ignored": {
    "limit ignored, listOrders": { request: setQuery("limit") },
    "limit ignored: always 100, listTransactions": { request: setQuery("limit", "100") },
    "limit off by one, listOrders": {
      response: editBody((it) => ({ ...it, orders: it.orders.slice(1), count: it.count - 1 })),
    },
    "default limit is 20, listOrders": {
      request: (message) =>
        message.target.includes("limit=") || message.target.includes("startOffset")
          ? undefined
          : setQuery("limit", "20")(message),
    },
  },
  "exchange.page.repeated": {
    "page repeated: next link to the same page, listOrders": {
      response: editLinks((_, { target }) => target),
    },
    "page repeated: startOffset ignored, listTransactions": { request: setQuery("startOffset") },
  },
  "exchange.page.link": {
    "next link to a foreign host, listTransactions": {
      response: editLinks((href) => `https://elsewhere.example${href}`),
    },
    "next link to another collection, listTransactions": {
      response: editLinks((href) => href.replace("/transactions", "/orders")),
    },
  },
  "exchange.page.incomplete or exchange.page.count": {
    "next link missing, listOrders": { response: editBody((it) => ({ ...it, links: [] })) },
  },
  "response.body.invalid": {
    "next link without its query, listOrders": {
      response: editLinks((href) => href.split("?")[0]),
    },
    "billing start is a string, listPlans": { response: editBody((it) => ({ ...it, start: "first" })) },
  },
  "exchange.page.repeated or exchange.page.incomplete": {
    "item repeated on a page, listTransactions": {
      response: editBody((it) => ({
        ...it,
        transactions: [it.transactions[0], ...it.transactions].filter(Boolean).slice(0, it.transactions.length),
      })),
    },
  },
  "exchange.page.incomplete or exchange.limit.ignored": {
    "items skipped: the last item of each page, listOrders": {
      response: editBody((it) => ({ ...it, orders: it.links.length > 0 ? it.orders.slice(0, -1) : it.orders })),
    },
  },
  "exchange.page.count": {
    "count is one too low, listOrders": { response: editBody((it) => ({ ...it, count: it.count - 1 })) },
    "count of transactions is 0, listTransactions": { response: editBody((it) => ({ ...it, count: 0 })) },
    "billing count wrong, listSubscriptions": { response: editBody((it) => ({ ...it, count: it.count + 1 })) },
    "billing total wrong, listPlans": { response: editBody((it) => ({ ...it, total: 0 })) },
  },
});

function editLinks(edit: (href: string, message: Message) => string | undefined): Edit<"response"> {
  return editBody((it, message) => ({
    ...it,
    links: it.links.map((link: { href: string }) => ({ ...link, href: edit(link.href, message) })),
  }));
}
