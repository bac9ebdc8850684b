/** Exchanges that fail, with the part of the spec that they fail. Each group is about one question that a message must make clear. */
import type { HeaderField } from "../../../src/recording/index.js";

export type MessageRow = {
  readonly what: string;
  /** The members of the Operation Object, besides the response 200. */
  readonly operation?: object;
  /** The schema of the JSON response. */
  readonly schema?: object;
  readonly path?: string;
  readonly method?: string;
  /** Appended to the base URL; `/a` if absent. */
  readonly url?: string;
  readonly headers?: readonly HeaderField[];
  readonly body?: string;
  readonly response?: unknown;
};

const int = { type: "integer" };
const tag = (value: string, more: object = {}) => ({
  type: "object",
  required: ["definition"],
  properties: { definition: { type: "object", required: ["type"], properties: { type: { const: value }, ...more } } },
});
const needs = (...names: string[]) => ({ type: "object", required: names, properties: props(...names) });
const props = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: "string" }]));
const sixTags = ["a", "b", "c", "d", "e", "f"].map((it) => tag(it, { n: int }));
const closed = (...names: string[]) => ({ type: "object", properties: props(...names), additionalProperties: false });

const COMPOSITIONS: readonly MessageRow[] = [
  {
    what: "a tag one level below six objects",
    schema: { oneOf: sixTags },
    response: { definition: { type: "z" } },
  },
  {
    what: "the branch of a tag one level below",
    schema: { oneOf: sixTags },
    response: { definition: { type: "b", n: "x" } },
  },
  { what: "a tag that is missing one level below", schema: { oneOf: sixTags }, response: { definition: {} } },
  {
    what: "branches that differ in what they require",
    schema: { oneOf: [needs("a", "b"), needs("c", "d")] },
    response: { a: "x" },
  },
  {
    what: "branches that lack equally much",
    schema: { oneOf: [needs("a", "b"), needs("c", "d")] },
    response: {},
  },
  {
    what: "branches that lack two different properties each, with further faults",
    schema: {
      anyOf: [
        { ...needs("a", "b"), minProperties: 3 },
        { ...needs("c", "d"), minProperties: 4 },
      ],
    },
    response: { z: 1 },
  },
  {
    what: "several branches that match",
    schema: {
      oneOf: [
        { title: "Cat", ...needs("a") },
        { title: "Dog", ...needs("b") },
      ],
    },
    response: { a: "x", b: "x" },
  },
  { what: "an object where only scalars are allowed", schema: { oneOf: [int, { type: "boolean" }] }, response: {} },
  {
    what: "null where no branch allows it",
    schema: { anyOf: [{ type: "object" }, { type: "array" }] },
    response: "null",
  },
  {
    what: "an invalid object beside a null branch",
    schema: { anyOf: [{ type: "null" }, needs("a")] },
    response: { a: 1 },
  },
  { what: "a value that `not` forbids", schema: { not: { required: ["a", "b"] } }, response: { a: 1, b: 2 } },
  {
    what: "a type that `not` forbids",
    schema: { properties: { v: { not: { type: "null" } } } },
    response: { v: null },
  },
  {
    what: "an array whose items match no branch",
    schema: { type: "array", items: { oneOf: sixTags } },
    response: [{ definition: { type: "z" } }],
  },
  {
    what: "one of two lists",
    schema: {
      oneOf: [
        { type: "array", items: needs("a") },
        { type: "array", items: needs("b") },
      ],
    },
    response: [{}],
  },
  {
    what: "a union in a union",
    schema: { oneOf: [{ oneOf: [tag("a"), tag("b")] }, { oneOf: [tag("c"), tag("d")] }] },
    response: { definition: { type: "z" } },
  },
  {
    what: "branches that differ in the type of one property",
    schema: { anyOf: [{ properties: { v: int } }, { properties: { v: { type: "boolean" } } }] },
    response: { v: "x" },
  },
  {
    what: "a condition that rejects everything",
    schema: { if: { properties: { a: { const: 1 } }, required: ["a"] }, then: false },
    response: { a: 1 },
  },
];

