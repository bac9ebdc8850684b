import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  DocumentError,
  formatLocation,
  type Json,
  joinPointer,
  loadDocument,
  valueAt,
} from "../../../src/document/index.js";
import { lintDocument } from "../../../src/lint/index.js";
import { formatCompactJson, groupResults } from "../../golden-text.js";

const MATERIAL = join(import.meta.dirname, "../../material/swagger2");
const BASE = join(import.meta.dirname, "base.yaml");
const TEXT = readFileSync(BASE, "utf8");

type Expected = { readonly value?: Json; readonly line?: number };

const cases = Object.entries(
  parse(readFileSync(join(import.meta.dirname, "cases.yaml"), "utf8")) as Record<string, Record<string, Expected>>,
);

describe("the converted document", () => {
  const document = loadDocument(BASE);

  test.each(cases)("has %s, each at its line of the source", (_, pointers) => {
    const found = Object.keys(pointers).map((pointer): [string, Expected] => {
      const value = valueAt(document.root, pointer);
      return [pointer, value === undefined ? {} : { value, line: document.locate(pointer).line ?? 0 }];
    });
    expect(Object.fromEntries(found)).toEqual(pointers);
  });

  test("is valid, except for what OpenAPI 3.0 cannot describe", () => {
    const found = lintDocument(document, { values: true }).filter(({ level }) => level !== "info");
    expect(found.map(({ level, line, message }) => `${line} ${level} ${message}`)).toEqual([
      '46 warn OpenAPI 3.0 cannot describe collectionFormat "tsv" here, so the value of "tabs" is not checked',
    ]);
  });
});

test("every part is converted, and each value has its place in the source", async () => {
  const { root, unusable = new Map(), locate } = loadDocument(join(import.meta.dirname, "every-part.yaml"));
  const show = (at: Parameters<typeof formatLocation>[0]): string =>
    formatLocation(at).replace(`${import.meta.dirname}/`, "");
  const places = (value: unknown, at = ""): (readonly [pointer: string, place: string])[] => [
    [at, show(locate(at))],
    ...(typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, item]) => places(item, joinPointer(at, key)))
      : []),
  ];
  const lines = [
    formatCompactJson(root),
    ...[...unusable].map(
      ([at, fault]) => `${at} ${show(fault)}: ${fault.message.replaceAll(import.meta.dirname, ".")}`,
    ),
    ...groupResults(places(root)),
    "",
  ];
  await expect(lines.join("\n")).toMatchFileSnapshot(join(import.meta.dirname, "every-part.txt"));
});

/** The version may differ, and we write two servers where the scheme is unknown. */
const comparable = ({ openapi: _, servers: __, ...rest }: Record<string, unknown>) => rest;

test.each(readdirSync(MATERIAL, { withFileTypes: true }).filter((it) => it.isDirectory()))(
  "$name of swagger2openapi becomes the same document",
  ({ name }) => {
    const { root } = loadDocument(join(MATERIAL, name, "swagger.yaml"));
    const expected = parse(readFileSync(join(MATERIAL, name, "openapi.yaml"), "utf8"));
    expect(comparable(root)).toEqual(comparable(expected));
  },
);

/** Loads base.yaml with one edit, and other files. */
function load(from: string, to: string, files: Readonly<Record<string, string>> = {}) {
  const edited = TEXT.replace(from, to);
  expect(edited).not.toBe(TEXT);
  return loadDocument("spec.yaml", (path) => (path === "spec.yaml" ? edited : (files[path] ?? missing())));
}

function missing(): never {
  throw Object.assign(new Error("no such file"), { code: "ENOENT" });
}

