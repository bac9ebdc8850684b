/** Which server the texts and samples of a spec name, and what they say if the spec leaves its host open. */
import { expect, test } from "vitest";
import { createReference } from "../../src/docs/reference-files.js";
import { loadDocument } from "../../src/document/index.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { readPackageFacts } from "../../src/generate/package/package-json.js";
import { formatReadme } from "../../src/generate/package/readme.js";

const HOST = "https://your-host.example";
const NONE = "not stated in the spec";
const relative = (url: string) => `\`${url}\` on the host that serves the spec`;
const variables = { stage: { default: "live" }, base: { default: "https://b.example" } };

type Case = {
  readonly servers?: readonly object[];
  /** What the samples call. */
  readonly url: string;
  /** How the text names the first server, if its host is open. */
  readonly open?: string;
  /** Whether a client needs no URL. */
  readonly hasDefault?: boolean;
  readonly path?: string;
};

const CASES: Readonly<Record<string, Case>> = {
  "no servers": { url: HOST, open: NONE },
  "an empty list": { servers: [], url: HOST, open: NONE },
  "the host of the spec": { servers: [{ url: "/" }], url: HOST, open: relative("/") },
  "a path": { servers: [{ url: "/v1" }], url: `${HOST}/v1`, open: relative("/v1") },
  "a path without a slash": { servers: [{ url: "v1/" }], url: `${HOST}/v1`, open: relative("v1/") },
  "a path with a variable": { servers: [{ url: "/{stage}", variables }], url: `${HOST}/live`, open: relative("/live") },
  "a host": { servers: [{ url: "https://a.example/v1/" }], url: "https://a.example/v1", hasDefault: true },
  "a host with a variable": {
    servers: [{ url: "https://{stage}.example", variables }],
    url: "https://live.example",
    hasDefault: true,
  },
  "a host without a default": {
    servers: [{ url: "{scheme}://{host}/v1", variables: { scheme: { default: "https" }, host: { default: "" } } }],
    url: `${HOST}/v1`,
  },
  "a variable that is the URL": { servers: [{ url: "{base}/v1", variables }], url: "https://b.example/v1" },
  "a host of WebSocket": { servers: [{ url: "wss://a.example/v1" }], url: "wss://a.example/v1" },
  "a host without a scheme": { servers: [{ url: "//a.example" }], url: "https://a.example" },
  "a path of a spec from a URL": {
    servers: [{ url: "/v1" }],
    path: "https://a.example/openapi.json",
    url: "https://a.example/v1",
    hasDefault: true,
  },
  "a spec from a URL without servers": {
    path: "https://a.example/openapi.json",
    url: "https://a.example",
    hasDefault: true,
  },
};

test.each(Object.entries(CASES))("%s", (_, { servers, url, open, hasDefault = false, path = "spec.json" }) => {
  const paths = { "/a": { get: { operationId: "getA", responses: { 204: { description: "done" } } } } };
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, ...(servers && { servers }), paths };
  const document = loadDocument(path, () => JSON.stringify(spec));
  const { entries, files } = createReference(document);
  const [overview, operation] = entries.map(({ body }) => body);
  const named = open === undefined ? `\`${url}\`` : `${open}; the samples use \`${url}\``;
  expect(overview).toContain(`## Servers\n\n- ${named}\n`);
  expect(operation).toContain(`\`GET /a\`\n\nServer: ${named}\n`);
  expect(operation).toContain(`curl '${url}/a'`);
  const shown = path === "spec.json" ? (servers?.[0] ?? { url: "/" }) : { url: servers ? url : `${url}/` };
  expect(JSON.parse(files.get("reference.json") ?? "{}").servers).toEqual([
    shown,
    expect.objectContaining({ url: "{address}" }),
  ]);
  const option = hasDefault ? "" : `{ baseUrl: "${url}" }`;
  expect(operation?.replace(/\{ (\w+): "/, '{ baseUrl: "')).toContain(`createClient(${option});`);
  const model = createClientModel(document);
  const readme = formatReadme(document, model, readPackageFacts(document));
  expect(readme.replace(/\{ (\w+): "/, '{ baseUrl: "')).toContain(`createClient(${option});`);
  expect(/^Server: (.*)\.$/m.exec(readme)?.[1]).toBe(open === undefined ? undefined : named);
});

test.each([
  ["no servers", undefined, 'createClient({ baseUrl: "http://try.example" });'],
  ["an empty list", [], 'createClient({ baseUrl: "http://try.example" });'],
  ["a path", [{ url: "/v1" }], `createClient({ baseUrl: "${HOST}/v1" });`],
  ["a host", [{ url: "https://a.example" }], "createClient();"],
])("of a spec with %s, the client of a sample has the URL that it needs beside --try-server", (_, servers, call) => {
  const paths = { "/a": { get: { operationId: "getA", responses: { 204: { description: "done" } } } } };
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, ...(servers && { servers }), paths };
  const document = loadDocument("spec.json", () => JSON.stringify(spec));
  const [, operation] = createReference(document, { tryServers: ["http://try.example"] }).entries;
  expect(operation?.body).toContain(call);
});

test("of several servers, the samples use the first", () => {
  const spec = {
    openapi: "3.1.0",
    info: {},
    servers: [{ url: "https://a.example", name: "live" }, { url: "/v1" }],
    paths: {},
  };
  const [overview] = createReference(loadDocument("spec.json", () => JSON.stringify(spec))).entries;
  expect(overview?.body).toContain("- `https://a.example` (live)\n- `/v1` on the host that serves the spec\n");
});

test.each([
  ["https://a.example/v1", "https://a.example"],
  ["https://api.{region}.a.example/v1", "https://*.a.example"],
  ["https://{tenant}.a.example:8443", "https://*.a.example:8443"],
  ["https://{host}/v1", undefined],
  ["https://a.{top}", undefined],
])("the page may send requests to %s", (url, source) => {
  const tokenUrl = { type: "oauth2", flows: { clientCredentials: { tokenUrl: url, scopes: {} } } };
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, components: { securitySchemes: { tokenUrl } } };
  const page = createReference(loadDocument("spec.json", () => JSON.stringify(spec))).files.get("index.html") ?? "";
  const [, sources = ""] = /connect-src 'self' http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*([^;]*);/.exec(page) ?? [];
  expect(sources.trim()).toBe(source ?? "");
});
