import { randomUUID } from "node:crypto";
import { editBody, type Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import {
  CREATE_TOKEN,
  JWT_BEARER,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  requestToken,
  sendForm,
} from "../edits-of-commerce.js";
import { createOrderPath, either, failIf, notKept, put } from "../second/edits-of-second.js";
import { getState, readJson, replaceBody, SANDBOX } from "./edits-of-fifth.js";

export const TOKENS_AND_TRANSACTIONS: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "transactions-of-first-put",
    kind: "stale data",
    methods: ["GET", "PUT"],
    paths: [RECORD_ORDER.path],
    alsoOn: ["recordOrder"],
    title: "the list has a transaction as the first PUT of its order has recorded it, also after another PUT",
    breaks: "docs/orders.md: a later PUT replaces the whole order; spec, listTransactions and Order.transactions",
    response: (it, { method }, memory) => {
      const json = it.status < 300 ? readJson(it) : undefined;
      if (!Array.isArray(json?.transactions)) return;
      const first = getState<Json>(memory, "transactions");
      for (const transaction of method === "PUT" ? json.transactions : [])
        if (!first.has(transaction.id)) first.set(transaction.id, transaction);
      if (method === "GET" && json.count !== undefined)
        replaceBody(it, {
          ...json,
          transactions: json.transactions.map((own: Json) => ({ ...own, ...first.get(own.id) })),
        });
    },
    names: notKept(/transaction|earlier|first|old\b|cache/),
    shows: async (c) => {
      const path = createOrderPath(c);
      const id = randomUUID();
      const times = { createdAt: "2026-02-01T00:00:00Z", updatedAt: "2026-02-01T00:00:00Z" };
      for (const status of ["AUTHORIZED", "CAPTURED"])
        await put(c, path, { transactions: [{ id, ...times, action: "AUTHORIZE", status }] });
      const [listed] = (await c.get(`${c.transactions}?transactionIds=${id}`)).json.transactions;
      return listed.status === "AUTHORIZED" ? "the list has the earlier status" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_TOKEN,
    id: "token-includes-scheme",
    kind: "response value",
    title: "accessToken begins with the scheme, so that a client sends it twice",
    breaks: "spec, TokenResponse.accessToken: a JWT, sent as the bearer token of every other request",
    response: editBody((it) => ({ ...it, accessToken: `Bearer ${it.accessToken}` })),
    names: either(/accessToken|access token|bearer/, /\bJWT\b/, /\b401\b/),
    shows: async (c) => {
      const { accessToken } = (await requestToken(c)).json;
      const { status } = await c.get(c.orders, { Authorization: `Bearer ${accessToken}` });
      return status === 401 ? "401 with the new token" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_TOKEN,
    id: "token-response-cacheable",
    kind: "HTTP",
    title: "the response with a token may be cached for an hour",
    breaks: "RFC 6749 5.1: the response has Cache-Control: no-store",
    response: (it) => {
      if (it.status === 200) it.headers["cache-control"] = "public, max-age=3600";
    },
    names: either(/Cache-Control|no-store|cache/),
    shows: async (c) => {
      const { headers } = await requestToken(c);
      return headers["cache-control"] === "no-store" ? undefined : `Cache-Control: ${headers["cache-control"]}`;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_TOKEN,
    id: "grant-without-assertion-fails",
    kind: "server error",
    title: "a JWT bearer grant without an assertion gets a 500",
    breaks: "spec, JwtBearerGrant requires assertion; status codes: 400 for a bad request, 500 for an internal error",
    instead: failIf(({ body }) => {
      const form = new URLSearchParams(body);
      return form.get("grantType") === JWT_BEARER && !form.has("assertion");
    }),
    names: either(/\b5\d\d\b/, /server error/),
    shows: async (c) => {
      const { status } = await sendForm(c, new URLSearchParams({ grantType: JWT_BEARER }));
      return status >= 500 ? `status ${status}` : undefined;
    },
  },
];
