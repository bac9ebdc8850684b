/** The properties of the items that a parameter of a listing filters by, as the spec states or as its name says. */
import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { findListingFilter } from "../../../src/probe/scenarios/filters/filter-values.js";

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
        - { name: shop, in: query, x-selects: { property: [/seller, /part/maker, /other] }, schema: { type: string } }
        - { name: shops, in: query, x-selects: { property: /parts/*/maker, by: one-of }, schema: { type: array, items: { type: string } } }
        - { name: partsMaker, in: query, schema: { type: string } }
        - { name: Seller, in: query, schema: { type: string } }
        - { name: sellers, in: query, schema: { type: array, items: { type: string } } }
        - { name: state, in: query, schema: { $ref: "#/components/schemas/State" } }
        - { name: size_from, in: query, schema: { type: integer } }
        - { name: large, in: query, x-selects: { property: /size, values: { "true": [3] } }, schema: { type: boolean } }
        - { name: nothing, in: query, x-selects: { property: /other }, schema: { type: string } }
        - { name: plain, in: query, schema: { $ref: "#/components/schemas/Plain" } }
        - { name: size, in: header, schema: { type: integer } }
        - { name: open, in: query, x-open-point: which, schema: { type: integer } }
        - { name: unknown, in: query, schema: { type: string } }
        - { name: sort, in: query, schema: { type: string } }
        - { name: except_state, in: query, schema: { $ref: "#/components/schemas/State" } }
        - { name: except_size, in: query, x-selects: { property: /size, by: equal }, schema: { type: integer } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Thing" } } } } } }
components:
  schemas:
    State: { type: string, enum: [new, used] }
    Plain: { type: string }
    Thing:
      type: object
      properties:
        size: { type: integer }
        open: { type: integer }
        sort: { type: string }
        card: { type: object, properties: { number: { type: string } } }
        seller: { type: string }
        part: { type: object, properties: { size: { type: integer }, maker: { type: string } } }
        parts: { type: array, items: { type: object, properties: { maker: { type: string } } } }
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
  parts: [{ maker: "m" }, { maker: null }, {}],
  state: "new",
  text: "t",
};

test("the filters of a listing", () => {
  const [list] = listOperations(document);
  if (list === undefined) throw new Error("there is no operation");
  const found = list.parameters.map((parameter) => {
    const filter = findListingFilter(document, list, parameter);
    if (filter === undefined) return [parameter.name, undefined];
    const { isList, paths, isExact } = filter;
    const flags = Object.entries({ isList, isSingle: paths.length === 1, isExact }).flatMap(([name, is]) =>
      is ? [name] : [],
    );
    return [parameter.name, filter.getValues(ITEM), flags];
  });
  expect(found).toEqual([
    ["size", [1], ["isSingle"]],
    ["cardNumber", ["n"], ["isSingle", "isExact"]],
    ["shop", ["s", "m"], ["isExact"]],
    ["shops", ["m"], ["isList", "isSingle", "isExact"]],
    ["partsMaker", ["m"], ["isSingle"]],
    ["Seller", ["s"], ["isSingle"]],
    ["sellers", ["s"], ["isList", "isSingle"]],
    ["state", ["new"], ["isSingle", "isExact"]],
    ["size_from", undefined],
    ["large", undefined],
    ["nothing", undefined],
    ["plain", undefined],
    ["size", undefined],
    ["open", undefined],
    ["unknown", undefined],
    ["sort", undefined],
    ["except_state", undefined],
    ["except_size", [1], ["isSingle", "isExact"]],
  ]);
});
