/** The property of the items that a parameter of a listing filters by, as its name, its brand or its enum says. */
import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { inferListingFilter } from "../../../src/probe/scenarios/filters/filter-values.js";

const document = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /things:
    get:
      operationId: list
      parameters:
        - { name: size, in: query, schema: { type: integer } }
        - { name: cardNumber, in: query, schema: { type: string } }
        - { name: shop, in: query, schema: { $ref: "#/components/schemas/ShopId" } }
        - { name: shops, in: query, schema: { type: array, items: { $ref: "#/components/schemas/ShopId" } } }
        - { name: status, in: query, schema: { $ref: "#/components/schemas/State" } }
        - { name: plain, in: query, schema: { $ref: "#/components/schemas/Plain" } }
        - { name: size, in: header, schema: { type: integer } }
        - { name: open, in: query, x-open-point: which, schema: { type: integer } }
        - { name: unknown, in: query, schema: { type: string } }
        - { name: sort, in: query, schema: { type: string } }
        - { name: except_state, in: query, schema: { $ref: "#/components/schemas/State" } }
        - { name: except_size, in: query, x-selects: { property: /size, by: equal }, schema: { $ref: "#/components/schemas/State" } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Thing" } } } } } }
components:
  schemas:
    ShopId: { type: string, x-brand: Shop }
    State: { type: string, enum: [new, used] }
    Plain: { type: string }
    Thing:
      type: object
      properties:
        size: { type: integer }
        open: { type: integer }
        sort: { type: string }
        card: { type: object, properties: { number: { type: string } } }
        seller: { $ref: "#/components/schemas/ShopId" }
        part: { type: object, properties: { size: { type: integer }, maker: { $ref: "#/components/schemas/ShopId" } } }
        state: { $ref: "#/components/schemas/State" }
        text: { $ref: "#/components/schemas/Plain" }
`,
);

const ITEM = {
  size: 1,
  open: 1,
  card: { number: "n" },
  seller: "s",
  part: { size: 2, maker: "m" },
  state: "new",
  text: "t",
};

test("the filters of a listing", () => {
  const [list] = listOperations(document);
  if (list === undefined) throw new Error("there is no operation");
  const found = list.parameters.map((parameter) => {
    const filter = inferListingFilter(document, list, parameter);
    if (filter === undefined) return [parameter.name, undefined];
    const { path, isList, isSingle, isOwn, isExact } = filter;
    const flags = Object.entries({ isList, isSingle, isOwn, isExact }).flatMap(([name, is]) => (is ? [name] : []));
    return [parameter.name, path.join("."), filter.getValues(ITEM), filter.getOwnValues(ITEM), flags];
  });
  expect(found).toEqual([
    ["size", "size", [1, 2], [1], ["isOwn"]],
    ["cardNumber", "card.number", ["n"], ["n"], ["isSingle", "isExact"]],
    ["shop", "seller", ["s", "m"], ["s"], ["isExact"]],
    ["shops", "seller", ["s"], ["s"], ["isList", "isExact"]],
    ["status", "state", ["new"], ["new"], ["isSingle", "isExact"]],
    ["plain", undefined],
    ["size", undefined],
    ["open", undefined],
    ["unknown", undefined],
    ["sort", undefined],
    ["except_state", undefined],
    ["except_size", "state", ["new"], ["new"], ["isSingle", "isExact"]],
  ]);
});
