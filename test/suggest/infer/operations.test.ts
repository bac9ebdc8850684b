/** The operations that are inferred from exchanges: parameters, bodies and responses. */
import { expect, test } from "vitest";
import { buildOperation } from "../../../src/suggest/infer/build-operation.js";
import { type Input, json, observe } from "./observe.js";

const FORM = "application/x-www-form-urlencoded";

const OPERATIONS: readonly (readonly [title: string, ...exchanges: readonly Input[]])[] = [
  ["path parameters", { path: "7" }, { path: "8" }],
  ["path parameters of two types", { path: "7" }, { path: "x" }],
  ["query, always", { url: "https://a.example/a?q=1" }, { url: "https://a.example/a?q=x" }],
  ["query, sometimes", { url: "https://a.example/a?q=true" }, { url: "https://a.example/a" }],
  ["query, repeated", { url: "https://a.example/a?q=1&q=2" }, { url: "https://a.example/a?q=3" }],
  ["query, repeated, of two types", { url: "https://a.example/a?q=1&q=x" }],
  ["query, without a value", { url: "https://a.example/a?q&r=#s=1" }],
  ["query, rejected only", { url: "https://a.example/a?q=1", status: 400 }, { url: "https://a.example/a?r=1" }],
  [
    "query, rejected and accepted",
    { url: "https://a.example/a?q=1&r=1", status: 422 },
    { url: "https://a.example/a?r=x" },
  ],
  ["all rejected", { url: "https://a.example/a?q=1", status: 400 }, { url: "https://a.example/a?r=1", status: 499 }],
  ["errors of the service are no rejections", { url: "https://a.example/a?q=1", status: 500 }],
  ["a token as a name", { url: "https://a.example/a?eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJodW50ZXIyIn0.c2lnbmF0dXJl" }],
  [
    "headers",
    {
      headers: [
        ["X-Desk", "1"],
        ["Accept", "*/*"],
        ["x-version", "1.5"],
      ],
    },
    { headers: [["x-desk", "2"]] },
  ],
  [
    "headers, repeated",
    {
      headers: [
        ["X-Tag", "1"],
        ["X-Tag", "2"],
      ],
    },
  ],
  [
    "headers without a proper name",
    {
      headers: [
        ["X Tag", "1"],
        ["x!#$%&'*+.^`|~-", "1"],
        [":path", "/"],
      ],
    },
  ],
  ["credentials are no parameters", { headers: [["X-Key", "k"]], url: "https://a.example/a?key=1&page=1" }],
  ["a body, always", { body: "{}", headers: [json] }, { body: '{"a":1}', headers: [json] }],
  ["a body, sometimes", { body: '{"a":1}', headers: [json] }, {}],
  ["a body, rejected only", { body: '{"a":1}', headers: [json], status: 400 }, {}],
  [
    "a body, rejected with other names",
    { body: '{"b":"x"}', headers: [json], status: 400 },
    { body: '{"a":1}', headers: [json] },
  ],
  [
    "a body, rejected with another type",
    { body: "a=1", headers: [["Content-Type", FORM]], status: 400 },
    { body: '{"a":1}', headers: [json] },
  ],
  [
    "bodies of three types",
    { body: "1", headers: [json] },
    { body: "t", headers: [["Content-Type", "text/plain"]] },
    { body: "a=1", headers: [["Content-Type", FORM]] },
  ],
  ["bodies of two types", { body: "t", headers: [["Content-Type", "text/plain"]] }, { body: "1", headers: [json] }],
  ["a body without a type", { body: "t" }],
  ["statuses", { status: 404, response: {} }, { status: 200, response: {} }, { status: 201, response: "" }],
  ["no response", { status: 0 }],
  ["interim", { status: 101 }],
  [
    "redirects only",
    {
      status: 302,
      responseHeaders: [
        ["Location", "/b"],
        ["X-A", "1"],
      ],
    },
  ],
  ["redirects beside others", { status: 302 }, { status: 200, response: {} }],
  ["not modified", { status: 304 }],
  [
    "response headers",
    {
      responseHeaders: [
        ["X-A", "1"],
        ["Date", "d"],
        ["ETag", "e"],
      ],
    },
  ],
  ["HEAD", { method: "HEAD", response: {} }],
  ["204 and 205", { status: 204, response: {} }, { status: 205, response: {} }],
];

test("exchanges give an operation", async () => {
  const credentials = { headers: new Set(["x-key"]), query: new Set(["key"]) };
  const lines = OPERATIONS.flatMap(([title, ...exchanges]) => [
    title,
    ...Object.entries(buildOperation(observe(exchanges), { version: "3.1", credentials })).map(
      ([key, value]) => `  ${key}: ${JSON.stringify(value).replaceAll('"description":"Seen in traffic."', "…")}`,
    ),
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("operations.txt");
});
