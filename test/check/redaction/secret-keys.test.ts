/** A key or value that the spec marks as secret is in no output: for each keyword that can mark it, and each part of an exchange. */
import { describe, expect, test } from "vitest";
import { buildVerdictLine, computeOutcome, createReportBuilder } from "../../../src/check/index.js";
import { REPORT_FORMATS } from "../../../src/report/index.js";
import { createExchange, createInlineContract, type ExchangeInput } from "../inline-contract.js";

const KEY = "k3ysecret";
const int = { type: "integer" };

type Mark = Readonly<Record<string, unknown>>;
const MARKS: readonly Mark[] = [{ "x-sensitive": true }, { writeOnly: true }, { format: "password" }];

/** Object schemas whose keys or further properties are marked, and that the object below violates or drifts from. */
const SCHEMAS: Readonly<Record<string, (mark: Mark) => object>> = {
  "propertyNames that fail": (mark) => ({ propertyNames: { ...mark, maxLength: 3 } }),
  "propertyNames with an invalid value": (mark) => ({ propertyNames: mark, additionalProperties: int }),
  "propertyNames of a closed schema": (mark) => ({ propertyNames: mark, additionalProperties: false }),
  "propertyNames beside unevaluatedProperties": (mark) => ({ propertyNames: mark, unevaluatedProperties: false }),
  "propertyNames with declared properties": (mark) => ({ propertyNames: mark, properties: { a: {} } }),
  "propertyNames by a reference": (mark) => ({ propertyNames: { allOf: [{ ...mark }] }, additionalProperties: int }),
  "propertyNames in allOf": (mark) => ({ allOf: [{ propertyNames: mark }], additionalProperties: int }),
  "propertyNames in anyOf": (mark) => ({
    anyOf: [{ propertyNames: mark, additionalProperties: int }, { maxProperties: 0 }],
  }),
  "propertyNames in oneOf": (mark) => ({
    oneOf: [{ propertyNames: mark, additionalProperties: false }, { minProperties: 9 }],
  }),
  "propertyNames in then": (mark) => ({
    if: { type: "object" },
    then: { propertyNames: mark, additionalProperties: int },
  }),
  "propertyNames of an inner map": (mark) => ({
    additionalProperties: { propertyNames: mark, additionalProperties: int },
  }),
  patternProperties: (mark) => ({ patternProperties: { "^k3y": { ...mark, ...int } } }),
  additionalProperties: (mark) => ({ additionalProperties: { ...mark, ...int } }),
  unevaluatedProperties: (mark) => ({ unevaluatedProperties: { ...mark, ...int } }),
  "additionalProperties of an inner map": (mark) => ({
    additionalProperties: { additionalProperties: { ...mark, ...int } },
  }),
  "a marked object": (mark) => ({ ...mark, properties: { a: {} }, additionalProperties: int }),
  "a marked object with an undeclared property": (mark) => ({ ...mark, properties: { a: {} } }),
  "branches that are equally close": (mark) => ({
    anyOf: [{ additionalProperties: { ...mark, ...int } }, { additionalProperties: { ...mark, type: "boolean" } }],
  }),
};

type Place = (
  schema: object,
  isInner: boolean,
) => { readonly operation: object; readonly written: ExchangeInput; readonly path?: string };

const parameter = (place: string, fields: object, written: ExchangeInput): ReturnType<Place> => ({
  operation: { parameters: [{ name: "p", in: place, required: place === "path", ...fields }] },
  written,
});
const body = (type: string, schema: object, text: string): ReturnType<Place> => ({
  operation: { requestBody: { content: { [type.replace(/;.*/, "")]: { schema } } } },
  written: { method: "POST", headers: [["Content-Type", type]], body: text },
});
const json = (isInner: boolean) => JSON.stringify(isInner ? { outer: { [KEY]: "v" } } : { [KEY]: "v" });

