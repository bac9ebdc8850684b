/** The schemas that are inferred from values, and the shared schemas that are made of them. */
import { expect, test } from "vitest";
import { type Json, joinPointer, valueAt } from "../../../src/document/index.js";
import { extractSharedSchemas } from "../../../src/suggest/infer/infer-spec.js";
import { createSchemaFromShape } from "../../../src/suggest/infer/shape-schema.js";
import { addPropertyNames, createShape, recordValue } from "../../../src/suggest/infer/value-shape.js";

const numbered = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}x`, value]));
const nested = (depth: number): unknown => (depth === 0 ? "end" : [nested(depth - 1)]);

const DATES = ["2024-05-31", "2024-06-01", "2024-06-02"];
const VALUES: readonly (readonly [name: string, ...values: unknown[]])[] = [
  ["", null],
  ["", true],
  ["", false, null],
  ["", 1],
  ["", -1],
  ["", 1.5],
  ["", 1, 1.5],
  ["", 1e30],
  ["", "a"],
  ["", "a", null],
  ["", "a", 1],
  ["", "a", 1, null],
  ["", true, 1.5, "a", [1], { a: 1 }],
  ["", DATES[0], DATES[1]],
  ["", ...DATES],
  ["", ...DATES, "a"],
  ["", "a", ...DATES],
  ["", ...DATES, null, 5],
  ["", DATES[0], DATES[0], DATES[0]],
  ["", ...DATES.map((it) => `${it}T10:00:00Z`)],
  ["", ...[1, 2, 3].map((it) => `3f2b8c14-9d5e-4a67-b1c0-2e8d7f6a5b4${it}`)],
  ["", ...[1, 2, 3].map((it) => `https://a.example/${it}`)],
  ["", ...[1, 2, 3].map((it) => `urn:a:${it}`)],
  ["", ...[1, 2, 3].map((it) => `jo${it}@shop.example`)],
  ["", []],
  ["", [], null],
  ["", [1, "a"]],
  ["", [[]]],
  ["", {}],
  ["", {}, null],
  ["", { a: 1 }],
  ["", { a: 1 }, { a: 2, b: 3.5 }],
  ["", { a: 1 }, null],
  ["", { a: null }, { a: "x" }],
  ["", { a: null }],
  ["", { a: { b: [] } }],
  // Keys of maps: identifiers, numbers, many names, counts.
  ["", { "10001": 1, "10002": 2 }],
  ["", { "1": "a" }],
  ["", { "10001": 1, total: 2 }],
  ["", { "10001": 1, total: "a" }],
  ["", numbered(19, "a"), {}],
  ["", numbered(20, "a"), {}],
  ["", numbered(20, "a"), numbered(1, "a"), { other: 1 }],
  ["", numbered(20, "a"), numbered(1, "a")],
  ["", numbered(200, "a")],
  ["", numbered(201, "a")],
  ["itemCounts", { red: 1 }],
  ["itemCounts", { red: 1, blue: 2 }],
  ["itemCounts", { red: 1, blue: "a" }],
  ["itemCounts", { red: 1, blue: 2.5 }],
  ["itemCounts", { red: 1, blue: null }],
  ["counts", { red: 1, blue: 2 }],
  ["counts", { red: [1], blue: [2] }],
  ["discounts", { red: 1, blue: 2 }],
  ["accountsX", { red: 1, blue: 2 }],
  ["histogram", { red: 1, blue: 2 }],
  ["frequency", { red: 1, blue: 2 }],
  ["wordFrequencies", { red: 1, blue: 2 }],
  ["occurrences", { red: 1, blue: 2 }],
  ["totalsByCurrency", { red: 1, blue: 2 }],
  ["totals_by_currency", { red: 1, blue: 2 }],
  ["costPerUnit", { red: 1, blue: 2 }],
  ["cost_per_unit", { red: 1, blue: 2 }],
  ["byline", { red: 1, blue: 2 }],
  ["", { red: 1, blue: 2 }, { red: 1 }],
  ["", { red: 1, blue: 2 }, { green: 1 }],
  ["", { red: 1, blue: 2 }],
  ["", { red: 1 }, {}],
  ["", nested(48)],
  ["", nested(49)],
];

