import { randomUUID } from "node:crypto";
import { createJsonResponse, editBody, getQuery, type Json, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, DATE_TIME, LIST_TRANSACTIONS } from "../edits-of-commerce.js";
import { createOrderPath, editEach, either, notKept, put } from "../second/edits-of-second.js";

const OF_LIST = { service: "sandbox", operation: LIST_TRANSACTIONS } as const;
const SQL_ERROR = 'error in "SELECT id, body FROM transactions ORDER BY updated_at OFFSET $2": must not be negative';

export const TRANSACTIONS_DEFECTS: readonly Defect[] = [
  {
    ...OF_LIST,
    id: "transactions-modified-since-beside-start",
    kind: "filter",
    title: "If-Modified-Since takes precedence over startAt",
    breaks: "spec, startAt: when present, the server ignores If-Modified-Since",
    request: (message) => {
      const isSet = DATE_TIME.test(message.headers["if-modified-since"] ?? "");
      if (isSet && DATE_TIME.test(getQuery(message, "startAt") ?? "")) setQuery("startAt")(message);
    },
    names: either(/if-modified-since|startAt|window|ignore/),
    shows: async (c) => {
      const since = `${new Date(Date.now() - 2_000).toISOString().slice(0, 19)}Z`;
      const path = `${c.transactions}?startAt=2000-01-01T00:00:00Z`;
      const [all, filtered] = [await c.get(path), await c.get(path, { "If-Modified-Since": since })];
      const counts = [all, filtered].map(({ json }) => json.transactions.length);
      return counts[0] === counts[1] ? undefined : `${counts[0]} without the header, ${counts[1]} with it`;
    },
  },
  {
    ...OF_LIST,
    id: "transaction-ids-all-or-none",
    kind: "filter",
    title: "if one of transactionIds is unknown, none of the others is listed",
    breaks: "spec, transactionIds: identifiers of transactions, only these are listed",
    response: editBody((it, message) => {
      const ids = new Set((getQuery(message, "transactionIds") ?? "").split(",").map((id) => id.toLowerCase()));
      const isShort =
        getQuery(message, "transactionIds") !== null && it.links.length === 0 && it.transactions.length < ids.size;
      return isShort ? { ...it, transactions: [], count: 0 } : it;
    }),
    names: either(/transactionIds|filter|missing|empty|not listed/),
    shows: async (c) => {
      const { id } = (await c.get(c.transactions)).json.transactions[0];
      const { json } = await c.get(`${c.transactions}?transactionIds=${id},${ABSENT}`);
      return json.transactions.length === 0 ? "a known id beside an unknown one is not listed" : undefined;
    },
  },
  {
    ...OF_LIST,
    id: "transactions-cached-by-id",
    kind: "stale data",
    alsoOn: ["recordOrder", "getOrder"],
    title: "a transaction that was listed once keeps its state in the list after its order is replaced",
    breaks: "spec, recordOrder: the service records what is passed; listTransactions: transactions of a business",
    response: (it, message, memory) =>
      editEach("transactions", (item) => {
        if (!memory.has(item.id)) memory.set(item.id, item);
        return memory.get(item.id) as Json;
      })(it, message, memory),
    names: notKept(/stale|cache|former|transaction/),
    shows: async (c) => {
      const [path, id] = [createOrderPath(c), randomUUID()];
      const list = async (): Promise<Json> =>
        (await c.get(`${c.transactions}?transactionIds=${id}`)).json.transactions[0];
      await put(c, path, { transactions: [{ id, status: "AUTHORIZED" }] });
      await list();
      await put(c, path, { transactions: [{ id, status: "CAPTURED" }] });
      const { status } = await list();
      return status === "CAPTURED" ? undefined : `the status is ${status}`;
    },
  },
  {
    ...OF_LIST,
    id: "transactions-negative-offset-sql",
    kind: "server error",
    title: "a negative startOffset results in 500 with a part of an SQL statement",
    breaks: "spec, status codes: 400 is a bad request; RFC 9110 15.6.1; OWASP API8: error messages with internals",
    instead: (message) =>
      /^-\d+$/.test(getQuery(message, "startOffset") ?? "")
        ? createJsonResponse(500, { message: SQL_ERROR })
        : undefined,
    names: either(/\b500\b|\b5xx\b|server error|sql|leak|internal/),
    shows: async (c) => {
      const { status } = await c.get(`${c.transactions}?startOffset=-1`);
      return status === 500 ? "500 for startOffset -1" : undefined;
    },
  },
];