const query = (name: string, style: string, explode: boolean, schema: object) => ({
  parameters: [{ name, in: "query", style, explode, schema }],
});
const list = (...values: string[]) => ({ type: "array", items: { enum: values } });
const FORM: readonly HeaderField[] = [["Content-Type", "application/x-www-form-urlencoded"]];
const formBody = (schema: object) => ({
  requestBody: { content: { "application/x-www-form-urlencoded": { schema } } },
});

const ENCODINGS: readonly MessageRow[] = [
  {
    what: "an encoded comma between the items of a list",
    operation: query("f", "form", false, list("a", "b")),
    url: "/a?f=a%2Cb",
  },
  {
    what: "an encoded comma in a repeated parameter",
    operation: query("f", "form", true, list("a", "b")),
    url: "/a?f=a%2Cb",
  },
  { what: "commas in a repeated parameter", operation: query("f", "form", true, list("a", "b")), url: "/a?f=a,b" },
  {
    what: "pipes where commas separate",
    operation: query("f", "form", false, list("a", "b")),
    url: "/a?f=a%7Cb",
  },
  {
    what: "commas where pipes separate",
    operation: query("f", "pipeDelimited", false, list("a", "b")),
    url: "/a?f=a,b",
  },
  {
    what: "commas where spaces separate",
    operation: query("f", "spaceDelimited", false, list("a", "b")),
    url: "/a?f=a,b",
  },
  { what: "a value encoded twice", operation: query("f", "form", true, { enum: ["a b"] }), url: "/a?f=a%2520b" },
  {
    what: "a plus sign in a query",
    operation: query("f", "form", true, { type: "string", format: "date-time" }),
    url: "/a?f=2026-01-31T09:30:00+01:00",
  },
  {
    what: "a plus sign in a path",
    operation: { parameters: [{ name: "p", in: "path", required: true, schema: { enum: ["a b"] } }] },
    path: "/a/{p}",
    url: "/a/a+b",
  },
  {
    what: "an encoded slash in a path",
    operation: { parameters: [{ name: "p", in: "path", required: true, schema: { enum: ["b"] } }] },
    path: "/a/{p}",
    url: "/a/b%2Fc",
  },
  {
    what: "a deep object without brackets",
    operation: {
      parameters: [{ name: "f", in: "query", style: "deepObject", explode: true, schema: needs("a"), required: true }],
    },
    url: "/a?f.a=1",
  },
  {
    what: "a plus sign in a form",
    operation: formBody({ properties: { t: { enum: ["a+b"] } } }),
    method: "POST",
    headers: FORM,
    body: "t=a+b",
  },
  {
    what: "bytes that are not UTF-8",
    operation: query("f", "form", true, { type: "string" }),
    url: "/a?f=%E9",
  },
  {
    what: "base64url where base64 is expected",
    operation: query("f", "form", true, { type: "string", format: "byte" }),
    url: "/a?f=-_-_",
  },
  {
    what: "quotation marks in a header",
    operation: { parameters: [{ name: "X-Mode", in: "header", schema: { enum: ["a"] } }] },
    headers: [["X-Mode", '"a"']],
  },
  {
    what: "a header with percent-encoding",
    operation: { parameters: [{ name: "X-Mode", in: "header", schema: { enum: ["a b"] } }] },
    headers: [["X-Mode", "a%20b"]],
  },
];

