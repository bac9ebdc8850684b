/** Requests and responses of WireMock mappings, with the whole reading of each. */
import { expect, test } from "vitest";
import {
  getMatcherName,
  readMatcherValue,
  readStubRequest,
  readStubResponse,
} from "../../../src/recording/formats/wiremock.js";
import { EntryError } from "../../../src/recording/reader/parsed-entry.js";

const LONG = "n".repeat(50);

test("values of matchers", () => {
  const exactly = [{ equalTo: "a" }, { equalTo: "b" }];
  const cases: readonly (readonly [matcher: unknown, value: object])[] = [
    [undefined, { kind: "inexact", matcher: "no matcher" }],
    [[], { kind: "inexact", matcher: "no matcher" }],
    [{}, { kind: "inexact", matcher: "no matcher" }],
    [{ absent: true, equalTo: "a" }, { kind: "absent" }],
    [{ absent: false }, { kind: "inexact", matcher: "absent" }],
    [{ equalTo: "" }, { kind: "values", values: [""] }],
    [{ equalTo: 1 }, { kind: "inexact", matcher: "equalTo" }],
    [{ hasExactly: exactly }, { kind: "values", values: ["a", "b"] }],
    [{ hasExactly: [...exactly, { matches: "c" }] }, { kind: "inexact", matcher: "hasExactly" }],
    [{ hasExactly: ["a"] }, { kind: "inexact", matcher: "hasExactly" }],
    [{ hasExactly: "a" }, { kind: "inexact", matcher: "hasExactly" }],
    [
      { [LONG]: 1, other: 2 },
      { kind: "inexact", matcher: "n".repeat(40) },
    ],
  ];
  for (const [matcher, value] of cases) expect([matcher, readMatcherValue(matcher)]).toEqual([matcher, value]);
  expect(getMatcherName("text")).toBe("no matcher");
});

test("headers, cookies and credentials of a request", () => {
  const request = {
    ...{ method: "GET", url: "/a", scheme: "http", host: { equalTo: "h.example" } },
    headers: {
      "X/A": { hasExactly: [{ equalTo: "1" }, { equalTo: "2" }] },
      "X-Gone": { absent: true },
      [LONG]: { matches: ".*" },
    },
    cookies: {
      a: { equalTo: "1" },
      b: { hasExactly: [] },
      c: { absent: true },
      [LONG]: { contains: "x" },
    },
    basicAuthCredentials: { username: "u", password: "p" },
    basicAuth: { username: "other", password: "p" },
  };
  const certain = (what: string, matcher: string): object => ({
    part: "request.headers",
    certainty: "certain",
    reason: `${what} "${"n".repeat(40)}" is matched with ${matcher}, which gives no exact value`,
  });
  expect(readStubRequest(request, undefined)).toEqual({
    method: { value: "GET", pointer: "/request/method" },
    url: { value: "http://h.example/a", pointer: "/request/url" },
    requestHeaders: {
      value: {
        headers: [
          ["X/A", "1"],
          ["X/A", "2"],
          ["Cookie", "a=1; b="],
          ["Authorization", "Basic dTpw"],
        ],
        pointers: ["/headers/X~1A", "/headers/X~1A", "/cookies", "/basicAuthCredentials"],
      },
      pointer: "/request",
    },
    requestBody: { value: { kind: "none" }, pointer: "/request" },
    incomplete: undefined,
    gaps: [
      certain("header", "matches"),
      certain("cookie", "contains"),
      {
        part: "request.headers",
        certainty: "possible",
        reason: "a mapping does not contain the headers that it does not match",
      },
    ],
  });
});

const AUTHORIZATIONS: readonly (readonly [members: object, headers: readonly string[][]])[] = [
  [{ basicAuth: { username: "u", password: "p" } }, [["Authorization", "Basic dTpw"]]],
  [{ basicAuth: { username: 1, password: "p" } }, []],
  [{ basicAuth: { username: "u", password: 1 } }, []],
  [{ basicAuth: "u:p" }, []],
  [{}, []],
];

