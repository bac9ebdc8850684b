/** Requests to an operation with parameters and bodies of every kind: the values that are read, or the refusal. */

import { expect, test } from "vitest";
import { asObject, listOperations, loadDocument } from "../../../src/document/index.js";
import { createRequestValidator } from "../../../src/sandbox/requests/request-validation.js";
import { createSchemas } from "../../../src/schema/index.js";
import { catchRefusal } from "../catch-refusal.js";

const object = {
  type: "object",
  required: ["n"],
  additionalProperties: false,
  properties: { n: { type: "integer" }, s: { type: "string" } },
};
const header = (name: string, more: object = {}) => ({ name, in: "header", schema: { type: "integer" }, ...more });
const query = (name: string, schema: object, more: object = {}) => ({ name, in: "query", schema, ...more });

const document = loadDocument("a.json", () =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/a/{id}": {
        put: {
          operationId: "all",
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string", maxLength: 5 } },
            query("limit", { type: "integer", minimum: 1 }),
            query("ids", { type: "array", items: { type: "integer" } }, { explode: false }),
            query("names", { type: "array", items: { type: "string" } }, { explode: false }),
            query("must", { type: "string" }, { required: true }),
            query("empty", { type: "string" }, { allowEmptyValue: true }),
            query("one", { oneOf: [{ type: "integer", maximum: 3 }, { type: "boolean" }] }),
            query("customerName", { type: "string" }),
            header("X-Count"),
            { name: "session", in: "cookie", schema: { type: "string", pattern: "^[a-z]+$" } },
            { name: "where", in: "query", content: { "application/json": { schema: object } } },
          ],
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: object },
              "application/x-www-form-urlencoded": { schema: object },
              "text/any+json": {},
            },
          },
          responses: {},
        },
        get: { operationId: "none", responses: {} },
        post: { operationId: "optional", requestBody: { content: { "application/json": {} } }, responses: {} },
        head: { operationId: "header", parameters: [header("X-Must", { required: true })], responses: {} },
      },
    },
  }),
);
const schemas = createSchemas(document);
const validators = new Map(listOperations(document).map((it) => [it.id, createRequestValidator(schemas, it)]));
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

type Sent = {
  readonly query?: string;
  readonly id?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
};

function validate(
  operation: string,
  { query: sent = "must=x", id = "1", body = '{"n":1}', headers = {} }: Sent,
): string {
  const all = { "Content-Type": JSON_TYPE, ...headers };
  const request = {
    ...{ method: "PUT", target: `/a/${id}${sent === "" ? "" : `?${sent}`}`, body: Buffer.from(body) },
    headers: Object.entries(all).flatMap(([name, value]) => [value].flat().map((it): [string, string] => [name, it])),
  };
  const path = new Map(operation === "none" ? [] : [["id", id]]);
  const values = catchRefusal(() => validators.get(operation)?.(request, path));
  if (values === undefined || "status" in values) {
    const { code, message } = asObject(values?.body) ?? {};
    return `${code}: ${message}`;
  }
  const { parameters, headers: read, body: value, contentType } = values;
  return JSON.stringify([parameters, read, value ?? "no body", contentType ?? "no type"]);
}

const valid = (parameters: object, headers: object = {}, body: unknown = { n: 1 }, type = JSON_TYPE): string =>
  JSON.stringify([{ id: "1", ...parameters }, headers, body, type]);
const RANGES = `${JSON_TYPE} or ${FORM} or text/any+json`;
const INEXACT = "cannot be represented exactly; expected integers from -(2^53-1) to 2^53-1";
const parameter = (message: string): string => `INVALID_PARAMETER: ${message}`;

