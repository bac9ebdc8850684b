/** Tests of the credentials that a request must have, per security scheme. */
import { expect, test } from "vitest";
import type { HeaderField } from "../../src/recording/index.js";
import { renderAllOutputs } from "./all-outputs.js";
import { createExchange, createInlineContract, summarizeResult } from "./inline-contract.js";

const SCHEMES = {
  key: { type: "apiKey", name: "X-Key", in: "header" },
  asked: { type: "apiKey", name: "key", in: "query" },
  kept: { type: "apiKey", name: "sid", in: "cookie" },
  basic: { type: "http", scheme: "Basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a.example/token", scopes: { a: "A" } } } },
  oidc: { type: "openIdConnect", openIdConnectUrl: "https://a.example/openid" },
  tls: { type: "mutualTLS" },
};

type Row = readonly [security: readonly object[], headers: readonly HeaderField[], query: string, isCarried: boolean];

const ROWS: readonly Row[] = [
  [[{ key: [] }], [["X-Key", "k"]], "", true],
  [[{ key: [] }], [["x-key", ""]], "", true],
  [[{ key: [] }], [["X-Keys", "k"]], "", false],
  [[{ key: [] }], [], "?X-Key=k", false],
  [[{ asked: [] }], [], "?key=k", true],
  [[{ asked: [] }], [["key", "k"]], "", false],
  [[{ kept: [] }], [["Cookie", "a=b; sid=1"]], "", true],
  [[{ kept: [] }], [["Cookie", "a=sid"]], "", false],
  [[{ basic: [] }], [["Authorization", "Basic YTpi"]], "", true],
  [[{ basic: [] }], [["authorization", " basic YTpi"]], "", true],
  [[{ basic: [] }], [["Authorization", "Basic"]], "", false],
  [[{ basic: [] }], [["Authorization", "Basics YTpi"]], "", false],
  [[{ basic: [] }], [["Authorization", "Bearer t"]], "", false],
  [[{ bearer: [] }], [["Authorization", "BEARER t"]], "", true],
  [[{ oauth: ["a"] }], [["Authorization", "Bearer t"]], "", true],
  [[{ oauth: ["a"] }], [["Authorization", "DPoP t"]], "", true],
  [[{ oauth: ["a"] }], [], "?access_token=t", true],
  [[{ oauth: ["a"] }], [["Authorization", "Basic t"]], "?token=t", false],
  [[{ oidc: [] }], [["Authorization", "Bearer t"]], "", true],
  [[{ oidc: [] }], [], "", false],
  [[{ tls: [] }], [], "", true],
  [[{ gone: [] }], [], "", true],
  [[{ key: [], bearer: [] }], [["X-Key", "k"]], "", false],
  [
    [{ key: [], bearer: [] }],
    [
      ["X-Key", "k"],
      ["Authorization", "Bearer t"],
    ],
    "",
    true,
  ],
  [[{ key: [] }, { bearer: [] }], [["Authorization", "Bearer t"]], "", true],
  [[{ key: [] }, { bearer: [] }], [], "", false],
  [[{ key: [] }, {}], [], "", true],
  [[{}], [], "", true],
  [[], [], "", true],
];

test.each(ROWS)("%j with %j and %j", (security, headers, query, isCarried) => {
  const operation = { operationId: "a", security, responses: { 200: { description: "d" } } };
  const root = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: {
      "/a": {
        get: {
          ...operation,
          parameters: [
            { name: "key", in: "query" },
            { name: "token", in: "query" },
          ],
        },
      },
    },
    components: { securitySchemes: SCHEMES },
  };
  const contract = createInlineContract({ "spec.json": JSON.stringify(root) });
  const checked = contract.check(createExchange({ url: `https://a.example/a${query}`, headers, responseHeaders: [] }));
  expect(checked.findings.some(({ code }) => code === "request.security.missing")).toBe(!isCarried);
  expect(summarizeResult(checked)).toMatchSnapshot();
});

const SENT: readonly (readonly [
  authorization: string,
  security: readonly object[],
  expected: string,
  cookie: string,
])[] = [
  ["Basic s3cr3t", [{ bearer: [] }], 'has credentials of the scheme "Basic"', ""],
  ["Bearer s3cr3t", [{ basic: [] }], 'has credentials of the scheme "Bearer"', ""],
  ["s3cr3t", [{ bearer: [] }], "has an Authorization header without a scheme", ""],
  ["s3cr3t s3cr3t", [{ bearer: [] }], "has an Authorization header with another scheme", ""],
  ["Digest s3cr3t", [{ oauth: [] }], 'has credentials of the scheme "Digest"', ""],
  ["bearer", [{ bearer: [] }], 'has the scheme "bearer" without credentials', ""],
  ["Bearer s3cr3t", [{ bearer: [], key: [] }], 'has "bearer" but not "key"', ""],
  ["Bearer s3cr3t", [{ bearer: [], key: [] }, { basic: [] }], 'has "bearer" but not "key"', ""],
  ["Bearer s3cr3t", [{ basic: [] }, { key: [] }], 'has credentials of the scheme "Bearer"', ""],
  ["Bearer s3cr3t", [{ tls: [], basic: [] }], 'has credentials of the scheme "Bearer"', ""],
  ["", [{ kept: [] }], 'has the cookie "SID"', "SID=s3cr3t"],
  ["", [{ key: [] }], 'has the cookie "x_key"', "a=1; x_key=s3cr3t"],
];

test.each(SENT)(
  "%s for %j: the message says what was sent, without its value",
  (authorization, security, expected, cookie) => {
    const sent: readonly HeaderField[] = [
      ["Authorization", authorization],
      ["Cookie", cookie],
    ];
    const headers = sent.filter(([, value]) => value !== "");
    const root = {
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      servers: [{ url: "https://a.example" }],
      paths: { "/a": { get: { security, responses: { 200: { description: "d" } } } } },
      components: { securitySchemes: SCHEMES },
    };
    const outputs = renderAllOutputs(createInlineContract({ "spec.json": JSON.stringify(root) }), {
      headers,
      responseHeaders: [],
    });
    expect(outputs).toContain(`the request ${expected}; expected`);
    expect(outputs).not.toContain("s3cr3t");
  },
);
