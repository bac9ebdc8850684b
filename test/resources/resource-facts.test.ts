/** Facts that names and schemas suggest, and the keywords that would state them. */
import { expect, test } from "vitest";
import { type Document, type JsonObject, loadDocument, resolvePointer } from "../../src/document/index.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { findUnknownInList, getListFacts, listResourceFacts, type ResourceFact } from "../../src/resources/index.js";
import { VENDORED_SPECS } from "../material/specs.js";

const SPEC = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /shops/{shopId}/goods:
    get:
      operationId: listGoods
      parameters:
        - { name: shopId, in: path, required: true, schema: { type: string } }
        - { name: cursor, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: state, in: query, schema: { type: string } }
        - { name: ids, in: query, schema: { type: array, items: { type: string } } }
        - { name: "created[gte]", in: query, schema: { type: string } }
        - { name: updated_before, in: query, schema: { type: string } }
        - { name: sort, in: query, schema: { type: string } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: object, properties: { goods: { type: array, items: { $ref: "#/components/schemas/Good" } }, next_cursor: { type: string }, total_count: { type: integer } } } } } } }
    post: { operationId: addGood, responses: { "201": { description: d } } }
  /shops/{shopId}/goods/{goodId}:
    get:
      operationId: getGood
      parameters:
        - { name: shopId, in: path, required: true, schema: { type: string } }
        - { name: goodId, in: path, required: true, schema: { type: string } }
      responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Good" } } } } }
  /shops/{shopId}/goods/{goodId}/sell: { post: { operationId: sellGood, responses: { "204": { description: d } } } }
  /settings:
    get: { operationId: getSettings, responses: { "200": { description: d, content: { application/json: { schema: { type: object } } } } } }
    put: { operationId: setSettings, responses: { "204": { description: d } } }