test.each<[sent: Sent, result: string]>([
  [{}, valid({ must: "x" })],
  [
    { query: "must=x&limit=5&ids=1,2&empty=&one=true" },
    valid({ limit: 5, ids: [1, 2], must: "x", empty: "", one: true }),
  ],
  [
    { headers: { "x-count": " 7 ", Authorization: "a" } },
    valid({ must: "x" }, { "x-count": " 7 ", authorization: "a" }),
  ],
  [{ headers: { Cookie: "other=1; session=abc" } }, valid({ must: "x" })],
  [{ headers: { Cookie: "session=A!" } }, parameter('cookie parameter "session": expected a string matching ^[a-z]+$')],
  [{ query: 'must=x&where={"n":1}' }, valid({ must: "x", where: { n: 1 } })],
  [{ query: 'must=x&where={"n":"a"}' }, parameter('query parameter "where" at /n: expected integer')],
  [{ query: "must=x&where={" }, parameter('query parameter "where" is not valid JSON, as its content type requires')],
  [{ id: "a%20b" }, valid({ id: "a b", must: "x" })],
  [{ query: "" }, 'MISSING_PARAMETER: query parameter "must" is required'],
  [
    { query: "must=x&custmerName=5" },
    'UNKNOWN_PARAMETER: unknown query parameter "custmerName"; did you mean "customerName"?',
  ],
  [
    { query: "must=x&colour=5" },
    'UNKNOWN_PARAMETER: unknown query parameter "colour"; expected limit, ids, names, must, empty, one, customerName, where',
  ],
  [{ query: "must=x&limit=0" }, parameter('query parameter "limit": expected a number >= 1')],
  [{ query: "must=x&limit=a" }, parameter('query parameter "limit": expected integer')],
  [{ query: "must=x&limit=1e2" }, parameter('query parameter "limit" has an exponent; expected digits only')],
  [{ query: "must=x&limit=1E2" }, parameter('query parameter "limit" has an exponent; expected digits only')],
  [
    { query: "must=x&limit=1&limit=2" },
    parameter('query parameter "limit" is given 2 times, but its schema is not an array'),
  ],
  [{ query: "must=x&ids=1,a" }, parameter('query parameter "ids" at /1: expected integer')],
  [{ query: "must=x&one=5" }, parameter('query parameter "one": expected a number <= 3')],
  [{ query: "must=%00" }, parameter('query parameter "must" contains a control character')],
  [{ query: "must=a%1Fb" }, parameter('query parameter "must" contains a control character')],
  [{ query: "must=%7F" }, parameter('query parameter "must" contains a control character')],
  [{ query: "must=x&names=a,b%00" }, parameter('query parameter "names" contains a control character')],
  [{ query: "must=x&limit=9007199254740991" }, valid({ limit: 9007199254740991, must: "x" })],
  [{ query: "must=x&limit=9007199254740992" }, parameter(`query parameter "limit" ${INEXACT}`)],
  [{ query: "must=x&limit=9007199254740993" }, parameter(`query parameter "limit" ${INEXACT}`)],
  [{ query: "must=x&ids=1,-9007199254740993" }, parameter(`query parameter "ids" ${INEXACT}`)],
  [{ query: "must=%20~" }, valid({ must: " ~" })],
  [
    { query: "must=%zz" },
    parameter(
      'query parameter "must" has a percent sign that does not begin an encoded byte; encode a percent sign as %25',
    ),
  ],
  [{ id: "123456" }, parameter('path parameter "id": expected at most 5 characters')],
  [{ headers: { "X-Count": "a" } }, parameter('header parameter "X-Count": expected integer')],
  [{ headers: { "X-Count": ["1", "2"] } }, parameter('header parameter "X-Count" is sent 2 times; send it once')],
  [
    { body: '{"n":1,"zz":2}' },
    'INVALID_BODY: the body: expected only properties that the schema lists, got the property "zz"',
  ],
  [{ body: "" }, `MISSING_BODY: a body is required: ${RANGES}`],
  [
    { headers: { "Content-Encoding": "gzip" } },
    'UNSUPPORTED_ENCODING: Content-Encoding "gzip" is not supported; send the body without encoding',
  ],
  [{ headers: { "Content-Encoding": "Identity" } }, valid({ must: "x" })],
  [{ headers: { "Content-Type": [] } }, `UNSUPPORTED_MEDIA_TYPE: the request has no Content-Type; expected ${RANGES}`],
  [
    { headers: { "Content-Type": "a/b" } },
    `UNSUPPORTED_MEDIA_TYPE: Content-Type "a/b" is not supported; expected ${RANGES}`,
  ],
  ...["utf-8", "UTF8", "us-ascii"].map((it): [Sent, string] => [
    { headers: { "Content-Type": `${JSON_TYPE}; charset=${it}` } },
    valid({ must: "x" }, {}, { n: 1 }, `${JSON_TYPE}; charset=${it}`),
  ]),
  [
    { headers: { "Content-Type": `${JSON_TYPE}; charset=xutf-8` } },
    'UNSUPPORTED_MEDIA_TYPE: charset "xutf-8" is not supported; expected UTF-8',
  ],
  [{ body: '{"n":"x"}' }, "INVALID_BODY: the body at /n: expected integer"],
  [{ body: "[]" }, "INVALID_BODY: the body: expected object"],
  [{ body: "5", headers: { "Content-Type": "text/any+json" } }, valid({ must: "x" }, {}, 5, "text/any+json")],
  [{ body: "n=1&s=a+b", headers: { "Content-Type": FORM } }, valid({ must: "x" }, {}, { n: 1, s: "a b" }, FORM)],
  [{ body: "n=x", headers: { "Content-Type": FORM } }, "INVALID_BODY: the body at /n: expected integer"],
  [{ body: "n=1&s=a&s=b", headers: { "Content-Type": FORM } }, 'MALFORMED_BODY: the field "s" is sent twice'],
  [
    { body: "n=%zz", headers: { "Content-Type": FORM } },
    'MALFORMED_BODY: the body has a field "n" that has a percent sign that does not begin an encoded byte; encode a percent sign as %25',
  ],
  [{ body: Buffer.from([0xff]), headers: { "Content-Type": FORM } }, "MALFORMED_BODY: the body is not UTF-8"],
])("%j", (sent, result) => {
  expect(validate("all", sent)).toBe(result);
});

test("a body that is not JSON", () => {
  expect(validate("all", { body: "{" })).toMatch(/^MALFORMED_BODY: /);
});

test.each<[operation: string, sent: Sent, result: string]>([
  ["none", { query: "", body: "x" }, JSON.stringify([{}, {}, "no body", JSON_TYPE])],
  ["none", { query: "a=1" }, 'UNKNOWN_PARAMETER: unknown query parameter "a"; this operation has none'],
  [
    "optional",
    { query: "", body: "", headers: { "Content-Type": [] } },
    JSON.stringify([{}, {}, "no body", "no type"]),
  ],
  ["optional", { query: "", body: "null" }, JSON.stringify([{}, {}, "no body", JSON_TYPE])],
  ["header", { query: "" }, 'MISSING_PARAMETER: header parameter "X-Must" is required'],
  ["header", { query: "", headers: { "x-must": "1" } }, JSON.stringify([{}, { "x-must": "1" }, "no body", JSON_TYPE])],
])("the operation %s: %j", (operation, sent, result) => {
  expect(validate(operation, sent)).toBe(result);
});
