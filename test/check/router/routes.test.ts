/** The whole result of routing, for specs with few templates and servers: operation, values, alternatives and ambiguous matches. */
import { expect, test } from "vitest";
import { createRouter, type OperationMatch, ServerError } from "../../../src/check/index.js";
import { type JsonObject, listOperations, loadDocument } from "../../../src/document/index.js";

type Sample = {
  readonly servers?: readonly unknown[];
  readonly overrides?: readonly string[];
  /** Templates, each with its methods; GET when there are none. */
  readonly paths: readonly string[];
  readonly urls: readonly string[];
};

const A = "https://a.example";
const at = (...paths: readonly string[]): string[] => paths.map((path) => `${A}${path}`);

const SAMPLES: readonly Sample[] = [
  { paths: ["/", "/a", "/a/"], urls: at("", "/", "/a", "/a/", "/a//", "//", "/b") },
  {
    paths: ["/a/{x}", "/a/b", "/{y}/b", "/{y}/{z}"],
    urls: at("/a/b", "/a/c", "/c/b", "/c/d", "/a/", "//b", "/a/%62", "/a%2Fb"),
  },
  { paths: ["/{x}/b/{y}", "/a/{z}/c"], urls: at("/a/b/c", "/x/b/c", "/a/x/c") },
  { paths: ["/{x}/b/c", "/a/{z}/c", "/a/b/{w}"], urls: at("/a/b/c") },
  {
    paths: ["/f/{a}.{b}", "/f/{a}", "/f/x-{a}", "/f/{a}-y"],
    urls: at("/f/1.2", "/f/1.2.3", "/f/.2", "/f/1.", "/f/x-1", "/f/x-y", "/f/x-", "/f/1-y", "/f/x-1-y", "/f/%2E.b"),
  },
  { paths: ["/c/{a}-{b}-{c}"], urls: at("/c/1-2-3", "/c/1-2-3-4", "/c/1-2", "/c/---", "/c/1--3") },
  { paths: ["/{a},{b}/{c}"], urls: at("/1,2/3", "/1,2,3/4", "/,/3") },
  { paths: ["/a:cancel", "/{x}:{y}"], urls: at("/a:cancel", "/b:cancel", "/a%3Acancel") },
  { paths: ["/é/{x}", "/a b"], urls: at("/%C3%A9/1", "/é/1", "/a%20b", "/a+b") },
  {
    paths: ["/a GET,POST", "/{x} PUT", "/b PATCH"],
    urls: [...at("/a", "/b", "/c"), `POST ${A}/a`, `PUT ${A}/a`, `DELETE ${A}/a`, `HEAD ${A}/a`, `get ${A}/a`],
  },
  { paths: ["/q?kind=a", "/q?kind=b", "/q"], urls: at("/q", "/q?kind=a", "/q?kind=b&x=1", "/q?kind=c", "/q#kind=a") },
  { paths: ["/d/../a", "/x/./y"], urls: at("/a", "/d/../a", "/x/y", "/x/./y") },
  {
    servers: [{ url: `${A}/v1` }, { url: "https://b.example/" }],
    paths: ["/a"],
    urls: [
      ...at("/v1/a", "/v1", "/a", "/v10/a"),
      "https://b.example/a",
      "https://b.example//a",
      "HTTPS://B.example:443/a",
      "http://b.example/a",
      "https://b.example:8443/a",
      "https://u:p@b.example/a",
      "https://c.example/v1/a",
      "https://c.example/x",
      "{{base}}/a",
      "{{base}}/v1/a",
      "{{base}}/z",
      "https://b.example/A",
    ],
  },
  { servers: [{ url: "/v1" }], paths: ["/a"], urls: [...at("/v1/a", "/a"), "http://other/v1/a"] },
  { servers: [{ url: "//a.example/v1" }], paths: ["/a"], urls: [...at("/v1/a"), "http://a.example/v1/a"] },
  { servers: [{ url: "v1/" }], paths: ["/a"], urls: at("/v1/a") },
  {
    servers: [
      {
        url: "https://{region}.example/{version}",
        variables: { region: { default: "eu", enum: ["eu", "us"] }, version: { default: "v1" } },
      },
    ],
    paths: ["/a"],
    urls: [
      "https://eu.example/v1/a",
      "https://us.example/v9/a",
      "https://asia.example/v1/a",
      "https://eu.example/a",
      "https://eu.example/v1/b/a",
    ],
  },
  {
    servers: [{ url: "{base}/v1", variables: { base: { default: A } } }],
    paths: ["/a"],
    urls: [...at("/v1/a"), "https://b.example/v1/a"],
  },
  {
    servers: [{ url: "{base}/v1", variables: { base: { default: A } } }],
    overrides: ["base=https://b.example"],
    paths: ["/a"],
    urls: [...at("/v1/a"), "https://b.example/v1/a"],
  },
  {
    servers: [{ url: A }],
    overrides: ["https://b.example/x", "http://localhost:8080"],
    paths: ["/a"],
    urls: [...at("/a"), "https://b.example/x/a", "http://localhost:8080/a"],
  },
  {
    servers: [{ url: "https://bücher.example" }, { url: "http://[0:0:0:0:0:0:0:1]:81" }],
    paths: ["/a"],
    urls: ["https://xn--bcher-kva.example/a", "https://BÜCHER.example/a", "http://[::1]:81/a", "http://[::1]/a"],
  },
  {
    servers: [{ url: `${A}/api` }, { url: A }],
    paths: ["/a", "/api/a", "/api/b"],
    urls: at("/api/a", "/a", "/api/b", "/api/api/b"),
  },
  { servers: [{ url: `${A}/a.c` }], paths: ["/x"], urls: at("/a.c/x", "/abc/x") },
];

