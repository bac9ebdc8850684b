import { editBody, getQuery, type Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import { LIST_TRANSACTIONS } from "../edits-of-commerce.js";
import { editEach, either, notKept, replaceResponse } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: LIST_TRANSACTIONS } as const;

export const TRANSACTIONS_2: readonly Defect[] = [
  {
    ...OWN,
    id: "transactions-error-with-stack",
    kind: "leak",
    title: "a 400 has the stack trace of the service",
    breaks: "OWASP API8: error messages include stack traces",
    response: (it) => {
      if (it.status !== 400) return;
      const stack =
        "Error: invalid parameter\n    at parseQuery (/srv/commerce/dist/query.js:41:13)\n    at SELECT * FROM tx";
      replaceResponse(it, 400, { ...JSON.parse(it.body.toString()), stack });
    },
    names: /stack|trace|leak|internal/i,
    shows: async (c) => {
      const { text } = await c.get(`${c.transactions}?limit=x`);
      return text.includes("/srv/") ? "a stack trace" : undefined;
    },
  },
  {
    ...OWN,
    id: "transactions-error-as-200",
    kind: "status",
    title: "an invalid limit gets 200 with an error object",
    breaks: "seed: status codes report success or failure; 400 bad request",
    response: (it) => {
      if (it.status === 400) it.status = 200;
    },
    names: either(/accept|invalid|\b200\b|missing|required|links|count|undocumented|undeclared/),
    shows: async (c) => {
      const { status } = await c.get(`${c.transactions}?limit=x`);
      return status === 200 ? "200 for limit=x" : undefined;
    },
  },
  {
    ...OWN,
    id: "transactions-amounts-of-order",
    kind: "consistency",
    alsoOn: ["listOrders", "getOrder"],
    title: "tipAmount is added to orderAmount",
    breaks:
      "seed: a transaction of the list and of its order is the same resource; orderAmount and tipAmount are separate",
    response: editEach("transactions", (it) => {
      if (it.amounts !== undefined)
        it.amounts.orderAmount = (it.amounts.orderAmount ?? 0) + (it.amounts.tipAmount ?? 0);
      return it;
    }),
    names: notKept(/orderAmount|amounts|transactions/),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?limit=100`);
      const amounts = new Map(
        json.orders.flatMap((it: Json) => it.transactions ?? []).map((it: Json) => [it.id, it.amounts.orderAmount]),
      );
      const listed = (await c.get(`${c.transactions}?limit=100`)).json.transactions;
      const other = listed.find((it: Json) => amounts.get(it.id) !== it.amounts.orderAmount);
      return other === undefined ? undefined : `${other.amounts.orderAmount} instead of ${amounts.get(other.id)}`;
    },
  },
  {
    ...OWN,
    id: "transactions-tags-as-array",
    kind: "response value",
    title: "emvTags is an array of name and value",
    breaks: "seed: emvTags is a map from tag name to hex string",
    response: editEach("transactions", (it) => {
      const data: Json = it.fundingSource?.emvData;
      if (data?.emvTags !== undefined)
        data.emvTags = Object.entries(data.emvTags).map(([name, value]) => ({ name, value }));
      return it;
    }),
    names: either(/emvTags|array|object/),
    shows: async (c) => {
      const { json } = await c.get(c.transactions);
      return json.transactions.some((it: Json) => Array.isArray(it.fundingSource.emvData?.emvTags))
        ? "an array"
        : undefined;
    },
  },
  {
    ...OWN,
    id: "transactions-expiration-as-text",
    kind: "response value",
    title: "expirationMonth is a string with a leading zero",
    breaks: "seed: expirationMonth is an integer",
    response: editEach("transactions", (it) => {
      const card: Json = it.fundingSource?.card;
      if (card?.expirationMonth < 10) card.expirationMonth = `0${card.expirationMonth}`;
      return it;
    }),
    names: either(/expirationMonth|integer|string/),
    shows: async (c) => {
      const { json } = await c.get(c.transactions);
      return json.transactions.some((it: Json) => typeof it.fundingSource.card.expirationMonth === "string")
        ? "a string"
        : undefined;
    },
  },
  {
    ...OWN,
    id: "transactions-status-filter-on-action",
    kind: "filter",
    title: "status=REFUNDED lists the refunds only, not the refunded sales",
    breaks: "seed: status filters by transaction status; all transactions with it are listed",
    response: (it, message, memory) => {
      if (getQuery(message, "status") === "REFUNDED")
        editBody((json) => {
          const transactions = json.transactions.filter(({ action }: Json) => action === "REFUND");
          return { ...json, transactions, count: transactions.length };
        })(it, message, memory);
    },
    names: either(/status|filter|missing|complete|fewer/),
    shows: async (c) => {
      const all = (await c.get(`${c.transactions}?limit=100`)).json.transactions;
      const { json } = await c.get(`${c.transactions}?limit=100&status=REFUNDED`);
      const count = all.filter((it: Json) => it.status === "REFUNDED").length;
      return json.transactions.length < count ? `${json.transactions.length} of ${count}` : undefined;
    },
  },
  {
    ...OWN,
    id: "transactions-of-order-missing",
    kind: "stale data",
    paths: ["/businesses/{businessId}/orders/{orderId}"],
    methods: ["GET", "PUT"],
    alsoOn: ["recordOrder", "getOrder"],
    title: "transactions of orders that were recorded again are missing",
    breaks: "seed: all transactions since the business started are returned; PUT replaces the order",
    response: (it, message, memory) => {
      if (it.status >= 300) return;
      const json = JSON.parse(it.body.toString());
      if (message.method === "PUT" && it.status === 200)
        for (const { id } of json.transactions ?? []) memory.set(id, true);
      if (Array.isArray(json.transactions) && message.target.includes("/transactions"))
        editBody((list) => {
          const transactions = list.transactions.filter(({ id }: Json) => !memory.has(id));
          return { ...list, transactions, count: transactions.length };
        })(it, message, memory);
    },
    names: notKept(/missing|transactions/),
    shows: async (c) => {
      const id = "0f8fad5b-d9cb-469f-a165-708677289511";
      const path = await c.record({ notes: "1" });
      const headers = { "Service-Request-Id": "again" };
      const transaction = { id, action: "SALE", status: "CAPTURED", updatedAt: "2026-01-01T00:00:00Z" };
      await c.send("PUT", path, { body: { transactions: [transaction] }, headers });
      const { json } = await c.get(`${c.transactions}?transactionIds=${id}`);
      return json.transactions.length === 0 ? "the transaction is missing" : undefined;
    },
  },
];
