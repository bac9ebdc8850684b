/** How well learned values fit names, which texts of a body are made fresh, and where a response has its resource. */
import { expect, test } from "vitest";
import type { Json } from "../../../src/document/index.js";
import { openEnvelope } from "../../../src/probe/graph/envelope.js";
import { computeNameScore, isLinkTarget } from "../../../src/probe/graph/known-values.js";
import {
  createTemplateMatcher,
  isSameResource,
  readParameterName,
  readPathShape,
  readReferenceName,
} from "../../../src/probe/graph/path-shape.js";
import { makeFreshBody } from "../../../src/probe/graph/request-candidates.js";
import { findItemId, listNamedValues } from "../../../src/probe/graph/response-values.js";

test.each<[owner: string, name: string, raw: string, resource: string, property: string, score: number]>([
  ["", "orderId", "order id", "order", "id", 10],
  ["x", "order_id", "order id", "shop", "id", 10],
  ["x", "shopOrderId", "order", "order", "id", 9.5],
  ["order", "id", "id", "order", "id", 9],
  ["order", "uuid", "order", "order", "id", 7.9],
  ["order", "name", "order", "order", "id", 6.8],
  ["shop order", "id", "order", "order", "id", 9],
  ["order", "title", "order", "order", "id", 0],
  ["shop", "id", "order", "order", "id", 0],
  ["shop", "order", "n", "order", "id", 5],
  ["shop", "order", "order", "order", "id", 5],
  ["shop", "key", "n", "key", "id", 0],
  ["shop", "size", "size", "order", "id", 1],
  ["shop", "id", "id", "order", "id", 0],
])("%s has %s for %s, which is of %s: %s", (owner, name, raw, resource, property, score) => {
  const value = { resource: owner, name, value: 1 };
  expect(computeNameScore(value, raw, { resource, property })).toBeCloseTo(score, 5);
});

test.each<[name: string, segment: string, resource: string, property: string]>([
  ["id", "orders", "order", "id"],
  ["orderId", "things", "order", "id"],
  ["order", "things", "order", "id"],
  ["shopSlug", "things", "shop", "slug"],
  ["task_gid", "tasks", "task", "gid"],
  ["callSid", "Calls", "call", "sid"],
  ["flag_name", "things", "flag", "name"],
  ["next_page", "things", "next page", "id"],
  ["login", "users", "user", "login"],
])("the parameter %s after %s is of %s: %s", (name, segment, resource, property) => {
  expect(readParameterName(name, segment)).toEqual({ resource, property });
});

test.each<[path: string, resource: string, property: string]>([
  ["/flows/name/{name}", "flow", "name"],
  ["/users/by-login/{login}", "user", "login"],
  ["/flows/title/{name}", "title", "name"],
  ["/shops/order/{order}", "order", "id"],
])("the last parameter of %s is of %s: %s", (path, resource, property) => {
  expect(readPathShape(path).steps.at(-1)?.reference).toEqual({ resource, property });
});

test.each<[name: string, reference: object | undefined]>([
  ["teamId", { resource: "team", property: "id" }],
  ["team_ids", { resource: "team", property: "id" }],
  ["homeTeamUuid", { resource: "home team", property: "uuid" }],
  ["teamKey", { resource: "team", property: "key" }],
  ["teamName", undefined],
  ["id", undefined],
  ["idea", undefined],
  ["", undefined],
])("the property %s refers to %j", (name, reference) => {
  expect(readReferenceName(name)).toEqual(reference);
});

test.each<[one: string, other: string, isSame: boolean]>([
  ["order", "order", true],
  ["shop order", "order", true],
  ["order", "shop order", true],
  ["order", "reorder", false],
  ["order shop", "order", false],
  ["", "", false],
  ["order", "", false],
])("%s and %s: %s", (one, other, isSame) => {
  expect(isSameResource(one, other)).toBe(isSame);
});

const UUID = "123e4567-e89b-12d3-a456-426614174000";
const NEW = "0f8fad5b-d9cb-469f-a165-70867728950e";

test.each<[body: Json, fresh: Json]>([
  [
    { id: UUID, name: "a", size: 1 },
    { id: NEW, name: "a-0f8fad5b", size: 1 },
  ],
  [
    { email: "a@b.example", url: "https://a.example/b/", pageUrl: "/b" },
    { email: "a-0f8fad5b@b.example", url: "https://a.example/b/0f8fad5b", pageUrl: "/b-0f8fad5b" },
  ],
  [
    { in: { slug: "s", deep: { code: "c" } }, list: [{ key: "k" }] },
    { in: { slug: "s-0f8fad5b", deep: { code: "c" } }, list: [{ key: "k" }] },
  ],
  [
    { text: "a", keyword: "b" },
    { text: "a", keyword: "b" },
  ],
  [
    { name: "long name", title: "t" },
    { name: "long name", title: "t-0f8fad5b" },
  ],
  [
    { name: "b.example.", title: "v1.2" },
    { name: "0f8fad5b.b.example.", title: "v1.2-0f8fad5b" },
  ],
  [["a"], ["a"]],
])("a fresh body of %j: %j", (value, fresh) => {
  const request = { path: {}, query: {}, header: {}, cookie: {}, body: { contentType: "application/json", value } };
  const made = makeFreshBody(request, NEW, (it) => !JSON.stringify(it.body).includes("long name-"));
  expect(made).toEqual({ ...request, body: { contentType: "application/json", value: fresh } });
});

