/** What traffic shows about the open questions of a spec. */
import { expect, test } from "vitest";
import { createOpenQuestionCounter } from "../../src/suggest/index.js";
import { createInlineContract } from "../check/inline-contract.js";
import { createExchanges, type Input } from "./create-exchanges.js";

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
