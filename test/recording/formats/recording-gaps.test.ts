/** Incomplete recordings: missing parts are reported and never invented. */
import { expect, test } from "vitest";
import type { RecordedBody } from "../../../src/recording/index.js";
import { readText, requireExchanges } from "../recording-samples.js";
import { edit, item, nock, postman, read, saved, stub, url, VCR_INTERACTION, vcr } from "./minimal-recordings.js";

const incomplete: readonly (readonly [name: string, text: string, reason: RegExp])[] = [
  [
    "any method",
    JSON.stringify(edit(stub, { request: { method: "ANY", url: "/a" } })),
    /(^|; )the mapping matches any method/,
  ],
  ["any URL", JSON.stringify(edit(stub, { request: { method: "GET" } })), /(^|; )the mapping matches any URL/],
  [
    "a pattern",
    JSON.stringify(edit(stub, { request: { method: "GET", urlPattern: "/a/[0-9]+" } })),
    /(^|; )urlPattern matches many URLs/,
  ],
  [
    "a template",
    JSON.stringify(edit(stub, { request: { method: "GET", urlPathTemplate: "/a/{b}" } })),
    /(^|; )urlPathTemplate matches any value of "b"/,
  ],
  [
    "a fault",
    JSON.stringify(edit(stub, { response: { fault: "EMPTY_RESPONSE" } })),
    /(^|; )the mapping simulates a fault/,
  ],
  [
    "a proxy",
    JSON.stringify(edit(stub, { response: { proxyBaseUrl: "https://x" } })),
    /(^|; )the mapping proxies the request/,
  ],
  [
    "a header that is matched",
    JSON.stringify(edit(stub, { request: { method: "GET", url: "/a", headers: { A: { matches: "x+" } } } })),
    /(^|; )header "A" is matched with matches, which gives no exact value/,
  ],
  [
    "a query that is matched",
    JSON.stringify(
      edit(stub, { request: { method: "GET", urlPath: "/a", queryParameters: { b: { contains: "x" } } } }),
    ),
    /(^|; )query parameter "b" is matched with contains/,
  ],
  [
    "a header that is a template",
    JSON.stringify(edit(stub, { response: { headers: { A: "{{now}}" } } })),
    /response header "A" is a template/,
  ],
  [
    "an environment variable",
    postman(edit(saved, { originalRequest: { url: "{{host}}/a/{{b}}" } })),
    /(^|; )the URL contains the variable "host", which has no value in the collection/,
  ],
  [
    "a path variable",
    postman(edit(saved, { originalRequest: { url: `${url}/:b` } })),
    /(^|; )the URL contains the path variable "b"/,
  ],
  [
    "a secret token",
    postman(
      edit(saved, { originalRequest: { url, auth: { type: "bearer", bearer: [{ key: "token", value: "{{t}}" }] } } }),
    ),
    /(^|; )header "Authorization" contains the variable "t"/,
  ],
  [
    "a signature",
    postman(saved, { auth: { type: "awsv4" } }),
    /(^|; )authorization of type awsv4 is not saved as sent/,
  ],
  ["nothing of the request's headers", JSON.stringify([item]), /(^|; )request headers are not recorded/],
];

test.each(incomplete)("an exchange with %s has the reason why it cannot be checked", async (_, text, reason) => {
  const [only] = requireExchanges(await readText(text, read));
  expect(JSON.stringify(only)).toMatchSnapshot();
  expect([only?.incomplete, ...(only?.gaps ?? []).map((gap) => gap.reason)].join("; ")).toMatch(reason);
});

type BodyRow = readonly [name: string, text: string, side: "request" | "response", body: RecordedBody | RegExp];

const matchBody = (pattern: object): string =>
  JSON.stringify(edit(stub, { request: { method: "POST", url: "/a", bodyPatterns: [pattern] } }));

