/** What a task keeps of its requests: findings, deliveries, and what it drops. */
import { expect, test } from "vitest";
import type { CheckFinding } from "../../../src/check/index.js";
import type { Operation } from "../../../src/document/index.js";
import { createProbeBudget } from "../../../src/probe/session/budget.js";
import { createProbeSession, type SessionEntry } from "../../../src/probe/session/session.js";
import { createExchange, createSmallContract } from "../../check/inline-contract.js";

const contract = createSmallContract('{ operationId: a, responses: { "200": { description: d } } }');
const [operation] = contract.operations as readonly [Operation];
const REQUEST = { path: {}, query: {}, header: {}, cookie: {} };

function createSession(stop = new AbortController()) {
  const reported: unknown[] = [];
  const session = createProbeSession({
    document: contract.document,
    getBaseUrl: () => "https://a.example",
    source: "https://a.example",
    credentials: { get: async () => ({ headers: [], query: [], cookies: [] }), invalidate: () => false },
    send: async () => ({ kind: "response", response: { status: 200, headers: [], body: { kind: "none" } } }),
    pause: async () => {},
    budget: createProbeBudget({ maxRequests: 3, maxTimeMs: 1000 }, { now: () => 0, pause: async () => {} }),
    signal: stop.signal,
    nonce: "n",
    safe: false,
    onRequest: ({ operation: _, ...it }) => reported.push(["asks", it]),
    onResponse: (request, { exchange }) => reported.push(["got", request.operation.id, exchange.response.status]),
  });
  return { session, reported };
}

const finding = { code: "exchange.request.failed" } as unknown as CheckFinding;

test("findings belong to the request that they are reported for", async () => {
  const entries: SessionEntry[] = [];
  const { session, reported } = createSession();
  const task = session.openTask("case", entries);
  const edit = { part: "query", at: "x", contract: "/x", what: "x" } as const;
  const [first, second] = [
    await task.send({ operation, request: REQUEST }),
    await task.send({ operation, request: REQUEST, edit }),
  ];
  task.report(second, finding);
  task.report(first, undefined);
  expect(entries.map(({ checkFindings }) => checkFindings)).toEqual([[], [finding]]);
  expect([first.edit, second.edit]).toEqual([undefined, edit]);
  expect(reported).toEqual([
    ["asks", { request: REQUEST }],
    ["got", "a", 200],
    ["asks", { request: REQUEST, edit }],
    ["got", "a", 200],
  ]);
  task.discard(first);
  task.discard(first);
  expect(entries.map(({ probeExchange }) => probeExchange)).toEqual([second]);
  expect(() => task.report(first, finding)).toThrow("case: finding for a request that this task did not send");
});

test("a delivery is recorded with the requests", () => {
  const entries: SessionEntry[] = [];
  const exchange = createExchange();
  const delivery = createSession().session.openTask("case", entries).recordDelivery(operation, exchange);
  expect(entries).toEqual([{ probeExchange: delivery, checkFindings: [] }]);
  expect(delivery).toEqual({ document: contract.document, operation, request: REQUEST, exchange });
});

test("a run goes on until it is stopped or its budget is used up", async () => {
  const stop = new AbortController();
  const { session } = createSession(stop);
  expect(session.canContinue()).toBe(true);
  stop.abort();
  expect(session.canContinue()).toBe(false);
  const other = createSession().session;
  for (let sent = 0; sent < 3; sent += 1) await other.openTask("case", []).send({ operation, request: REQUEST });
  expect([other.canContinue(), other.getEndReason()]).toEqual([false, undefined]);
});
