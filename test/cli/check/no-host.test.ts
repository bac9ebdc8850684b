/** Recordings without hosts: every format that can lack them is checked by its paths, at any base path of the spec. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../run-contract.js";

const SPEC = `{ openapi: 3.1.0, info: { title: t, version: "1" }, servers: [SERVERS],
  paths: { /a: { get: { responses: { "200": { description: d, content: { application/json: { schema: { type: integer } } } } } } } } }`;

const createSpec = (servers: string): string => SPEC.replace("SERVERS", servers);
const SPECS = {
  "two hosts": createSpec("{ url: https://a.example/v1 }, { url: https://b.example/v2 }"),
  "a path": createSpec("{ url: /v2 }"),
  "any host": createSpec(
    "{ url: 'https://{host}/{base}', variables: { host: { default: a.example }, base: { default: v1 } } }",
  ),
};

const JSON_HEADER = { name: "Content-Type", value: "application/json" };

/** A recording of GET with a JSON body; access logs have no body. */
const FORMATS: Readonly<Record<string, (path: string, body: string) => string>> = {
  HAR: (url, text) =>
    JSON.stringify({
      log: {
        entries: [
          {
            request: { method: "GET", url, headers: [] },
            response: { status: 200, headers: [JSON_HEADER], content: { mimeType: "application/json", text } },
          },
        ],
      },
    }),
  NDJSON: (url, body) =>
    `${JSON.stringify({ request: { method: "GET", url, headers: [] }, response: { status: 200, headers: [["Content-Type", "application/json"]], body } })}\n`,
  WireMock: (url, body) =>
    JSON.stringify({
      mappings: [
        {
          request: { method: "GET", url },
          response: { status: 200, headers: { "Content-Type": "application/json" }, body },
        },
      ],
    }),
  VCR: (uri, body) =>
    JSON.stringify({
      http_interactions: [
        {
          request: { method: "get", uri, headers: {}, body: { string: "" } },
          response: {
            status: { code: 200 },
            headers: { "Content-Type": ["application/json"] },
            body: { string: body },
          },
        },
      ],
      recorded_with: "VCR 6.0.0",
    }),
};

const SETTINGS = Object.entries(SPECS).flatMap(([what, spec]) =>
  Object.entries(FORMATS).map(([format, record]) => ({ what, spec, format, record })),
);

async function check(spec: string, recording: string): Promise<{ readonly code: number; readonly text: string }> {
  const folder = createFolder({ "spec.yaml": spec, "recording.json": recording });
  const { code, stdout, stderr } = await runContract([
    "check",
    join(folder, "recording.json"),
    "--spec",
    join(folder, "spec.yaml"),
  ]);
  return { code, text: stdout + stderr };
}

test.each(SETTINGS)("$format and a spec with $what", async ({ spec, record }) => {
  const valid = await check(spec, record("/v2/a", "1"));
  expect(valid.text).toContain("1 exchange: 1 passed");
  const invalid = await check(spec, record("/v2/a", "true"));
  expect(invalid.text).toContain("response.body.invalid");
  expect(invalid.code).toBe(1);
});

test("a path of nock that is a regular expression leaves the other entries checked", async () => {
  const entry = {
    scope: "https://a.example:443",
    method: "GET",
    status: 200,
    response: "1",
    rawHeaders: ["Content-Type", "application/json"],
  };
  for (const path of [{}, "/^\\\\/v1\\\\/.*$/", "/v1/.*"]) {
    const recording = JSON.stringify([
      { ...entry, path },
      { ...entry, path: "/v1/a", response: true },
    ]);
    const { code, text } = await check(SPECS["two hosts"], recording);
    expect(text).toContain("path is a regular expression, which matches many URLs");
    expect(text).toContain("response.body.invalid");
    expect(code).toBe(1);
  }
});
