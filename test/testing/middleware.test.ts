import { createServer, request as nodeRequest } from "node:http";
import express from "express";
import { Agent, request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import {
  ContractError,
  createCheckedInterceptor,
  createCheckedRequest,
  createServerMiddleware,
  type ExchangeCollector,
} from "../../src/testing/index.js";
import { serveForTest } from "../serve.js";
import { startTestServer } from "./test-server.js";

const LIST = "/businesses/7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11/orders";
const ORDER = `${LIST}/4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52`;
const HEADERS = { "Api-Version": "1.2", Authorization: "Bearer t" };

type RequestCase = { readonly method: string; readonly path: string; readonly body?: object; readonly count?: unknown };

const CASES: readonly (RequestCase & { readonly title: string; readonly invalid?: string })[] = [
  { title: "a right exchange", method: "GET", path: LIST },
  { title: "a wrong answer", method: "GET", path: LIST, count: "0", invalid: "response.body.invalid" },
  { title: "a path that is not there", method: "GET", path: "/nowhere", invalid: "request.path.undocumented" },
  { title: "a wrong request", method: "PUT", path: ORDER, body: { items: 1 }, invalid: "request.body.invalid" },
];

const cannedResponse = { body: "" };
const url = await startTestServer(() => cannedResponse);

const listOf = (count: unknown): string => JSON.stringify({ links: [], count, orders: [] });

function expectOutcome(observed: ExchangeCollector, invalid: string | undefined): void {
  expect(observed.exchanges.length).toBe(1);
  if (invalid === undefined) observed.assertContract();
  else {
    expect(observed.assertContract).toThrow(ContractError);
    expect(observed.assertContract).toThrow(invalid);
  }
}

test.each(CASES)("an interceptor of undici sees $title", async ({ method, path, body, count = 0, invalid }) => {
  cannedResponse.body = listOf(count);
  const checked = createCheckedInterceptor({ servers: [url] });
  const agent = new Agent().compose(checked.interceptor);
  onTestFinished(() => agent.close());
  const response = await request(url + path, {
    dispatcher: agent,
    method: method as "GET",
    headers: {
      ...HEADERS,
      "Service-Request-Id": "r",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(await response.body.text()).toBe(listOf(count));
  expectOutcome(checked, invalid);
});

test.each(CASES)("request of node:http sees $title", async ({ method, path, body, count = 0, invalid }) => {
  cannedResponse.body = listOf(count);
  const checked = createCheckedRequest(nodeRequest, { servers: [url] });
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const text = await new Promise<string>((done, failed) => {
    const headers = { ...HEADERS, "Service-Request-Id": "r", ...type };
    const outgoing = checked.request(url + path, { method, headers }, (incoming) => {
      let read = "";
      incoming.on("data", (chunk) => {
        read += chunk;
      });
      incoming.on("end", () => done(read));
    });
    outgoing.on("error", failed);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
  expect(text).toBe(listOf(count));
  expectOutcome(checked, invalid);
});

test("a response without listeners is checked and discarded", async () => {
  cannedResponse.body = listOf("0");
  const seen = new Promise<string>((received) => {
    const checked = createCheckedRequest(nodeRequest, { servers: [url], onExchange: (_, { kind }) => received(kind) });
    checked.request(url + LIST, { headers: HEADERS }).end();
  });
  expect(await seen).toBe("failed");
});

test.each(CASES)("middleware of a server sees $title", async ({ method, path, body, count = 0, invalid }) => {
  const checked = createServerMiddleware();
  const app = express();
  app.use(checked.middleware);
  app.use(express.json());
  app.use((incoming, outgoing) => {
    // The body reaches the next handler.
    if (body !== undefined) expect(incoming.body).toEqual(body);
    outgoing.type("application/json");
    outgoing.write(listOf(count).slice(0, 5));
    outgoing.end(listOf(count).slice(5));
  });
  const response = await fetch((await serveForTest(createServer(app))) + path, {
    method,
    headers: {
      ...HEADERS,
      "Service-Request-Id": "r",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(await response.text()).toBe(listOf(count));
  expectOutcome(checked, invalid);
});
