/** Criteria of every type, and runtime expressions of every kind. */
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/document/index.js";
import { isCriterionMet } from "../../../src/probe/arazzo/run-workflow.js";
import { evaluateValue, type WorkflowState } from "../../../src/probe/arazzo/runtime-expression.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";

const json = (value: Json) => ({ kind: "text", text: JSON.stringify(value) });
const STATE: WorkflowState = {
  inputs: { name: "Ann", "a.b": 1, deep: { x: [7] }, none: null },
  steps: new Map([["first", { id: 9, list: [{ id: 1 }] }]]),
  workflows: new Map([["other", { inputs: { in: 1 }, outputs: { out: { y: 2 } } }]]),
  outputs: { total: 3 },
  sources: [{ name: "shop", url: "./shop.yaml", type: "openapi" }],
  self: "https://flows.example/a",
  exchange: new ProbeExchange({
    request: {
      ...{ path: { id: "p" }, query: { q: "v" }, header: {}, cookie: {} },
      body: { contentType: "application/json", value: { sent: true } },
    },
    exchange: {
      request: { method: "POST", url: "https://shop.example/a", headers: [["X-A", "1"]], body: json({ sent: true }) },
      response: {
        status: 201,
        headers: [
          ["Content-Type", "application/json"],
          ["X-Total", "12"],
        ],
        body: json({
          id: 5,
          text: "It's",
          items: [
            { id: "a", size: 2 },
            { id: "b", size: 5 },
          ],
          none: null,
        }),
      },
    },
  } as never),
};

test.each<[string, Json | undefined]>([
  ["$url", "https://shop.example/a"],
  ["$method", "POST"],
  ["$statusCode", 201],
  ["$self", "https://flows.example/a"],
  ["$request.header.x-a", "1"],
  ["$request.path.id", "p"],
  ["$request.query.q", "v"],
  ["$request.body#/sent", true],
  ["$response.header.X-Total", "12"],
  ["$response.body#/items/1/id", "b"],
  ["$response.body.items[0].id", "a"],
  ["$response.body.items.length", 2],
  ["$response.body#/absent", undefined],
  ["$inputs.name", "Ann"],
  ["$inputs.a.b", 1],
  ["$inputs.deep.x[0]", 7],
  ["$inputs.deep#/x/0", 7],
  ["$outputs.total", 3],
  ["$steps.first.outputs.id", 9],
  ["$steps.first.outputs.list#/0/id", 1],
  ["$steps.second.outputs.id", undefined],
  ["$workflows.other.inputs.in", 1],
  ["$workflows.other.outputs.out#/y", 2],
  ["$sourceDescriptions.shop.url", "./shop.yaml"],
  ["$unknown.a", undefined],
  ["id {$steps.first.outputs.id}, {$inputs.deep}", 'id 9, {"x":[7]}'],
])("%s is %j", (expression, expected) => {
  expect(evaluateValue(expression, STATE)).toEqual(expected);
});

test("values are evaluated inside objects and arrays, and by selectors", () => {
  const selector = { context: "$response.body", selector: "$.items[*].id", type: "jsonpath" };
  const pointer = {
    context: "$response.body",
    selector: "/items/0",
    type: { type: "jsonpointer", version: "rfc6901" },
  };
  expect(evaluateValue({ a: ["$inputs.name", 1], absent: "$inputs.absent", selector, pointer }, STATE)).toEqual({
    ...{ a: ["Ann", 1], selector: ["a", "b"] },
    pointer: { id: "a", size: 2 },
  });
});

const simple = (condition: string): JsonObject => ({ condition });
const typed = (type: Json, context: string, condition: string): JsonObject => ({ type, context, condition });

test.each<[JsonObject, boolean]>([
  [simple("$statusCode == 201"), true],
  [simple("$statusCode == 200"), false],
  [simple("$statusCode==201"), true],
  [simple("$statusCode >= 200 && $statusCode < 300"), true],
  [simple("$statusCode == 200 || $statusCode == 201"), true],
  [simple("($statusCode == 200 || $statusCode == 201) && $method == 'post'"), true],
  [simple("!($statusCode == 200)"), true],
  [simple("$response.header.X-Total > 11"), true],
  [simple("$response.body.text == 'it''s'"), true],
  [simple("$response.body.none == null"), true],
  [simple("$response.body.absent == null"), true],
  [simple("$response.body.id == null"), false],
  [simple("$response.body.id != null"), true],
  [simple("$response.body.absent"), false],
  [simple("$request.body#/sent"), true],
  [simple("$statusCode =="), false],
  [simple("$statusCode == 201 201"), false],
  [simple("$statusCode == two"), false],
  [simple("$inputs.name < 'bob'"), true],
  [typed("regex", "$statusCode", "^2\\d{2}$"), true],
  [typed("regex", "$statusCode", "^3"), false],
  [typed("regex", "$inputs.name", "^{$inputs.name}$"), true],
  [typed("regex", "$inputs.absent", ".*"), false],
  [typed("regex", "$inputs.name", "("), false],
  [typed("jsonpath", "$response.body", "$.items[?@.size > 4]"), true],
  [typed("jsonpath", "$response.body", "$.items[?@.size > 5]"), false],
  [typed({ type: "jsonpath", version: "rfc9535" }, "$response.body", "$.items[?count(@.*) > 1]"), true],
  [typed("jsonpath", "$response.body", "$["), false],
])("%j: %s", (criterion, expected) => {
  expect(isCriterionMet(criterion, STATE)).toBe(expected);
});
