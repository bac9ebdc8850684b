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
const copy = "    additionalOperations: { COPY: { operationId: c, responses: { default: { description: d } } } }\n";

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
  "a list that 3.1 describes": {
    old: write("application/jsonl: { schema: { type: array, items: { type: integer } } }", "", "3.1.0"),
    next: write(lines("{ type: integer }")),
    there: [],
    back: [],
  },
  "the version alone": { old: write(lines("{}"), "", "3.1.0"), next: write(lines("{}")), there: [], back: [] },
  "a method": { old: write("", copy), next: write(""), there: ["operation.removed"], back: ["operation.added"] },
};
