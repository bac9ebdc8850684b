/** The requests of saved Postman responses, including the headers and parameters that Postman adds when it sends. */
import { expect, test } from "vitest";
import { readText, requireExchanges } from "../recording-samples.js";
import { postman, read, url } from "./minimal-recordings.js";

type Expected = {
  readonly url?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** The JSON Pointer of the body, relative to the saved response. */
  readonly bodyAt?: string;
  readonly incomplete?: string;
  readonly gaps?: readonly string[];
};
type Row = readonly [what: string, originalRequest: object, expected: Expected, collection?: object];

const auth = (type: string, settings: Readonly<Record<string, unknown>>): object => ({
  auth: { type, [type]: Object.entries(settings).map(([key, value]) => ({ key, value })) },
});
const raw = (text: unknown, language?: string): object => ({
  body: { mode: "raw", raw: text, ...(language === undefined ? {} : { options: { raw: { language } } }) },
});
const form = (fields: unknown) => ({ body: { mode: "urlencoded", urlencoded: fields } });
const NO_BODY = { body: "none", bodyAt: "/originalRequest/body" };
const RAW = "/originalRequest/body/raw";
const FORM = "/originalRequest/body/urlencoded";
const FORM_TYPE = "/originalRequest/body/mode Content-Type: application/x-www-form-urlencoded";
const variable = [{ key: "v", value: "5" }];

const rows: readonly Row[] = [
  ["nothing", {}, {}],
  ["no authorization", { auth: { type: "noauth" } }, {}, auth("bearer", { token: "t" })],
  ["a token", auth("bearer", { token: "t" }), { headers: ["/originalRequest/auth Authorization: Bearer t"] }],
  [
    "a token of the collection",
    {},
    { headers: ["/originalRequest Authorization: Bearer t"] },
    auth("bearer", { token: "t" }),
  ],
  [
    "settings as an object",
    { auth: { type: "bearer", bearer: { token: "t" } } },
    { headers: ["/originalRequest/auth Authorization: Bearer t"] },
  ],
  [
    "an empty token",
    auth("bearer", { token: "" }),
    { gaps: ["request.headers: authorization of type bearer is not saved as sent"] },
  ],
  [
    "a token with a variable",
    auth("bearer", { token: "{{v}}" }),
    { headers: ["/originalRequest/auth Authorization: Bearer 5"] },
    { variable },
  ],
  [
    "a token with a variable without a value",
    auth("bearer", { token: "{{gone}}" }),
    {
      gaps: [
        'request.headers: header "Authorization" contains the variable "gone", which has no value in the collection',
      ],
    },
  ],
  // An explicit header takes precedence over the authorization settings.
  [
    "a token and a header",
    { ...auth("bearer", { token: "t" }), header: [{ key: "authorization", value: "own" }] },
    { headers: ["/originalRequest/header/0 authorization: own"] },
  ],
  // "u:p" and ":p" in base64.
  [
    "a password",
    auth("basic", { username: "u", password: "p" }),
    { headers: ["/originalRequest/auth Authorization: Basic dTpw"] },
  ],
  [
    "a password without a name",
    auth("basic", { password: "p" }),
    { headers: ["/originalRequest/auth Authorization: Basic OnA="] },
  ],
  [
    "a password with a variable",
    auth("basic", { username: "u", password: "{{v}}" }),
    { gaps: ["request.headers: authorization of type basic is not saved as sent"] },
    { variable },
  ],
  ["a key in a header", auth("apikey", { key: "X-Key", value: "k" }), { headers: ["/originalRequest/auth X-Key: k"] }],
  ["a key in the query", auth("apikey", { key: "a b", value: "c&d", in: "query" }), { url: `${url}?a%20b=c%26d` }],
  [
    "a key in a longer query",
    { url: `${url}?x=1`, ...auth("apikey", { key: "a", value: "b", in: "query" }) },
    { url: `${url}?x=1&a=b` },
  ],
  [
    "a key in the query with a variable",
    auth("apikey", { key: "a", value: "{{v}}", in: "query" }),
    { gaps: ["request.url: authorization of type apikey is not saved as sent"] },
  ],
  [
    "a key without a value",
    auth("apikey", { key: "a", value: "" }),
    { gaps: ["request.headers: authorization of type apikey is not saved as sent"] },
  ],
  [
    "a key without a name",
    auth("apikey", { value: "b" }),
    { gaps: ["request.headers: authorization of type apikey is not saved as sent"] },
  ],
  [
    "a signature",
    { auth: { type: "awsv4-and-more-than-20" } },
    { gaps: ["request.headers: authorization of type awsv4-and-more-than- is not saved as sent"] },
  ],
  ["a body", raw("a"), { body: "a", bodyAt: RAW }],
  ["a body with a variable", raw("{{v}}"), { body: "5", bodyAt: RAW }, { variable }],
  [
    "a body without a text",
    raw(null, "json"),
    { bodyAt: RAW, headers: ["/originalRequest/body/mode Content-Type: application/json"] },
  ],
  // Postman sends no Content-Type without a body.
  ["an empty body", raw("", "json"), { bodyAt: RAW }],
  ...(
    [
      ["json", "application/json"],
      ["xml", "application/xml"],
      ["html", "text/html"],
      ["javascript", "application/javascript"],
      ["text", "text/plain"],
    ] as const
  ).map(
    ([language, type]): Row => [
      `a body in ${language}`,
      raw("a", language),
      { body: "a", bodyAt: RAW, headers: [`/originalRequest/body/mode Content-Type: ${type}`] },
    ],
  ),
  ["a body in another language", raw("a", "yaml"), { body: "a", bodyAt: RAW }],
  [
    "a body with a type of its own",
    { ...raw("a", "json"), header: [{ key: "content-type", value: "a/b" }] },
    { body: "a", bodyAt: RAW, headers: ["/originalRequest/header/0 content-type: a/b"] },
  ],
  ["a body that is not sent", { body: { mode: "raw", raw: "a", disabled: true } }, {}],
  ["a body of the mode none", { body: { mode: "none" } }, {}],
  ["a body without a mode", { body: {} }, {}],
  ["a file", { body: { mode: "file" } }, { body: "missing: a body of mode file is not saved as sent" }],
  [
    "a form",
    form([
      { key: "a", value: "b c" },
      { key: "{{v}}", value: "{{v}}" },
    ]),
    { body: "a=b+c&5=5", bodyAt: FORM, headers: [FORM_TYPE] },
    { variable },
  ],
  [
    "a form with a variable without a value",
    form([{ key: "a", value: "{{gone}}" }]),
    {
      body: 'missing: the body contains the variable "gone", which has no value in the collection',
      bodyAt: FORM,
      headers: [FORM_TYPE],
    },
  ],
  [
    "a variable in a header",
    { header: [{ key: "A", value: "{{v}}" }] },
    { headers: ["/originalRequest/header/0 A: 5"] },
    { variable },
  ],
  [
    "variables in the path",
    {
      url: {
        raw: `${url}/:x/:y?z=:x`,
        variable: [
          { key: "x", value: "a/b" },
          { key: "y", value: "{{v}}" },
        ],
      },
    },
    { url: `${url}/a%2Fb/5?z=:x` },
    { variable },
  ],
  [
    "variables in the path without a value",
    { url: { raw: `${url}/:x/:y`, variable: [{ key: "x", value: "" }] } },
    { url: `${url}/:x/:y`, incomplete: 'the URL contains the path variable "x", which has no value in the collection' },
  ],
  // Collection variables are not path variables.
  [
    "a variable of the collection by the name of one in the path",
    { url: `${url}/:v` },
    { url: `${url}/:v`, incomplete: 'the URL contains the path variable "v", which has no value in the collection' },
    { variable },
  ],
  [
    "a variable in the path with one that has no value",
    { url: { raw: `${url}/:x`, variable: [{ key: "x", value: "{{gone}}" }] } },
    { url: `${url}/:x`, incomplete: 'the URL contains the path variable "x", which has no value in the collection' },
  ],
  ["a URL without a scheme, and with a fragment", { url: "host.example/b?c#d" }, { url: "http://host.example/b?c" }],
];

