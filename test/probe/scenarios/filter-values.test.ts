/** The values by which scenarios filter listings. */
import { expect, test } from "vitest";
import type { Json, JsonObject, Operation } from "../../../src/document/index.js";
import type { CaseRequest } from "../../../src/probe/requests/probe-case.js";
import {
  findUnknownValue,
  type ListingFilter,
  listSelectiveValues,
  listSimilarValues,
  putParameter,
} from "../../../src/probe/scenarios/filters/filter-values.js";
import { createSmallContract } from "../../check/inline-contract.js";

const { document, operations } = createSmallContract(`{ operationId: a, parameters: [
        { name: state, in: query, schema: { enum: [new, used, NEXT] } }, { name: mood, in: query, schema: { x-extensible-enum: [glad, sad] } },
        { name: itemNumber, in: query, schema: { type: string } }, { name: serial, in: query, description: Part of it., schema: {} },
        { name: text, in: query, schema: {} }, { name: ownerId, in: query, schema: {} } ], responses: { "200": { description: d } } }`);
const [operation] = operations as readonly [Operation];
const request: CaseRequest = { path: {}, query: { q: 1 }, header: { h: 1 }, cookie: {} };

function prepare(name: string, values: readonly Json[], rejected: readonly Json[]) {
  const parameter = operation.parameters.find((it) => it.name === name);
  const filter = {
    parameter,
    isList: false,
    getValues: (it: Json) => [(it as JsonObject).v],
  } as unknown as ListingFilter;
  const isValid = (_: Operation, { query }: CaseRequest) => !rejected.includes(query[name] as Json);
  const context = { document, isValid, createId: (it: string) => `id of ${it}` } as never;
  return {
    context,
    filter,
    listing: { operation, request, plain: request, items: values.map((v) => ({ v })), all: undefined },
  };
}

test.each<
  [
    name: string,
    values: readonly Json[],
    rejected: readonly Json[],
    unknown: Json | undefined,
    similar: readonly Json[],
  ]
>([
  ["state", ["new"], [], "used", []],
  ["state", ["new", "used", "NEXT"], [], "NONE_HAS_THIS", []],
  ["mood", ["glad", "sad"], ["NONE_HAS_THIS"], "id of no mood", []],
  ["mood", ["glad"], ["NONE_HAS_THIS", "id of no mood"], "0000", []],
  ["mood", ["glad"], ["NONE_HAS_THIS", "id of no mood", "0000"], 987_654_321, []],
  ["mood", ["glad"], ["NONE_HAS_THIS", "id of no mood", "0000", 987_654_321], "sad", []],
  ["mood", ["glad", "sad"], ["NONE_HAS_THIS", "id of no mood", "0000", 987_654_321], undefined, []],
  ["itemNumber", ["abcd"], [], "NONE_HAS_THIS", ["abc", "%", "*", "abc_"]],
  ["itemNumber", ["abcd", "abc"], ["*"], "NONE_HAS_THIS", ["%", "abc_"]],
  ["itemNumber", ["abc"], [], "NONE_HAS_THIS", []],
  ["itemNumber", [5], [], "NONE_HAS_THIS", [0]],
  ["itemNumber", [5, 0], [], "NONE_HAS_THIS", []],
  ["serial", ["abcd"], [], "NONE_HAS_THIS", []],
  ["text", ["abcd", 5], [], "NONE_HAS_THIS", ["%", "*", "abc_", 0]],
  ["ownerId", [5], [], "NONE_HAS_THIS", [0]],
  ["ownerId", ["abcd"], [], "NONE_HAS_THIS", ["abc", "%", "*", "abc_"]],
])("%s of %j, without %j: %j, %j", (name, values, rejected, unknown, similar) => {
  const { context, filter, listing } = prepare(name, values, rejected);
  expect(findUnknownValue(context, listing, filter)).toEqual(unknown);
  expect(listSimilarValues(context, listing, filter)).toEqual(similar);
});

test.each<[values: readonly Json[], selective: readonly Json[]]>([
  [
    ["a", "a", "b"],
    ["b", "a"],
  ],
  [["a", "a"], []],
  [
    ["a", "b", "b", "c", "c", "c"],
    ["a", "b", "c"],
  ],
  [[true, false], [true]],
  [
    [0, 1],
    [0, 1],
  ],
])("the selective values of %j are %j", (values, selective) => {
  const { filter, listing } = prepare("text", values, []);
  expect(listSelectiveValues(filter, listing.items)).toEqual(selective);
});

test("parameters are put into the query or a header", () => {
  expect(putParameter(request, { in: "query", name: "a" }, 2)).toEqual({ ...request, query: { q: 1, a: 2 } });
  expect(putParameter(request, { in: "header", name: "h" }, 2)).toEqual({ ...request, header: { h: 2 } });
  expect(putParameter(request, { in: "path", name: "a" }, 2)).toBe(request);
});
