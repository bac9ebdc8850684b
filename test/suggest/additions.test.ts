/** The suggestions for undocumented traffic: where they are added, their values, and their evidence. */
import { expect, test } from "vitest";
import { createReportBuilder } from "../../src/check/index.js";
import type { Exchange } from "../../src/recording/index.js";
import {
  createPathCollector,
  createServerPathResolver,
  createTrafficObservations,
  type Suggestion,
  suggestAdditions,
  suggestOperations,
} from "../../src/suggest/index.js";
import { createInlineContract } from "../check/inline-contract.js";
import { createExchanges, type Input } from "./create-exchanges.js";
import { FILES } from "./library-files.js";

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
