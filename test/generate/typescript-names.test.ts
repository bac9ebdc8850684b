import { expect, test } from "vitest";
import { formatPropertyKey, toTypeName } from "../../src/generate/typescript-names.js";

test.each([
  ["Order", "Order"],
  ["Größe", "Größe"],
  ["Order$", "Order$"],
  ["Order_item", "Order_item"],
  ["order-item.v2", "OrderItemV2"],
  ["order--item", "OrderItem"],
  ["order", undefined],
  ["order-", undefined],
  ["-order-item-", "OrderItem"],
  ["_Order", undefined],
  ["_order-item", undefined],
  ["$Order", undefined],
  ["3d", undefined],
  ["", undefined],
  ["-", undefined],
  ["Brand", undefined],
  ["one-of", undefined],
  ["Taken", undefined],
])("the component %j gets the type name %j", (name, expected) => {
  expect(toTypeName(name, new Set(["Taken"]))).toBe(expected);
});

test("names in the generated file are reserved without a list", () => {
  expect(toTypeName("Order")).toBe("Order");
  expect(toTypeName("Record")).toBeUndefined();
});

test.each([
  ["id", "id"],
  ["_id", "_id"],
  ["$ref", "$ref"],
  ["a1_$", "a1_$"],
  ["1a", '"1a"'],
  ["a-b", '"a-b"'],
  ['a"b', '"a\\"b"'],
  ["größe", '"größe"'],
  ["", '""'],
])("the property %j is written as %s", (name, expected) => {
  expect(formatPropertyKey(name)).toBe(expected);
});
