import { describe, expect, test } from "vitest";
import { createExchange, createSmallContract, defineJsonOperation } from "../../check/inline-contract.js";

const tagged = `{ oneOf: [{ $ref: "#/components/schemas/C" }, { $ref: "#/components/schemas/D" }], discriminator: { propertyName: t, mapping: { c: "#/components/schemas/C", d: "#/components/schemas/D" } } }`;
const schemas = `components: { schemas: {
  C: { type: object, required: [n], properties: { t: { type: string }, n: { type: integer } } },
  D: { type: object, required: [m], properties: { t: { type: string }, m: { type: string } } },
  F: { oneOf: [ { type: object, required: [and], properties: { and: { type: array, items: { $ref: "#/components/schemas/F" } } } },
                { type: object, required: [or], properties: { or: { type: array, items: { $ref: "#/components/schemas/F" } } } },
                { type: object, required: [eq], properties: { eq: { type: string } } } ] } } }`;

const rows: readonly (readonly [what: string, schema: string, response: unknown, place: string, message: RegExp])[] = [
  ["the branch that a discriminator names", tagged, { t: "c", n: "5" }, "/n", /expected integer, got string "5"/],
  [
    "the branch whose tag fits",
    `{ oneOf: [{ properties: { k: { const: a }, v: { type: integer } } }, { properties: { k: { const: b }, v: { type: boolean } } }] }`,
    { k: "b", v: 1 },
    "/v",
    /expected boolean/,
  ],
  [
    "the tags of all branches when it has none of them",
    `{ oneOf: [{ required: [k, v], properties: { k: { const: cat } } }, { required: [k], properties: { k: { enum: [dog, wolf] } } }] }`,
    { k: "bird" },
    "/k",
    /expected one of "cat", "dog", "wolf", got string "bird"/,
  ],
  [
    "the branch that got furthest",
    '{ $ref: "#/components/schemas/F" }',
    { and: [{ or: [{ eq: 5 }] }] },
    "/and/0/or/0/eq",
    /expected string, got integer 5/,
  ],
  [
    "the alternatives when no branch is closer",
    `{ anyOf: [{ required: [a] }, { required: [b] }] }`,
    {},
    "",
    /expected the property "a", or the property "b", got none of these/,
  ],
  [
    "the alternatives of a scalar",
    `{ oneOf: [{ type: integer }, { type: boolean }] }`,
    '"x"',
    "",
    /expected one of the alternatives|expected integer, or boolean/,
  ],
  [
    "what is asked on a condition, once",
    `{ if: { required: [a] }, then: { required: [b] } }`,
    { a: 1 },
    "",
    /expected the property "b", got nothing/,
  ],
  [
    "what is asked otherwise, in a branch",
    `{ anyOf: [{ type: object, if: { required: [a] }, else: { properties: { b: { type: integer } } } }, { type: array }] }`,
    { b: "x" },
    "/b",
    /expected integer, got string "x"/,
  ],
  [
    "the name that is not to be, once",
    `{ propertyNames: { maxLength: 2 } }`,
    { ab: 1, abc: 2 },
    "",
    /expected property names that are at most 2 characters, got the property "abc"/,
  ],
  [
    "the name that is not to be, by the interpreter",
    `{ unevaluatedItems: false, propertyNames: { pattern: "^a" } }`,
    { ab: 1, bc: 2 },
    "",
    /expected property names that are a string matching \^a, got the property "bc"/,
  ],
  [
    "the item that does not fit, where there may be more that do",
    `{ contains: { type: integer }, unevaluatedItems: false }`,
    [1, "x", 2],
    "",
    /expected only items matching "contains" \(item 1 does not\), got an array of 3 items/,
  ],
  [
    "how many items there may be, where their place decides",
    `{ prefixItems: [{ type: integer }], unevaluatedItems: false }`,
    [1, 2],
    "",
    /expected no more than 1 item, got an array of 2 items/,
  ],
  ["the range of a format", "{ type: integer, format: uint16 }", 65536, "", /expected an unsigned 16-bit integer, got/],
  ["how large a number may be", "{ type: number, format: float }", 1e39, "", /expected a 32-bit floating-point number/],
  [
    "how many items are to fit",
    `{ contains: { type: integer }, maxContains: 2 }`,
    [1, 2, 3],
    "",
    /expected at least 1 and at most 2 items matching "contains", got an array of 3 items/,
  ],
  [
    "that several branches fit",
    `{ oneOf: [{ type: number }, { type: integer }] }`,
    1,
    "",
    /exactly one of the alternatives, but the schema of type number and the schema of type integer match/,
  ],
];

describe("a failed composition is reported for", () => {
  test.each(rows)("%s", (_, schema, response, place, message) => {
    const { findings } = createSmallContract(defineJsonOperation(schema), schemas).check(createExchange({ response }));
    const own = findings.map(({ contract, fingerprint, keyword, message, property }) => {
      const { column, line, pointer } = contract ?? {};
      return { column, line, pointer, fingerprint, keyword, message, property };
    });
    expect(findings).toEqual(
      own.map(({ column, line, pointer, ...rest }) => ({
        ...{ code: "response.body.invalid", level: "error", occurrences: 1, operationId: "a", status: "200", ...rest },
        contract: { file: "spec.yaml", column, line, pointer },
        recording: { body: place, index: 0, pointer: "/response/body", source: "test" },
      })),
    );
    expect(own).toHaveLength(1);
    expect(own[0]?.message).toMatch(message);
    expect(own[0]).toMatchSnapshot();
  });
});
