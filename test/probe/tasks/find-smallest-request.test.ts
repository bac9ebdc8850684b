/** The requests that are tried to find the smallest one that still shows a finding. */
import { expect, test } from "vitest";
import type { Operation } from "../../../src/document/index.js";
import { getGenerationContext } from "../../../src/probe/cases/generation-context.js";
import type { CaseEdit, CaseRequest } from "../../../src/probe/requests/probe-case.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { findSmallestRequest, reportShrunk } from "../../../src/probe/tasks/case-tasks.js";
import { createExchange, createInlineContract, SPEC_START } from "../../check/inline-contract.js";

const contract = createInlineContract({
  "spec.yaml": `${SPEC_START}
  /a:
    post:
      operationId: a
      parameters:
        - { name: q, in: query, schema: { type: integer } }
        - { name: must, in: query, required: true, schema: { type: integer } }
        - { name: X-H, in: header, schema: { type: string } }
        - { name: c, in: cookie, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object, required: [id] } } } }
      responses: { "200": { description: d } }
`,
});
const [operation] = contract.operations as readonly [Operation];
const context = getGenerationContext(contract);
const FULL: CaseRequest = {
  ...{ path: {}, query: { q: 1, must: 2 }, header: { "X-H": "h" }, cookie: { c: "c" } },
  body: { contentType: "application/json", value: { id: 1, a: { b: 1, d: 2 }, list: [1, { x: 1 }] } },
};

const edit = (part: CaseEdit["part"], at: string): CaseEdit => ({ part, at, contract: "", what: "w" });
const show = ({ query, header, cookie, body }: CaseRequest): string =>
  JSON.stringify([query, header, cookie, body !== undefined && "value" in body ? body.value : "none"]);

async function shrink(given: CaseEdit | undefined, isShown: (text: string) => boolean) {
  const tried: string[] = [];
  const it = { operation, method: "POST", request: FULL, ...(given && { edit: given }) };
  const found = await findSmallestRequest(context, it, async (request) => {
    tried.push(show(request));
    return isShown(show(request));
  });
  return { tried, found: show(found) };
}

const BODY = '{"id":1,"a":{"b":1,"d":2},"list":[1,{"x":1}]}';
const others = (body: string): string => `[{"q":1,"must":2},{"X-H":"h"},{"c":"c"},${body}]`;

test("each part is left out alone, the largest first, unless that violates the spec in another way", async () => {
  expect(await shrink(undefined, () => false)).toEqual({
    tried: [
      others('"none"'),
      `[{"must":2},{"X-H":"h"},{"c":"c"},${BODY}]`,
      `[{"q":1,"must":2},{},{"c":"c"},${BODY}]`,
      `[{"q":1,"must":2},{"X-H":"h"},{},${BODY}]`,
      others('{"id":1,"list":[1,{"x":1}]}'),
      others('{"id":1,"a":{"b":1,"d":2}}'),
      others('{"id":1,"a":{"d":2},"list":[1,{"x":1}]}'),
      others('{"id":1,"a":{"b":1},"list":[1,{"x":1}]}'),
      others('{"id":1,"a":{"b":1,"d":2},"list":[1]}'),
      others('{"id":1,"a":{"b":1,"d":2},"list":[1,{}]}'),
    ],
    found: others(BODY),
  });
});

test.each<[CaseEdit | undefined, (text: string) => boolean, found: string, tried: number]>([
  [undefined, () => true, '[{"must":2},{},{},"none"]', 4],
  [edit("body", "/a/b"), () => true, '[{"must":2},{},{},{"id":1,"a":{"b":1}}]', 5],
  [edit("body", "/a"), () => true, '[{"must":2},{},{},{"id":1,"a":{}}]', 6],
  [edit("body", "/list/0"), () => true, '[{"must":2},{},{},{"id":1,"list":[1]}]', 5],
  [edit("body", "/list/1"), () => true, '[{"must":2},{},{},{"id":1,"list":[1,{}]}]', 5],
  [edit("query", "q"), () => true, '[{"q":1,"must":2},{},{},"none"]', 3],
  [edit("header", "X-H"), () => true, '[{"must":2},{"X-H":"h"},{},"none"]', 3],
  [edit("cookie", "c/x"), () => true, '[{"must":2},{},{"c":"c"},"none"]', 3],
  [edit("content-type", ""), () => true, '[{"must":2},{},{},{"id":1}]', 5],
  [undefined, (text) => text.includes('"x":1'), '[{"must":2},{},{},{"id":1,"list":[1,{"x":1}]}]', 12],
  [
    undefined,
    (text) => text.includes('"b":1') && text.includes("[1,{"),
    '[{"must":2},{},{},{"id":1,"a":{"b":1},"list":[1,{"x":1}]}]',
    16,
  ],
])("with the edit %j", async (given, isShown, found, count) => {
  const { tried, ...shrunk } = await shrink(given, isShown);
  expect({ ...shrunk, count: tried.length }).toEqual({ found, count });
});

test("a finding is reported with the smallest request that has the same finding", async () => {
  const sent: string[] = [];
  const calls: unknown[] = [];
  const respond = (request: CaseRequest) =>
    new ProbeExchange({ document: contract.document, operation, request, exchange: createExchange() });
  const session = {
    send: async ({ request }: { request: CaseRequest }) => {
      sent.push(show(request));
      return respond(request);
    },
    report: (it: { request: CaseRequest }, found: { valueClass: string }) =>
      calls.push(["report", show(it.request), found.valueClass]),
    discard: (it: { request: CaseRequest }) => calls.push(["discard", show(it.request)]),
  } as never;
  const small: CaseRequest = { path: {}, query: { q: 1, must: 2 }, header: { "X-H": "h" }, cookie: {} };
  const check = ({ request }: { request: CaseRequest }) =>
    ({ code: "exchange.request.failed", valueClass: request.header["X-H"] === undefined ? "other" : "same" }) as never;
  const given = { result: respond(small), probeRequest: { operation, request: small } as never };
  await reportShrunk(session, given, check);
  await reportShrunk(session, given, () => undefined);
  expect([sent, calls]).toEqual([
    ['[{"must":2},{"X-H":"h"},{},"none"]', '[{"must":2},{},{},"none"]'],
    [
      ["discard", '[{"q":1,"must":2},{"X-H":"h"},{},"none"]'],
      ["discard", '[{"must":2},{},{},"none"]'],
      ["report", '[{"must":2},{"X-H":"h"},{},"none"]', "same"],
    ],
  ]);
});
