import { expect, test } from "vitest";
import { formatPropertyKey } from "../../src/generate/code.js";
import { ComponentNames, toTypeName } from "../../src/generate/typescript-names.js";

test.each([
  ["Order", "Order"],
  ["Größe", "Größe"],
  ["Order$", "Order$"],
  ["Order_item", "Order_item"],
  ["order-item.v2", "OrderItemV2"],
  ["order--item", "OrderItem"],
  ["order", "Order"],
  ["order-", "Order"],
  ["order_item", "OrderItem"],
  ["Order_item.v2", "OrderItemV2"],
  ["-order-item-", "OrderItem"],
  ["_Order", "Order"],
  ["_order-item", "OrderItem"],
  ["$Order", undefined],
  ["3d", undefined],
  ["", undefined],
  ["-", undefined],
  ["Brand", "Brand"],
  ["one-of", "OneOf"],
])("the component %j gets the type name %j", (name, expected) => {
  expect(toTypeName(name)).toBe(expected);
});

/** Names of schemas in the order of the spec, and the types that are exported for them. */
test.each<[what: string, names: readonly string[], aliases: readonly (string | undefined)[], notes: number]>([
  ["a name that becomes the name of another", ["Foo.Bar", "FooBar"], ["FooBar2", "FooBar"], 1],
  ["the same in the other order", ["FooBar", "Foo.Bar", "foo-bar"], ["FooBar", "FooBar2", "FooBar3"], 2],
  ["names that differ in their first letter", ["order", "Order"], ["Order2", "Order"], 1],
  ["names without a capital, and of TypeScript", ["issue", "string", "record"], ["Issue", "String", "Record2"], 1],
  ["a number that is taken", ["A.B", "AB", "AB2"], ["AB3", "AB", "AB2"], 1],
  ["names that the generated file uses", ["Record", "Brand", "Blob"], ["Record2", "Brand2", "Blob2"], 3],
  ["names of TypeScript's library", ["Omit", "Exclude", "Promise"], ["Omit", "Exclude", "Promise"], 0],
])("%s", (_, names, aliases, notes) => {
  const found = new ComponentNames(names);
  expect(names.map((name) => found.getAlias(name))).toEqual(aliases);
  expect(found.notes).toHaveLength(notes);
});

test("further names and brands differ from those of schemas", () => {
  const names = new ComponentNames(["Order", "OrderWritable", "Foo.Bar"]);
  expect(names.createName("OrderWritable")).toBe("OrderWritable2");
  expect(names.createBrandAlias("Order")).toBeUndefined();
  expect(names.createBrandAlias("OrderId")).toBe("OrderId");
  expect(names.notes).toEqual([]);
  expect(new ComponentNames(["Foo.Bar", "FooBar"]).notes).toEqual([
    'types.ts exports the schema "Foo.Bar" as FooBar2, because FooBar is another type',
  ]);
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
