/** `client.lists` names what an operation has. Each negative is one edit away from the first. */
import { expect, test } from "vitest";
import { createPageNumberReader } from "../../src/client/index.js";
import { loadDocument } from "../../src/document/index.js";
import type { ListConfig } from "../../src/generate/client/client-config.js";
import { createClientModel, formatListMethods } from "../../src/generate/client/client-model.js";

const PAGE = { type: "object", properties: { notes: { type: "array" }, next: { type: "string" } } };
const LIST: ListConfig = { style: "page", items: "/notes", start: "from", size: "limit" };
const PARAMETERS = [
  { name: "from", in: "query", schema: { type: "integer" } },
  { name: "limit", in: "query", schema: { type: "integer" } },
];

function describe(
  list: ListConfig,
  { page = PAGE, further = [] }: { page?: object; further?: readonly object[] } = {},
) {
  const responses = { 200: { description: "d", content: { "application/json": { schema: page } } } };
  const get = { operationId: "listNotes", parameters: [...PARAMETERS, ...further], responses };
  const spec = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/notes": { get } },
    components: { schemas: { Page: PAGE } },
  };
  const document = loadDocument("spec.json", () => JSON.stringify(spec));
  return createClientModel(document, { lists: { listNotes: list } });
}

test.each<[methods: string, ...ids: string[]]>([
  ["notes", "listNotes"],
  ["notes", "list_notes"],
  ["notes", "GetNotes"],
  ["listingItems", "listing"],
  ["list_2Items", "list_2"],
  ["searchNotesItems", "searchNotes"],
  ["notesListItems", "notes.list"],
  ["notes, notes2", "listNotes", "getNotes"],
  ["notes2, notesItems", "listNotes", "notes"],
  ["a1, a2, a3 and 1 more", "listA1", "listA2", "listA3", "listA4"],
])("the methods %s read the lists of %s %s", (methods, ...ids) => {
  const responses = { 200: { description: "d", content: { "application/json": { schema: PAGE } } } };
  const list = { style: "url", items: "/notes", next: "/next" };
  const paths = Object.fromEntries(
    ids.map((id) => [`/${id}`, { get: { operationId: id, responses, "x-list": list } }]),
  );
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
  const model = createClientModel(loadDocument("spec.json", () => JSON.stringify(spec)));
  expect(formatListMethods(model)).toEqual([`methods that read all pages: ${methods}`]);
});

const REF = { $ref: "#/components/schemas/Page" };
const OTHER = { properties: { more: { type: "boolean" } } };

test.each<[title: string, list: ListConfig, edits?: Parameters<typeof describe>[1]]>([
  ["all of them", LIST],
  ["no size", { style: "page", items: "/notes", start: "from" }],
  ["a cursor", { style: "cursor", items: "/notes", start: "from", next: "/next" }],
  ["one page without a parameter for its start", { ...LIST, start: "offset", maxPages: 1 }],
  ["a page by reference", LIST, { page: REF }],
  ["a page of several schemas", LIST, { page: { allOf: [OTHER, REF] } }],
  ["other items, in a page that says nothing", { ...LIST, items: "/items" }, { page: { type: "object" } }],
  ["other items, in an open page", { ...LIST, items: "/items" }, { page: { ...PAGE, additionalProperties: true } }],
  ["other items, of a pattern", { ...LIST, items: "/items" }, { page: { ...PAGE, patternProperties: { "^i": {} } } }],
  [
    "other items, in a page with more beside its reference",
    { ...LIST, items: "/a" },
    { page: { ...REF, properties: { a: { type: "array" } } } },
  ],
  ["a page that is the list", { ...LIST, items: "" }, { page: { type: "array" } }],
  [
    "a member of an object",
    { ...LIST, start: "page" },
    { further: [{ name: "p", in: "query", schema: { type: "object" } }] },
  ],
])("%s", (_, list, edits) => expect(() => describe(list, edits)).not.toThrow());

test.each<[list: ListConfig, message: string, edits?: Parameters<typeof describe>[1]]>([
  [
    { style: "page", items: "/notes" },
    ".start: the operation has no query parameter start; expected one of from, limit",
  ],
  [{ ...LIST, start: "offset", maxPages: 2 }, ".start: the operation has no query parameter offset"],
  [{ ...LIST, start: "form" }, ".start: the operation has no query parameter form; expected one of from, limit"],
  [{ ...LIST, size: "most" }, ".size: the operation has no query parameter most; expected one of from, limit"],
  [{ ...LIST, items: "/items" }, '.items: the response has no array at "/items"; expected one of notes, next'],
  [{ ...LIST, items: "/next" }, '.items: the response has no array at "/next"'],
  [{ ...LIST, items: "" }, '.items: the response has no array at ""'],
  [{ ...LIST, items: "/items" }, '.items: the response has no array at "/items"', { page: { allOf: [OTHER, REF] } }],
  [
    { ...LIST, style: "cursor", next: "/nxt" },
    '.next: the response has nothing at "/nxt"; expected one of notes, next',
  ],
])("%j: %s", (list, message, edits) => {
  expect(() => describe(list, edits)).toThrow(`client.lists.listNotes${message}`);
});

test.each<[stated: object, unknown?: string]>([
  [{ "x-list": LIST }],
  [{ "x-list": { ...LIST, items: "/items" } }, '(x-list): items: the response has no array at "/items"'],
  [{ "x-list": { ...LIST, items: "/next" } }, '(x-list): items: the response has no array at "/next"'],
  [{ "x-list": { ...LIST, style: "url", next: "/nxt" } }, '(x-list): next: the response has nothing at "/nxt"'],
  [{ "x-ms-pageable": { nextLinkName: "next", itemName: "notes" } }],
  [{ "x-ms-pageable": { nextLinkName: "next" } }, '(x-ms-pageable): items: the response has no array at "/value"'],
])("a list of the spec is not read if the response lacks its places: %j", (stated, unknown) => {
  const responses = { 200: { description: "d", content: { "application/json": { schema: PAGE } } } };
  const get = { operationId: "listNotes", parameters: PARAMETERS, responses, ...stated };
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/notes": { get } } };
  const model = createClientModel(loadDocument("spec.json", () => JSON.stringify(spec)));
  const methods = formatListMethods(model);
  if (unknown === undefined) expect([methods.length, model.notes]).toEqual([1, []]);
  else expect([methods, model.notes[0]]).toEqual([[], expect.stringContaining(`listNotes ${unknown}`)]);
});

test.each<[string, schema: object, first: string]>([
  ["none stated", {}, ""],
  ["a minimum of 0", { minimum: 0 }, ", 0"],
  ["a minimum of 1", { minimum: 1 }, ""],
  ["a default of 0", { default: 0 }, ", 0"],
  ["a default of 1, above the minimum", { minimum: 0, default: 1 }, ""],
  ["a text", { description: "Zero-based index of the page" }, ", 0"],
  ["a text, and another default", { description: "Zero-based index of the page", default: 1 }, ""],
])("the number of the first page: %s", async (_, schema, first) => {
  const further = [{ name: "page", in: "query", schema: { type: "integer", ...schema } }];
  const [call] = describe({ ...LIST, start: "page" }, { further }).calls;
  expect(JSON.stringify(call?.row.list)).toContain(`createPageNumberReader(\\"page\\", \\"limit\\"${first})`);
  const reader = createPageNumberReader("page", "limit", ...(first === "" ? [] : [0]));
  expect(await reader([1, 2], {}, "https://notes.example/?limit=2")).toEqual([
    [1, 2],
    `?limit=2&page=${first === "" ? 2 : 1}`,
  ]);
});
