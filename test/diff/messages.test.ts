/** Messages that the cases of the codes do not cover. */
import { expect, test } from "vitest";
import { difference } from "./case.js";

/** Creates a spec with one response. */
function defineResponse(openapi: string, schema: object): string {
  const content = { "application/json": { schema } };
  const responses = { 200: { description: "It.", content } };
  return JSON.stringify({ openapi, info: { title: "T", version: "1" }, paths: { "/": { get: { responses } } } });
}

test("in OpenAPI 3.0 null is reported in the words of the spec", () => {
  const [old, next] = [{ type: "string" }, { type: "string", nullable: true }];
  const { findings } = difference(defineResponse("3.0.3", old), defineResponse("3.0.3", next));
  expect(findings.map(({ message }) => message)).toEqual(["nullable was added; remove it to stay compatible"]);
});

test("a change that two members of allOf say is reported once", () => {
  const both = (type: string) => ({ allOf: [{ properties: { a: { type } } }, { properties: { a: { type } } }] });
  const { findings } = difference(defineResponse("3.1.0", both("integer")), defineResponse("3.1.0", both("number")));
  expect(findings.map(({ message }) => message)).toEqual([
    '/a: type changed from "integer" to "number"; keep type "integer" or narrow it to stay compatible',
  ]);
});

/** Schemas whose first different keyword is the same in both: what it applies to differs. */
const SAME_KEYWORD: readonly (readonly [keyword: string, old: object, next: object])[] = [
  [
    "$dynamicRef",
    { $dynamicRef: "#item", $defs: { item: { $dynamicAnchor: "item", not: { not: { minLength: 1 } } } } },
    { $dynamicRef: "#item", $defs: { item: { $dynamicAnchor: "item", not: { not: { minLength: 2 } } } } },
  ],
  [
    "unevaluatedProperties",
    { allOf: [{ if: { required: ["a"] }, then: { properties: { b: true } } }], unevaluatedProperties: false },
    { allOf: [{ if: { required: ["c"] }, then: { properties: { b: true } } }], unevaluatedProperties: false },
  ],
];

test.each(SAME_KEYWORD)(
  "a change that %s only shows is not reported as a change of its value",
  (_keyword, old, next) => {
    const { findings } = difference(defineResponse("3.1.0", old), defineResponse("3.1.0", next));
    const messages = findings.map(({ message }) => message);
    expect(messages).not.toEqual([]);
    expect(messages.filter((it) => /changed from (.+) to \1(;|$)/.test(it))).toEqual([]);
  },
);