test.each<[body: Json, opened: Json]>([
  [{ data: { id: 7 }, meta: {} }, { id: 7 }],
  [
    { data: { id: 7 }, orderId: 8 },
    { data: { id: 7 }, orderId: 8 },
  ],
  [{ data: { name: 7 } }, { data: { name: 7 } }],
  [{ data: { id: {} } }, { data: { id: {} } }],
  [{ meta: {}, thing: { thing_uuid: true } }, { thing_uuid: true }],
  ["text", "text"],
  [[{ id: 1 }], [{ id: 1 }]],
])("the resource in %j is %j", (body, opened) => {
  expect(openEnvelope(body)).toEqual(opened);
});

const ITEM = { name: "n", code: "c", gid: 8, order_number: 9, client_id: 10, ref: 11 };
test.each<[path: string, item: Json, id: Json]>([
  ...["orders/{order_gid}", "orders/{gid}", "orders/{taskGid}", "orders/{id}", "orders/{order}"].map(
    (path): [string, Json, Json] => [path, ITEM, 8],
  ),
  ["orders/{order_number}", ITEM, 9],
  ["orders/{order_ref}", ITEM, 11],
  ["orders/{order_code}", ITEM, "c"],
  ["orders/{order_name}", ITEM, "n"],
  ["orders/{id}", { name: "n", order_id: 3 }, 3],
  ["orders/{id}", { name: "n", order_key: 3, key: 4 }, 4],
  ["orders/{order}", { name: "n", code: "c" }, "c"],
  ["orders/{order}", { name: "n", client_id: 3 }, "n"],
  ["orders/{order_uuid}", { id: 1, uuid: "u" }, "u"],
  ["orders/{order_uuid}", { id: 1, name: "n" }, 1],
])("the last parameter of %s names in %j the id %j", (path, item, id) => {
  expect(findItemId(item, readPathShape(`/${path}`).steps[0] as never)).toEqual(id);
});

const STEP = readPathShape("/orders/{orderId}").steps[0] as never;
test.each<[item: Json, id: Json | undefined]>([
  [{ id: 1, orderId: 2 }, 2],
  [{ uuid: "u", id: 1 }, 1],
  [{ uuid: "u", name: "n" }, "u"],
  [{ order: "o", uuid: "u" }, "o"],
  [{ name: "n", text: "t" }, "n"],
  [{ commentId: 5, parentId: 6 }, 5],
  [{ id: true, name: "n" }, "n"],
  [{ attributes: { a: 1 }, data: { id: 4 } }, 4],
  [{ text: "t" }, undefined],
  ["key", "key"],
  [5, 5],
  [true, undefined],
  [null, undefined],
])("the id of %j is %j", (item, id) => {
  expect(findItemId(item, STEP)).toEqual(id);
});

test("values belong to the objects that have them, and to the outer resource in an envelope", () => {
  const body = {
    id: 1,
    tags: ["a", "b"],
    owner: { id: 2, in: null },
    data: { size: 3 },
    orderItems: [{ sku: "x" }],
    results: [{ ok: true }],
  };
  expect(
    [...listNamedValues(body, "order")].map(({ resource, name, value }) => `${resource}.${name}=${String(value)}`),
  ).toEqual([
    ...[
      "order.id=1",
      "order.tags=a",
      "order.tags=b",
      "owner.id=2",
      "order.size=3",
      "order item.sku=x",
      "order.ok=true",
    ],
  ]);
});

test.each<[url: string, found: readonly string[]]>([
  ["/v1/orders/7", ["/orders/{} 7"]],
  ["https://a.example/orders/a%20b/?x=1#y", ["/orders/{} a b"]],
  ["/orders/%E0%A4%A", ["/orders/{} %E0%A4%A"]],
  ["/orders/7/items/8", ["/orders/{}/items/{} 7,8"]],
  ["/orders/", []],
  ["/orders", []],
  ["/files/a.b", ["/files/{}.{} a,b"]],
  ["/files/ab", []],
  ["http://", []],
])("the templates of %s are %j", (url, found) => {
  const match = createTemplateMatcher(["/orders/{id}", "/orders/{id}/items/{item}", "/files/{name}.{type}", "/all"]);
  expect(match(url).map(({ key, values }) => `${key} ${values.join()}`)).toEqual(found);
});

test.each<[target: string, isTarget: boolean]>([
  ["getOrder", true],
  ["/paths/~1orders/get", true],
  ["https://a.example/spec.yaml#/x/getOrder", true],
  ["getOrders", false],
])("a link to %s leads to getOrder: %s", (target, isTarget) => {
  expect(isLinkTarget(target, { id: "getOrder", pointer: "/paths/~1orders/get" })).toBe(isTarget);
});