describe("one edit", () => {
  test.each([
    ["a version that is a number", 'swagger: "2.0"', "swagger: 2.0", "/openapi", "3.0.4"],
    ["no host: any host", "host: shop.example\n", "", "/servers", [{ url: "/v1" }]],
    ["no host and no path", "host: shop.example\nbasePath: /v1/\n", "", "/servers", [{ url: "/" }]],
    [
      "no schemes: both",
      "schemes: [https, http]\n",
      "",
      "/servers",
      [{ url: "https://shop.example/v1" }, { url: "http://shop.example/v1" }],
    ],
    [
      "a boolean that is no null",
      "x-nullable: true }\n      next",
      "x-nullable: false }\n      next",
      "/components/schemas/Order/properties/note",
      { type: "string", enum: ["a", "b"] },
    ],
    [
      "no media types of a request: JSON",
      "consumes: [application/json, application/xml]",
      "consumes: []",
      "/paths/~1orders/put/requestBody/content",
      { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
    ],
    [
      "no media types of a response: any",
      "produces: [image/png]",
      "produces: []",
      "/paths/~1files/post/responses/200/content",
      { "*/*": { schema: { type: "string", format: "binary" } } },
    ],
  ])("%s", (_, from, to, pointer, value) => {
    expect(valueAt(load(from, to).root, pointer)).toEqual(value);
  });

  test("references to other files become components, at the lines of those files", () => {
    const files = {
      "more.yaml":
        "Line:\n  type: object\n  properties:\n    next: { $ref: '#/Line' }\n    pet: { $ref: 'pet.json' }\nTop:\n  get: { responses: { '200': { description: ok } } }\n",
      "pet.json": '{\n"type": "string"}',
    };
    const document = load('$ref: "#/definitions/Order", x', 'type: "object", $ref: "more.yaml#/Line", x', files);
    const pointer = "/components/schemas/Line/properties/next";
    expect(valueAt(document.root, pointer)).toEqual({ $ref: "#/components/schemas/Line" });
    expect(document.locate(pointer)).toEqual({ file: "more.yaml", line: 4, column: 5 });
    expect(document.locate("/components/schemas/pet/type")).toEqual({ file: "pet.json", line: 2, column: 1 });
    const paths = load("paths:\n", "paths:\n  /top: { $ref: 'more.yaml#/Top' }\n", files);
    expect(paths.locate("/paths/~1top/get/responses/200/description")).toMatchObject({ file: "more.yaml", line: 7 });
  });

  test.each([
    [
      "a parameter that is not there",
      '"#/parameters/Limit"',
      '"#/parameters/Limits"',
      /spec\.yaml:42:11: .*points nowhere/,
    ],
    [
      "a parameter that leads back to itself",
      "  Limit:\n    name: limit\n    in: query\n    type: integer\n    maximum: 10\n",
      '  Limit: { $ref: "#/parameters/Limit" }\n',
      /leads back to itself/,
    ],
    [
      "another version",
      'swagger: "2.0"',
      'swagger: "1.2"',
      /spec\.yaml:1:1: a Swagger 1\.2 .*Swagger 2\.0, are supported/,
    ],
  ])("%s is an error", (_, from, to, message) => {
    expect(() => load(from, to)).toThrow(DocumentError);
    expect(() => load(from, to)).toThrow(message);
  });

  test.each([
    [
      "lead nowhere",
      `parameters: { a: { $ref: "#/parameters/b" } }
responses: { a: { $ref: "#/responses/b" } }
paths:
  /a: { get: { parameters: [{ $ref: "#/parameters/c" }], responses: { "200": { $ref: "#/responses/c" } } } }
  /b: { $ref: "more.yaml" }`,
      [
        '3:20 $ref "#/parameters/b" points nowhere: spec.yaml has nothing at "/parameters/b"',
        '6:31 $ref "#/parameters/c" points nowhere: spec.yaml has nothing at "/parameters/c"',
        '6:80 $ref "#/responses/c" points nowhere: spec.yaml has nothing at "/responses/c"',
        '7:9 $ref "more.yaml" cannot be followed: there is no file more.yaml',
        '4:19 $ref "#/responses/b" points nowhere: spec.yaml has nothing at "/responses/b"',
      ],
    ],
    [
      "lead to what is no object",
      `securityDefinitions: { list: [] }
paths:
  /a:
    get: { parameters: [text], responses: { "200": { description: d, headers: { A: text } }, "201": { headers: text }, "202": text } }
    put: text
  /b: text`,
      [
        "6:25 expected a parameter object here, found a string",
        "6:81 expected a header object here, found a string",
        "6:103 expected an object here, found a string",
        "6:120 expected a response object here, found a string",
        "7:5 expected an operation object here, found a string",
        "8:3 expected a path item object here, found a string",
        "3:24 expected a security scheme object here, found an array",
      ],
    ],
  ])("parts that %s are errors, each once and at its place", (_, text, messages) => {
    const spec = `swagger: "2.0"\ninfo: { title: T, version: "1" }\n${text}\n`;
    const read = (path: string): string => (path === "spec.yaml" ? spec : missing());
    const expected = messages.map((it) => expect.stringContaining(`spec.yaml:${it.replace(" ", ": ")}`));
    const found = (): string[] => {
      try {
        loadDocument("spec.yaml", read);
        return [];
      } catch (error) {
        return (error as Error).message.split("\n");
      }
    };
    expect(found()).toEqual(expected);
  });

  test("a missing schema makes only itself unusable", () => {
    const document = load('{ $ref: "#/definitions/Order/properties/id" }', '{ $ref: "#/definitions/None" }');
    expect([...(document.unusable ?? [])].map(([pointer, { line }]) => [pointer, line])).toEqual([
      ["/paths/~1orders/get/parameters/4/schema", 46],
      ["/components/schemas/Order/properties/id2", 98],
    ]);
  });

  test("a second body stays a parameter, which lint reports", () => {
    const document = load(
      "consumes: [application/json, application/xml]\n",
      "parameters: [{ name: a, in: body, schema: {} }, { name: b, in: body, schema: {} }]\n",
    );
    const found = lintDocument(document).filter(({ level }) => level === "error");
    expect(found.map(({ code, line }) => `${line} ${code}`)).toContain("60 spec.object.unknown-value");
  });
});

describe("the header parameter Authorization", () => {
  const HEADER = { name: "authorization", in: "header", type: "string", description: "Bearer token" };
  const REQUIRED = { ...HEADER, required: true };
  const KEY = { type: "apiKey", in: "header", name: "X-Key" };
  const convert = (root: object, path: object): Json => {
    const spec = { swagger: "2.0", info: { title: "T", version: "1" }, ...root, paths: { "/a": path } };
    return loadDocument("a.json", () => JSON.stringify(spec)).root;
  };
  const responses = { 200: { description: "d" } };
  const shared = { parameters: { Auth: REQUIRED } };
  const reference = { $ref: "#/parameters/Auth" };
  const basic = { securityDefinitions: { login: { type: "basic" } } };
  const keys = { securityDefinitions: { key: KEY }, security: [{ key: [] }] };

  test.each<[name: string, root: object, path: object, security: Json]>([
    ["of an operation", {}, { get: { parameters: [REQUIRED], responses } }, [{ Authorization: [] }]],
    ["that is optional", {}, { get: { parameters: [HEADER], responses } }, [{ Authorization: [] }, {}]],
    ["of a path", {}, { parameters: [REQUIRED], get: { responses } }, [{ Authorization: [] }]],
    ["that is shared", shared, { get: { parameters: [reference], responses } }, [{ Authorization: [] }]],
    ["beside a key", keys, { get: { parameters: [REQUIRED], responses } }, [{ key: [], Authorization: [] }]],
    ["of a defined scheme", basic, { get: { parameters: [REQUIRED], responses } }, [{ login: [] }]],
    [
      "beside its scheme",
      basic,
      { get: { parameters: [REQUIRED], responses, security: [{ login: [] }] } },
      [{ login: [] }],
    ],
    [
      "beside a definition of its name",
      { securityDefinitions: { Authorization: KEY } },
      { get: { parameters: [REQUIRED], responses } },
      [{ "Authorization-2": [] }],
    ],
  ])("%s is a credential", (_, root, path, security) => {
    const converted = convert(root, path);
    expect(valueAt(converted, "/paths/~1a/get/security")).toEqual(security);
    expect(valueAt(converted, "/components/parameters")).toBeUndefined();
    expect(JSON.stringify(valueAt(converted, "/paths/~1a"))).not.toContain("Bearer token");
  });

  test("is described by its scheme, at the line of the parameter", () => {
    const text = `swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths:\n  /a:\n    get:\n      parameters:\n        - ${JSON.stringify(REQUIRED)}\n      responses: ${JSON.stringify(responses)}\n`;
    const document = loadDocument("a.yaml", () => text);
    const at = "/components/securitySchemes/Authorization";
    const scheme = { type: "apiKey", in: "header", name: "Authorization", description: "Bearer token" };
    expect(valueAt(document.root, at)).toEqual(scheme);
    expect(document.locate(at).line).toBe(7);
  });
});

test.each([
  ["localhost:8080", "http://localhost:8080"],
  ["LOCALHOST", "http://LOCALHOST"],
  ["127.0.0.1:3000", "http://127.0.0.1:3000"],
  ["[::1]:3000", "http://[::1]:3000"],
  ["localhost.example", "https://localhost.example"],
  ["a.example", "https://a.example"],
])("without schemes, the first server of the host %s is %s", (host, url) => {
  const spec = { swagger: "2.0", info: { title: "T", version: "1" }, host, paths: {} };
  const { root } = loadDocument("a.json", () => JSON.stringify(spec));
  expect(valueAt(root, "/servers/0/url")).toBe(url);
  expect(valueAt(root, "/servers/1/url")).toContain(host);
});
