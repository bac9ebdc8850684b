/** Flags of a list that include items or parts of items: what the list shows if they are false. */
import { expect, test } from "vitest";
import { createFilterScenarios } from "../../../src/probe/scenarios/filters/filters.js";
import { runScenarios } from "./run-scenarios.js";

const SPEC = `openapi: 3.1.0
info: { title: Types, version: "1" }
paths:
  /types:
    get:
      operationId: listTypes
      parameters: [{ name: include_old, in: query, schema: { type: boolean } }]
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { type: object } } } } } }
`;

test.each<[included: unknown, hidden: readonly unknown[], wrong: number]>([
  [true, [false, false], 0],
  [true, [false, true], 1],
  ["2026-01-01", [null], 0],
  ["2026-01-01", [null, "2026-01-01"], 1],
  [[1], [[]], 0],
  [[1], [undefined], 0],
  [[1], [[1], []], 1],
  [{ a: 1 }, [{}], 0],
  [{ a: 1 }, [{ a: 1 }, { a: 1 }], 2],
])("a list with include_old has %j, and without it %j: %s wrong", async (included, hidden, wrong) => {
  const lines = await runScenarios({
    spec: SPEC,
    create: [createFilterScenarios],
    service: ({ query }) => ({
      status: 200,
      body: (query.include_old === true ? [...hidden, included] : hidden).map((old, id) => ({ id, old })),
    }),
  });
  const found = lines.filter((it) => it.includes("exchange."));
  expect(found.map((it) => it.trim().split(" (")[0])).toEqual(
    wrong === 0
      ? []
      : [`exchange.filter.ignored of listTypes: ${wrong} of ${hidden.length} items have old with include_old=false`],
  );
});
