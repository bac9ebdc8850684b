/** Which exchanges count as operations that the spec lacks, and of which server they are. */
import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import type { Exchange } from "../../../src/recording/index.js";
import { createEmptySpec, inferSpec } from "../../../src/suggest/infer/infer-spec.js";
import { createServerPathResolver } from "../../../src/suggest/infer/server-path.js";
import { createPathCollector, getMethodSteps } from "../../../src/suggest/infer/undocumented-paths.js";
import { createExchange, type ExchangeInput } from "../../check/inline-contract.js";

type Input = Omit<ExchangeInput, "url"> & { readonly at: string; readonly more?: Partial<Exchange> };
const JSON_TYPE = [["Content-Type", "application/json"]] as const;
const PROBLEM = [["Content-Type", "application/problem+json; charset=utf-8"]] as const;
const HTML = [["Content-Type", "text/html"]] as const;

const CASES: readonly (readonly [title: string, ...exchanges: readonly Input[]])[] = [
  ["a path", { at: "/a" }],
  ["a path of no server", { at: "//b.example/x" }],
  [
    "methods, in the order of OpenAPI",
    { at: "/a", method: "TRACE" },
    { at: "/a", method: "POST" },
    { at: "/a", method: "PUT" },
  ],
  ["all methods", ..."TRACE OPTIONS HEAD DELETE PATCH PUT POST GET".split(" ").map((method) => ({ at: "/a", method }))],
  [
    "a method of 3.2",
    { at: "/a", method: "QUERY" },
    { at: "/a", method: "PURGE" },
    { at: "/a", method: "LOCK" },
    { at: "/a" },
  ],
  ["CONNECT", { at: "/a", method: "CONNECT" }],
  ["a webhook", { at: "/a", more: { webhook: {} } }],
  ["an aborted request", { at: "/a", more: { incomplete: "r" } }],
  ["a webhook beside a request", { at: "/a?x=1", more: { webhook: {} } }, { at: "/a?y=1" }],
  ["an aborted request beside another", { at: "/a?x=1", more: { incomplete: "r" } }, { at: "/a?y=1" }],
  [
    "a preflight beside a request",
    { at: "/a" },
    {
      at: "/a",
      method: "OPTIONS",
      headers: [
        ["Origin", "x"],
        ["Access-Control-Request-Method", "PUT"],
      ],
    },
  ],
  ["a redirect", { at: "/a", status: 302 }],
  ["a redirect beside a response", { at: "/a", status: 302 }, { at: "/a" }],
  ["an interim response", { at: "/a", status: 101 }],
  ["not found, with a page", { at: "/a", status: 404, responseHeaders: HTML }],
  ["not found, with JSON", { at: "/a", status: 404, responseHeaders: JSON_TYPE }],
  ["not found, with a problem", { at: "/a", status: 404, responseHeaders: PROBLEM }],
  ["not found, without a type", { at: "/a", status: 404, responseHeaders: [] }],
  ["not found, beside an identifier", { at: "/a/12345" }, { at: "/a/99999", status: 404, responseHeaders: JSON_TYPE }],
  [
    "not found, below a path",
    { at: "/a/1", status: 404, responseHeaders: JSON_TYPE },
    { at: "/a/2", status: 404, responseHeaders: JSON_TYPE },
  ],
  ["another method not found", { at: "/a" }, { at: "/a", method: "POST", status: 404, responseHeaders: JSON_TYPE }],
  ["an error of the service", { at: "/a", status: 500 }],
  ["not modified", { at: "/a", status: 304 }],
  ["of a browser", { at: "/favicon.ico", status: 404, responseHeaders: JSON_TYPE }, { at: "/robots.txt" }],
  ["sorted", { at: "/b" }, { at: "/a/12345" }, { at: "/a" }],
];

