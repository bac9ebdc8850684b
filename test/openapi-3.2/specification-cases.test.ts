/** Traffic and specs for the rules and examples of OpenAPI 3.2.0. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createContract } from "../../src/check/index.js";
import { loadDocument, loadFaultyDocument } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";
import { createExchange } from "../check/inline-contract.js";

/** A request or a response of the operation, by what differs from a plain one. */
type Message = {
  readonly method?: string;
  /** The path and query. */
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body?: string;
  readonly status?: number;
  readonly response?: string;
  readonly responseType?: string;
  readonly responseHeaders?: readonly (readonly [string, string])[];
};

type SpecificationCase = {
  /** The path item of `/a`, or of `path`. */
  readonly item: object;
  readonly path?: string;
  readonly components?: object;
  readonly root?: object;
  /** Messages that pass. */
  readonly good: readonly Message[];
  /** Messages with a finding, and a part of its code and message. */
  readonly bad: readonly (readonly [Message, string])[];
};

const readCases = (file: string) => parse(readFileSync(join(import.meta.dirname, file), "utf8"));
const SPECIFICATION_CASES: Readonly<Record<string, SpecificationCase>> = readCases("specification-cases.yaml");
const ATTACKS: {
  readonly exchanges: Readonly<Record<string, SpecificationCase>>;
  readonly specs: typeof SPECS;
} = readCases("attack-cases.yaml");

describe.each(Object.entries({ ...SPECIFICATION_CASES, ...ATTACKS.exchanges }))(
  "%s",
  (_, { item, path = "/a", components = {}, root = {}, good, bad }) => {
    const info = { title: "t", version: "1" };
    const servers = [{ url: "https://a.example" }];
    const spec = { openapi: "3.2.0", info, servers, paths: { [path]: item }, components, ...root };
    const contract = createContract(loadDocument("spec.json", () => JSON.stringify(spec)));
    const check = ({ method = "GET", url = "/a", headers = {}, type, body, ...response }: Message) => {
      const { status = 200, response: text, responseType, responseHeaders = [] } = response;
      const result = contract.check(
        createExchange({
          ...{ method, url: `https://a.example${url}`, status },
          headers: [...Object.entries(headers), ...(type === undefined ? [] : [["Content-Type", type] as const])],
          responseHeaders: [
            ...responseHeaders,
            ...(responseType === undefined ? [] : [["Content-Type", responseType] as const]),
          ],
          ...(body === undefined ? {} : { body }),
          ...(text === undefined ? {} : { response: text }),
        }),
      );
      return {
        ...result,
        found: result.findings.map(({ code, property = "", message }) => `${code} ${property} ${message}`),
      };
    };

    test.each(good.map((message) => [message]))("%j passes", (message) => {
      const { verdict, found, reasons } = check(message);
      expect({ verdict, found, reasons }).toEqual({ verdict: "passed", found: [], reasons: [] });
    });

    test.each(bad)("%j is a finding", (message, expected) => {
      const { found, reasons } = check(message);
      expect({ found, reasons }).toEqual({
        ...{ found: expect.arrayContaining([expect.stringContaining(expected)]), reasons: [] },
      });
    });
  },
);

const parameter = (more: object) => ({ name: "q", in: "querystring", content: { "text/plain": {} }, ...more });
const inPath = (item: object) => ({ paths: { "/a": item } });
const inOperation = (operation: object) => inPath({ get: { responses: { "200": {} }, ...operation } });
const media = (type: string, value: object) => inOperation({ responses: { "200": { content: { [type]: value } } } });
const example = (value: object) => media("application/json", { schema: { type: "integer" }, examples: { one: value } });
const schema = (value: object) => ({
  components: { schemas: { A: value } },
  ...media("application/json", { schema: { $ref: "#/components/schemas/A" } }),
});
const flows = (flow: object) => ({
  components: { securitySchemes: { a: { type: "oauth2", flows: { deviceAuthorization: flow } } } },
  security: [{ a: [] }],
});
const DEVICE = { deviceAuthorizationUrl: "https://a.example/d", tokenUrl: "https://a.example/t", scopes: {} };
const branches = (discriminator: object) => ({
  components: { schemas: { C: { type: "object", properties: { kind: { type: "string" } } } } },
  ...media("application/json", { schema: { oneOf: [{ $ref: "#/components/schemas/C" }], discriminator } }),
});

