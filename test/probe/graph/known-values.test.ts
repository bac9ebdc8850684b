/** Which values the probe learns from responses, and where it uses them. Each case is a response and a path to fill. */

import { expect, test } from "vitest";
import { listOperations, loadDocument, type Operation } from "../../../src/document/index.js";
import { createKnownValues } from "../../../src/probe/graph/known-values.js";
import { isMassDelete, sortByDependency } from "../../../src/probe/graph/operation-order.js";
import { readParameterName, readPathShape } from "../../../src/probe/graph/path-shape.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { splitWords } from "../../../src/resources/index.js";

const OK = 'responses: { "200": { description: d } }';
const document = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /things/: { get: { operationId: listThings, ${OK} }, post: { operationId: createThing, ${OK} }, delete: { operationId: clearThings, ${OK} } }
  /things/{thing_id}: { get: { operationId: getThing, ${OK} }, patch: { operationId: patchThing, ${OK} }, delete: { operationId: deleteThing, ${OK} } }
  /v2/teams: { post: { operationId: createTeam, ${OK} } }
  /v2/teams/{id}/members: { get: { operationId: listMembers, ${OK} } }
  /v2/teams/{id}/members/{member}: { get: { operationId: getMember, ${OK} } }
  /sessions: { get: { operationId: listSessions, ${OK} } }
  /sessions/{session}: { get: { operationId: getSession, ${OK} } }
  /search: { get: { operationId: search, responses: { "200": { description: d, headers: { x-session-id: {} } } } } }
  /tasks: { get: { operationId: listTasks, ${OK} } }
  /tasks/{task_gid}: { get: { operationId: getTask, ${OK} } }
  /files/{slug}: { get: { operationId: getFile, ${OK} } }
  /things/reset: { post: { operationId: reset, ${OK} } }
  /jobs:
    post:
      operationId: startJob
      responses:
        "202":
          description: d
          links:
            status: { operationId: getTicket, parameters: { path.ticket: "$response.body#/receipt/no", area: "$request.query.area" } }
  /areas/{area}/tickets/{ticket}: { get: { operationId: getTicket, ${OK} } }
