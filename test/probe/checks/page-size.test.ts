import { expect, test } from "vitest";
import {
  findPageItems,
  findPageLink,
  findPageSizeParameter,
  findPageSizeViolation,
} from "../../../src/check/rules/listing.js";
import { listOperations, loadDocument } from "../../../src/document/index.js";

const document = loadDocument("spec/openapi.yaml");
const operation = listOperations(document).find(({ id }) => id === "listOrders");
const orders = Array.from({ length: 11 }, (_, index) => ({ id: String(index) }));

test.each<readonly [query: Readonly<Record<string, string>>, isFound: boolean]>([
  [{}, true],
  [{ limit: "10" }, true],
  [{ limit: "11" }, false],
  // The cursor may stand for a page size of 11, because it excludes `limit`.
  [{ startOffset: "12814000355810" }, false],
  [{ startAt: "2026-03-14T15:40:00Z" }, true],
])("a page of eleven orders for %j", (query, isFound) => {
  if (operation === undefined) throw new Error("there is no listOrders");
  const page = { document, operation, query, headers: [], body: { orders, links: [], count: 11 } };
  expect(findPageSizeViolation(page as never) !== undefined).toBe(isFound);
});

test.each<readonly [name: string, isSize: boolean]>([
  ["limit", true],
  ["_limit", true],
  ["$top", true],
  ["per-page", true],
  ["page[size]", true],
  ["page", false],
  ["limitTo", false],
  ["top", false],
])("whether the parameter %s is the page size", (name, isSize) => {
  const parameters = [{ in: "query", name }];
  const found = findPageSizeParameter({ document, operation: { pointer: "", parameters, responses: [] } as never });
  expect(found !== undefined).toBe(isSize);
});

test.each<readonly [header: string, value: string, link: string | undefined]>([
  ["Next-Page", "https://service.example/things?page=2", "https://service.example/things?page=2"],
  ["X-Next-Page", "https://service.example/things?page=2", "https://service.example/things?page=2"],
  ["X-Next-Page", "2", undefined],
  ["Next", "https://service.example/things?page=2", undefined],
])("a next link in %s: %s", (header, value, link) => {
  expect(findPageLink({ headers: [[header, value]], body: [] } as never, "next")).toBe(link);
});

const HAL = `openapi: 3.1.0
info: { title: t, version: "1" }
paths: { /things: { get: { responses: { "200": { description: d, content: { application/hal+json: { schema: { properties: {
  _embedded: { properties: { things: { type: array, items: {} } } }, _links: {}, count: { type: integer } } } } } } } } } }`;

test.each<readonly [body: object, isStatedOnly: boolean, items: readonly number[] | undefined]>([
  [{ count: 2, _embedded: { things: [1, 2] } }, false, [1, 2]],
  [{ count: 2, _embedded: { things: [1, 2] } }, true, undefined],
  [{ count: 2, _embedded: { others: [1, 2] } }, false, undefined],
  [{ count: 2, _embedded: { things: [1, 2] }, others: [3] }, false, [3]],
])("the items of %j, of what is stated only: %j", (body, isStatedOnly, items) => {
  const spec = loadDocument("hal.yaml", () => HAL);
  const [list] = listOperations(spec);
  const page = { document: spec, operation: list, query: {}, headers: [], body, isStatedOnly };
  expect(findPageItems(page as never)).toEqual(items);
});