const cases = rows.map(([what, request, expected, collection = {}]) => ({ what, request, expected, collection }));

test.each(cases)("$what", async ({ request: originalRequest, expected, collection }) => {
  const saved = { originalRequest: { method: "PUT", url, ...originalRequest }, code: 204 };
  const [only] = requireExchanges(await readText(postman(saved, collection), read));
  if (only === undefined) throw new Error("nothing was read");
  const { request, origin, incomplete, gaps = [] } = only;
  const at = (index: number): string =>
    origin.parts["request.headers"] + (origin.headerPointers?.request?.[index] ?? `/${index}`);
  const shown = {
    method: request.method,
    url: request.url,
    headers: request.headers.map(([name, value], index) => `${at(index)} ${name}: ${value}`),
    body:
      request.body.kind === "text"
        ? request.body.text
        : request.body.kind === "missing"
          ? `missing: ${request.body.reason}`
          : "none",
    bodyAt: origin.parts["request.body"],
    incomplete,
    gaps: gaps.map(({ part, reason }) => `${part}: ${reason}`),
  };
  const { gaps: more = [], ...rest } = expected;
  expect(shown).toEqual({
    method: "PUT",
    url,
    headers: [],
    ...NO_BODY,
    incomplete: undefined,
    ...rest,
    gaps: [...more, "request.headers: Postman does not save cookies and generated headers"],
  });
});
