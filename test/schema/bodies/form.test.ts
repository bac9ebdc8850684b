import { describe, expect, test } from "vitest";
import { createExchange, createSmallContract, getCodes, summarizeResult } from "../../check/inline-contract.js";

const rows: readonly (readonly [what: string, media: string, body: string, ...codes: string[]])[] = [
  [
    "scalars by their types",
    "{ schema: { required: [n, b], properties: { n: { type: integer }, b: { type: boolean } } } }",
    "n=1&b=true",
  ],
  [
    "a scalar that does not fit",
    "{ schema: { properties: { n: { type: integer } } } }",
    "n=one",
    "request.body.invalid",
  ],
  [
    "a repeated field as an array",
    "{ schema: { properties: { n: { type: array, items: { type: integer }, minItems: 2 } } } }",
    "n=1&n=2",
  ],
  [
    "a list in one field",
    "{ schema: { properties: { n: { type: array, items: { type: integer }, minItems: 2 } } }, encoding: { n: { style: form, explode: false } } }",
    "n=1,2",
  ],
  [
    "an object by deepObject",
    "{ schema: { required: [m], properties: { m: { properties: { k: { type: integer } } } } }, encoding: { m: { style: deepObject, explode: true } } }",
    "m[k]=1",
  ],
  [
    "an object by deepObject that does not fit",
    "{ schema: { properties: { m: { properties: { k: { type: integer } } } } }, encoding: { m: { style: deepObject, explode: true } } }",
    "m[k]=x",
    "request.body.invalid",
  ],
  [
    "an object as JSON",
    "{ schema: { required: [m], properties: { m: { type: object, properties: { k: { type: integer } } } } } }",
    "m=%7B%22k%22%3A1%7D",
  ],
  [
    "an object as JSON that does not fit",
    "{ schema: { required: [m], properties: { m: { type: object, properties: { k: { type: integer } } } } } }",
    "m=%7B%22k%22%3A%22x%22%7D",
    "request.body.invalid",
  ],
  [
    "a field that one branch types otherwise",
    "{ schema: { oneOf: [{ properties: { g: { const: a }, n: { type: integer } } }, { properties: { g: { const: b }, n: { type: string } } }] } }",
    "g=b&n=17",
  ],
  [
    "a document, as its encoding says",
    "{ schema: { required: [m], properties: { m: { type: object, properties: { k: { type: integer } } } } }, encoding: { m: { contentType: application/json } } }",
    "m=%7B%22k%22%3A1%7D",
  ],
  [
    "a document, as its encoding says, that does not fit",
    "{ schema: { properties: { m: { type: object, properties: { k: { type: integer } } } } }, encoding: { m: { contentType: application/json } } }",
    "m=%7B%22k%22%3A%22x%22%7D",
    "request.body.invalid",
  ],
  [
    "a document that is none",
    "{ schema: { properties: { m: { type: object } } }, encoding: { m: { contentType: application/json } } }",
    "m=x",
    "request.body.malformed",
  ],
  [
    "a number as a document",
    "{ schema: { properties: { m: { type: integer } } }, encoding: { m: { contentType: application/json } } }",
    "m=5",
  ],
  [
    "a list of objects as one document",
    "{ schema: { properties: { m: { type: array, minItems: 2, items: { type: object, required: [k] } } } } }",
    "m=%5B%7B%22k%22%3A1%7D%2C%7B%22k%22%3A2%7D%5D",
  ],
  [
    "a list of objects, a document each, of which one does not fit",
    "{ schema: { properties: { m: { type: array, items: { type: object, required: [k] } } } } }",
    "m=%7B%22k%22%3A1%7D&m=%7B%7D",
    "request.body.invalid",
  ],
  [
    "an object spread over the form",
    "{ schema: { properties: { m: { type: object, required: [k], properties: { k: { type: integer } } } } }, encoding: { m: { style: form, explode: true } } }",
    "k=1",
  ],
  [
    "an object spread over the form that does not fit",
    "{ schema: { properties: { m: { type: object, properties: { k: { type: integer } } } } }, encoding: { m: { style: form, explode: true } } }",
    "k=x",
    "request.body.invalid",
  ],
  [
    "objects within objects by deepObject",
    "{ schema: { properties: { m: { properties: { k: { properties: { l: { type: integer } }, additionalProperties: false } } } } }, encoding: { m: { style: deepObject, explode: true } } }",
    "m[k][l]=1",
  ],
  [
    "objects within objects by deepObject that do not fit",
    "{ schema: { properties: { m: { properties: { k: { properties: { l: { type: integer } } } } } } }, encoding: { m: { style: deepObject, explode: true } } }",
    "m[k][l]=x",
    "request.body.invalid",
  ],
  ["plus as a space, and no more", "{ schema: { properties: { t: { const: 'a b+c' } } } }", "t=a+b%2Bc"],
  ["an empty field", "{ schema: { properties: { t: { type: string, minLength: 1 } } } }", "t=", "request.body.invalid"],
];

describe("a form", () => {
  test.each(rows)("%s", (_, media, body, ...expected) => {
    const contract = createSmallContract(
      `{ requestBody: { content: { application/x-www-form-urlencoded: ${media} } }, responses: { default: { description: d } } }`,
    );
    const written = { headers: [["Content-Type", "application/x-www-form-urlencoded"]], body, status: 500 } as const;
    expect(getCodes(contract.check(createExchange(written)))).toEqual(expected);
    expect(
      summarizeResult(contract.check(createExchange({ ...written, status: 200, responseHeaders: [] }))),
    ).toMatchSnapshot();
  });

  test("very many fields are read in linear time", () => {
    const contract = createSmallContract(
      `{ requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object } } } }, responses: { "200": { description: d } } }`,
    );
    const body = Array.from({ length: 100_000 }, (_, n) => `k${n}=${n}`).join("&");
    expect(
      contract.check(createExchange({ headers: [["Content-Type", "application/x-www-form-urlencoded"]], body }))
        .verdict,
    ).toBe("passed");
  });
});
