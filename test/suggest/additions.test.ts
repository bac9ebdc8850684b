/** The suggestions for undocumented traffic: where they are added, their values, and their evidence. */
import { expect, test } from "vitest";
import { type Json, loadDocument } from "../../src/document/index.js";
import type { Exchange } from "../../src/exchange/index.js";
import { createReportBuilder } from "../../src/gate/index.js";
import {
  createOpenQuestionCounter,
  createOverlay,
  createPathCollector,
  createServerPathResolver,
  createTrafficObservations,
  type Suggestion,
  suggestAdditions,
  suggestOperations,
} from "../../src/suggest/index.js";
import { choosePathFile } from "../../src/suggest/path-file.js";
import { createExchange, createInlineContract, type ExchangeInput } from "../gate/inline-contract.js";

const ROOT = `openapi: 3.1.0
info: { title: Library, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /books:
    $ref: paths/books.yaml
  /books/{id}:
    $ref: paths/books_{id}.yaml
  /shelves/{id}:
    $ref: paths/shelves_{id}.yaml
`;
const BOOKS = `get:
  operationId: listBooks
  parameters:
    - { name: page, in: query, schema: { type: integer } }
    - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { a: { type: string } } } }
    - name: sort
      in: query
      schema: { type: string, x-extensible-enum: [up, down] }
  responses:
    "200":
      description: d
      headers:
        X-Kind: { schema: { type: string, x-extensible-enum: [a] } }
        X-Parts: { schema: { type: object, properties: { a: { type: string } } } }
      content:
        application/json:
          schema: { $ref: ../schemas.yaml#/Books }
    "400": { $ref: ../responses.yaml#/Problem }
    "503": { $ref: ../responses.yaml#/Problem }
post:
  operationId: addBook
  requestBody:
    content:
      application/json:
        schema: { $ref: ../schemas.yaml#/Book }
  responses:
    "201": { description: d }
`;
const BOOK = `parameters:
  - { name: id, in: path, required: true, schema: { type: integer } }
get:
  operationId: getBook
  responses:
    "200":
      description: d
      content:
        application/json:
          schema: { $ref: ../schemas.yaml#/Book }
    default: { $ref: ../responses.yaml#/Failure }
`;
const SHELF = `get:
  operationId: getShelf
  parameters:
    - { name: id, in: path, required: true, schema: { type: integer } }
    - { name: deep, in: query, schema: { type: integer } }
  responses:
    "200":
      description: d
      content:
        application/json: { schema: { type: object, properties: { level: { type: integer, enum: [1, 2] }, state: { type: integer, x-extensible-enum: [1, 2] } } } }
        application/xml: { schema: { type: object, xml: { name: shelf }, properties: { level: { type: integer } } } }
`;
const SCHEMAS = `Book:
  type: object
  properties:
    id: { type: integer }
    title: { type: string }
    state: { type: string, x-extensible-enum: [lent, here] }
Books:
  type: object
  properties:
    books: { type: array, items: { $ref: "#/Book" } }
`;
const RESPONSES = `Problem:
  description: d
  content: { application/problem+json: { schema: { type: object, properties: { title: { type: string } } } } }
Failure:
  description: d
  content: { application/json: { schema: { type: object, properties: { error: { type: string } } } } }
`;
const FILES = {
  "api/openapi.yaml": ROOT,
  "api/paths/books.yaml": BOOKS,
  "api/paths/books_{id}.yaml": BOOK,
  "api/paths/shelves_{id}.yaml": SHELF,
  "api/schemas.yaml": SCHEMAS,
  "api/responses.yaml": RESPONSES,
};

type Input = Omit<ExchangeInput, "url"> & { readonly at: string; readonly time?: string };
const HTML: Input["responseHeaders"] = [["Content-Type", "text/html"]];
const XML: Input["responseHeaders"] = [["Content-Type", "application/xml"]];
const PROBLEM: Input["responseHeaders"] = [["Content-Type", "application/problem+json"]];
const JSON_TYPE: Input["headers"] = [["Content-Type", "application/json"]];