/** Of many names in a row, the first and the last are shown. */
function showJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(/("name\d+x"):("a"|\{[^}]*\})(,"name\d+x":\2)*,("name\d+x"):\2/g, "$1:$2…$4")
    .replaceAll(/("name\d+x")(,"name\d+x")*,("name\d+x")/g, "$1…$3")
    .replaceAll(
      /("type":"array","items":\{){9,}/g,
      (run) => `${run.length / '"type":"array","items":{'.length} × "array" {`,
    );
}

function infer(version: "3.0" | "3.1", name: string, values: readonly unknown[]): unknown {
  const shape = createShape();
  for (const value of values) recordValue(shape, value);
  return createSchemaFromShape(shape, { version }, name);
}

test("values give a schema, in OpenAPI 3.1 and 3.0", async () => {
  const lines = VALUES.flatMap(([name, ...values]) => {
    const [new_, old] = [showJson(infer("3.1", name, values)), showJson(infer("3.0", name, values))];
    return [
      `${name === "" ? "" : `${name}: `}${showJson(values)}`,
      `  ${new_}`,
      ...(old === new_ ? [] : [`  3.0: ${old}`]),
    ];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("schemas.txt");
});

test.each<[accepted: readonly unknown[], rejected: readonly unknown[], schema: unknown]>([
  [[1], [{ a: 1 }], { type: "integer" }],
  [[{}], [1], { type: "object" }],
  [[{ a: 1 }], [{ a: "x" }], { type: "object", properties: { a: { type: "integer" } }, required: ["a"] }],
  [
    [{ a: 1 }],
    [{ b: "x" }],
    { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } }, required: ["a"] },
  ],
  [
    [{ a: { b: 1 } }],
    [{ a: { c: true } }],
    {
      type: "object",
      properties: {
        a: { type: "object", properties: { b: { type: "integer" }, c: { type: "boolean" } }, required: ["b"] },
      },
      required: ["a"],
    },
  ],
  [
    [[{ a: 1 }]],
    [[{ b: 1 }]],
    {
      type: "array",
      items: { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } }, required: ["a"] },
    },
  ],
  [[[1]], [["x"]], { type: "array", items: { type: "integer" } }],
  [[[1]], [{ a: 1 }], { type: "array", items: { type: "integer" } }],
])("%j with the names of the rejected %j", (accepted, rejected, schema) => {
  const [into, from] = [createShape(), createShape()];
  for (const value of accepted) recordValue(into, value);
  for (const value of rejected) recordValue(from, value);
  addPropertyNames(into, from);
  expect(createSchemaFromShape(into, { version: "3.1" })).toEqual(schema);
});

/** Shares schemas of responses, by method, path and status: each path with its schema, and then the components. */
function share(bodies: Readonly<Record<string, Json>>): string[] {
  const locations = Object.entries(bodies).map(([key, schema]) => {
    const [method = "", path = "", status = "200"] = key.split(" ");
    return { method, path, status, schema };
  });
  const paths = locations.map(({ method, path, status, schema }): [string, Json] => {
    const media = { content: { "application/json": { schema } } };
    if (method === "post") return [path, { [method]: { requestBody: media } }];
    const operation = { responses: { [status]: { description: "d", ...media } } };
    return [path, method === "PURGE" ? { additionalOperations: { PURGE: operation } } : { [method]: operation }];
  });
  const { paths: shared, schemas } = extractSharedSchemas(Object.fromEntries(paths));
  const schemaAt = ({ method, path, status }: (typeof locations)[number]): Json | undefined => {
    const steps = method === "PURGE" ? ["additionalOperations", method] : [method];
    const message = method === "post" ? ["requestBody"] : ["responses", status];
    return valueAt(shared, joinPointer("", path, ...steps, ...message, "content", "application/json", "schema"));
  };
  return [
    ...locations.map((it) => `  ${it.path}: ${JSON.stringify(schemaAt(it))}`),
    ...Object.entries(schemas).map(([name, schema]) => `  ${name} = ${JSON.stringify(schema)}`),
  ];
}

