import { equal } from "node:assert/strict";
import type { CheckedClient, CheckedResponse, TestRequest } from "../checked-client.js";
import { type Command, last4, orderId, orderNumber, storeId } from "./commands.js";
import * as model from "./model.js";

/** The same sandbox on every engine: the same requests must give the same bytes. */
export type Subjects = {
  readonly clients: () => readonly CheckedClient[];
  /** Closes every sandbox and reopens it on the same database. */
  readonly restart: () => Promise<void>;
};

export const START = Date.parse("2026-03-14T09:30:00Z") / 1000;

/** Runs commands on every engine and the model. @throws Error at the first difference */
export async function runCommands(subjects: Subjects, commands: readonly Command[]): Promise<void> {
  const state = model.emptyModel(START);
  for (const command of commands) await runCommand(subjects, state, command);
  for (const client of subjects.clients()) {
    const { json } = await client.admin("GET", "/events?limit=1000");
    equal(json.events.length, state.events, `${client.sandbox.engine}: events`);
  }
}

async function runCommand(subjects: Subjects, state: model.Model, command: Command): Promise<void> {
  const send = (sent: (client: CheckedClient) => TestRequest): Promise<CheckedResponse> => sendAll(subjects, sent);
  const base = ({ businessId }: CheckedClient): string => `/businesses/${businessId}`;
  switch (command.kind) {
    case "record":
    case "update":
      return write(send, state, command);
    case "replace items":
    case "bad patch": {
      const isBad = command.kind === "bad patch";
      const change = isBad
        ? { op: "replace", path: "/items/0", value: {} }
        : { op: "replace", path: "/items", value: items(command.items) };
      const got = await send((client) => ({
        method: "PATCH",
        path: `${base(client)}/orders/${orderId(command.order)}`,
        body: [{ op: "replace", path: "/amounts/subTotal", value: 1 }, change],
      }));
      const expected = isBad
        ? 400
        : model.update(state, orderId(command.order), { subTotal: 1, items: command.items }).status;
      return equal(got.status, expected, `${command.kind}: ${got.text}`);
    }
    case "get": {
      const got = await send((client) => ({ path: `${base(client)}/orders/${orderId(command.order)}` }));
      const known = state.orders.get(orderId(command.order))?.order;
      equal(got.status, known === undefined ? 404 : 200);
      if (known === undefined) return;
      equal(got.json.amounts.subTotal, known.subTotal);
      equal(got.json.items.length, known.items);
      return equal(Date.parse(got.json.updatedAt) / 1000, known.updatedAt);
    }
    case "list":
      return list(send, state, command);
    case "transactions": {
      const query = {
        ...(command.last4 === undefined ? {} : { cardNumberLast4: last4(command.last4) }),
        ...(command.unsettledOnly ? { unsettledOnly: "true" } : {}),
      };
      const ids = await pageThrough(send, {
        path: (client) => `${base(client)}/transactions`,
        query: { ...query, limit: command.limit },
        items: "transactions",
      });
      const expected = model.listTransactions(state, {
        ...(command.last4 === undefined ? {} : { last4: last4(command.last4) }),
        unsettledOnly: command.unsettledOnly,
      });
      return equal([...ids].sort().join(), [...expected].sort().join(), "transactions");
    }
    case "advance":
      state.now += command.seconds;
      if (command.seconds === 0) return;
      for (const client of subjects.clients())
        equal((await client.admin("PUT", "/clock", { mode: "advance", by: `PT${command.seconds}S` })).status, 200);
      return;
    case "restart":
      return subjects.restart();
  }
}

type Send = (sent: (client: CheckedClient) => TestRequest) => Promise<CheckedResponse>;
type Write = Extract<Command, { kind: "record" | "update" }>;

/** A used request id repeats the first response, or is rejected when the request differs. */
async function write(send: Send, state: model.Model, command: Write): Promise<void> {
  const { requestId, ...output } = command;
  const id = orderId(command.order);
  const method = command.kind === "record" ? "PUT" : "PATCH";
  const key = `${method} ${id} ${requestId}`;
  const body =
    command.kind === "record"
      ? recordBody(command, state.now)
      : [{ op: "replace", path: "/amounts/subTotal", value: command.subTotal }];
  const request = JSON.stringify([output.kind, body]);
  const got = await send(({ businessId }) => ({
    method,
    path: `/businesses/${businessId}/orders/${id}`,
    headers: { "Service-Request-Id": `id ${requestId}` },
    body,
  }));
  const known = state.responses.get(key);
  const expected = known === undefined ? effect(state, command) : known.request === request ? known.status : 400;
  equal(got.status, expected, `${key}: ${got.text}`);
  if (known === undefined) state.responses.set(key, { request, status: expected });
}