`,
);
const operations = listOperations(document);
const operation = (id: string): Operation => operations.find((it) => it.id === id) as Operation;

type Learned = {
  readonly operation: string;
  readonly path?: object;
  readonly query?: object;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

function createExchange({
  operation: id,
  path = {},
  query = {},
  status = 200,
  body,
  headers = {},
}: Learned): ProbeExchange {
  const text = body === undefined ? { kind: "none" } : { kind: "text", text: JSON.stringify(body) };
  const given = [["Content-Type", "application/json"], ...Object.entries(headers)];
  const exchange = { request: { url: "http://a.example/" }, response: { status, headers: given, body: text } };
  const request = { path, query, header: {}, cookie: {} } as never;
  return new ProbeExchange({ document, operation: operation(id), request, exchange: exchange as never });
}

const CASES: readonly (readonly [
  what: string,
  learned: readonly Learned[],
  target: string,
  values: readonly object[],
])[] = [
  [
    "a list at a path with a slash",
    [{ operation: "listThings", body: [{ id: 7 }, { id: 8 }] }],
    "getThing",
    [{ thing_id: 7 }, { thing_id: 8 }],
  ],
  [
    "a creation",
    [{ operation: "createThing", status: 201, body: { id: 9, nickname: "x" } }],
    "getThing",
    [{ thing_id: 9 }],
  ],
  [
    "a creation in an envelope",
    [{ operation: "createThing", body: { data: { id: 9 }, meta: {} } }],
    "getThing",
    [{ thing_id: 9 }],
  ],
  [
    "JSON:API",
    [{ operation: "listThings", body: { data: [{ type: "thing", id: "1", attributes: {} }], links: {} } }],
    "getThing",
    [{ thing_id: "1" }],
  ],
  [
    "Location",
    [{ operation: "createThing", status: 201, headers: { Location: "http://a.example/base/things/a%20b" } }],
    "getThing",
    [{ thing_id: "a b" }],
  ],
  [
    "a Link header",
    [{ operation: "search", headers: { Link: '</things/5>; rel="item"' } }],
    "getThing",
    [{ thing_id: "5" }],
  ],
  [
    "HAL",
    [{ operation: "search", body: { _links: { item: { href: "/things/6" } } } }],
    "getThing",
    [{ thing_id: "6" }],
  ],
  [
    "a link to a nested resource",
    [{ operation: "search", body: { self: "http://a.example/v2/teams/1/members/2" } }],
    "getMember",
    [{ id: "1", member: "2" }],
  ],
  [
    "items of a nested list with the id of its parent",
    [{ operation: "listMembers", path: { id: 3 }, body: [{ id: 4 }] }],
    "getMember",
    [{ id: 3, member: 4 }],
  ],
  ["a creation of a parent", [{ operation: "createTeam", body: { id: 3 } }], "listMembers", [{ id: 3 }]],
  ["no id of another resource", [{ operation: "listSessions", body: [{ id: 3 }] }], "listMembers", []],
  [
    "a parameter named like its resource",
    [{ operation: "listSessions", body: [{ id: "s", label: "n" }] }],
    "getSession",
    [{ session: "s" }],
  ],
  [
    "a reference elsewhere",
    [{ operation: "search", body: { found: { session_id: "q" } } }],
    "getSession",
    [{ session: "q" }],
  ],
  [
    "an object of another response",
    [{ operation: "search", body: { files: [{ slug: "intro", id: 1 }] } }],
    "getFile",
    [{ slug: "intro" }, { slug: 1 }],
  ],
  [
    "a header that no operation declares",
    [{ operation: "listThings", headers: { "X-Session-Id": "h" } }],
    "getSession",
    [],
  ],
  ["a declared header", [{ operation: "search", headers: { "X-Session-Id": "h" } }], "getSession", [{ session: "h" }]],
  [
    "links of the spec",
    [{ operation: "startJob", status: 202, query: { area: "b" }, body: { receipt: { no: "r1" } } }],
    "getTicket",
    [{ area: "b", ticket: "r1" }],
  ],
  [
    "any word after the name of its collection",
    [{ operation: "listTasks", body: [{ name: "n", gid: "12" }] }],
    "getTask",
    [{ task_gid: "12" }, { task_gid: "n" }],
  ],
  ["nothing from a rejected path", [{ operation: "search", body: {} }], "getThing", []],
];

test("headers that say nothing about a resource are no values of parameters", () => {
  const known = createKnownValues({}, operations);
  known.learn(createExchange({ operation: "search", headers: { Date: "Thu, 01 Jan 2026 00:00:00 GMT" }, body: {} }));
  expect(known.findReferences("date", { resource: "search", property: "date" })).toEqual([]);
});

test.each(CASES)("%s", (_, learned, target, values) => {
  const known = createKnownValues({}, operations);
  for (const it of learned) known.learn(createExchange(it));
  expect(known.listPathValues(operation(target))).toEqual(values);
});

test("given values come first, also next to learned parents", () => {
  const known = createKnownValues({ member: ["m"] }, operations);
  known.learn(createExchange({ operation: "createTeam", body: { id: 3 } }));
  known.learn(createExchange({ operation: "listMembers", path: { id: 3 }, body: [{ id: 4 }] }));
  expect(known.listPathValues(operation("getMember"))).toEqual([{ id: 3, member: "m" }]);
});

test("the latest value follows the first one, and a deleted one is removed", () => {
  const known = createKnownValues({}, operations);
  for (const id of [1, 2, 3]) known.learn(createExchange({ operation: "createThing", body: { id } }));
  const ids = (): unknown[] => known.listPathValues(operation("getThing")).map((it) => it.thing_id);
  expect(ids()).toEqual([1, 3, 2]);
  known.forget(operation("deleteThing"), { thing_id: 3 });
  expect(ids().slice(0, 2)).toEqual([1, 2]);
});

test("creators come before readers, and destroyers last", () => {
  const order = sortByDependency(operations).map(({ id }) => id);
  const isBefore = (one: string, other: string): boolean => order.indexOf(one) < order.indexOf(other);
  expect(isBefore("createThing", "getThing")).toBe(true);
  expect(isBefore("createTeam", "listMembers")).toBe(true);
  expect(isBefore("patchThing", "reset")).toBe(true);
  expect(order.slice(-3)).toEqual(["reset", "deleteThing", "clearThings"]);
  expect(operations.filter(isMassDelete).map(({ id }) => id)).toEqual(["clearThings", "reset"]);
});

test.each([
  ["orderId", "x", { resource: "order", property: "id" }],
  ["order_uuid", "x", { resource: "order", property: "uuid" }],
  ["order_gid", "x", { resource: "order", property: "gid" }],
  ["order_ref", "x", { resource: "order ref", property: "id" }],
  ["orderRef", "orders", { resource: "order", property: "ref" }],
  ["id", "heroes", { resource: "hero", property: "id" }],
  ["hero", "heroes", { resource: "hero", property: "id" }],
  ["stubMappingId", "mappings", { resource: "stub mapping", property: "id" }],
])("the parameter %s after %s refers to %j", (name, segment, reference) => {
  expect(readParameterName(name, segment)).toEqual(reference);
});

test("names are split into words, and paths into steps", () => {
  expect(["orderIDs", "X-Order-ID", "order_ids", "categories"].map((it) => splitWords(it).join(" "))).toEqual([
    ...["order id", "x order id", "order id", "category"],
  ]);
  expect(readPathShape("/v1/a/{x}/b-{y}/")).toMatchObject({
    key: "/v1/a/{}/b-{}",
    isItem: true,
    steps: [{ key: "/v1/a/{}" }, { key: "/v1/a/{}/b-{}" }],
  });
});