const bodies: readonly BodyRow[] = [
  [
    "a number beyond 2^53",
    JSON.stringify([nock]).replace('"response":""', '"response":{"a":9007199254740993}'),
    "response",
    /beyond 2\^53/,
  ],
  [
    "text that nock may have parsed",
    JSON.stringify([edit(nock, { response: "a", rawHeaders: ["Content-Type", "application/json"] })]),
    "response",
    /JSON strings and invalid JSON in the same way/,
  ],
  [
    "a JSON string that nock parsed",
    JSON.stringify([edit(nock, { response: "1", rawHeaders: ["Content-Type", "application/json"] })]),
    "response",
    { kind: "text", text: '"1"' },
  ],
  [
    "text that happens to be JSON",
    JSON.stringify([edit(nock, { response: 12, rawHeaders: ["Content-Type", "text/plain"] })]),
    "response",
    /as parsed JSON, not as text/,
  ],
  [
    "hexadecimal bytes",
    JSON.stringify([edit(nock, { response: "00ff", responseIsBinary: true })]),
    "response",
    { kind: "bytes", bytes: Buffer.from([0, 255]) },
  ],
  [
    "chunks in base64",
    JSON.stringify([edit(nock, { response: ["AP8=", "/w=="], rawHeaders: ["Content-Encoding", "br"] })]),
    "response",
    { kind: "bytes", bytes: Buffer.from([0, 255, 255]) },
  ],
  [
    "chunks of neither",
    JSON.stringify([edit(nock, { response: ["?"], rawHeaders: ["Content-Encoding", "br"] })]),
    "response",
    /neither valid hexadecimal/,
  ],
  ["a JSON array", JSON.stringify([edit(nock, { response: ["00"] })]), "response", { kind: "text", text: '["00"]' }],
  [
    "patterns",
    matchBody({ matchesJsonPath: "$.a" }),
    "request",
    /matched with matchesJsonPath, which gives no exact value/,
  ],
  [
    "extra elements",
    matchBody({ equalToJson: "{}", ignoreExtraElements: true }),
    "request",
    /which gives no exact value/,
  ],
  ...["LENIENT", "STRICT_ORDER"].map(
    (jsonCompareMode) =>
      [
        `extra elements by the mode ${jsonCompareMode}`,
        matchBody({ equalToJson: "{}", jsonCompareMode }),
        "request",
        /which gives no exact value/,
      ] as const,
  ),
  [
    "no pattern",
    JSON.stringify(edit(stub, { request: { method: "POST", url: "/a" } })),
    "request",
    /does not match the request body/,
  ],
  [
    "a template",
    JSON.stringify(edit(stub, { response: { body: "{{now}}" } })),
    "response",
    /the response body is a template/,
  ],
  [
    "a file elsewhere",
    JSON.stringify(edit(stub, { response: { bodyFileName: "x.json" } })),
    "response",
    /in another file, x.json/,
  ],
  [
    "a form with parts",
    postman(edit(saved, { originalRequest: { url, body: { mode: "formdata", formdata: [] } } })),
    "request",
    /mode formdata is not saved/,
  ],
  [
    "an environment variable",
    postman(edit(saved, { originalRequest: { url, body: { mode: "raw", raw: "{{x}}" } } })),
    "request",
    /the body contains the variable "x"/,
  ],
  [
    "a form",
    postman(
      edit(saved, {
        originalRequest: {
          url,
          body: {
            mode: "urlencoded",
            urlencoded: [
              { key: "a", value: "b c" },
              { key: "d", value: "", disabled: true },
            ],
          },
        },
      }),
    ),
    "request",
    { kind: "text", text: "a=b+c" },
  ],
  [
    "a form with an empty field",
    postman(
      edit(saved, { originalRequest: { url, body: { mode: "urlencoded", urlencoded: [{ key: "a", value: null }] } } }),
    ),
    "request",
    { kind: "text", text: "a=" },
  ],
  [
    "a file that vcrpy sent",
    `interactions:
- request:
    uri: ${url}
    method: PUT
    body: !!python/object/new:_io.BytesIO { state: !!python/tuple [!!binary eyJpZCI6MX0=, 0, null] }
  response: { status: { code: 204 } }`,
    "request",
    { kind: "bytes", bytes: Buffer.from('{"id":1}') },
  ],
  [
    "an object that tells no text",
    vcr(edit(VCR_INTERACTION, { request: { method: "PUT", uri: url, body: { stream: [1] } } })),
    "request",
    /an object with "stream" and without text/,
  ],
  [
    "a file of its own",
    `http_interactions:
- request: { uri: "${url}", method: get }
  response: { status: { status_code: 204 }, body: { encoding: "", file: yes, string: ../files/a.json } }`,
    "response",
    /in another file, \.\.\/files\/a\.json/,
  ],
  ["bytes that Postman made text", postman(edit(saved, { body: "\ufffd" })), "response", /binary bodies/],
];

test.each(bodies)("a body with %s is the recorded one, or missing", async (_, text, side, expected) => {
  const [only] = requireExchanges(await readText(text, read));
  const body = only?.[side].body;
  if (expected instanceof RegExp)
    expect(body).toMatchObject({ kind: "missing", reason: expect.stringMatching(expected) });
  else expect(body).toEqual(expected);
});