const CASES: readonly (readonly [title: string, ...exchanges: readonly Input[]])[] = [
  ["nothing undocumented", { at: "/books/1", response: { id: 1 } }],
  ["a property", { at: "/books/1", response: { pages: 1 } }],
  ["a property twice", { at: "/books/1", response: { pages: 1 } }, { at: "/books/2", response: { pages: 2.5 } }],
  [
    "a property in two operations",
    { at: "/books/1", response: { pages: 1 } },
    { at: "/books", response: { books: [{ pages: 2 }] } },
  ],
  ["a property that is a known object", { at: "/books/1", response: { next: { id: 1, title: "a" } } }],
  ["a property sent", { at: "/books", method: "POST", headers: JSON_TYPE, body: '{"pages":1}', status: 201 }],
  [
    "two enum values",
    { at: "/books/1", response: { state: "lost" } },
    { at: "/books", response: { books: [{ state: "lost" }, { state: "sold" }] } },
  ],
  ["a number not in the enum", { at: "/shelves/1", response: { state: 3 } }],
  ["a query parameter", { at: "/books?size=10" }, { at: "/books?size=x&size=y", time: "1" }],
  ["a query parameter where none is documented", { at: "/books/1?size=10", response: {} }],
  ["a property of a query parameter", { at: "/books?filter[b]=1", response: {} }],
  ["an enum value of a query parameter", { at: "/books?sort=wild", response: {} }],
  ["a header", { at: "/books", headers: [["X-Desk", "7"]], response: {} }],
  [
    "a response header",
    {
      at: "/books",
      response: {},
      responseHeaders: [
        ["Content-Type", "application/json"],
        ["X-Rate", "7"],
      ],
    },
  ],
  [
    "a response header where none is documented",
    {
      at: "/books/1",
      response: {},
      responseHeaders: [
        ["Content-Type", "application/json"],
        ["X-Rate", "a"],
      ],
    },
  ],
  [
    "an enum value of a response header",
    {
      at: "/books",
      response: {},
      responseHeaders: [
        ["Content-Type", "application/json"],
        ["X-Kind", "z"],
      ],
    },
  ],
  [
    "a property of a response header",
    {
      at: "/books",
      response: {},
      responseHeaders: [
        ["Content-Type", "application/json"],
        ["X-Parts", "b,1"],
      ],
    },
  ],
  ["a status of success", { at: "/books", status: 206, response: { a: 1 } }],
  [
    "an error where others are shared",
    { at: "/books", status: 404, response: { title: "a" }, responseHeaders: PROBLEM },
  ],
  [
    "an error of another class",
    { at: "/books", method: "POST", headers: JSON_TYPE, body: "{}", status: 500, response: {} },
  ],
  ["an error where none is shared in the file", { at: "/shelves/1", status: 404, response: { error: "a" } }],
  ["a media type", { at: "/books/1", response: "<p>", responseHeaders: HTML }],
  ["a JSON media type", { at: "/books/1", response: {}, responseHeaders: [["Content-Type", "application/hal+json"]] }],
  [
    "a request media type",
    { at: "/books", method: "POST", headers: [["Content-Type", "text/csv"]], body: "a,b", status: 201 },
  ],
  [
    "an XML element, attribute and text",
    { at: "/shelves/1", response: '<shelf note="1">text<level>1</level><more>2</more></shelf>', responseHeaders: XML },
  ],
  ["a method", { at: "/books/1", method: "DELETE", status: 204, responseHeaders: [] }],
  [
    "a method with a body",
    { at: "/books/1", method: "PUT", headers: JSON_TYPE, body: '{"id":1}', response: { id: 1, title: "a" } },
  ],
  [
    "a method beside parameters of an operation",
    { at: "/shelves/1?deep=1", method: "PUT", status: 204, responseHeaders: [] },
  ],
  ["a method that the version cannot describe", { at: "/books/1", method: "PURGE", status: 204, responseHeaders: [] }],
  [
    "a preflight",
    {
      at: "/books/1",
      method: "OPTIONS",
      headers: [
        ["Origin", "https://b.example"],
        ["Access-Control-Request-Method", "PUT"],
      ],
      status: 204,
      responseHeaders: [],
    },
  ],
  ["a path", { at: "/users/12345", response: { name: "a" } }, { at: "/users/67890", response: { name: "b" } }],
  ["a path with a known object", { at: "/users/12345", response: { id: 1, title: "a" } }],
  ["a path below a known one", { at: "/books/1/notes", response: [] }],
  [
    "two methods of a path",
    { at: "/users", response: [], time: "2" },
    { at: "/users", method: "POST", headers: JSON_TYPE, body: "{}", status: 201, response: {}, time: "1" },
  ],
];

function createExchanges(inputs: readonly Input[]): Exchange[] {
  return inputs.map(({ at, time, ...input }, index) => {
    const { origin, ...exchange } = createExchange({ ...input, index, url: `https://a.example${at}` });
    return { ...exchange, origin: { ...origin, ...(time === undefined ? {} : { startedAt: time }) } };
  });
}