const PLACES: Readonly<Record<string, Place>> = {
  "a JSON response": (schema, isInner) => ({
    operation: { responses: { 200: { description: "d", content: { "application/json": { schema } } } } },
    written: { response: json(isInner) },
  }),
  "a JSON request": (schema, isInner) => body("application/json", schema, json(isInner)),
  "JSON lines": (schema, isInner) => body("application/jsonl", schema, json(isInner)),
  "a form": (schema) => body("application/x-www-form-urlencoded", schema, `${KEY}=v`),
  "a form that does not decode": (schema) => body("application/x-www-form-urlencoded", schema, `${KEY}=%zz`),
  parts: (schema) =>
    body(
      "multipart/form-data; boundary=x",
      schema,
      `--x\r\nContent-Disposition: form-data; name="${KEY}"\r\n\r\nv\r\n--x--\r\n`,
    ),
  "a part that is not JSON": (schema) =>
    body(
      "multipart/form-data; boundary=x",
      schema,
      `--x\r\nContent-Disposition: form-data; name="${KEY}"\r\nContent-Type: application/json\r\n\r\nv\r\n--x--\r\n`,
    ),
  XML: (schema) =>
    body("application/xml", { type: "object", xml: { name: "r" }, ...schema }, `<r><${KEY}>v</${KEY}></r>`),
  "a deep object": (schema) =>
    parameter(
      "query",
      { style: "deepObject", schema: { type: "object", ...schema } },
      { url: `https://a.example/a?p[${KEY}]=v` },
    ),
  "an exploded object": (schema) =>
    parameter("query", { schema: { type: "object", ...schema } }, { url: `https://a.example/a?${KEY}=v` }),
  "an object in one parameter": (schema) =>
    parameter(
      "query",
      { explode: false, schema: { type: "object", ...schema } },
      { url: `https://a.example/a?p=${KEY},v` },
    ),
  "a JSON parameter": (schema) =>
    parameter(
      "query",
      { content: { "application/json": { schema } } },
      { url: `https://a.example/a?p=${encodeURIComponent(json(false))}` },
    ),
  "a path": (schema) => ({
    ...parameter("path", { schema: { type: "object", ...schema } }, { url: `https://a.example/a/${KEY},v` }),
    path: "/a/{p}",
  }),
  "a header": (schema) =>
    parameter("header", { schema: { type: "object", ...schema } }, { headers: [["p", `${KEY},v`]] }),
  "a cookie": (schema) =>
    parameter(
      "cookie",
      { explode: false, schema: { type: "object", ...schema } },
      { headers: [["Cookie", `p=${KEY},v`]] },
    ),
};

function render(place: Place, schema: object, isInner: boolean): { readonly outputs: string; readonly count: number } {
  const { operation, written, path = "/a" } = place(schema, isInner);
  const method = (written.method ?? "GET").toLowerCase();
  const root = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: { [path]: { [method]: { responses: { 200: { description: "d" } }, ...operation } } },
  };
  const contract = createInlineContract({ "spec.json": JSON.stringify(root) });
  const exchange = createExchange({
    responseHeaders: written.response === undefined ? [] : [["Content-Type", "application/json"]],
    ...written,
  });
  const result = contract.check(exchange);
  const tally = createReportBuilder(contract);
  tally.add(exchange, result);
  const report = tally.report();
  const outcome = computeOutcome(report, { failOn: "error", allowPartial: false });
  const input = { report, outcome, tool: { name: "t", version: "1" }, diagnostics: [], source: () => [] };
  // All formats show the same report, so that two places show them all.
  const formats = [PLACES["a JSON response"], PLACES["a deep object"]].includes(place)
    ? Object.values(REPORT_FORMATS)
    : [REPORT_FORMATS.json, REPORT_FORMATS.text];
  const texts = formats.map((format) => format(input));
  const line = JSON.stringify(buildVerdictLine(contract, exchange, result));
  return { outputs: [...texts, line, ...result.reasons].join("\n"), count: result.findings.length };
}

/** The texts around the key. */
function listLinesWithKey(outputs: string): string[] {
  return [...outputs.matchAll(new RegExp(`.{0,70}${KEY}.{0,20}`, "g"))].map(([text]) => text);
}

describe.each(Object.keys(SCHEMAS))("%s", (name) => {
  const isInner = name.includes("inner");
  const build = SCHEMAS[name] as (mark: Mark) => object;

  // In the other places, a value has only one level.
  const places = Object.keys(PLACES).filter((it) => !isInner || it.startsWith("a JSON re"));

  test.each(places)("in %s", (where) => {
    const place = PLACES[where] as Place;
    for (const mark of where === "a JSON response" ? MARKS : MARKS.slice(0, 1)) {
      expect(listLinesWithKey(render(place, build(mark), isInner).outputs)).toEqual([]);
    }
  });

  test("without the mark, the key is shown", () => {
    const place = PLACES["a JSON response"] as Place;
    const { outputs, count } = render(place, build({}), isInner);
    expect(count).toBeGreaterThan(0);
    expect(listLinesWithKey(outputs)).not.toEqual([]);
  });
});
