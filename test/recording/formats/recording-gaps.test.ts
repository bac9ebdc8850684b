/** Incomplete recordings: missing parts are reported and never invented. */
import { expect, test } from "vitest";
import { readText, requireExchanges } from "../recording-samples.js";
import { edit, item, nock, postman, read, saved, stub, url, VCR_INTERACTION, vcr } from "./minimal-recordings.js";

const incomplete: readonly (readonly [name: string, text: string])[] = [
  ["any method", JSON.stringify(edit(stub, { request: { method: "ANY", url: "/a" } }))],
  ["any URL", JSON.stringify(edit(stub, { request: { method: "GET" } }))],
  ["a pattern", JSON.stringify(edit(stub, { request: { method: "GET", urlPattern: "/a/[0-9]+" } }))],
  ["a template", JSON.stringify(edit(stub, { request: { method: "GET", urlPathTemplate: "/a/{b}" } }))],
  ["a fault", JSON.stringify(edit(stub, { response: { fault: "EMPTY_RESPONSE" } }))],
  ["a proxy", JSON.stringify(edit(stub, { response: { proxyBaseUrl: "https://x" } }))],
  [
    "a header that is matched",
    JSON.stringify(edit(stub, { request: { method: "GET", url: "/a", headers: { A: { matches: "x+" } } } })),
  ],
  [
    "a query that is matched",
    JSON.stringify(
      edit(stub, { request: { method: "GET", urlPath: "/a", queryParameters: { b: { contains: "x" } } } }),
    ),
  ],
  ["a header that is a template", JSON.stringify(edit(stub, { response: { headers: { A: "{{now}}" } } }))],
  ["an environment variable", postman(edit(saved, { originalRequest: { url: "{{host}}/a/{{b}}" } }))],
  ["a path variable", postman(edit(saved, { originalRequest: { url: `${url}/:b` } }))],
  [
    "a secret token",
    postman(
      edit(saved, { originalRequest: { url, auth: { type: "bearer", bearer: [{ key: "token", value: "{{t}}" }] } } }),
    ),
  ],
  ["a signature", postman(saved, { auth: { type: "awsv4" } })],
  ["nothing of the request's headers", JSON.stringify([item])],
];

const matchBody = (pattern: object): string =>
  JSON.stringify(edit(stub, { request: { method: "POST", url: "/a", bodyPatterns: [pattern] } }));

const bodies: readonly (readonly [name: string, text: string, side: "request" | "response"])[] = [
  [
    "a number beyond 2^53",
    JSON.stringify([nock]).replace('"response":""', '"response":{"a":9007199254740993}'),
    "response",
  ],
  [
    "text that nock may have parsed",
    JSON.stringify([edit(nock, { response: "a", rawHeaders: ["Content-Type", "application/json"] })]),
    "response",
  ],
  [
    "a JSON string that nock parsed",
    JSON.stringify([edit(nock, { response: "1", rawHeaders: ["Content-Type", "application/json"] })]),
    "response",
  ],
  [
    "text that happens to be JSON",
    JSON.stringify([edit(nock, { response: 12, rawHeaders: ["Content-Type", "text/plain"] })]),
    "response",
  ],
  ["hexadecimal bytes", JSON.stringify([edit(nock, { response: "00ff", responseIsBinary: true })]), "response"],
  [
    "chunks in base64",
    JSON.stringify([edit(nock, { response: ["AP8=", "/w=="], rawHeaders: ["Content-Encoding", "br"] })]),
    "response",
  ],
  [
    "chunks of neither",
    JSON.stringify([edit(nock, { response: ["?"], rawHeaders: ["Content-Encoding", "br"] })]),
    "response",
  ],
  ["a JSON array", JSON.stringify([edit(nock, { response: ["00"] })]), "response"],
  ["patterns", matchBody({ matchesJsonPath: "$.a" }), "request"],
  ["extra elements", matchBody({ equalToJson: "{}", ignoreExtraElements: true }), "request"],
  ...["LENIENT", "STRICT_ORDER"].map(
    (jsonCompareMode) =>
      [
        `extra elements by the mode ${jsonCompareMode}`,
        matchBody({ equalToJson: "{}", jsonCompareMode }),
        "request",
      ] as const,
  ),
  ["no pattern", JSON.stringify(edit(stub, { request: { method: "POST", url: "/a" } })), "request"],
  ["a template", JSON.stringify(edit(stub, { response: { body: "{{now}}" } })), "response"],
  ["a file elsewhere", JSON.stringify(edit(stub, { response: { bodyFileName: "x.json" } })), "response"],
  [
    "a form with parts",
    postman(edit(saved, { originalRequest: { url, body: { mode: "formdata", formdata: [] } } })),
    "request",
  ],
  [
    "an environment variable",
    postman(edit(saved, { originalRequest: { url, body: { mode: "raw", raw: "{{x}}" } } })),
    "request",
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
  ],
  [
    "a form with an empty field",
    postman(
      edit(saved, { originalRequest: { url, body: { mode: "urlencoded", urlencoded: [{ key: "a", value: null }] } } }),
    ),
    "request",
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
  ],
  [
    "an object that tells no text",
    vcr(edit(VCR_INTERACTION, { request: { method: "PUT", uri: url, body: { stream: [1] } } })),
    "request",
  ],
  [
    "a file of its own",
    `http_interactions:
- request: { uri: "${url}", method: get }
  response: { status: { status_code: 204 }, body: { encoding: "", file: yes, string: ../files/a.json } }`,
    "response",
  ],
  ["bytes that Postman made text", postman(edit(saved, { body: "\ufffd" })), "response"],
];

test("what each recording lacks, and why", async () => {
  const lines: string[] = [];
  for (const [name, text] of incomplete) {
    const [only] = requireExchanges(await readText(text, read));
    lines.push(`an exchange with ${name}: ${JSON.stringify(only)}`);
  }
  for (const [name, text, side] of bodies) {
    const [only] = requireExchanges(await readText(text, read));
    lines.push(`a ${side} body with ${name}: ${JSON.stringify(only?.[side].body)}`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("recording-gaps.txt");
});
