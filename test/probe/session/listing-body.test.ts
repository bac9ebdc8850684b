/** How items, ids and links are found in responses, and which values came from the probe. */
import { expect, test } from "vitest";
import type { Finding } from "../../../src/check/index.js";
import { type Json, listOperations, loadDocument, type Operation } from "../../../src/document/index.js";
import { hasOpenQuestion } from "../../../src/probe/scenarios/filters/filter-values.js";
import { createInjectedValues } from "../../../src/probe/session/case-recorder.js";
import { getItemIdentity, ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import type { Exchange } from "../../../src/recording/index.js";
import { getListFacts } from "../../../src/resources/index.js";

const document = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /plain: { get: { operationId: plain } }
  /links: { get: { operationId: links, x-list: { style: links, items: /page/items } } }
  /offset: { get: { operationId: offset, x-list: { style: offset, start: from, size: size } } }
  /other: { get: { operationId: other, x-list: { style: cursor, items: 7 } } }
  /cursors: { get: { operationId: cursors, parameters: [{ name: cursor, in: query, schema: { type: string } }] } }
  /after: { get: { operationId: after, parameters: [{ name: after, in: query, schema: { type: string } }] } }
  /open:
    get:
      operationId: open
      x-open-point: o
      parameters:
        - { name: a, in: query, schema: { type: string, minLength: 1 } }
        - { name: b, in: query, x-open-point: o, schema: { type: string } }
        - { $ref: "#/components/parameters/C" }
      requestBody: { content: { application/json: { schema: { type: string } } } }
components:
  x-open-point: o
  parameters: { C: { name: c, in: query, schema: { type: string, x-open-point: o } } }
  schemas: { S: { properties: { p: { x-open-point: o, items: { type: string } }, q: { type: string } } } }
`,
);

function response(body: unknown, { id = "plain", link = [] as string[], status = 200 } = {}): ProbeExchange {
  const operation = listOperations(document).find((it) => it.id === id) as Operation;
  const headers = [["Content-Type", "application/json"], ...link.map((it) => ["Link", it] as const)] as const;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const exchange = {
    request: { url: "https://a.example/a" },
    response: { status, headers, body: { kind: "text", text } },
  } as unknown as Exchange;
  return new ProbeExchange({ document, operation, request: { path: {}, query: {}, header: {}, cookie: {} }, exchange });
}

test.each([
  ["plain", undefined],
  ["links", { style: "links", items: "/page/items" }],
  ["offset", { style: "offset", start: "from", size: "size" }],
  ["other", { style: "cursor" }],
])("the spec states about the list of %s", (id, stated) => {
  const facts = getListFacts(document, response({}, { id }).operation);
  expect(facts).toEqual(stated && expect.objectContaining({ items: undefined, either: [], ...stated }));
});

test.each<[body: unknown, items: unknown, id?: string]>([
  [[1], [1]],
  [{ items: [1] }, [1]],
  [{ items: [1], links: [2], more: 1 }, [1]],
  [{ items: [1], others: [2] }, undefined],
  [{ id: 7, items: [1] }, undefined],
  [{ links: [2] }, undefined],
  [{ more: 1 }, undefined],
  ["{", undefined],
  ["1", undefined],
  [{ page: { items: [1] }, others: [2] }, [1], "links"],
  [{ page: { items: 1 }, others: [2] }, undefined, "links"],
])("the items of %j are %j", (body, items, id = "plain") => {
  expect(response(body, { id }).list).toEqual(items);
});

test.each<[item: Json, identity: string | undefined]>([
  [{ id: 7 }, "7"],
  [{ bookId: "a", id: "b" }, "b"],
  [{ title: "t", bookId: "a", ownerId: "b" }, "a"],
  [{ book_id: "a" }, "a"],
  [{ ID: "a" }, "a"],
  [{ bookID: "a", otherId: "b" }, "a"],
  [{ "7id": "a", otherId: "b" }, undefined],
  [{ valid7id: "a" }, undefined],
  [{ id: true }, undefined],
  [{ title: "t" }, undefined],
  ["a", undefined],
])("the identity of %j is %j", (item, identity) => {
  expect(getItemIdentity(item)).toBe(identity);
});

test.each<[body: unknown, link: string[], href: string | undefined]>([
  [{ links: [{ rel: "prev", href: "/p" }, 7, { rel: "next", href: "/n" }] }, ["</h>; rel=next"], "/n"],
  [{ links: [{ rel: "next", href: 7 }] }, ["</h>; rel=next"], undefined],
  [{ links: [{ rel: "prev", href: "/p" }] }, ['</h>; rel="next"'], "/h"],
  [{}, ['</a,b>; rel="prev", </c>;title=x; REL=next'], "/c"],
  [{}, ['</a>; rel="prev"', ' </b>; rel="next"'], "/b"],
  [{}, ['/a; rel="next"'], undefined],
  [{}, ['</a>; rel="last"'], undefined],
  [{}, [], undefined],
])("the next link of %j with %j is %j", (body, link, href) => {
  expect(response(body, { link }).nextLink).toBe(href);
});

test("a rejection is about the content, and success is any 2xx", () => {
  const all = Array.from({ length: 500 }, (_, at) => at + 100);
  expect(all.filter((status) => response({}, { status }).isRefusal)).toEqual([400, 405, 406, 415, 422]);
  const accepted = all.filter((status) => response({}, { status }).isAccepted);
  expect([accepted[0], accepted.at(-1), accepted.length]).toEqual([200, 299, 100]);
});

test.each([
  ["/paths/~1open/get/parameters/0/schema/minLength", false],
  ["/paths/~1open/get/parameters/1/schema/type", true],
  ["/paths/~1open/get/parameters/2", false],
  ["/paths/~1open/get/parameters/2/schema", false],
  ["/components/parameters/C/schema/type", true],
  ["/paths/~1open/get/requestBody/content/application~1json/schema", true],
  ["/paths/~1plain/get", false],
  ["/components/schemas/S/properties/p/items/type", true],
  ["/components/schemas/S/properties/q/type", false],
])("%s is about an open question: %j", (pointer, isOpen) => {
  expect(hasOpenQuestion(document, pointer)).toBe(isOpen);
});

/** Whether drift at a place of a response comes from a request that the probe sent. */
function isInjected(
  sent: readonly (readonly [value: unknown, isEdited: boolean])[],
  code: string,
  at: string | undefined,
  body: unknown,
) {
  const injected = createInjectedValues();
  for (const [value, isEdited] of sent) {
    const request = { path: {}, query: {}, header: {}, cookie: {}, body: { contentType: "application/json", value } };
    injected.add({ request, ...(isEdited ? { edit: { part: "body", at: "", contract: "", what: "" } } : {}) });
  }
  const finding = { code, recording: { body: at } } as unknown as Finding;
  return injected.isInjected(finding, response(body).exchange);
}

const UNDECLARED = "response.body.undeclared";
const NOT_LISTED = "response.body.not-in-enum";

test.each<[sent: [unknown, boolean][], code: string, at: string | undefined, body: unknown, expected: boolean]>([
  [[[{ x: 1 }, true]], UNDECLARED, "/x", { x: 1 }, true],
  [[[{ x: 1 }, true]], UNDECLARED, "/in/x/0", { in: { x: [1] } }, true],
  [[[{ x: 1 }, false]], UNDECLARED, "/x", { x: 1 }, false],
  [
    [
      [{ x: 1 }, true],
      [{ x: 2 }, false],
    ],
    UNDECLARED,
    "/x",
    { x: 1 },
    false,
  ],
  [[[{ y: 1 }, true]], UNDECLARED, "/x", { x: 1 }, false],
  [[[{ x: 1 }, true]], "response.body.invalid", "/x", { x: 1 }, false],
  [[[{ x: 1 }, true]], UNDECLARED, undefined, { x: 1 }, false],
  [[[{ x: "A" }, false]], NOT_LISTED, "/x", { x: "A" }, true],
  [[[{ x: "A" }, false]], NOT_LISTED, "/x", { x: "B" }, false],
  [[[{ x: ["A"] }, false]], NOT_LISTED, "/x/3", { x: [0, 0, 0, "A"] }, true],
  [[], NOT_LISTED, "/x", { x: "BEYOND_WHAT_IS_KNOWN" }, true],
  [[], NOT_LISTED, "/x", { x: "B" }, false],
  [[[{ x: {} }, false]], NOT_LISTED, "/x", { x: { other: 1 } }, true],
  [[[[{ op: "add", path: "/a/x/-", value: "A" }], false]], NOT_LISTED, "/x", { x: "A" }, true],
  [[[[{ op: "add", path: "a/x", value: "A" }], false]], NOT_LISTED, "/x", { x: "A" }, false],
])("after %j a finding %s at %s of %j is injected: %j", (sent, code, at, body, expected) => {
  expect(isInjected(sent, code, at, body)).toBe(expected);
});

test.each<[body: Json, next: string | undefined, id?: string, status?: number]>([
  [{ items: [1], nextCursor: "b/2" }, "https://a.example/a?cursor=b%2F2"],
  [{ items: [1], next_page_token: 7 }, "https://a.example/a?cursor=7"],
  [{ items: [1], pageInfo: { endCursor: "b", hasNextPage: true } }, "https://a.example/a?after=b", "after"],
  [{ items: [1], pageInfo: { endCursor: "b", hasNextPage: false } }, undefined, "after"],
  [{ items: [1], nextCursor: "b", has_more: false }, undefined],
  [{ items: [1], next: "b" }, "https://a.example/a?cursor=b"],
  [{ items: [1], next: "/a?page=2" }, "/a?page=2", "plain"],
  [{ items: [1], next: "https://a.example/a?page=2" }, "https://a.example/a?page=2", "plain"],
  [{ items: [1], next: "https://b.example/a?page=2" }, undefined, "plain"],
  [{ items: [1], next: "//b.example/a" }, undefined],
  [{ items: [1], nextCursor: null }, undefined],
  [{ items: [1], nextCursor: "" }, undefined],
  [{ items: [1], previousCursor: "b" }, undefined],
  [{ items: [1], nextCursor: "b" }, undefined, "plain"],
  [{ nextCursor: "b" }, undefined],
  [{ items: [1], nextCursor: "b" }, undefined, "cursors", 400],
  [{ items: [1], nextCursor: "b", links: [{ rel: "next", href: "/c" }] }, "/c"],
])("the page after %j is at %s", (body, next, id = "cursors", status = 200) => {
  expect(response(body, { id, status }).nextLink).toBe(next);
});
