/** Differences between specs of OpenAPI 3.2, and between a 3.1 and a 3.2 spec of one API. */
import { expect, test } from "vitest";
import { diffDocuments } from "../../src/diff/index.js";
import { loadDocument } from "../../src/document/index.js";

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

/** Each with the codes that are found from the first spec to the second, and back. */
test.each<readonly [name: string, old: string, next: string, there: readonly string[], back: readonly string[]]>([
  [
    "an item",
    write(lines("{ type: integer }")),
    write(lines("{ type: number }")),
    ["response.type.widened"],
    ["response.schema.narrowed"],
  ],
  [
    "the data of an event",
    write(events("integer")),
    write(events("number")),
    ["keyword.changed", "response.type.widened"],
    ["keyword.changed", "response.schema.narrowed"],
  ],
  [
    ...[
      "a list that 3.1 describes",
      write("application/jsonl: { schema: { type: array, items: { type: integer } } }", "", "3.1.0"),
    ],
    ...[write(lines("{ type: integer }")), [], []],
  ] as [string, string, string, string[], string[]],
  ["the version alone", write(lines("{}"), "", "3.1.0"), write(lines("{}")), [], []],
  ["a method", write("", copy), write(""), ["operation.removed"], ["operation.added"]],
])("%s", (_, old, next, there, back) => {
  const codes = (from: string, to: string): string[] =>
    diffDocuments({
      old: loadDocument("old.yaml", () => from),
      new: loadDocument("new.yaml", () => to),
    })
      .findings.map(({ code }) => code)
      .sort();
  expect([codes(old, next), codes(next, old)]).toEqual([there, back]);
});