function collect(inputs: readonly Input[], version: "3.1" | "3.2", isNew: boolean): string[] {
  const spec = createEmptySpec(["https://a.example"], "t");
  const document = loadDocument("a.json", () => JSON.stringify(spec));
  const collector = createPathCollector(createServerPathResolver(document, [], []), version, { isNewSpec: isNew });
  const exchanges = inputs.map(({ at, more, ...input }) => ({
    ...createExchange({
      responseHeaders: JSON_TYPE,
      ...input,
      url: at.startsWith("//") ? `https:${at}` : `https://a.example${at}`,
    }),
    ...more,
  }));
  for (const exchange of exchanges) collector.add(exchange);
  const sampler = collector.createSampler([]);
  for (const exchange of exchanges) sampler.add(exchange);
  const paths = Object.entries(inferSpec(spec, sampler.paths()).paths ?? {});
  const shown = paths.map(([path, item]) => {
    const { additionalOperations = {}, ...rest } = item as Readonly<Record<string, object>>;
    const operations = Object.entries({ ...rest, ...additionalOperations }).map(([method, operation]) => {
      const { parameters = [], responses = {} } = operation as {
        parameters?: readonly { name: string }[];
        responses?: object;
      };
      return [method, ...parameters.map(({ name }) => name), ...Object.keys(responses)].join(" ");
    });
    return `${path}: ${operations.join("; ")}`;
  });
  return [`${collector.size()} paths`, ...shown];
}

test("exchanges are of a new spec, or of one that lacks them", async () => {
  const lines = CASES.flatMap(([title, ...inputs]) => [
    title,
    `  3.1: ${collect(inputs, "3.1", false).join(" | ")}`,
    `  new: ${collect(inputs, "3.2", true).join(" | ")}`,
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("collected.txt");
});

test.each([
  ["GET", "3.0", ["get"]],
  ["QUERY", "3.1", undefined],
  ["QUERY", "3.2", ["query"]],
  ["COPY", "3.1", undefined],
  ["COPY", "3.2", ["additionalOperations", "COPY"]],
  ["CONNECT", "3.2", undefined],
  ["get", "3.1", undefined],
] as const)("%s is in a path item of %s at %j", (method, version, steps) => {
  expect(getMethodSteps(method, version)).toEqual(steps);
});

const SERVED = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  servers: [{ url: "https://a.example/v1" }, { url: "https://a.example" }],
  paths: {
    "/files": {
      servers: [{ url: "https://files.example" }, { url: "https://a.example/v1/up" }],
      get: { responses: { "200": { description: "d" } } },
    },
    "/own": { get: { servers: [{ url: "https://a.example/v1" }], responses: { "200": { description: "d" } } } },
  },
};

test.each([
  ["https://a.example/v1/x", [], { path: "/x" }],
  ["https://a.example/x", [], { path: "/x" }],
  ["https://a.example/v1", [], { path: "/" }],
  ["https://a.example/v1/up/x", [], { path: "/x", servers: SERVED.paths["/files"].servers }],
  ["https://files.example/%7Ex", [], { path: "/~x", servers: SERVED.paths["/files"].servers }],
  ["https://b.example/x", [], undefined],
  ["https://b.example/x", ["https://b.example"], { path: "/x" }],
])("%s with the servers %j", (url, overrides, expected) => {
  const document = loadDocument("a.json", () => JSON.stringify(SERVED));
  const resolve = createServerPathResolver(document, listOperations(document), overrides);
  expect(resolve(url)).toEqual(expected && { servers: undefined, ...expected });
});

test.each([
  [undefined, { path: "/x", servers: undefined }],
  ["https://a.example", { path: "/x", servers: undefined }],
])("a spec with the server %s", (url, expected) => {
  const spec = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {},
    ...(url === undefined ? {} : { servers: [{ url }] }),
  };
  const document = loadDocument("a.json", () => JSON.stringify(spec));
  expect(createServerPathResolver(document, [], [])("https://a.example/x")).toEqual(expected);
});
