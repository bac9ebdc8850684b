/** The same exchange in the formats of different recorders and versions. */
import { expect, test } from "vitest";
import { readText, requireExchanges } from "../recording-samples.js";
import { edit, postman, read, saved, url } from "./minimal-recordings.js";

const forms: readonly (readonly [name: string, text: string, pointer: string])[] = [
  [
    "a list of interactions, as PHP writes it",
    `
-
    request:
        method: GET
        url: '${url}'
        headers: { X-A: b }
    response:
        status: { http_version: '1.1', code: '200', message: OK }
        headers: { Content-Type: application/json }
        body: '{"id":1}'
    index: 0
`,
    "/0",
  ],
  [
    "the same in JSON",
    JSON.stringify([
      {
        request: { method: "GET", url, headers: { "X-A": "b" } },
        response: { status: { code: "200" }, headers: { "Content-Type": "application/json" }, body: '{"id":1}' },
      },
    ]),
    "/0",
  ],
  [
    "the first version of VCR",
    `---
- !ruby/struct:VCR::HTTPInteraction
  request: !ruby/struct:VCR::Request
    method: :get
    uri: ${url}
    body:
    headers: { X-A: [b] }
  response: !ruby/struct:VCR::Response
    status: !ruby/struct:VCR::ResponseStatus
      code: 200
    headers:
      Content-Type: [application/json]
    body: '{"id":1}'
`,
    "/0",
  ],
  [
    "the VCR of R",
    `http_interactions:
- request: { method: get, uri: "${url}", body: { encoding: "", string: "" }, headers: { X-A: b } }
  response:
    status: { status_code: 200, category: Success }
    headers: { Content-Type: application/json }
    body: { encoding: UTF-8, file: no, string: '{"id":1}' }
`,
    "/http_interactions/0",
  ],
  [
    "Postman, in lines and parts",
    postman({
      originalRequest: {
        method: "GET",
        header: "X-A: b\n// X-C: d",
        url: { protocol: "https", host: ["host", "example"], path: ["a"], query: [{ key: "x", disabled: true }] },
      },
      code: 200,
      header: "Content-Type: application/json\r\n",
      body: '{"id":1}',
    }),
    "/item/0/response/0",
  ],
  [
    "Postman, as its API gives it",
    `{"collection":${postman({
      originalRequest: { method: "GET", header: [{ key: "X-A", value: "b" }], url },
      code: 200,
      header: [{ key: "Content-Type", value: "application/json" }],
      body: '{"id":1}',
    })}}`,
    "/collection/item/0/response/0",
  ],
];

test.each(forms)("%s", async (_, text, pointer) => {
  const [only, ...others] = requireExchanges(await readText(text, read));
  expect(others).toEqual([]);
  expect(JSON.stringify(only)).toMatchSnapshot();
  expect(only).toMatchObject({
    request: { method: "GET", url, headers: [["X-A", "b"]], body: { kind: "none" } },
    response: {
      status: 200,
      headers: [["Content-Type", "application/json"]],
      body: { kind: "text", text: '{"id":1}' },
    },
    origin: { pointer },
  });
});

test("a saved request with only a URL is a GET", async () => {
  const [only] = requireExchanges(await readText(postman(edit(saved, { originalRequest: url })), read));
  expect(only?.request).toMatchObject({ method: "GET", url, headers: [] });
});

test("a URL in parts has its port, its query and the values of its path", async () => {
  const host = { protocol: "https:", host: "host.example", port: "8443" };
  const parts = {
    ...host,
    path: ["a", { value: "b" }],
    query: [
      { key: "c", value: "d" },
      { key: "e", value: null },
    ],
  };
  const [only] = requireExchanges(await readText(postman(edit(saved, { originalRequest: { url: parts } })), read));
  expect(only?.request.url).toBe("https://host.example:8443/a/b?c=d&e");
});

test.each([
  ["{{host}}/a?b=1", "{{host}}/a?b=1"],
  ["https://{{host}}:{{port}}/a", "{{host}}/a"],
  ["https://eu.{{domain}}", "{{domain}}/"],
  ["{{host}}/:b", "{{host}}/7"],
])("a Postman address that only an environment defines leaves the path: %s", async (raw, expected) => {
  const originalRequest = { url: { raw, variable: [{ key: "b", value: "7" }] } };
  const [only] = requireExchanges(await readText(postman(edit(saved, { originalRequest })), read));
  expect(only?.request.url).toBe(expected);
  expect(only?.incomplete).toBeUndefined();
});