function effect(state: model.Model, command: Write): number {
  const id = orderId(command.order);
  if (command.kind === "update") return model.update(state, id, { subTotal: command.subTotal }).status;
  const { status, store, number, customer, ago, items: count, cards } = command;
  return model.record(state, {
    id,
    status,
    storeId: storeId(store),
    orderNumber: orderNumber(number),
    customerUserId: customer,
    updatedAt: state.now - ago,
    subTotal: 100,
    items: count,
    transactions: cards.map(({ last4: digits, settled }, at) => ({
      id: transactionId(id, at),
      last4: last4(digits),
      settled,
    })),
  }).status;
}

/** Reads all pages while others write: each item of the first page's view is returned once, and nothing else. */
async function list(send: Send, state: model.Model, command: Extract<Command, { kind: "list" }>): Promise<void> {
  const { startAgo, ...query } = command.query;
  const meanwhile = [...command.meanwhile];
  const expected = model.list(state, command.query);
  const ids = await pageThrough(send, {
    path: ({ businessId }) => `/businesses/${businessId}/orders`,
    query: {
      ...query,
      ...(startAgo === undefined ? {} : { startAt: time(state.now - startAgo) }),
      limit: command.limit,
    },
    items: "orders",
    between: async () => {
      const next = meanwhile.shift();
      if (next?.kind === "record" || next?.kind === "update") await write(send, state, next);
    },
  });
  equal(ids.join(), expected.join(), `orders by ${JSON.stringify(command.query)}, ${command.limit} a page`);
}

type Paging = {
  readonly path: (client: CheckedClient) => string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly items: "orders" | "transactions";
  readonly between?: () => Promise<void>;
};

async function pageThrough(send: Send, { path, query, items: name, between }: Paging): Promise<string[]> {
  const ids: string[] = [];
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  let got = await send((client) => ({ path: `${path(client)}?${search}` }));
  for (let page = 1; ; page += 1) {
    equal(got.status, 200, got.text);
    const { json } = got;
    equal(json.count, json[name].length);
    ids.push(...json[name].map(({ id }: { id: string }) => id));
    const next = json.links.find(({ rel }: { rel: string }) => rel === "next");
    if (next === undefined) return ids;
    equal(page < 100, true, "pages without an end");
    await between?.();
    got = await send(() => ({ path: next.href }));
  }
}

/** Sends the same request to every engine and compares the responses byte for byte. */
async function sendAll({ clients }: Subjects, sent: (client: CheckedClient) => TestRequest): Promise<CheckedResponse> {
  const [first, ...others] = await Promise.all(clients().map((client) => client.call(sent(client))));
  if (first === undefined) throw new Error("there is no sandbox to ask");
  for (const other of others) {
    equal(other.status, first.status, `${other.text}\n${first.text}`);
    equal(other.text, first.text, "the engines respond with other bytes");
  }
  return first;
}

function recordBody(
  { status, store, number, customer, ago, items: count, cards, order }: Extract<Command, { kind: "record" }>,
  now: number,
) {
  const amounts = {
    transactionFees: [],
    transactionAmount: 100,
    orderAmount: 100,
    tipAmount: 0,
    cashbackAmount: 0,
    currency: "USD",
  };
  return {
    id: orderId(order),
    orderNumber: orderNumber(number),
    createdAt: time(now - ago),
    updatedAt: time(now - ago),
    customerUserId: customer,
    context: { storeId: storeId(store) },
    items: items(count),
    transactions: cards.map(({ last4: digits, settled }, at) => ({
      id: transactionId(orderId(order), at),
      action: "SALE",
      status: "CAPTURED",
      settled,
      settlementStatus: settled ? "SETTLED" : "UNSETTLED",
      createdAt: time(now - ago),
      updatedAt: time(now - ago),
      fundingSource: {
        type: "CREDIT_DEBIT",
        debit: false,
        card: { numberFirst6: "411111", numberLast4: last4(digits) },
      },
    })),
    amounts: { subTotal: 100, netTotal: 100, currency: "USD", capturedTotals: amounts },
    statuses: { status },
  };
}

function items(count: number) {
  return Array.from({ length: count }, (_, at) => ({ id: at + 1, name: "Filter coffee", quantity: 1, unitPrice: 50 }));
}

function transactionId(order: string, at: number): string {
  return `${order.slice(0, 7)}${at}-${order.slice(7, 8)}${order.slice(10, 13)}-4222-8333-444444444444`;
}

function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
