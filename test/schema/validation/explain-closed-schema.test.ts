/** A property or item that one schema declares and another closes off: the message says which keyword does not see which schema. */
import { expect, test } from "vitest";
import { createExchange, createInlineContract } from "../../check/inline-contract.js";

const int = { type: "integer" };
const a = { properties: { a: int } };
const b = { properties: { b: int } };
const closedA = { ...a, additionalProperties: false };
const lacks = (keyword: string, place: string) => `"${keyword}" does not see ${place}, which declares`;
const CURE = 'use "unevaluatedProperties: false" in the schema that joins both';

type Row = readonly [schema: object, value: unknown, explanation: string | undefined, version?: string];

const ROWS: readonly Row[] = [
  [{ allOf: [closedA, b] }, { a: 1, b: 1 }, lacks("additionalProperties", '"allOf/1"')],
  [{ allOf: [closedA, b] }, { a: 1, b: 1 }, CURE],
  [{ allOf: [closedA, b] }, { a: 1, b: 1 }, "declare it beside the keyword too", "3.0.3"],
  [{ allOf: [closedA, b] }, { a: 1, c: 1 }, undefined],
  [{ allOf: [a, b], unevaluatedProperties: false }, { a: 1, c: 1 }, undefined],
  [{ allOf: [b], ...closedA }, { a: 1, b: 1 }, lacks("additionalProperties", '"allOf/0"')],
  [{ $ref: "#/components/schemas/B", ...closedA }, { a: 1, b: 1 }, lacks("additionalProperties", '"B"')],
  [
    { $ref: "#/components/schemas/Closed", ...b },
    { a: 1, b: 1 },
    lacks("additionalProperties", "the schema around it"),
  ],
  [
    { allOf: [{ $ref: "#/components/schemas/Closed" }, { $ref: "#/components/schemas/B" }] },
    { a: 1, b: 1 },
    lacks("additionalProperties", '"B"'),
  ],
  [
    { allOf: [closedA, { patternProperties: { "^x-": int } }] },
    { a: 1, "x-b": 1 },
    lacks("additionalProperties", '"allOf/1"'),
  ],
  [
    { allOf: [closedA, { oneOf: [{ ...b, required: ["b"] }, { required: ["c"] }] }] },
    { a: 1, b: 1 },
    lacks("additionalProperties", '"oneOf/0"'),
  ],
  [
    { oneOf: [{ allOf: [{ ...closedA, required: ["a"] }, b] }, { required: ["c"] }] },
    { a: 1, b: 1 },
    lacks("additionalProperties", '"allOf/1"'),
  ],
  [
    {
      oneOf: [
        { ...closedA, required: ["a"] },
        { ...b, required: ["b", "c", "d"] },
      ],
    },
    { a: 1, b: 1 },
    undefined,
  ],
  [
    { anyOf: [{ $ref: "#/components/schemas/Closed" }, { ...b, required: ["c", "d", "e"] }] },
    { a: 1, b: 1 },
    undefined,
  ],
  [
    { allOf: [closedA], if: { required: ["a"] }, then: b },
    { a: 1, b: 1 },
    lacks("additionalProperties", '"schema/then"'),
  ],
  [{ allOf: [closedA], not: { ...b, required: ["c"] } }, { a: 1, b: 1 }, undefined],
  [{ allOf: [{ ...a, unevaluatedProperties: false }, b] }, { a: 1, b: 1 }, lacks("unevaluatedProperties", '"allOf/1"')],
  [{ allOf: [{ ...a, unevaluatedProperties: false }, b] }, { a: 1, b: 1 }, "move it to the schema that joins both"],
  [{ properties: { p: { allOf: [closedA, b] } } }, { p: { a: 1, b: 1 } }, lacks("additionalProperties", '"allOf/1"')],
  [{ type: "array", items: { allOf: [closedA, b] } }, [{ a: 1, b: 1 }], lacks("additionalProperties", '"allOf/1"')],
  [
    { allOf: [{ properties: { p: closedA } }, { properties: { p: b } }] },
    { p: { a: 1, b: 1 } },
    lacks("additionalProperties", '"properties/p"'),
  ],
  [{ allOf: [{ prefixItems: [int], items: false }, { prefixItems: [int, int] }] }, [1, 2], lacks("items", '"allOf/1"')],
  [{ prefixItems: [int], items: false }, [1, 2], undefined],
  [
    { allOf: [{ prefixItems: [int], unevaluatedItems: false }, { items: int }] },
    [1, 2],
    lacks("unevaluatedItems", '"allOf/1"'),
  ],
];

test.each(ROWS)("%j with %j", (schema, value, explanation, version = "3.1.0") => {
  const root = {
    openapi: version,
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: { "/a": { get: { responses: { 200: { description: "d", content: { "application/json": { schema } } } } } } },
    components: { schemas: { B: b, Closed: closedA } },
  };
  const { findings } = createInlineContract({ "spec.json": JSON.stringify(root) }).check(
    createExchange({ response: value }),
  );
  const messages = findings.filter(({ code }) => code === "response.body.invalid").map(({ message }) => message);
  expect(messages.length).toBeGreaterThan(0);
  if (explanation === undefined) expect(messages.join("\n")).not.toContain("does not see");
  else expect(messages.join("\n")).toContain(explanation);
});