const contract = createInlineContract(FILES);

function suggest(exchanges: readonly Exchange[], isShared = true) {
  const { document, operations } = contract;
  const tally = createReportBuilder(contract);
  const observations = createTrafficObservations(document);
  const collector = createPathCollector(createServerPathResolver(document, operations, []), document.version);
  const unmatched: Exchange[] = [];
  for (const exchange of exchanges) {
    const result = contract.check(exchange);
    tally.add(exchange, result);
    observations.add(exchange, result);
    if (result.operation === undefined && result.findings.every(({ code }) => code === "request.path.undocumented"))
      unmatched.push(exchange);
  }
  for (const exchange of unmatched) collector.add(exchange);
  const sampler = collector.createSampler(
    operations.map(({ path }) => path),
    observations.components,
  );
  for (const exchange of unmatched) sampler.add(exchange);
  const groups = tally.report().findings;
  const { components, methods } = observations;
  return [
    ...suggestAdditions({ document, operations, groups, observations, usesSharedResponses: isShared }),
    ...suggestOperations({ document, operations, components, methods: methods.values(), paths: sampler.paths() }),
  ];
}

function showSuggestion(it: Suggestion): string[] {
  const [value, bundled] = [JSON.stringify(it.value), JSON.stringify(it.bundled)];
  const { exchanges, of, first, last } = it.evidence;
  return [
    `  ${it.title}${it.isShared === true ? " (shared)" : ""}: ${exchanges} of ${of}, from ${first.index} to ${last.index}`,
    `    ${it.at}${it.key === undefined ? "" : ` ${it.key}`} = ${value}`,
    ...(value === bundled ? [] : [`    bundled: ${bundled}`]),
    ...(it.ownFile === undefined ? [] : [`    ${it.ownFile.path}: ${JSON.stringify(it.ownFile.value)}`]),
  ].map((line) => line.replaceAll('"description":"Seen in traffic."', "…"));
}

test("undocumented traffic gives suggestions", async () => {
  const lines = CASES.flatMap(([title, ...inputs]) => [
    title,
    ...suggest(createExchanges(inputs)).flatMap(showSuggestion),
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("additions.txt");
});

test("without shared responses an error gets a response of its own", () => {
  const exchanges = createExchanges([
    { at: "/books", status: 404, response: { title: "a" }, responseHeaders: PROBLEM },
  ]);
  const [own] = suggest(exchanges, false);
  expect(own).toMatchObject({ key: "404", value: { content: { "application/problem+json": {} } } });
  expect(own?.isShared).toBeUndefined();
});

const paths = (...references: readonly string[]): Readonly<Record<string, string>> => ({
  "a/openapi.yaml": `openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths:\n  x-note: 1\n${references.map((it) => `  ${it}\n`).join("")}`,
  ...Object.fromEntries(
    references.flatMap((it) => {
      const [, file = ""] = /\$ref: "?([^#" }]+)/.exec(it) ?? [];
      return [[`a/${file.replace(/^\.\//, "")}`, "{}"]];
    }),
  ),
});

test.each<[references: readonly string[], file: unknown]>([
  [[], undefined],
  [["/a: {}"], undefined],
  [["/a: { $ref: a.yaml }"], { path: "a/new_{id}_x.yaml", reference: "new_{id}_x.yaml" }],
  [["/a: { $ref: ./p/a.yaml }"], { path: "a/p/new_{id}_x.yaml", reference: "./p/new_{id}_x.yaml" }],
  [["/a/b: { $ref: p/a_b.yaml }"], { path: "a/p/new_{id}_x.yaml", reference: "p/new_{id}_x.yaml" }],
  [["/a/b: { $ref: p/a-b.yml }"], { path: "a/p/new-{id}-x.yml", reference: "p/new-{id}-x.yml" }],
  [['/a/{b}: { $ref: "p/a_{b}.json" }'], { path: "a/p/new_{id}_x.json", reference: "p/new_{id}_x.json" }],
  [["/a/{b}: { $ref: p/a_b.yaml }"], { path: "a/p/new_id_x.yaml", reference: "p/new_id_x.yaml" }],
  [["/a/{b}/: { $ref: p/a-b.yaml }"], { path: "a/p/new-id-x.yaml", reference: "p/new-id-x.yaml" }],
  [["/a: { $ref: p/other.yaml }"], undefined],
  [["/a: { $ref: p/a.yaml }", "/b: { $ref: q/b.yaml }"], undefined],
  [["/a: { $ref: p/a.yaml }", "/b: {}"], undefined],
  [["/a: { $ref: p/a }"], undefined],
  [['/a: { $ref: "p/a.yaml#" }'], undefined],
])("a path beside %j gets the file %j", (references, file) => {
  const files = paths(...references);
  const document = loadDocument("a/openapi.yaml", (path) => files[path] ?? "{}");
  expect(choosePathFile(document, "/new/{id}/x")).toEqual(file);
});

