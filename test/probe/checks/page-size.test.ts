import { expect, test } from "vitest";
import { findPageSizeViolation } from "../../../src/checks/listing/listing-rules.js";
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
