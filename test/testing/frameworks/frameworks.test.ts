/** Every planted error is found in every framework and place of the middleware, and a right exchange passes. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createServerMiddleware } from "../../../src/testing/index.js";
import { MOUNTINGS, type Reply, type SentRequest } from "./mountings.js";

const SPEC = join(import.meta.dirname, "orders.yaml");
const JSON_TYPE = { "Content-Type": "application/json" };
const LIST: Reply = { status: 200, headers: { ...JSON_TYPE, "X-Total": "1" }, body: '[{"id":1,"state":"open"}]' };
const CREATED: Reply = { ...LIST, status: 201, body: '{"id":1,"state":"open"}' };
const GET: SentRequest = { method: "GET", headers: {} };
const POST: SentRequest = { method: "POST", headers: JSON_TYPE, body: '{"item":"ab"}' };

type Case = readonly [title: string, sent: SentRequest, reply: Reply, code?: string];

/** Each case is one edit from one of the first two, which pass. */
const CASES: readonly Case[] = [
  ["a right list", GET, LIST],
  ["a right order", POST, CREATED],
  ["a text instead of a number", GET, { ...LIST, body: '[{"id":"1","state":"open"}]' }, "response.body.invalid"],
  ["a missing property", GET, { ...LIST, body: '[{"id":1}]' }, 'expected the property "state"'],
  ["an undocumented status", GET, { ...LIST, status: 418 }, "response.status.undocumented"],
  [
    "another content type",
    GET,
    { ...LIST, headers: { ...LIST.headers, "Content-Type": "text/html" } },
    "response.content-type.undocumented",
  ],
  ["no required header", GET, { ...LIST, headers: JSON_TYPE }, "response.header.missing"],
  ["an accepted invalid request", { ...POST, body: '{"item":"a"}' }, CREATED, "request.body.invalid"],
  ["an accepted request without a body", { method: "POST", headers: {} }, CREATED, "request.body.missing"],
  ["an undocumented method", { ...POST, method: "PUT" }, LIST, "request.method.undocumented"],
];

/** Where the base path does not reach the middleware. */
const WITHOUT_BASE_PATH: readonly string[] = [
  "Hono, in a mounted application",
  "node:http, behind a proxy that removes the base path",
];

test.each(MOUNTINGS)("%s, %s", async (framework, place, start) => {
  const results: (readonly [kind: string, report: string, url: string])[] = [];
  const checked = createServerMiddleware({
    spec: SPEC,
    onExchange: (exchange, { kind, report }) => results.push([kind, report, exchange.request.url]),
  });
  let reply = LIST;
  const read: unknown[] = [];
  const respond = (body: unknown): Reply => {
    read.push(body);
    return reply;
  };
  const running = await start({ ...checked, respond });
  const found: unknown[] = [];
  try {
    for (const [title, sent, planned, code] of CASES) {
      reply = planned;
      const url = `${running.url}/v2/orders`;
      const body = await (running.send?.("/v2/orders", sent) ?? fetch(url, sent).then((it) => it.text()));
      expect(body, title).toBe(reply.body);
      const [kind, report = ""] = results.at(-1) ?? [];
      found.push([title, results.length, kind, code === undefined || report.includes(code) ? code : report]);
      const path = WITHOUT_BASE_PATH.includes(`${framework}, ${place}`) ? "/orders" : "/v2/orders";
      expect(new URL(results.at(-1)?.[2] ?? "").pathname, title).toBe(path);
      expect(report.includes('pass servers: ["/"]'), title).toBe(path === "/orders" && !code?.includes("method"));
      if (sent.body !== undefined) expect(read.at(-1), title).toEqual(JSON.parse(sent.body));
    }
  } finally {
    await running.close();
  }
  expect(found).toEqual(
    CASES.map(([title, , , code], index) => [title, index + 1, code === undefined ? "passed" : "failed", code]),
  );
});