components: { schemas: { Good: { type: object, properties: { id: { type: string }, shop_id: { type: string }, state: { enum: [new, sold] }, created_at: { type: string }, updated: { type: integer } } } } }
`;

const { facts, keywords } = listResourceFacts(loadDocument("spec.yaml", () => SPEC));

test("paths that end with a slash have the same facts", () => {
  const slashed = SPEC.replaceAll(/^( {2}\/[^:]+):/gm, "$1/:");
  const { facts: found } = listResourceFacts(loadDocument("spec.yaml", () => slashed));
  const describeFact = ({ operation, kind, text }: ResourceFact): string =>
    `${operation} ${kind} ${text.replace(/\/$/, "")}`;
  expect(found.map(describeFact)).toEqual(facts.map(describeFact));
});

test.each([
  ["listGoods", "collection", "GET /shops/{shopId}/goods"],
  ["listGoods", "paging", 'cursor, items at "/goods", start cursor, size limit, next /next_cursor'],
  ["listGoods", "total", "items in the list: /total_count"],
  ["listGoods", "owner", "shopId: /shop_id equal"],
  ["listGoods", "filter", "state: /state equal"],
  ["listGoods", "filter", "ids: /id one-of"],
  ["listGoods", "window", "created[gte]: /created_at from"],
  ["listGoods", "window", "updated_before: /updated until"],
  ["listGoods", "sort", "sort"],
  ["listGoods", "states", "/state: new, sold"],
  ["addGood", "collection", "POST /shops/{shopId}/goods"],
  ["sellGood", "action", "POST /shops/{shopId}/goods/{goodId}/sell"],
  ["setSettings", "singleton", "PUT /settings"],
  ["getGood", "item", "GET /shops/{shopId}/goods/{goodId}"],
  ["getGood", "identity", "goodId: /id equal"],
])("%s: %s %s is inferred", (operation, kind, text) => {
  expect(facts).toContainEqual(expect.objectContaining({ operation, kind, text, certainty: "inferred" }));
});

test.each([
  ["after", "next", { style: "cursor", start: "after", next: "/next" }],
  ["after", "next_url", { style: "url", next: "/next_url" }],
  ["after", "more", { style: "after", start: "after", id: "/id" }],
  ["after", "has_more: { type: boolean }, is", { style: "after", start: "after", id: "/id", next: "/has_more" }],
  ["cursor", "next_url", { style: "url", next: "/next_url" }],
  ["page", "next_page", { style: "cursor", start: "page", next: "/next_page" }],
  ["page", "next", { style: "url", next: "/next" }],
  ["page", "more", { style: "page", start: "page" }],
])("a list with the parameter %s and the property %s", (parameter, property, paging) => {
  const changed = SPEC.replace("name: cursor", `name: ${parameter}`).replace("next_cursor", property);
  const [first] = listResourceFacts(loadDocument("spec.yaml", () => changed)).keywords;
  expect(first?.value).toMatchObject(paging);
  expect(first?.value.next).toBe((paging as { readonly next?: string }).next);
  expect(generateWithKeywords(loadDocument("spec.yaml", () => changed))).toEqual([]);
});

/** What is wrong with a client once a spec states what `contract resources` prints. */
function generateWithKeywords({ root }: Document): readonly string[] {
  const spec = JSON.stringify(root);
  const listOmissions = (it: Document) =>
    createClientModel(it).omissions.map(({ operation, reason }) => `${operation}: ${reason}`);
  const document = loadDocument("spec.json", () => spec);
  for (const { at, key, value } of listResourceFacts(document).keywords) {
    const owner = resolvePointer(document, at)?.value as JsonObject;
    Object.assign(owner, { [key]: value });
  }
  const stated = loadDocument("spec.json", () => JSON.stringify(document.root));
  const known = listOmissions(loadDocument("spec.json", () => spec));
  const refused = listOmissions(stated).filter((it) => !known.includes(it));
  const calls = createClientModel(stated).calls.flatMap(({ operation, traits }) => {
    const list = getListFacts(stated, operation);
    if (list === undefined) return [];
    const unknown = findUnknownInList(stated, operation, list).map(({ message }) => `${operation.id}: ${message}`);
    return list.style !== undefined && traits.list === undefined ? [...unknown, `${operation.id}: no list`] : unknown;
  });
  return [...refused, ...calls];
}

const SPECS = ["accounts", "families", "kinds", "letters", "names", "shelves", "shop", "styles", "users", "values"];

test.each([...SPECS.map((name) => `test/sandbox/engine/${name}.yaml`), ...Object.values(VENDORED_SPECS)])(
  "generate accepts what is printed for %s",
  (path) => {
    const document = loadDocument(path);
    expect(listResourceFacts(document).keywords.some(({ key }) => key === "x-list")).toBe(true);
    expect(generateWithKeywords(document)).toEqual([]);
  },
);

test.each([
  ["good_gid", "gid: {}, id: {}, name: {}", "/gid"],
  ["goodNumber", "id: {}, number: {}", "/number"],
  ["good", "name: {}, uuid: {}", "/uuid"],
  ["good", "name: {}, good_id: {}", "/good_id"],
  ["good_gid", "data: { properties: { gid: {}, name: {} } }", "/data/gid"],
  ["goodId", "good: { properties: { id: {} } }", "/good/id"],
  ["good_gid", "name: {}, part: { properties: { gid: {} } }", undefined],
  ["good", "name: {}, code: {}", undefined],
])("the parameter %s names of {%s} %s", (parameter, properties, property) => {
  const changed = SPEC.replaceAll("goodId", parameter).replace(
    /(?<=Good: { type: object, properties: { ).*/,
    `${properties} } } } }`,
  );
  const { facts: found } = listResourceFacts(loadDocument("spec.yaml", () => changed));
  const [identity] = found.filter(({ operation, kind }) => operation === "getGood" && kind === "identity");
  expect(identity?.text).toBe(property && `${parameter}: ${property} equal`);
});

const PAGE =
  '{ type: object, properties: { goods: { type: array, items: { $ref: "#/components/schemas/Good" } }, next_cursor: { type: string }, total_count: { type: integer } } }';
const GOODS = '{ type: object, properties: { goods: { type: array, items: { $ref: "#/components/schemas/Good" } } } }';
const REST = "{ type: object, properties: { next_cursor: { type: string }, total_count: { type: integer } } }";

test.each([
  ["allOf", `{ allOf: [${GOODS}, ${REST}] }`],
  ["allOf beside properties", REST.replace("{ ", `{ allOf: [${GOODS}], `)],
  [
    "a list without a type of its items first",
    `{ allOf: [{ properties: { goods: { type: array } } }, ${GOODS}, ${REST}] }`,
  ],
  ["oneOf with an empty page", `{ oneOf: [${PAGE}, { type: object, maxProperties: 0 }] }`],
  ["a nullable array", PAGE.replace("type: array", "type: [array, 'null']")],
  ["a second array", PAGE.replace("properties: {", "properties: { included: { type: array, items: {} },")],
])("a page is recognized with %s", (_name, page) => {
  const document = loadDocument("spec.yaml", () => SPEC.replace(PAGE, page));
  expect(listResourceFacts(document).keywords).toEqual(keywords);
});

test.each([
  ["returns the parameter iterator", "iterator", "iterator", { style: "cursor", start: "iterator", next: "/iterator" }],
  ["returns the parameter city", "city", "city", {}],
  ["takes a number back", "iterator", "iterator: { type: integer }, x", {}],
  ["selects by time", "after, schema: { type: string, format: date-time }", "more", {}],
])("a list that %s", (_name, parameter, property, paging) => {
  const rest = parameter.includes("schema") ? "" : ", schema: { type: string }";
  const changed = SPEC.replace(
    "name: cursor, in: query, schema: { type: string }",
    `name: ${parameter}, in: query${rest}`,
  );
  const [first] = listResourceFacts(loadDocument("spec.yaml", () => changed.replace("next_cursor", property))).keywords;
  expect(first?.value).toEqual({
    ...{ items: "/goods", size: "limit", sort: ["sort"], total: "/total_count" },
    ...paging,
  });
});

const INTEGER = "{ type: integer }";
const TEXT = "{ type: string }";

test.each<readonly [query: Readonly<Record<string, string>>, properties: string, paging: object]>([
  [{ page: INTEGER, size: INTEGER }, "", { style: "page", start: "page", size: "size" }],
  [{ page: INTEGER, size: TEXT }, "", { style: "page", start: "page" }],
  [{ size: INTEGER }, "", {}],
  [{ before: TEXT }, "", {}],
  [{ before: TEXT, limit: INTEGER }, "", { before: "before", size: "limit" }],
  [{ page: INTEGER, limit: INTEGER, size: INTEGER }, "", { style: "page", start: "page", size: "limit" }],
  [{ skip: INTEGER, take: INTEGER }, "", { style: "offset", start: "skip", size: "take" }],
  [{ start: INTEGER, rows: INTEGER }, "", { style: "offset", start: "start", size: "rows" }],
  [{ from: INTEGER, size: INTEGER }, "", { style: "offset", start: "from", size: "size" }],
  [{ from: INTEGER, to: INTEGER, limit: INTEGER }, "", { size: "limit" }],
  [{ from: "{ type: string, format: date }", limit: INTEGER }, "", { size: "limit" }],
  [
    { from: TEXT, to: "{ type: string, format: date }", limit: INTEGER },
    "next: { type: string }",
    { style: "url", next: "/next", size: "limit" },
  ],
  [{ from: INTEGER }, "", {}],
  [{ skip: "{ type: boolean }", limit: INTEGER }, "", { size: "limit" }],
  [{ page: INTEGER, items_per_page: INTEGER }, "", { style: "page", start: "page", size: "items_per_page" }],
  [{ "page[number]": INTEGER, "page[size]": INTEGER }, "", { start: "page[number]", size: "page[size]" }],
  [{ "page[offset]": INTEGER, "page[limit]": INTEGER }, "", { start: "page[offset]", size: "page[limit]" }],
  [{ pageNumber: INTEGER, pageSize: INTEGER }, "", { style: "page", start: "pageNumber", size: "pageSize" }],
  [{ limit: INTEGER, count: "{ type: boolean }" }, "", { size: "limit" }],
  [{ count: "{ type: boolean }" }, "", {}],
  [
    { pageable: "{ type: object, properties: { page: { type: integer }, size: { type: integer } } }" },
    "",
    { style: "page", start: "page", size: "size" },
  ],
  [{ page: INTEGER }, "next_page: { type: integer }", { style: "page", start: "page" }],
  [{ page: INTEGER }, "next_page: { type: string }", { style: "url", next: "/next_page" }],
  [{ page: INTEGER }, "next: { type: boolean }", { style: "page", start: "page" }],
  [
    { from: TEXT, limit: INTEGER },
    "_links: { properties: { next: { properties: { href: { type: string } } } } }",
    { style: "url", next: "/_links/next/href", size: "limit" },
  ],
  [{}, "total: { type: integer }, count: { type: integer }", { total: "/total", count: "/count" }],
  // It can be either.
  [{}, "count: { type: integer }", { total: "/count", count: "/count" }],
  [{}, "total: { type: string }", {}],
  [{}, "meta: { properties: { total_count: { type: integer } } }", { total: "/meta/total_count" }],
  [{}, "owner: { properties: { total_count: { type: integer } } }", {}],
])("a list with the query parameters %j and the properties {%s}", (query, properties, paging) => {
  const parameters = Object.entries(query).map(([name, schema]) => `{ name: "${name}", in: query, schema: ${schema} }`);
  const page = `{ type: object, properties: { goods: { type: array, items: { $ref: "#/components/schemas/Good" } }, ${properties} } }`;
  const changed = `${SPEC.replace(/parameters:\n {8}- .*\n( {8}- .*\n)+/, `parameters: [${parameters.join(", ")}]\n`).replace(PAGE, page)}`;
  const { keywords: found } = listResourceFacts(loadDocument("spec.yaml", () => changed));
  expect(found[0]?.value).toEqual(expect.objectContaining({ items: "/goods", ...paging }));
  const names = ["items", "style", ...Object.keys(paging)];
  expect(Object.keys(found[0]?.value ?? {}).filter((it) => !names.includes(it) && it !== "start")).toEqual([]);
});

test.each([
  ["_embedded: { properties: { goods: { type: array, items: {} } } }", "collection", "/_embedded/goods"],
  ["_embedded: { properties: { others: { type: array, items: {} } } }, _links: {}", "collection", "/_embedded/others"],
  ["_embedded: { properties: { others: { type: array, items: {} } } }, name: { type: string }", "singleton", undefined],
  ["data: { properties: { goods: { type: array, items: {} } } }", "collection", "/data/goods"],
  ["data: { properties: { others: { type: array, items: {} } } }", "singleton", undefined],
  ["other: { properties: { goods: { type: array, items: {} } } }", "singleton", undefined],
  ["others: { type: array, items: { properties: { id: {} } } }, ok: { type: boolean }", "collection", "/others"],
  ["others: { type: array, items: { properties: { id: {} } } }, name: { type: string }", "singleton", undefined],
  ["others: { type: array, items: { type: string } }, ok: { type: boolean }", "singleton", undefined],
  ["goods: { type: array, items: {} }, errors: { type: array, items: {} }", "collection", "/goods"],
  ["errors: { type: array, items: { properties: { id: {} } } }", "singleton", undefined],
])("a page with the properties {%s} is a %s", (properties, kind, items) => {
  const changed = SPEC.replace(PAGE, `{ type: object, properties: { ${properties} } }`).replace(
    / {8}- .*(cursor|limit).*\n/g,
    "",
  );
  const found = listResourceFacts(loadDocument("spec.yaml", () => changed));
  expect(found.facts.find(({ operation }) => operation === "listGoods")?.kind).toBe(kind);
  expect(found.keywords.find(({ key }) => key === "x-list")?.value.items).toBe(items);
});

test.each([
  ["goods", "collection"],
  ["parts", "item"],
])("a path that ends with a parameter returns a page of %s: %s", (array, kind) => {
  const changed = SPEC.replace("/shops/{shopId}/goods:", "/goods/{shopId}:").replace(
    "{ goods: { type",
    `{ ${array}: { type`,
  );
  const { facts: found } = listResourceFacts(loadDocument("spec.yaml", () => changed));
  expect(found.find(({ operation }) => operation === "listGoods")?.kind).toBe(kind);
});

test("the keywords would state what is inferred", () => {
  const list = {
    style: "cursor",
    start: "cursor",
    next: "/next_cursor",
    items: "/goods",
    size: "limit",
    sort: ["sort"],
    total: "/total_count",
  };
  expect(keywords[0]).toEqual({ at: "/paths/~1shops~1{shopId}~1goods/get", key: "x-list", value: list });
  expect(keywords.slice(1).map(({ value }) => value)).toEqual([
    { property: "/shop_id" },
    { property: "/state" },
    { property: "/id", by: "one-of" },
    { property: "/created_at", by: "from" },
    { property: "/updated", by: "until" },
    { property: "/shop_id" },
    { property: "/id" },
  ]);
});

const DEEP = "{ type: object, properties: { gte: { type: integer }, lt: { type: integer } } }";
const DATE = "{ type: string, format: date }";

test.each<readonly [query: Readonly<Record<string, string>>, properties: string, facts: readonly string[]]>([
  [{ price: INTEGER }, "price: { type: integer }", ["filter price: /price equal"]],
  [{ price: DEEP }, "price: { type: integer }", ["window price: /price range"]],
  [
    { "price<": INTEGER, "price>=": INTEGER },
    "price: {}",
    ["window price<: /price until", "window price>=: /price from"],
  ],
  [
    { end_date: DATE, start_date: DATE },
    `start_date: ${DATE}, end_date: ${DATE}`,
    ["window end_date: /end_date until", "window start_date: /start_date from"],
  ],
  [{ start_date: DATE }, `start_date: ${DATE}, end_date: ${DATE}`, ["filter start_date: /start_date equal"]],
  [{ from: TEXT, to: TEXT }, "from: {}, to: {}", ["filter from: /from equal", "filter to: /to equal"]],
  [{ begin_time: TEXT }, "made_at: { type: string }", ["window begin_time: /made_at from"]],
  [{ begin: TEXT }, "made_at: { type: string }", []],
  [{ owner: TEXT }, "owner: { type: object }", []],
  [{ owner: TEXT }, "owner: { type: [object, string] }", ["filter owner: /owner equal"]],
  [{ tags: TEXT }, "tags: { type: array, items: { type: string } }", ["filter tags: /tags/* one-of"]],
  [{ tags: TEXT }, "tags: { type: array, items: { type: object } }", []],
  [{ tag: TEXT }, "tags: { type: array, items: { type: string } }", ["filter tag: /tags/* equal"]],
  [{ tag: TEXT }, "tags: { type: string }", []],
  [{ type: TEXT }, "type: { enum: [good, part] }", ["filter type: /type equal"]],
  [{ type: TEXT }, "type: { enum: [good] }", []],
  [{ color: TEXT }, "attributes: { properties: { color: {} } }", ["filter color: /attributes/color equal"]],
  [{ color: TEXT }, "others: { properties: { color: {} } }", []],
  [{ expand: TEXT, query: TEXT }, "expand: {}, query: {}", ["include expand", "search query"]],
])("a list with the query parameters %j of items with {%s}", (query, properties, expected) => {
  const parameters = Object.entries(query).map(([name, schema]) => `{ name: "${name}", in: query, schema: ${schema} }`);
  const changed = SPEC.replace(/parameters:\n {8}- .*\n( {8}- .*\n)+/, `parameters: [${parameters.join(", ")}]\n`);
  const items = changed.replace(/(?<=Good: { type: object, properties: { ).*/, `${properties} } } } }`);
  const { facts: found } = listResourceFacts(loadDocument("spec.yaml", () => items));
  const inferred = found.filter(
    ({ operation, kind }) => operation === "listGoods" && /filter|window|include|search/.test(kind),
  );
  expect(inferred.map(({ kind, text }) => `${kind} ${text}`)).toEqual(expected);
});

test("the parameters of a list that are for its order, its contents and the page before are stated and checked by name", () => {
  const stated = SPEC.replace(
    "operationId: listGoods",
    "operationId: listGoods\n      x-list: { items: /goods, style: cursor, start: cursor, next: /next_cursor, before: limit, sort: [state], include: [sort] }",
  );
  const { facts: found } = listResourceFacts(loadDocument("spec.yaml", () => stated));
  const own = found.filter(({ operation, certainty }) => operation === "listGoods" && certainty === "stated");
  expect(own.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "collection GET /shops/{shopId}/goods",
    'paging cursor, items at "/goods", start cursor, before limit, next /next_cursor',
    "sort state",
    "include sort",
  ]);
});