test.each(AUTHORIZATIONS)("credentials in %j", (members, headers) => {
  const read = readStubRequest({ url: "/a", ...members }, "http://h.example");
  const { headers: found } = read.requestHeaders.value;
  expect({ headers: found, method: read.method.value, incomplete: read.incomplete }).toEqual({
    headers,
    method: "ANY",
    incomplete: "the mapping matches any method",
  });
});

const missing = (reason: string): object => ({ kind: "missing", reason });
const none = { kind: "none" };
const plain = (value: string): object => ({ kind: "text", text: value });
const inexact = (names: string): object => missing(`the body is matched with ${names}, which gives no exact value`);
const at = (name: string, index = 0): string => `/request/bodyPatterns/${index}/${name}`;

const BODIES: readonly (readonly [members: object, body: object, pointer: string])[] = [
  [{ method: "HEAD" }, none, "/request"],
  [{ method: "OPTIONS" }, none, "/request"],
  [{ method: "TRACE", bodyPatterns: [] }, none, "/request"],
  [{ bodyPatterns: [] }, missing("the mapping does not match the request body"), "/request"],
  [{ multipartPatterns: [] }, missing("multipartPatterns match only parts of the body"), "/request/multipartPatterns"],
  [{ formParameters: {} }, missing("formParameters match only parts of the body"), "/request/formParameters"],
  [{ bodyPatterns: [{ equalTo: "a" }] }, plain("a"), at("equalTo")],
  [{ bodyPatterns: [5, { contains: "a" }, { equalTo: "b" }] }, plain("b"), at("equalTo", 2)],
  [{ bodyPatterns: [{ binaryEqualTo: "YQ==" }] }, { kind: "bytes", bytes: Buffer.from("a") }, at("binaryEqualTo")],
  [{ bodyPatterns: [{ equalToXml: "<a/>" }] }, plain("<a/>"), at("equalToXml")],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is a placeholder of WireMock
  [{ bodyPatterns: [{ equalToXml: "<a>${xmlunit.ignore}</a>" }] }, inexact("equalToXml"), "/request/bodyPatterns"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is a placeholder of WireMock
  [{ bodyPatterns: [{ equalToJson: '"${JSON-unit.any}"' }] }, inexact("equalToJson"), "/request/bodyPatterns"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is a placeholder of WireMock
  [{ bodyPatterns: [{ equalToJson: ["${json-unit.any}"] }] }, inexact("equalToJson"), "/request/bodyPatterns"],
  [{ bodyPatterns: [{ equalToJson: "[ 1 ]" }] }, plain("[ 1 ]"), at("equalToJson")],
  [{ bodyPatterns: [{ equalToJson: [1, "{json-unit.any}"] }] }, plain('[1,"{json-unit.any}"]'), at("equalToJson")],
  [
    { bodyPatterns: [{ equalToJson: "1", ignoreExtraElements: true }] },
    inexact("equalToJson"),
    "/request/bodyPatterns",
  ],
  [{ bodyPatterns: [{ equalToJson: "1", ignoreExtraElements: false }] }, plain("1"), at("equalToJson")],
  [
    { bodyPatterns: [{ equalToJson: "1", jsonCompareMode: "LENIENT" }] },
    inexact("equalToJson"),
    "/request/bodyPatterns",
  ],
  [
    { bodyPatterns: [{ equalToJson: "1", jsonCompareMode: "STRICT_ORDER" }] },
    inexact("equalToJson"),
    "/request/bodyPatterns",
  ],
  [{ bodyPatterns: [{ equalToJson: "1", jsonCompareMode: "STRICT" }] }, plain("1"), at("equalToJson")],
  [
    { bodyPatterns: [{ contains: "a" }, { matches: "b" }, { contains: "c" }] },
    inexact("contains, matches"),
    "/request/bodyPatterns",
  ],
];

test.each(BODIES)("the request body of %j", (members, body, pointer) => {
  const read = readStubRequest({ method: "POST", url: "/a", ...members }, "http://h.example");
  expect(read.requestBody).toEqual({ value: body, pointer });
});

const ATTACHED = { kind: "text", text: "attached" } as const;
const RESPONSES: readonly (readonly [members: object, body: object, pointer: string])[] = [
  [{}, none, "/response"],
  [{ body: "a", jsonBody: 1 }, plain("a"), "/response/body"],
  [{ body: null, jsonBody: null }, plain("null"), "/response/jsonBody"],
  [{ body: "" }, none, "/response/body"],
  [{ body: "{{a}}" }, missing("the response body is a template"), "/response/body"],
  [{ body: "}}{{a}" }, plain("}}{{a}"), "/response/body"],
  [{ body: "a}}" }, plain("a}}"), "/response/body"],
  [{ jsonBody: { a: "{{b}}" } }, missing("the response body is a template"), "/response/jsonBody"],
  [{ base64Body: "YQ==" }, { kind: "bytes", bytes: Buffer.from("a") }, "/response/base64Body"],
  [{ base64Body: "e3thfX0=" }, missing("the response body is a template"), "/response/base64Body"],
  [{ bodyFileName: "a.txt" }, ATTACHED, "/response/bodyFileName"],
  [{ bodyFileName: "{{a}}.txt" }, missing("the name of the body file is a template"), "/response/bodyFileName"],
];

test.each(RESPONSES)("the body of the response %j", (members, body, pointer) => {
  const names: unknown[] = [];
  const read = readStubResponse({ ...members }, (...args) => {
    names.push(args);
    return ATTACHED;
  });
  expect(read).toEqual({
    status: { value: 200, pointer: "/response/status" },
    responseHeaders: { value: { headers: [], pointers: [] }, pointer: "/response/headers" },
    responseBody: { value: body, pointer },
    incomplete: undefined,
    gaps: [],
  });
  expect(names).toEqual(body === ATTACHED ? [["a.txt", "__files"]] : []);
});

test("headers of a response that are templates are gaps", () => {
  const headers = { "A/B": ["1", "2"], [LONG]: "{{now}}", C: "{{" };
  const read = readStubResponse({ status: 404, headers }, () => ATTACHED);
  expect(read.status.value).toBe(404);
  expect(read.responseHeaders.value.headers).toEqual([
    ["A/B", "1"],
    ["A/B", "2"],
    ["C", "{{"],
  ]);
  expect(read.responseHeaders.value.pointers).toEqual(["/A~1B/0", "/A~1B/1", "/C"]);
  expect(read.gaps).toEqual([
    {
      part: "response.headers",
      certainty: "certain",
      reason: `response header "${"n".repeat(40)}" is a template, which gives no exact value`,
    },
  ]);
});

test("a mapping without a response", () => {
  const explain = (response: object) => readStubResponse({ ...response }, () => ATTACHED).incomplete;
  expect(explain({ fault: "EMPTY_RESPONSE", proxyBaseUrl: "http://a.example" })).toBe("the mapping simulates a fault");
  expect(explain({ proxyBaseUrl: "http://a.example" })).toBe(
    "the mapping proxies the request and contains no response",
  );
});

const INVALID: readonly (readonly [read: () => unknown, pointer: string, expected: string])[] = [
  [
    () => readStubRequest({ url: "/a", headers: [] }, "http://h.example"),
    "/request/headers",
    "an object of matchers by name",
  ],
  [
    () => readStubRequest({ url: "/a", cookies: 5 }, "http://h.example"),
    "/request/cookies",
    "an object of matchers by name",
  ],
  [
    () => readStubRequest({ url: "/a", method: "POST", bodyPatterns: {} }, "http://h.example"),
    "/request/bodyPatterns",
    "an array of matchers",
  ],
  [() => readStubResponse({ body: 5 }, () => ATTACHED), "/response/body", "a string"],
  [() => readStubResponse({ bodyFileName: {} }, () => ATTACHED), "/response/bodyFileName", "a string"],
  [() => readStubResponse({ headers: [] }, () => ATTACHED), "/response/headers", "an object"],
  [() => readStubResponse({ base64Body: "?" }, () => ATTACHED), "/response/base64Body", "valid base64"],
];

test.each(INVALID)("invalid mapping %#", (read, pointer, expected) => {
  const error = (() => {
    try {
      return read();
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(EntryError);
  expect(error).toMatchObject({ pointer, message: expect.stringContaining(`expected ${expected}`) });
});