const book = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };
const reordered = { properties: { title: { type: "string" }, id: { type: "integer" } }, type: "object" };
const small = { type: "object", properties: { id: { type: "integer" } } };
const small3 = { type: "object", properties: { x: {}, y: {}, z: {} } };
const shelf = { type: "object", properties: { name: { type: "string" }, book } };
const listOf = (items: Json): Json => ({ type: "array", items });
const holding = (name: string, schema: Json): Json => ({ type: "object", properties: { [name]: schema } });
const withFormats = (id?: string, title?: string): Json => ({
  properties: {
    id: { type: "string", ...(id && { format: id }) },
    title: { type: "string", ...(title && { format: title }) },
  },
});

const SHARED: readonly Readonly<Record<string, Json>>[] = [
  { "get /books": book },
  { "get /books": small, "get /shelves": small },
  { "get /books": book, "get /books/{id}": book },
  { "get /books": book, "get /books/{id}": reordered },
  { "get /books": listOf(book), "get /shelves": book },
  { "get /": book, "get /{id}": book },
  { "get /2": book, "get /2/{id}": book },
  { "get /books": shelf, "get /shelves": shelf },
  { "get /books": shelf, "get /shelves": book },
  { "get /books": holding("authors", book), "get /shelves": holding("x", book) },
  { "get /books": holding("items", book), "get /shelves": holding("x", book) },
  { "get /books": holding("content", listOf(book)), "get /shelves": holding("x", book) },
  { "get /books": { anyOf: [book, { type: "null" }] }, "get /shelves": { additionalProperties: book } },
  { "get /books": { contentSchema: book }, "get /shelves": book },
  { "get /books 404": book, "get /shelves 500": book },
  { "get /books 200": book, "get /shelves 500": book },
  { "get /books 204": book, "get /shelves 500": book },
  { "get /z": shelf, "get /z/{id}": shelf, "get /a": book, "get /a/{id}": book },
  {
    "get /books": book,
    "get /books/{id}": book,
    "get /x/books": small3,
    "get /y/books": small3,
    "get /z/books": shelf,
    "get /z/z/books": shelf,
  },
  { "post /books": book, "get /shelves": book },
  { "PURGE /books": book, "get /shelves": book },
  {
    "get /a": book,
    "get /books": shelf,
    "get /b": shelf,
    "get /books/{id}": { ...book, required: ["id"] },
    "get /c/books": { ...book, required: ["id"] },
    "get /d": book,
  },
  // Formats that only some of them have.
  { "get /a": withFormats("date", "email"), "get /b": withFormats("date", "email") },
  { "get /a": withFormats("date", "email"), "get /b": withFormats(undefined, "email") },
  { "get /a": withFormats("date", "binary"), "get /b": withFormats("date") },
  { "get /a": listOf(withFormats("date")), "get /b": holding("x", withFormats("uuid")) },
];

test("a format stays if all values of the shared schemas have it", () => {
  const infer = (...values: readonly unknown[]): Json => {
    const shape = createShape();
    for (const value of values) recordValue(shape, value);
    return createSchemaFromShape(shape, { version: "3.1", possibleFormats });
  };
  const possibleFormats = new Map();
  const dated = DATES.map((day) => ({ day, note: day }));
  const paths = {
    "/days": { get: { responses: { 200: { content: { "application/json": { schema: infer(...dated) } } } } } },
    "/day": {
      get: {
        responses: { 200: { content: { "application/json": { schema: infer({ day: DATES[0], note: "later" }) } } } },
      },
    },
  };
  expect(extractSharedSchemas(paths, possibleFormats).schemas).toEqual({
    Day: {
      type: "object",
      properties: { day: { type: "string", format: "date" }, note: { type: "string" } },
      required: ["day", "note"],
    },
  });
});

test("equal schemas are shared, and named after their location", async () => {
  const lines = SHARED.flatMap((bodies) => [JSON.stringify(bodies), ...share(bodies)]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("shared-schemas.txt");
});
