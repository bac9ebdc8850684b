/** How requests in the log are compared with what is expected of them. */
import { expect, test } from "vitest";
import type { Exchange, RecordedBody } from "../../../src/recording/index.js";
import { readJsonObject } from "../../../src/sandbox/admin/admin-route.js";
import {
  compareRequest,
  type RequestExpectation,
  readVerification,
} from "../../../src/sandbox/admin/request-routes.js";
import type { LoggedExchange } from "../../../src/sandbox/requests/request-log.js";

const BODY = { a: 1, list: [1, { b: "x", c: 2 }], none: null, text: "t".repeat(300) };

function logged(body: RecordedBody = { kind: "text", text: JSON.stringify(BODY) }): LoggedExchange {
  const headers: Exchange["request"]["headers"] = [
    ["X-One", "1"],
    ["x-one", "2"],
  ];
  const exchange = {
    request: { method: "PUT", url: "http://h/base/p/7?q=1&q=2&r=", headers, body },
    response: { status: 201, headers: [], body: { kind: "absent" } },
  } as unknown as Exchange;
  return { id: 1, exchange, metadata: { operationId: "op", businessId: "b", at: 0, duration: 0 } };
}
const compare = (expected: RequestExpectation, baseUrl = "http://h/base", entry = logged()): string[] =>
  compareRequest(entry, expected, baseUrl);