test("an overlay names locations as normalized paths", () => {
  const made = (at: string, key: string | undefined, bundled: Json): Suggestion =>
    ({ title: "t", at, bundled, value: 0, ...(key === undefined ? {} : { key }) }) as unknown as Suggestion;
  const overlay = createOverlay(
    [
      made("/paths/~1a~1{b}/get", "k", 1),
      made("/a/0/00/10/x1", undefined, [2]),
      made("", "k", null),
      made("/it's\\n", "", {}),
    ],
    "T",
  );
  expect(overlay).toEqual({
    overlay: "1.0.0",
    info: { title: "Seen in traffic: T", version: "1.0.0" },
    actions: [
      { target: "$['paths']['/a/{b}']['get']", description: "t", update: { k: 1 } },
      { target: "$['a'][0]['00'][10]['x1']", description: "t", update: [2] },
      { target: "$", description: "t", update: { k: null } },
      { target: "$['it\\'s\\\\n']", description: "t", update: { "": {} } },
    ],
  });
});

const QUESTIONS = {
  "openapi.yaml": `openapi: 3.1.0
info: { title: t, version: "1", x-open-point: info }
servers: [{ url: "https://a.example" }]
paths:
  /a:
    x-open-point: item
    get:
      x-open-point: [operation, shared]
      parameters:
        - { name: q, in: query, x-open-point: parameter, schema: { type: integer, enum: [1, 2], x-open-point: value } }
      responses:
        "200":
          x-open-point: response
          description: d
          content:
            application/json:
              schema:
                type: object
                x-open-point: [shared, 5]
                properties:
                  list: { type: array, items: { x-open-point: items } }
                  state: { $ref: "#/components/schemas/State" }
                  either: { oneOf: [{ type: string, x-open-point: text }, { type: integer, x-open-point: number }] }
                  all: { allOf: [{ type: string, x-open-point: all }] }
                additionalProperties: { x-open-point: others }
        "404": { x-open-point: missing, description: d }
    post:
      x-open-point: other
      responses: { "200": { description: d } }
components:
  schemas:
    State: { type: string, x-extensible-enum: [on, off], x-open-point: state }
`,
};

test("open questions count the exchanges and values that they are about", () => {
  const { check, document } = createInlineContract(QUESTIONS);
  const counter = createOpenQuestionCounter(document.root);
  const calls: readonly Input[] = [
    { at: "/a?q=1", response: { list: [1, "a", null], state: "on", either: "x", all: "y", more: true } },
    { at: "/a?q=3", response: { list: [], state: "off", either: 5 } },
    { at: "/a", response: { state: "on", either: null, more: { deep: 1 } } },
    { at: "/a", response: { state: "new", list: [[1]] } },
    { at: "/a", status: 404, responseHeaders: [] },
    { at: "/a", response: "no json" },
  ];
  for (const exchange of createExchanges(calls)) {
    const { context } = check(exchange);
    if (context !== undefined) counter.add(context);
  }
  const lines = counter.list().map(({ id, exchanges, types, values }) => {
    const counts = [types, values].map((it) =>
      Object.entries(it)
        .map(([name, count]) => `${count} ${name}`)
        .join(", "),
    );
    return `${id}: ${exchanges}; ${counts.join("; ")}`;
  });
  expect(lines).toEqual([
    "all: 1; 1 string; ",
    "info: 6; ; ",
    "item: 6; ; ",
    "items: 2; 1 array, 1 null, 1 number, 1 string; ",
    "missing: 1; ; ",
    "number: 1; 1 number; ",
    "operation: 6; ; ",
    "other: 0; ; ",
    "others: 2; 1 boolean, 1 object; ",
    "parameter: 2; 2 number; ",
    "response: 5; ; ",
    "shared: 6; 4 object; ",
    "state: 4; 4 string; 2 on, 1 off",
    "text: 1; 1 string; ",
    "value: 2; 2 number; 1 1",
  ]);
});

test("a spec without open questions has none", () => {
  expect(createOpenQuestionCounter({ a: [{ b: null }] }).list()).toEqual([]);
});
