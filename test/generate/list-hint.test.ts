/** The hint on operations that look like lists with pages. Each negative is one edit away from the first. */
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { loadDocument } from "../../src/document/index.js";
import type { ClientConfig } from "../../src/generate/client/client-config.js";
import { createClientModel, formatListHint } from "../../src/generate/client/client-model.js";

type Edits = {
  readonly count?: number;
  readonly parameter?: object;
  readonly schema?: object;
  readonly status?: number;
  readonly method?: string;
  readonly paging?: object;
  readonly config?: ClientConfig;
};

const NOTES = { type: "array", items: {} };
const PAGING = { style: "cursor", items: "/notes", start: "cursor", next: "/next" };

function describeHint({ count = 1, parameter, schema, status = 200, method = "get", paging, config = {} }: Edits) {
  const content = {
    "application/json": {
      schema: schema ?? { type: "object", properties: { notes: NOTES, next: { type: "string" } } },
    },
  };
  const operation = {
    parameters: [{ name: "cursor", in: "query", schema: { type: "string" }, ...parameter }],
    responses: { [status]: { description: "Notes.", content } },
    ...(paging === undefined ? {} : { "x-list": paging }),
  };
  const paths = Array.from({ length: count }, (_, index) => [
    `/notes${index + 1}`,
    { [method]: { operationId: `listNotes${index + 1}`, ...operation } },
  ]);
  const spec = { openapi: "3.0.3", info: { title: "Notes", version: "1" }, paths: Object.fromEntries(paths) };
  const document = loadDocument("spec.yaml", () => stringify(spec));
  return formatListHint(document, createClientModel(document, config), config)?.replace(/ with pages; .*/, "");
}

const ONE = "hint: listNotes1 looks like a list";

test.each<[string, Edits, string | undefined]>([
  ["an object with one array", {}, ONE],
  ["an array", { schema: NOTES }, ONE],
  ["a page number", { parameter: { name: "page" } }, ONE],
  ["a page size", { parameter: { name: "perPage" } }, ONE],
  ["a page size without a next page", { parameter: { name: "perPage" }, schema: NOTES }, undefined],
  ["three operations", { count: 3 }, "hint: listNotes1, listNotes2, listNotes3 look like lists"],
  ["five operations", { count: 5 }, "hint: listNotes1, listNotes2, listNotes3 and 2 more look like lists"],
  ["two arrays", { schema: { type: "object", properties: { notes: NOTES, tags: NOTES } } }, undefined],
  ["another parameter", { parameter: { name: "landingPage" } }, undefined],
  ["an object of parameters", { parameter: { schema: { properties: { page: {}, size: {} } } } }, ONE],
  [
    "a page size that counts only beside a page",
    { parameter: { name: "size", schema: { type: "integer" } } },
    undefined,
  ],
  ["a header", { parameter: { in: "header" } }, undefined],
  ["an error response", { status: 400 }, undefined],
  ["another method", { method: "post" }, undefined],
  ["x-list", { paging: PAGING }, undefined],
  ["a configured list", { count: 2, config: { lists: { listNotes1: { ...PAGING, style: "cursor" } } } }, undefined],
  ["an empty table of lists", { config: { lists: {} } }, undefined],
])("%s", (_, edits, expected) => expect(describeHint(edits)).toBe(expected));
