import { describe, expect, test } from "vitest";
import { applyBaseline, createReportBuilder, refreshBaseline, type Waiver } from "../../src/check/index.js";
import { createExchange, createSmallContract, defineJsonOperation, type ExchangeInput } from "./inline-contract.js";

/** Two violations that are different findings; `same` is one that is the first finding again. */
type Pair = {
  readonly schema: string;
  readonly accepted: unknown;
  readonly other: unknown;
  readonly same: unknown;
  readonly properties: readonly [string, string];
};

const TIME = "components: { schemas: { Time: { type: string, maxLength: 3 }, ";

const PAIRS: Readonly<Record<string, Pair & { readonly more: string }>> = {
  "two properties": {
    schema: "{ properties: { a: { $ref: '#/components/schemas/Time' }, b: { $ref: '#/components/schemas/Time' } } }",
    more: `${TIME} } }`,
    accepted: { a: "long text", b: "ok" },
    same: { a: "another text", b: "no" },
    other: { a: "long text", b: "long text" },
    properties: ["/a", "/b"],
  },
  "the third of three properties": {
    schema:
      "{ properties: { a: { $ref: '#/components/schemas/Time' }, b: { $ref: '#/components/schemas/Time' }, c: { $ref: '#/components/schemas/Time' } } }",
    more: `${TIME} } }`,
    accepted: { a: "long text", b: "long text", c: "ok" },
    same: { a: "long text", b: "another", c: "ok" },
    other: { a: "long text", b: "long text", c: "long text" },
    properties: ["/b", "/c"],
  },
  "a nested property": {
    schema:
      "{ properties: { a: { $ref: '#/components/schemas/Time' }, in: { properties: { a: { $ref: '#/components/schemas/Time' } } } } }",
    more: `${TIME} } }`,
    accepted: { a: "long text", in: { a: "ok" } },
    same: { a: "long text", in: {} },
    other: { a: "long text", in: { a: "long text" } },
    properties: ["/a", "/in/a"],
  },
  "items of two arrays": {
    schema:
      "{ properties: { a: { type: array, items: { $ref: '#/components/schemas/Time' } }, b: { type: array, items: { $ref: '#/components/schemas/Time' } } } }",
    more: `${TIME} } }`,
    accepted: { a: ["ok", "long text"], b: ["ok"] },
    same: { a: ["long text", "ok", "long text"], b: [] },
    other: { a: ["ok", "long text"], b: ["ok", "long text"] },
    properties: ["/a/*", "/b/*"],
  },
  "positions of a tuple": {
    schema:
      "{ type: array, prefixItems: [{ $ref: '#/components/schemas/Time' }, { $ref: '#/components/schemas/Time' }] }",
    more: `${TIME} } }`,
    accepted: ["long text", "ok"],
    same: ["another text", "ok"],
    other: ["long text", "long text"],
    properties: ["/0", "/1"],
  },
  "values of two maps": {
    schema:
      "{ properties: { a: { additionalProperties: { $ref: '#/components/schemas/Time' } }, b: { additionalProperties: { $ref: '#/components/schemas/Time' } } } }",
    more: `${TIME} } }`,
    accepted: { a: { x: "long text" } },
    same: { a: { y: "long text", 1: "ok" } },
    other: { a: { x: "long text" }, b: { x: "long text" } },
    properties: ["/a/{key}", "/b/{key}"],
  },
  "keys of patternProperties beside a property": {
    schema:
      "{ properties: { id: { $ref: '#/components/schemas/Time' } }, patternProperties: { '^x': { $ref: '#/components/schemas/Time' } } }",
    more: `${TIME} } }`,
    accepted: { x1: "long text" },
    same: { x2: "long text" },
    other: { x1: "long text", id: "long text" },
    properties: ["/{^x}", "/id"],
  },
  "keys of two patterns": {
    schema:
      "{ patternProperties: { '^x': { $ref: '#/components/schemas/Time' }, '^y': { $ref: '#/components/schemas/Time' } } }",
    more: `${TIME} } }`,
    accepted: { x1: "long text" },
    same: { x2: "long text", y1: "ok" },
    other: { x1: "long text", y1: "long text" },
    properties: ["/{^x}", "/{^y}"],
  },
  "a property named like the keys of a map": {
    schema:
      "{ properties: { '{key}': { $ref: '#/components/schemas/Time' } }, additionalProperties: { $ref: '#/components/schemas/Time' } }",
    more: `${TIME} } }`,
    accepted: { "{key}": "long text" },
    same: { "{key}": "another text", x: "ok" },
    other: { "{key}": "long text", x: "long text" },
    properties: ["/~0{key}", "/{key}"],
  },
  "parts of allOf": {
    schema:
      "{ allOf: [{ $ref: '#/components/schemas/One' }, { properties: { b: { $ref: '#/components/schemas/Time' } } }] }",
    more: `${TIME} One: { properties: { a: { $ref: '#/components/schemas/Time' } } } } }`,
    accepted: { a: "long text" },
    same: { a: "long text", b: "ok" },
    other: { a: "long text", b: "long text" },
    properties: ["/a", "/b"],
  },
  "depths of a recursive schema": {
    schema: "{ $ref: '#/components/schemas/Node' }",
    more: `${TIME} Node: { properties: { a: { $ref: '#/components/schemas/Time' }, next: { $ref: '#/components/schemas/Node' } } } } }`,
    accepted: { a: "long text" },
    same: { a: "long text", next: { a: "ok" } },
    other: { a: "long text", next: { a: "long text" } },
    properties: ["/a", "/next/a"],
  },
  "kinds of a value": {
    schema: "{ properties: { a: { type: string } } }",
    more: "",
    accepted: { a: 1 },
    same: { a: 2 },
    other: { a: null },
    properties: ["/a", "/a"],
  },
  "keywords of a schema": {
    schema: "{ properties: { a: { type: string, minLength: 2, pattern: '^b' } } }",
    more: "",
    accepted: { a: "b" },
    same: { a: "b" },
    other: { a: "aa" },
    properties: ["/a", "/a"],
  },
  "undeclared properties of two objects of one schema": {
    schema: "{ properties: { a: { $ref: '#/components/schemas/Box' }, b: { $ref: '#/components/schemas/Box' } } }",
    more: "components: { schemas: { Box: { type: object, properties: { size: { type: integer } } } } }",
    accepted: { a: { weight: 1 }, b: {} },
    same: { a: { weight: 2, size: 1 } },
    other: { a: { weight: 1 }, b: { weight: 1 } },
    properties: ["/a/weight", "/b/weight"],
  },
};