function buildSpec({ servers = [{ url: A }], paths }: Sample): JsonObject {
  const items = paths.map((path) => {
    const [template = "", methods = "GET"] = path.split(/ (?=[A-Z,]+$)/);
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({ name, in: "path", required: true, schema: {} }));
    const operation = { parameters, responses: { "200": { description: "d" } } };
    return [template, Object.fromEntries(methods.split(",").map((method) => [method.toLowerCase(), operation]))];
  });
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers,
    paths: Object.fromEntries(items),
  } as JsonObject;
}

function showValues({ operation, path, alternativePaths }: OperationMatch): string {
  const show = (values: ReadonlyMap<string, string>): string =>
    [...values].map(([name, text]) => `${name}=${text}`).join(" ");
  const others = alternativePaths?.().map(show) ?? [];
  return [`${operation.method} ${operation.path}`, show(path), ...others.map((it) => `or ${it}`)]
    .filter((it) => it !== "")
    .join(", ");
}

function route(sample: Sample): string[] {
  const document = loadDocument("a.json", () => JSON.stringify(buildSpec(sample)));
  const router = createRouter(listOperations(document), sample.overrides);
  return sample.urls.map((line) => {
    const [method, url] = line.includes(" ") ? line.split(" ") : ["GET", line];
    const match = router.match(method ?? "", url ?? "");
    if (match.kind !== "operation") {
      const { kind, ...facts } = match;
      const shown = "operation" in facts ? { ...facts, operation: facts.operation.method } : facts;
      return `  ${line}: ${kind} ${JSON.stringify(shown)}`;
    }
    const others = (match.ambiguousMatches ?? []).map((it) => `    or ${showValues(it)}`);
    return [`  ${line}: ${showValues(match)}`, ...others].join("\n");
  });
}

test("routes", async () => {
  const lines = SAMPLES.flatMap((sample) => {
    const servers = sample.servers === undefined ? "" : ` on ${JSON.stringify(sample.servers)}`;
    const overrides = sample.overrides === undefined ? "" : ` with ${sample.overrides.join(" ")}`;
    return [`${sample.paths.join(" ")}${servers}${overrides}`, ...route(sample)];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("routes.txt");
});

test.each([
  [[{ url: A }], "x=1", 'server "x=1": unknown server variable "x"; the spec has no server variables'],
  [
    [{ url: "https://{a}.{b}", variables: { a: { default: "1" }, b: { default: "2" } } }],
    "x=1",
    'server "x=1": unknown server variable "x"; the spec has a, b',
  ],
])("a server variable that the spec %j lacks", (servers, override, message) => {
  const document = loadDocument("a.json", () => JSON.stringify(buildSpec({ servers, paths: ["/a"], urls: [] })));
  expect(() => createRouter(listOperations(document), [override])).toThrow(new ServerError(message));
});
