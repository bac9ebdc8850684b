import { randomUUID } from "node:crypto";
import { editBody, getQuery, type Json } from "../../edits.js";
import type { FaultResponse, Message } from "../../fault.js";
import type { Defect } from "../defect.js";
import {
  ABSENT,
  acceptAnyToken,
  CREATE_HOOK,
  GET_ORDER,
  GET_SUBSCRIPTION,
  LIST_HISTORIES,
  LIST_SHIPMENTS,
  LIST_TRANSACTIONS,
} from "../edits-of-commerce.js";
import { either, getSegment, readObject, replaceResponse } from "../second/edits-of-second.js";
import {
  copyResponse,
  getState,
  inOtherBusiness,
  isOrderPath,
  readJson,
  replaceBody,
  SANDBOX,
} from "./edits-of-fifth.js";

const FOREIGN = /other|another|foreign|owner|business|access|authoriz|BOLA/;
const getBusiness = (message: Message): string => getSegment(message, 2);

export const ACCESS: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "order-below-other-business",
    kind: "authorization",
    methods: ["GET", "PUT", "PATCH"],
    title: "an order is found by its id below another business",
    breaks: "OWASP API1:2023; docs/sandbox.md, 403 or 404: 404 for a missing resource in an allowed business",
    response: (it, message, memory) => {
      const orders = getState<FaultResponse>(memory, "orders");
      const id = getSegment(message, -1);
      const known = orders.get(id);
      if (it.status < 300 && readJson(it) !== undefined) orders.set(id, { ...copyResponse(it), status: 200 });
      if (message.method === "GET" && it.status === 404 && known !== undefined) Object.assign(it, copyResponse(known));
    },
    names: either(FOREIGN, /\b404\b/),
    shows: async (c) => {
      const { status } = await c.get(inOtherBusiness(c, await c.record({ notes: "private" })));
      return status === 200 ? "the order is readable below another business" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_HISTORIES,
    id: "histories-below-any-business",
    kind: "authorization",
    methods: ["GET", "PUT"],
    paths: [GET_ORDER.path],
    title: "the histories of an order are readable below any business",
    breaks: "OWASP API1:2023; docs/sandbox.md, 403 or 404: 403 for a business that the token does not include",
    request: (message, memory) => {
      const owners = getState<string>(memory, "owners");
      const owner = owners.get(getSegment(message, -2));
      if (!isOrderPath(message) && owner !== undefined)
        message.target = message.target.replace(getBusiness(message), owner);
    },
    response: (it, message, memory) => {
      if (it.status < 300 && isOrderPath(message))
        getState<string>(memory, "owners").set(getSegment(message, -1), getBusiness(message));
    },
    names: either(FOREIGN, /\b40[34]\b/),
    shows: async (c) => {
      const path = await c.record({ orderHistories: [{ id: 1, event: "ACCEPTED" }] });
      const { status } = await c.get(`${inOtherBusiness(c, path)}/histories`);
      return status === 200 ? "the histories are readable below another business" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "transaction-ids-of-any-business",
    kind: "authorization",
    title: "transactionIds finds transactions of other businesses",
    breaks: "spec, listTransactions: lists transactions of a business; OWASP API1:2023",
    response: editBodyWithOwners(),
    names: either(FOREIGN, /transactionIds/),
    shows: async (c) => {
      const [foreign] = (await c.get(inOtherBusiness(c, c.transactions))).json.transactions;
      const { json } = await c.get(`${c.transactions}?transactionIds=${foreign.id}`);
      return json.count === 1 ? "a transaction of another business is listed" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: GET_SUBSCRIPTION,
    id: "subscription-method-fails",
    kind: "server error",
    methods: ["PUT", "POST", "PATCH", "DELETE"],
    title: "other methods of a subscription get a 500",
    breaks: "RFC 9110 15.5.6: 405 for a method that the resource does not have; spec: 500 is an internal server error",
    response: (it) => {
      if (it.status === 405) replaceResponse(it, 500, { message: "handler is not a function" });
    },
    names: either(/\b5\d\d\b/, /server error/, /\b405\b/),
    shows: async (c) => {
      const { status } = await c.send("DELETE", `/apps/${c.application}/subscriptions/${ABSENT}`);
      return status === 500 ? "status 500 for DELETE" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SHIPMENTS,
    id: "shipments-without-token",
    kind: "authentication",
    title: "shipments need no access token",
    breaks: "spec, authentication: missing or invalid tokens result in status 401",
    request: acceptAnyToken((authorization) => authorization === undefined),
    names: either(/\b401\b/, /token|auth|credential/),
    shows: async (c) => {
      const path = `${await c.record({})}/shipments`;
      await c.get(path);
      const { status } = await c.get(path, { Authorization: undefined });
      return status === 200 ? "200 without a token" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_HISTORIES,
    id: "order-looked-up-before-token",
    kind: "authentication",
    title: "without a token, the histories of an unknown order get a 404 and those of a known one a 401",
    breaks: "spec, authentication: missing or invalid tokens result in status 401; OWASP API2:2023",
    request: acceptAnyToken((authorization) => authorization === undefined),
    response: (it, { headers }) => {
      if (headers.authorization !== undefined || it.status === 404) return;
      replaceResponse(it, 401, { message: "an access token is required" });
      it.headers["www-authenticate"] = "Bearer";
    },
    names: either(/\b401\b/, /token|auth|credential/),
    shows: async (c) => {
      await c.get(`${await c.record({})}/histories`);
      const { status } = await c.get(`${c.orders}/${ABSENT}/histories`, { Authorization: undefined });
      return status === 404 ? "404 without a token" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_HISTORIES,
    id: "gzip-only-declared",
    kind: "HTTP",
    title: "for a client that accepts gzip, a body that is not compressed has Content-Encoding: gzip",
    breaks: "RFC 9110 8.4: Content-Encoding names the codings that were applied",
    response: (it, { headers }) => {
      if (headers["accept-encoding"]?.includes("gzip") === true) it.headers["content-encoding"] = "gzip";
    },
    names: either(/gzip|Content-Encoding|compress/, /decod|decompress|header check|unreadable|invalid body|not JSON/),
    shows: async (c) => {
      const reply = await c.get(`${await c.record({})}/histories`, { "Accept-Encoding": "gzip" });
      const isGzip = reply.bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]));
      return reply.headers["content-encoding"] === "gzip" && !isGzip ? "the body is not gzip" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "secret-in-repeated-response",
    kind: "leak",
    title: "the response to a repeated registration has the secret in clear",
    breaks: "spec, createHook: the secret is masked in the response; open-points.yaml, idempotency: byte for byte",
    response: (it, message, memory) => {
      const ids = getState<boolean>(memory, "ids");
      const id = message.headers["service-request-id"];
      if (id === undefined || it.status !== 201) return;
      if (ids.has(id)) replaceBody(it, { ...readJson(it), secret: readObject(message)?.secret });
      ids.set(id, true);
    },
    names: either(/secret|mask|sensitive/, /idempot|repeat|same request id|request.?id|first response/),
    shows: async (c) => {
      const body = { applicationId: c.application, businessId: c.business, deliveryUrl: "http://127.0.0.1:9/" };
      const registration = { ...body, secret: "a-long-random-signing-secret", eventTypes: ["ORDER_OPENED"] };
      const headers = { "Service-Request-Id": randomUUID() };
      await c.send("POST", "/hooks", { body: registration, headers });
      const { json } = await c.send("POST", "/hooks", { body: registration, headers });
      return json.secret === registration.secret ? "the repeated response has the secret" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "registration-is-ok",
    kind: "status",
    title: "a registration has the status 200",
    breaks: "spec, createHook: 201, a new webhook was registered and is returned",
    response: (it) => {
      if (it.status === 201) it.status = 200;
    },
    names: either(/\b20[01]\b/, /status/),
    shows: async (c) => ((await c.hook()).status === 200 ? "status 200" : undefined),
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "delivery-url-not-checked",
    kind: "validation",
    title: "a registration with a delivery URL that is no URI is accepted",
    breaks: "spec, HookRegistration.deliveryUrl has the format uri",
    response: (it, message) => {
      if (it.status !== 400 || !/deliveryUrl/.test(it.body.toString())) return;
      const hook = { ...readObject(message), id: randomUUID(), secret: "********", active: true };
      const time = new Date().toISOString().replace(/\.\d+Z$/, "Z");
      replaceResponse(it, 201, { ...hook, createdAt: time, updatedAt: time });
    },
    names: either(/deliveryUrl/, /\buri\b|\burl\b/, /invalid.*accept|accept.*invalid|\b201\b/),
    shows: async (c) => {
      const { status } = await c.hook({ deliveryUrl: "not a url" });
      return status === 201 ? "201 for a delivery URL that is no URI" : undefined;
    },
  },
];

function editBodyWithOwners(): NonNullable<Defect["response"]> {
  return (response, message, memory) => {
    const known = getState<{ business: string; transaction: Json }>(memory, "transactions");
    const business = getBusiness(message);
    editBody((it) => {
      if (!Array.isArray(it.transactions)) return it;
      const wanted = (getQuery(message, "transactionIds") ?? "").split(",").map((id) => known.get(id));
      const foreign = wanted.filter((own) => own !== undefined && own.business !== business);
      const added = foreign.map((own) => own?.transaction);
      for (const transaction of it.transactions) known.set(transaction.id, { business, transaction });
      return { ...it, transactions: [...it.transactions, ...added], count: it.count + added.length };
    })(response, message, memory);
  };
}
