/** Messages that the cases of the codes do not cover. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/document/index.js";
import { difference } from "./case.js";
import { createSpec } from "./wire-case.js";

type MessagePair = { readonly title: string; readonly messages: readonly string[] } & Readonly<
  Record<string, readonly JsonObject[]>
>;

const PAIRS = parse(readFileSync(join(import.meta.dirname, "messages.yaml"), "utf8")) as readonly MessagePair[];

test.each(PAIRS.map((it) => [it.title, it] as const))("%s", (_, { title: _title, messages, ...parts }) => {
  const [[part, schemas] = ["", []]] = Object.entries(parts);
  const [old = "", next = ""] = schemas.map((schema) => createSpec(part, { schema }));
  expect(difference(old, next).findings.map(({ code, message }) => `${code} ${message}`)).toEqual(messages);
});

/** Creates a spec with one response. */
function defineResponse(openapi: string, schema: object): string {
  const content = { "application/json": { schema } };
  const responses = { 200: { description: "It.", content } };
  return JSON.stringify({ openapi, info: { title: "T", version: "1" }, paths: { "/": { get: { responses } } } });
}

test.each([
  [{ type: "string" }, { type: "string", nullable: true }, "nullable was added; remove it to stay compatible"],
  [
    { type: "string", nullable: true },
    { type: "object", nullable: true },
    'type changed from "string" with nullable to "object" with nullable; keep type "string" with nullable or narrow it to stay compatible',
  ],
])("in OpenAPI 3.0 null is reported in the words of the spec: %j and %j", (old, next, message) => {
  const { findings } = difference(defineResponse("3.0.3", old), defineResponse("3.0.3", next));
  expect(findings.map((it) => it.message)).toEqual([message]);
});

test("the first operation is one whose place the message names", () => {
  const define = (type: string): string => {
    const [item, list] = ["it", "items"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const get = (schema: unknown) => ({
      get: { responses: { 200: { description: "d", content: { "application/json": { schema } } } } },
    });
    const it = { type: "object", properties: { a: { type } } };
    const schemas = { it, items: { type: "object", properties: { list: { type: "array", items: item } } } };
    return JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "T", version: "1" }, components: { schemas } },
      paths: { "/all": get(list), "/one": get(item) },
    });
  };
  const [finding] = difference(define("integer"), define("string")).findings;
  expect(finding?.message).toMatch(/^\/a: /);
  expect(finding?.affects.map(({ operation, at }) => `${operation} ${at}`)).toEqual([
    "GET /one /a",
    "GET /all /list/*/a",
  ]);
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