describe("a new violation next to an accepted one is new", () => {
  test.each(Object.entries(PAIRS))("%s", (_, { schema, more, accepted, same, other, properties }) => {
    const run = createRun(defineJsonOperation(schema), more);
    const waivers = run.accept({ response: accepted });
    expect(run.check(waivers, { response: same })).toEqual({ new: [] });
    expect(run.check(waivers, { response: other })).toEqual({ new: [properties[1]] });
    expect(waivers.map((it) => it.property)).toContain(properties[0]);
  });
});

const PARAMETERS =
  "{ operationId: a, parameters: [ { in: query, name: from, schema: { $ref: '#/components/schemas/Time' } }, { in: query, name: to, schema: { $ref: '#/components/schemas/Time' } }, { in: header, name: X-From, schema: { $ref: '#/components/schemas/Time' } } ], responses: { \"200\": { description: d, headers: { X-A: { schema: { $ref: '#/components/schemas/Time' } }, X-B: { schema: { $ref: '#/components/schemas/Time' } } } }, \"201\": { description: d, headers: { X-A: { schema: { $ref: '#/components/schemas/Time' } } } } } }";

const MESSAGES: readonly (readonly [string, ExchangeInput, ExchangeInput, string])[] = [
  ["query", { url: "https://a.example/a?from=long" }, { url: "https://a.example/a?to=long" }, "/to"],
  ["header and query", { headers: [["X-From", "long"]] }, { url: "https://a.example/a?from=long" }, "/from"],
  [
    "response headers",
    { responseHeaders: [["X-A", "long"]] },
    { responseHeaders: [["X-A", "long"], ["X-B", "long"]] }, // biome-ignore format: one line is easier to read
    "/x-b",
  ],
  ["statuses", { responseHeaders: [["X-A", "long"]] }, { responseHeaders: [["X-A", "long"]], status: 201 }, "/x-a"],
];

describe("parameters and headers that share a schema are different findings", () => {
  test.each(MESSAGES)("%s", (_, accepted, other, property) => {
    const run = createRun(PARAMETERS, `${TIME} } }`);
    const waivers = run.accept(accepted);
    expect(run.check(waivers, accepted)).toEqual({ new: [] });
    expect(run.check(waivers, other).new).toContain(property);
  });
});

type Run = {
  readonly accept: (input: ExchangeInput) => readonly Waiver[];
  /** The properties of new findings. */
  readonly check: (
    waivers: readonly Waiver[],
    input: ExchangeInput,
  ) => { readonly new: readonly (string | undefined)[] };
};

function createRun(operation: string, more: string): Run {
  const contract = createSmallContract(operation, more);
  const reportOf = (input: ExchangeInput) => {
    const builder = createReportBuilder(contract);
    const exchange = createExchange(input);
    builder.add(exchange, contract.check(exchange));
    return builder.report();
  };
  const today = "2026-01-31";
  const apply = (waivers: readonly Waiver[], input: ExchangeInput) =>
    applyBaseline(reportOf(input), { path: "baseline.yaml", waivers, today });
  return {
    accept: (input) => refreshBaseline([], apply([], input), { reason: "known", today }),
    check: (waivers, input) => ({
      new: apply(waivers, input).result.findings.flatMap(({ state, property, code }) =>
        state === "new" && code !== "response.status.invalid-accepted" ? [property] : [],
      ),
    }),
  };
}
