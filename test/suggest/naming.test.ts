import { expect, test } from "vitest";
import { singularize } from "../../src/document/index.js";
import { isPlural, toCamelCase, toPascalCase } from "../../src/suggest/infer/naming.js";

test.each([
  ["orders", "order"],
  ["order-items", "order-item"],
  ["cities", "city"],
  ["keys", "key"],
  ["classes", "class"],
  ["boxes", "box"],
  ["matches", "match"],
  ["statuses", "status"],
  ["houses", "house"],
  ["caches", "cache"],
  ["shelves", "shelf"],
  ["indices", "index"],
  ["people", "person"],
  ["ORDERS", "ORDER"],
  ["children", "child"],
  ["parties", "party"],
  ["PARTIES", "PARTy"],
  ["iesorders", "iesorder"],
  ["bies-keys", "bies-key"],
  ["movies", "movie"],
  ["email_addresses", "email_address"],
  ["branches", "branch"],
  ["databases", "database"],
  ["heroes", "hero"],
  ["ties", "tie"],
  ["aliases", "alias"],
  ["toies", "toie"],
  ["buses", "bus"],
  ["bees", "bee"],
])("%s is the plural of %s", (word, expected) => {
  expect(singularize(word)).toBe(expected);
  expect(isPlural(word)).toBe(true);
});

test.each([
  "order",
  "status",
  "address",
  "analysis",
  "news",
  "newsseries",
  "s",
  "as",
  "v2s",
  "",
  "orders1",
  "ordersx",
  "USS",
  "IS",
])("%j is not a plural", (word) => {
  expect(singularize(word)).toBe(word);
  expect(isPlural(word)).toBe(false);
});

test.each([
  ["order-items", "orderItems", "OrderItems"],
  ["Order items", "orderItems", "OrderItems"],
  ["URL_2_x", "uRL2X", "URL2X"],
  ["--a", "a", "A"],
  ["", "", ""],
])("%j is %s in camel case and %s in Pascal case", (text, camel, pascal) => {
  expect([toCamelCase(text), toPascalCase(text)]).toEqual([camel, pascal]);
});