const secured = (...security: object[]) => ({ security });
const CREDENTIALS: readonly MessageRow[] = [
  {
    what: "Basic where a bearer token is expected",
    operation: secured({ bearer: [] }),
    headers: [["Authorization", "Basic dXNlcjpwYXNz"]],
  },
  {
    what: "a bearer token where Basic is expected",
    operation: secured({ basic: [] }),
    headers: [["Authorization", "Bearer tok-1"]],
  },
  { what: "a scheme without a token", operation: secured({ bearer: [] }), headers: [["Authorization", "Bearer"]] },
  { what: "a token without a scheme", operation: secured({ bearer: [] }), headers: [["Authorization", "tok-1"]] },
  { what: "a token in the query", operation: secured({ bearer: [] }), url: "/a?access_token=tok-1" },
  { what: "a misspelt key header", operation: secured({ key: [] }), headers: [["X-ApiKey", "tok-1"]] },
  { what: "a key in the query", operation: secured({ key: [] }), url: "/a?X-Api-Key=tok-1" },
  { what: "a key in another cookie", operation: secured({ session: [] }), headers: [["Cookie", "session=tok-1"]] },
  {
    what: "one of two that are needed together",
    operation: secured({ bearer: [], key: [] }),
    headers: [["Authorization", "Bearer tok-1"]],
  },
  { what: "no alternative", operation: secured({ bearer: [] }, { key: [] }), headers: [] },
  { what: "a token with scopes", operation: secured({ oauth: ["read", "write"] }), headers: [] },
];

const CLOSED: readonly MessageRow[] = [
  {
    what: "two closed branches of allOf",
    schema: { allOf: [closed("a"), closed("b")] },
    response: { a: "x", b: "y" },
  },
  {
    what: "a closed schema beside what allOf declares",
    schema: { allOf: [{ properties: props("a") }], ...closed("b") },
    response: { a: "x", b: "y" },
  },
  {
    what: "a closed branch of allOf beside a oneOf",
    schema: { allOf: [closed("a"), { oneOf: [needs("b"), needs("c")] }] },
    response: { a: "x", b: "y" },
  },
  { what: "a closed schema alone", schema: closed("a"), response: { a: "x", z: 1 } },
  {
    what: "more items than the branch of allOf has",
    schema: { allOf: [{ prefixItems: [int], items: false }, { prefixItems: [int, int] }] },
    response: [1, 2],
  },
];

const part = (name: string, value: string, end = "\r\n"): string =>
  ["--x", `Content-Disposition: form-data; name="${name}"`, "", value, ""].join(end);
const multipart = (type: string, body: string, what: string): MessageRow => ({
  what,
  operation: { requestBody: { content: { "multipart/form-data": { schema: needs("a") } } } },
  method: "POST",
  headers: [["Content-Type", type]],
  body,
});
const X = "multipart/form-data; boundary=x";
const PARTS: readonly MessageRow[] = [
  multipart(X, `${part("a", "1", "\n")}--x--\n`, "LF line ends"),
  multipart(X, `${part("a", "1").replace('"\r\n\r\n', '"\n\n')}--x--\r\n`, "LF line ends in the head of a part"),
  multipart("multipart/form-data", `${part("a", "1")}--x--\r\n`, "no boundary in the header"),
  multipart("multipart/form-data; boundary=y", `${part("a", "1")}--x--\r\n`, "another boundary"),
  multipart('multipart/form-data; boundary="x y"', `${part("a", "1")}--x--\r\n`, "another, quoted boundary"),
  multipart("multipart/form-data; boundary=--x", `${part("a", "1")}--x--\r\n`, "a boundary with its hyphens"),
  multipart(X, part("a", "1"), "no closing boundary"),
  multipart(X, "only a preamble", "no boundary in the body"),
  multipart(X, "--x--\r\n", "no part"),
  multipart(X, `${part("", "1")}--x--\r\n`, "an empty name"),
  multipart(X, `--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n`, "no name"),
  multipart(X, `--x\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--\r\n`, "no Content-Disposition"),
  multipart(X, "--x\r\n1\r\n--x--\r\n", "no blank line after the head"),
];

export const MESSAGE_ROWS: Readonly<Record<string, readonly MessageRow[]>> = {
  compositions: COMPOSITIONS,
  encodings: ENCODINGS,
  credentials: CREDENTIALS,
  "closed schemas": CLOSED,
  "parts of a body": PARTS,
};
