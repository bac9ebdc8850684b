/** Where the operations of a spec are, and which names and ids a run uses. */
import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../src/document/index.js";
import { isAcceptable } from "../../src/probe/acceptance-stats.js";
import { findUnknownNames } from "../../src/probe/body-properties.js";
import { createUuidGenerator } from "../../src/probe/deterministic-uuid.js";
import { createServerUrls } from "../../src/probe/plan.js";
import { isSafeMethod } from "../../src/probe/requests/probe-case.js";
import { chooseConcreteMediaType } from "../../src/samples/serialization/serialize-body.js";
import { createSmallContract } from "../check/inline-contract.js";

function operationsOn(...servers: readonly string[]) {
  const variables = {
    main: { default: "https://m.example" },
    files: { default: "https://f.example" },
    v: { default: "1" },
    scheme: { default: "http", enum: ["http", "https"] },
    host: { default: "localhost" },
    port: { default: "6333" },
  };
  const paths = Object.fromEntries(
    servers.map((url, at) => [`/p${at}`, { get: { operationId: `o${at}`, servers: [{ url, variables }] } }]),
  );
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths });
  return listOperations(loadDocument("spec.json", () => text));
}

test.each<[servers: string[], given: string[], urls: (string | undefined)[], replaced: string[]]>([
  [["https://x.example"], [], ["https://b.example/v1"], ["https://b.example/v1"]],
  [["/", "{main}/a"], [], ["https://b.example/v1", "https://b.example/v1"], ["https://b.example/v1"]],
  [
    ["{main}/a", "{main}/a", "{files}/b"],
    [],
    ["https://b.example/v1/a", "https://b.example/v1/a", undefined],
    ["main=https://b.example/v1"],
  ],
  [
    ["{main}/a", "{main}/a", "{files}/b/"],
    ["files=https://g.example/", "main=https://no.example"],
    ["https://b.example/v1/a", "https://b.example/v1/a", "https://g.example/b"],
    ["files=https://g.example", "main=https://b.example/v1"],
  ],
  [
    ["{files}/b", "{main}/a", "{main}/a"],
    [],
    [undefined, "https://b.example/v1/a", "https://b.example/v1/a"],
    ["main=https://b.example/v1"],
  ],
  [["{main}/v{v}", "/plain"], [], ["https://b.example/v1", "https://b.example/plain"], ["main=https://b.example"]],
  [["{main}/a", "http://a b"], [], ["https://b.example/v1/a", "https://b.example/v1"], ["main=https://b.example/v1"]],
  [["{scheme}://localhost:6333"], [], ["https://b.example/v1"], ["https://b.example/v1"]],
  [["{scheme}:{port}"], [], ["https://b.example/v1"], ["https://b.example/v1"]],
  [["{scheme}//{host}"], [], ["https://b.example/v1"], ["https://b.example/v1"]],
  [["{host}:{port}/v1"], [], ["https://b.example/v1"], ["https://b.example/v1"]],
  [["{host}.example.com"], [], ["https://b.example/v1"], ["https://b.example/v1"]],
  [["{undeclared}/v1"], [], ["https://b.example/v1"], ["https://b.example/v1"]],
  [
    ["{main}/a", "{scheme}://{host}:{port}"],
    [],
    ["https://b.example/v1/a", "http://localhost:6333"],
    ["main=https://b.example/v1"],
  ],
  [["x{main}"], [], ["https://b.example/v1"], ["https://b.example/v1"]],
  [["{main}/v1"], [], ["https://b.example/v1"], ["main=https://b.example"]],
  [["{main}/v{v}/"], [], ["https://b.example/v1"], ["main=https://b.example"]],
  [["{main}/1"], [], ["https://b.example/v1/1"], ["main=https://b.example/v1"]],
])("servers %j with %j are at %j", (servers, given, urls, replaced) => {
  const operations = operationsOn(...servers);
  const made = createServerUrls(operations, "https://b.example/v1//", given);
  expect(operations.map(made.getBaseUrl)).toEqual(urls);
  expect(made.servers).toEqual(replaced);
});