test.each<[expected: RequestExpectation, differences: readonly string[]]>([
  [{}, []],
  [{ operationId: "op" }, []],
  [{ operationId: "other" }, ['operationId: expected "other", received "op"']],
  [{ method: "put" }, []],
  [{ method: "get" }, ['method: expected "GET", received "PUT"']],
  [{ path: "/p/7" }, []],
  [{ path: "/p/*" }, []],
  [{ path: "/base/p/7" }, ['path: expected "/base/p/7", received "/p/7"']],
  [{ businessId: "b" }, []],
  [{ businessId: "c" }, ['businessId: expected "c", received "b"']],
  [{ status: 201 }, []],
  [{ status: 200 }, ["status: expected 200, received 201"]],
  [{ query: { q: "2", r: "" } }, []],
  [{ query: { q: "3", s: "" } }, ['query q: expected "3", received "1"', 'query s: expected "", received nothing']],
  [{ headers: { "X-ONE": "2" } }, []],
  [
    { headers: { "x-one": "3", "x-two": "1" } },
    ['header x-one: expected "3", received "1"', 'header x-two: expected "1", received nothing'],
  ],
  [{ body: { a: 1, list: [1, { b: "x" }], none: null } }, []],
  [{ body: {} }, []],
  [{ body: { a: 2 } }, ["body /a: expected 2, received 1"]],
  [{ body: { "x/y": 1 } }, ["body /x~1y: expected 1, received nothing"]],
  [{ body: { toString: 1 } }, ["body /toString: expected 1, received nothing"]],
  [{ body: { list: [1] } }, ["body /list: expected 1 items, received 2"]],
  [
    { body: { list: [2, { c: 3 }] } },
    ["body /list/0: expected 2, received 1", "body /list/1/c: expected 3, received 2"],
  ],
  [{ body: { list: {} } }, ['body /list: expected {}, received [1,{"b":"x","c":2}]']],
  [{ body: { a: [] } }, ["body /a: expected [], received 1"]],
  [{ body: { none: {} } }, ["body /none: expected {}, received null"]],
  [{ body: { text: "" } }, [`body /text: expected "", received "${"t".repeat(199)}…`]],
  [{ body: { a: "t".repeat(198) } }, [`body /a: expected "${"t".repeat(198)}", received 1`]],
  [{ body: null }, [expect.stringMatching(/^body: expected null, received \{"a":1/)]],
  [
    { operationId: "x", method: "get", path: "/", businessId: "x", status: 1 },
    [
      'operationId: expected "x", received "op"',
      'method: expected "GET", received "PUT"',
      'path: expected "/", received "/p/7"',
      'businessId: expected "x", received "b"',
      "status: expected 1, received 201",
    ],
  ],
])("a request compared with %j", (expected, differences) => {
  expect(compare(expected)).toEqual(differences);
});

test("bodies that are not JSON, and base URLs", () => {
  const text = logged({ kind: "text", text: "a=1" });
  expect(compare({ body: "a=1" }, undefined, text)).toEqual([]);
  expect(compare({ body: "b" }, undefined, text)).toEqual(['body: expected "b", received "a=1"']);
  const missing = logged({ kind: "missing", reason: "x" } as RecordedBody);
  expect(compare({ body: "b" }, undefined, missing)).toEqual(['body: expected "b", received nothing']);
  expect(compare({ path: "/p/7" }, "http://h/base/")).toEqual([]);
  expect(compare({ path: "/base/p/7" }, "http://h/")).toEqual([]);
  expect(compare({ path: "/base/p/7" }, "http://h")).toEqual([]);
});

const ANY = { match: {}, count: { min: 1 }, after: 0 };

test.each<[body: object, verification: object | string]>([
  [{}, ANY],
  [
    { match: { path: "/p", body: null }, after: 3 },
    { ...ANY, match: { path: "/p", body: null }, after: 3 },
  ],
  [{ match: { status: 100 } }, { ...ANY, match: { status: 100 } }],
  [{ match: { status: 599 } }, { ...ANY, match: { status: 599 } }],
  [{ match: { query: { a: "1" }, headers: {} } }, { ...ANY, match: { query: { a: "1" }, headers: {} } }],
  [{ count: 0 }, { ...ANY, count: { min: 0, max: 0 } }],
  [{ count: 2 }, { ...ANY, count: { min: 2, max: 2 } }],
  [{ count: {} }, { ...ANY, count: { min: 0 } }],
  [{ count: { max: 2 } }, { ...ANY, count: { min: 0, max: 2 } }],
  [{ count: { min: 2, max: 2 } }, { ...ANY, count: { min: 2, max: 2 } }],
  [{ count: { min: 3, max: 2 } }, "`count.max` must be at least `count.min`"],
  [{ after: -1 }, "`after` must be the id of a request"],
  [{ after: 0.5 }, "`after` must be the id of a request"],
  [{ after: "1" }, "`after` must be the id of a request"],
  [{ count: { min: -1 } }, "`count.min` must be an integer from 0 to 1000000"],
  [{ count: { max: 1_000_001 } }, "`count.max` must be an integer from 0 to 1000000"],
  [{ count: { mim: 1 } }, '`count` has the unknown member "mim"; expected min, max'],
  [{ count: -1 }, "`count` must be an object with some of min, max"],
  [{ counts: 1 }, 'the verification has the unknown member "counts"; expected match, count, after'],
  [
    { match: { methods: "x" } },
    '`match` has the unknown member "methods"; expected operationId, method, path, businessId, status, query, headers, body',
  ],
  [{ match: { status: 99 } }, "`match.status` must be an integer from 100 to 599"],
  [{ match: { status: 600 } }, "`match.status` must be an integer from 100 to 599"],
  [{ match: { query: { a: 1 } } }, "`match.query` must be an object of names and texts"],
  [{ match: { headers: [] } }, "`match.headers` must be an object of names and texts"],
  [{ match: { method: 1 } }, "`match.method` must be a non-empty string"],
  [{ match: { operationId: 1 } }, "`match.operationId` must be a non-empty string"],
  [{ match: { path: 1 } }, "`match.path` must be a non-empty string"],
  [{ match: { businessId: 1 } }, "`match.businessId` must be a non-empty string"],
])("the verification %j", (body, verification) => {
  const bytes = Buffer.from(JSON.stringify(body));
  const request = { method: "POST", path: "/verify", query: new URLSearchParams(), headers: {}, body: bytes };
  expect(readVerification(readJsonObject(request))).toEqual(verification);
});
