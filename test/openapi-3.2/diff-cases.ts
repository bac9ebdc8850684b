/** Pairs of specs. */
const write = (content: string, more = "", version = "3.2.0"): string => `openapi: ${version}
info: { title: t, version: "1" }
paths:
  /a:
    get:
      operationId: a
      responses: { "200": { description: d, content: { ${content} } } }
${more}`;

const lines = (schema: string): string => `application/jsonl: { itemSchema: ${schema} }`;
const events = (type: string): string =>
  `text/event-stream: { itemSchema: { type: object, properties: { data: { type: string, contentSchema: { type: ${type} } } } } }`;
const named = (type: string): string =>
  `text/event-stream: { itemSchema: { oneOf: [${event("a", "string")}, ${event("b", type)}] } }`;
const event = (name: string, type: string): string =>
  `{ required: [event], properties: { event: { const: ${name} }, data: { type: string, contentSchema: { type: ${type} } } } }`;
const parts = (encoding: string): string =>
  `multipart/mixed: { schema: { type: array, items: { type: string } }, itemEncoding: { contentType: text/plain, ${encoding} } }`;
const partHeader = (definition: string): string => write(parts(`headers: { X-Count: ${definition} }`));
const nested = (type: string): string =>
  write(
    `multipart/mixed: { schema: { type: array, items: { type: array, items: { type: string } } },
          itemEncoding: { contentType: multipart/mixed, itemEncoding: { contentType: ${type} } } }`,
  );
const copy = "    additionalOperations: { COPY: { operationId: c, responses: { default: { description: d } } } }\n";

const query = (parameters: string): string => `openapi: 3.2.0
info: { title: t, version: "1" }
paths: { /a: { get: { operationId: a, parameters: [${parameters}], responses: { "200": { description: d } } } } }`;
const twoParameters = query(
  "{ name: q, in: query, required: true, schema: { type: string } }, { name: ids, in: query, schema: { type: array, items: { type: integer } } }",
);
const form = (required: string, id: string): string =>
  query(
    `{ name: all, in: querystring, required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, required: [${required}],
      properties: { q: { type: string }, ids: { type: array, items: { type: ${id} } } } } } } }`,
  );

/** The codes that are found from the first spec to the second, and back. */
export type DiffCase = {
  readonly old: string;
  readonly next: string;
  readonly there: readonly string[];
  readonly back: readonly string[];
};

export const DIFF_CASES: Readonly<Record<string, DiffCase>> = {
  "an item": {
    old: write(lines("{ type: integer }")),
    next: write(lines("{ type: number }")),
    there: ["response.type.widened"],
    back: ["response.schema.narrowed"],
  },
  "the data of an event": {
    old: write(events("integer")),
    next: write(events("number")),
    there: ["keyword.changed", "response.type.widened"],
    back: ["keyword.changed", "response.schema.narrowed"],
  },
  "the data of a named event": {
    old: write(named("integer")),
    next: write(named("number")),
    there: ["keyword.changed", "response.type.widened"],
    back: ["keyword.changed", "response.schema.narrowed"],
  },
  "the values of a header of a part": {
    old: partHeader("{ required: true, schema: { type: integer } }"),
    next: partHeader("{ required: true, schema: { type: integer, minimum: 0 } }"),
    there: ["response.schema.narrowed"],
    back: ["response.bounds.widened"],
  },
  "a required header of a part": {
    old: partHeader("{ schema: { type: integer } }"),
    next: partHeader("{ required: true, schema: { type: integer } }"),
    there: ["keyword.changed"],
    back: ["response.body.serialization"],
  },
  "a header of a part": {
    old: write(parts("")),
    next: partHeader("{ required: true, schema: { type: integer } }"),
    there: ["keyword.changed"],
    back: ["response.body.serialization"],
  },
  "the encoding of a nested part": {
    old: nested("text/plain"),
    next: nested("text/html"),
    there: ["response.body.serialization"],
    back: ["response.body.serialization"],
  },
  "query parameters as a whole query string": { old: twoParameters, next: form("q", "integer"), there: [], back: [] },
  "a whole query string that requires more": {
    old: twoParameters,
    next: form("q, ids", "integer"),
    there: ["request.parameter.required"],
    back: ["request.parameter.optional"],
  },
  "a whole query string with other values": {
    old: twoParameters,
    next: form("q", "boolean"),
    there: ["request.type.narrowed"],
    back: ["request.type.narrowed"],
  },
  "a list that 3.1 describes": {
    old: write("application/jsonl: { schema: { type: array, items: { type: integer } } }", "", "3.1.0"),
    next: write(lines("{ type: integer }")),
    there: [],
    back: [],
  },
  "the version alone": { old: write(lines("{}"), "", "3.1.0"), next: write(lines("{}")), there: [], back: [] },
  "a method": { old: write("", copy), next: write(""), there: ["operation.removed"], back: ["operation.added"] },
};