/** A valid change of a minimal spec, an invalid one, and a part of the finding's pointer. */
const SPECS: Readonly<Record<string, readonly [valid: object, invalid: object, pointer: string]>> = {
  "querystring beside query": [
    inOperation({ parameters: [parameter({})] }),
    inOperation({ parameters: [parameter({}), { name: "b", in: "query", schema: {} }] }),
    "/paths/~1a/get",
  ],
  "querystring of the path item beside query": [
    inPath({ parameters: [parameter({})], get: { responses: { "200": {} } } }),
    inPath({
      parameters: [parameter({})],
      get: { parameters: [{ name: "b", in: "query", schema: {} }], responses: { "200": {} } },
    }),
    "/paths/~1a",
  ],
  "two parameters in querystring": [
    inOperation({ parameters: [parameter({})] }),
    inOperation({ parameters: [parameter({}), parameter({ name: "r" })] }),
    "/paths/~1a/get",
  ],
  "querystring without content": [
    inOperation({ parameters: [parameter({})] }),
    inOperation({ parameters: [{ name: "q", in: "querystring", schema: {} }] }),
    "/paths/~1a/get/parameters/0",
  ],
  "explode of querystring": [
    inOperation({ parameters: [parameter({})] }),
    inOperation({ parameters: [parameter({ explode: true })] }),
    "/paths/~1a/get/parameters/0",
  ],
  "a fixed method in additionalOperations": [
    inPath({ additionalOperations: { COPY: { responses: { "200": {} } } } }),
    inPath({ additionalOperations: { QUERY: { responses: { "200": {} } } } }),
    "/paths/~1a/additionalOperations",
  ],
  "a method that is no token": [
    inPath({ additionalOperations: { "M-SEARCH": { responses: { "200": {} } } } }),
    inPath({ additionalOperations: { "M SEARCH": { responses: { "200": {} } } } }),
    "/paths/~1a/additionalOperations",
  ],
  "an unknown parent of a tag": [
    { tags: [{ name: "a" }, { name: "b", parent: "a" }] },
    { tags: [{ name: "a" }, { name: "b", parent: "c" }] },
    "/tags/1",
  ],
  "tags in a circle": [
    { tags: [{ name: "a" }, { name: "b", parent: "a" }] },
    {
      tags: [
        { name: "a", parent: "b" },
        { name: "b", parent: "a" },
      ],
    },
    "/tags/",
  ],
  "names of servers": [
    {
      servers: [
        { url: "https://a.example", name: "a" },
        { url: "https://b.example", name: "b" },
      ],
    },
    {
      servers: [
        { url: "https://a.example", name: "a" },
        { url: "https://b.example", name: "a" },
      ],
    },
    "/servers/1",
  ],
  "encodings by name and by position": [
    media("multipart/mixed", { schema: { type: "array" }, itemEncoding: { contentType: "text/plain" } }),
    media("multipart/mixed", { schema: { type: "array" }, itemEncoding: { contentType: "text/plain" }, encoding: {} }),
    "/paths/~1a/get/responses/200/content",
  ],
  "value beside dataValue": [example({ dataValue: 1 }), example({ dataValue: 1, value: 1 }), "/examples/one"],
  "value beside serializedValue": [example({ value: 1 }), example({ value: 1, serializedValue: "1" }), "/examples/one"],
  "serializedValue beside externalValue": [
    example({ dataValue: 1, externalValue: "./a.json" }),
    example({ serializedValue: "1", externalValue: "./a.json" }),
    "/examples/one",
  ],
  "dataValue that its schema does not allow": [example({ dataValue: 1 }), example({ dataValue: "1" }), "/examples/one"],
  "serializedValue of another dataValue": [
    example({ dataValue: 1, serializedValue: "1" }),
    example({ dataValue: 1, serializedValue: "2" }),
    "/examples/one",
  ],
  "nodeType beside wrapped": [
    schema({ type: "array", xml: { nodeType: "element" } }),
    schema({ type: "array", xml: { nodeType: "element", wrapped: true } }),
    "/components/schemas/A/xml",
  ],
  "a fragment in $self": [{ $self: "https://a.example/b" }, { $self: "https://a.example/b#c" }, "/$self"],
  "a device flow without its URL": [
    flows(DEVICE),
    flows({ tokenUrl: "https://a.example/t", scopes: {} }),
    "/components/securitySchemes/a/flows/deviceAuthorization",
  ],
  "the style cookie elsewhere": [
    inOperation({ parameters: [{ name: "a", in: "cookie", style: "cookie", schema: {} }] }),
    inOperation({ parameters: [{ name: "a", in: "query", style: "cookie", schema: {} }] }),
    "/paths/~1a/get/parameters/0",
  ],
  "an optional discriminating property": [
    branches({ propertyName: "kind", defaultMapping: "C" }),
    branches({ propertyName: "kind" }),
    "/discriminator",
  ],
  "a default that is no schema": [
    branches({ propertyName: "kind", defaultMapping: "C" }),
    branches({ propertyName: "kind", defaultMapping: "D" }),
    "/discriminator/defaultMapping",
  ],
  "a header whose name is no token": [
    inOperation({ parameters: [{ name: "X-A", in: "header", schema: {} }] }),
    inOperation({ parameters: [{ name: "X A", in: "header", schema: {} }] }),
    "/paths/~1a/get/parameters/0",
  ],
  "a scheme by an unknown URI": [
    { ...flows(DEVICE), security: [{ "#/components/securitySchemes/a": [] }] },
    { ...flows(DEVICE), security: [{ "#/components/securitySchemes/b": [] }, { a: [] }] },
    "/security/0",
  ],
  "itemSchema of a type without items": [
    media("application/jsonl", { itemSchema: {} }),
    media("application/json", { itemSchema: {} }),
    "/paths/~1a/get/responses/200/content",
  ],
};

test.each(Object.entries({ ...SPECS, ...ATTACKS.specs }))("lint: %s", (_, [valid, invalid, pointer]) => {
  const lint = (change: object): string[] => {
    const info = { title: "t", version: "1" };
    const servers = [{ url: "https://a.example" }];
    const spec = { openapi: "3.2.0", info, servers, ...inOperation({}), ...change };
    const { document, errors } = loadFaultyDocument("spec.json", () => JSON.stringify(spec));
    return lintDocument(document, { values: true, errors })
      .filter(({ level }) => level !== "info")
      .map((it) => it.pointer);
  };
  expect(lint(valid)).toEqual([]);
  expect(lint(invalid)).toEqual(expect.arrayContaining([expect.stringContaining(pointer)]));
});
