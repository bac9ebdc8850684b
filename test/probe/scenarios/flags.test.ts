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
      parameters: [{ name: include_old, in: query, schema: { type: boolean } }, { name: sold, in: query, schema: { type: boolean } }]
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

test("a property that the schema of items requires is in all items, whatever a flag says", async () => {
  const required = SPEC.replace("items: { type: object }", "items: { type: object, required: [old] }");
  const service = () => ({ status: 200, body: [{ id: 1, old: 5 }] });
  const lines = await runScenarios({ spec: required, create: [createFilterScenarios], service });
  expect(lines.filter((it) => it.includes("exchange."))).toEqual([]);
});

type Item = { readonly id: number; readonly sold: boolean };
const ITEMS: readonly Item[] = [true, false, true].map((sold, id) => ({ id, sold }));

test.each<[what: string, show: (flag: boolean | undefined, item: Item) => boolean, isWrong: boolean]>([
  ["selects by the flag", (flag, { sold }) => flag === undefined || flag === sold, false],
  ["shows more with the flag", (flag, { sold }) => flag === true || flag === undefined || !sold, false],
  ["shows only some with the flag", (flag, { sold }) => flag !== true || sold, false],
  ["ignores the flag", () => true, true],
  ["applies another flag", (flag, { id }) => flag === undefined || id < 2, true],
])("a list that %s", async (_, show, isWrong) => {
  const lines = await runScenarios({
    spec: SPEC,
    create: [createFilterScenarios],
    service: ({ query }) => ({ status: 200, body: ITEMS.filter((it) => show(query.sold as boolean | undefined, it)) }),
  });
  expect(lines.some((it) => it.includes("exchange.filter.ignored of listTypes: with sold=true"))).toBe(isWrong);
});