test("a spec without operations uses the base URL", () => {
  expect(createServerUrls([], "https://b.example/", []).servers).toEqual(["https://b.example"]);
});

test.each([
  ["text/csv", "text/csv"],
  [" text/csv ", "text/csv"],
  ["*/*", "application/json"],
  ["application/*", "application/json"],
  ["text/*; charset=utf-8", "text/plain"],
  ["image/*", "image/png"],
  ["audio/*", "audio/mpeg"],
  ["video/*", "video/mp4"],
  ["multipart/*", "multipart/form-data"],
  ["font/*", "application/octet-stream"],
  ["application/*+json", "application/vnd.example+json"],
  ["*", "application/json"],
])("the range %j is sent as %j", (range, type) => {
  expect(chooseConcreteMediaType(range)).toBe(type);
});

test("safe methods are those that only read", () => {
  const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE"];
  expect(methods.filter(isSafeMethod)).toEqual(["GET", "HEAD", "OPTIONS"]);
});

test("ids are UUIDs of version 4 that depend on seed and name", () => {
  const [one, two] = [createUuidGenerator(1), createUuidGenerator(2)];
  expect(one("a")).toBe("87a4add6-7054-4dbb-9f2f-d239f3aa89a0");
  expect(two("a")).not.toBe(one("a"));
  for (const name of "abcdefghijklmnop")
    expect(one(name)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

const SIGN_IN = {
  security: "[]",
  body: "{ password: { type: string } }",
  response: "{ access_token: { type: string } }",
  status: '"200"',
};

test.each<[edit: Partial<typeof SIGN_IN>, acceptable: boolean]>([
  [{}, false],
  [{ body: "{ Passphrase: {} }" }, false],
  [{ body: "{ assertion: {} }" }, false],
  [{ body: "{ refresh_token: {} }" }, false],
  [{ body: "{ refreshtoken: {} }" }, false],
  [{ body: "{ clientSecret: {} }" }, false],
  [{ body: "{ inner: { properties: { password: {} } } }" }, false],
  [{ body: "{ name: {} }" }, true],
  [{ response: "{ token: {} }" }, false],
  [{ response: "{ idToken: {} }" }, false],
  [{ response: "{ session-token: {} }" }, false],
  [{ response: "{ JWT: {} }" }, false],
  [{ response: "{ pageToken: {} }" }, true],
  [{ response: "{ tokens: {} }" }, true],
  [{ response: "{ jwts: {} }" }, true],
  [{ security: "[{ key: [] }]" }, true],
  [{ security: "[{ key: [] }, {}]" }, false],
  [{ status: "default" }, false],
  [{ status: '"400"' }, false],
  [{ status: '"400"', body: "{}" }, false],
  [{ status: "2XX", body: "{}" }, true],
  [{ status: "default", body: "{}" }, true],
])("an operation with %j is acceptable: %j", (edit, acceptable) => {
  const { security, body, response, status } = { ...SIGN_IN, ...edit };
  const document = loadDocument(
    "spec.yaml",
    () => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /a:
    post:
      security: ${security}
      requestBody: { content: { application/json: { schema: { properties: ${body} } } } }
      responses: { ${status}: { description: d, content: { application/json: { schema: { properties: ${response} } } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`,
  );
  expect(listOperations(document).map((it) => isAcceptable(document, it))).toEqual([acceptable]);
});

test("unknown names are reported, with the closest one", () => {
  const contract = createSmallContract("{ operationId: a, parameters: [{ name: bookId, in: query, schema: {} }] }");
  expect(findUnknownNames(contract, ["bookId", "bokId", "zzz"])).toEqual([
    { name: "bokId", hint: '; did you mean "bookId"?' },
    { name: "zzz", hint: "" },
  ]);
});
