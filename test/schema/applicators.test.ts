/** What is known of a value below each keyword that applies a schema to it, and below each two of them. */
import { describe, expect, test } from "vitest";
import { APPLICATORS } from "../../src/document/applicators.js";
import type { Json, JsonObject } from "../../src/document/index.js";
import { createExchange, createInlineContract, getCodes } from "../gate/inline-contract.js";

/** The values of one row: what to put around a value, and a path from there to the value. */
type Row = {
  readonly keyword: string;
  readonly wrap: (inner: JsonObject, components: Record<string, Json>) => JsonObject;
  /** What the value is in; the same value if there is no such thing. */
  readonly at?: "p" | 0 | "text";
  /** Whether the schema describes the value, so that what it declares counts. */
  readonly describes: boolean;
  /** Whether its marks are respected when values are shown. They are if the schema may describe the value. */
  readonly redacts: boolean;
};

const APPLIES = { describes: true, redacts: true };
/** The schema is about the value, but the value does not match it. */
const MISMATCH = { describes: false, redacts: true };
const UNRELATED = { describes: false, redacts: false };

let count = 0;
const addComponent = (components: Record<string, Json>, schema: (name: string) => Json): string => {
  count += 1;
  components[`N${count}`] = schema(`N${count}`);
  return `N${count}`;
};

const ROWS: readonly Row[] = [
  { keyword: "allOf", wrap: (inner) => ({ allOf: [inner] }), ...APPLIES },
  { keyword: "anyOf", wrap: (inner) => ({ anyOf: [false, inner] }), ...APPLIES },
  { keyword: "anyOf without a match", wrap: (inner) => ({ anyOf: [{ allOf: [inner, false] }, true] }), ...MISMATCH },
  { keyword: "oneOf", wrap: (inner) => ({ oneOf: [false, inner] }), ...APPLIES },
  { keyword: "not", wrap: (inner) => ({ not: { allOf: [inner, false] } }), ...MISMATCH },
  { keyword: "if", wrap: (inner) => ({ if: inner }), ...APPLIES },
  { keyword: "if without a match", wrap: (inner) => ({ if: { allOf: [inner, false] } }), ...MISMATCH },
  { keyword: "then", wrap: (inner) => ({ if: true, then: inner }), ...APPLIES },
  { keyword: "then without a match", wrap: (inner) => ({ if: false, then: inner }), ...MISMATCH },
  { keyword: "else", wrap: (inner) => ({ if: false, else: inner }), ...APPLIES },
  { keyword: "else without a match", wrap: (inner) => ({ if: true, else: inner }), ...MISMATCH },
  {
    keyword: "dependentSchemas",
    wrap: (inner) => ({ dependentSchemas: { p: { properties: { p: inner } } } }),
    at: "p",
    ...APPLIES,
  },
  {
    keyword: "dependentSchemas of an absent property",
    wrap: (inner) => ({ dependentSchemas: { absent: { properties: { p: inner } } } }),
    at: "p",
    ...MISMATCH,
  },
  {
    keyword: "dependencies",
    wrap: (inner) => ({ dependencies: { p: { properties: { p: inner } } } }),
    at: "p",
    ...APPLIES,
  },
  { keyword: "properties", wrap: (inner) => ({ properties: { p: inner } }), at: "p", ...APPLIES },
  { keyword: "patternProperties", wrap: (inner) => ({ patternProperties: { "^p$": inner } }), at: "p", ...APPLIES },
  { keyword: "additionalProperties", wrap: (inner) => ({ additionalProperties: inner }), at: "p", ...APPLIES },
  {
    keyword: "additionalProperties beside properties",
    wrap: (inner) => ({ properties: { p: true }, additionalProperties: inner }),
    at: "p",
    ...UNRELATED,
  },
  { keyword: "unevaluatedProperties", wrap: (inner) => ({ unevaluatedProperties: inner }), at: "p", ...APPLIES },
  {
    keyword: "unevaluatedProperties beside a branch",
    wrap: (inner) => ({ anyOf: [{ properties: { p: true } }], unevaluatedProperties: inner }),
    at: "p",
    ...MISMATCH,
  },
  { keyword: "propertyNames", wrap: (inner) => ({ propertyNames: inner }), at: "p", ...UNRELATED },
  { keyword: "items", wrap: (inner) => ({ items: inner }), at: 0, ...APPLIES },
  { keyword: "prefixItems", wrap: (inner) => ({ prefixItems: [inner] }), at: 0, ...APPLIES },
  { keyword: "contains", wrap: (inner) => ({ contains: inner }), at: 0, ...APPLIES },
  {
    keyword: "contains without a match",
    wrap: (inner) => ({ contains: { allOf: [inner, false] }, minContains: 0 }),
    at: 0,
    ...MISMATCH,
  },
  { keyword: "unevaluatedItems", wrap: (inner) => ({ unevaluatedItems: inner }), at: 0, ...APPLIES },
  {
    keyword: "unevaluatedItems beside contains",
    wrap: (inner) => ({ contains: true, unevaluatedItems: inner }),
    at: 0,
    ...MISMATCH,
  },
  {
    keyword: "additionalItems",
    wrap: (inner) => ({ $schema: "https://json-schema.org/draft/2019-09/schema", items: [], additionalItems: inner }),
    at: 0,
    ...APPLIES,
  },
  {
    keyword: "contentSchema",
    wrap: (inner) => ({ contentMediaType: "application/json", contentSchema: inner }),
    at: "text",
    ...MISMATCH,
  },
  { keyword: "$defs", wrap: (inner) => ({ $defs: { unused: inner } }), ...UNRELATED },
  { keyword: "definitions", wrap: (inner) => ({ definitions: { unused: inner } }), ...UNRELATED },
  {
    keyword: "$ref",
    wrap: (inner, components) => ({ $ref: `#/components/schemas/${addComponent(components, () => inner)}` }),
    ...APPLIES,
  },
  {
    keyword: "$dynamicRef",
    wrap: (inner, components) => ({
      $dynamicRef: `#${addComponent(components, (name) => ({ $dynamicAnchor: name, allOf: [inner] }))}`,
    }),
    ...APPLIES,
  },
  {
    keyword: "$dynamicRef by a pointer",
    wrap: (inner, components) => ({ $dynamicRef: `#/components/schemas/${addComponent(components, () => inner)}` }),
    ...APPLIES,
  },
];

const SECRET = "1971-05-06";
const KNOWN = { type: "object", properties: { known: {} } };

/** A mark, a value that it is about, and the finding if the schema describes the value. */
const MARKS = {
  writeOnly: { mark: { writeOnly: true }, value: "pin", code: "response.body.write-only", isOfProperty: true },
  readOnly: { mark: { readOnly: true }, value: "pin", code: "request.body.read-only", isOfProperty: true },
  "x-extensible-enum": { mark: { "x-extensible-enum": ["a"] }, value: "b", code: "response.body.not-in-enum" },
  undeclared: { mark: KNOWN, value: { known: 1, extra: 2 }, code: "response.body.undeclared" },
} as const;

const around = ({ at }: Row, value: Json): Json => {
  if (at === undefined) return value;
  if (at === "text") return JSON.stringify(value);
  return at === 0 ? [value] : { [at]: value };
};

/** A schema that rejects a text at the end of a path, and reports it. */
function rejecting(path: readonly (string | number)[]): JsonObject {
  const [first, ...rest] = path;
  if (first === undefined) return { maxLength: 1 };
  return typeof first === "number" ? { items: rejecting(rest) } : { properties: { [first]: rejecting(rest) } };
}

/** The path to the value as far as JSON goes. */
function pathOf(rows: readonly Row[]): (string | number)[] {
  const text = rows.findIndex(({ at }) => at === "text");
  return (text === -1 ? rows : rows.slice(0, text)).flatMap(({ at }) => at ?? []);
}

/** The exchanges of a value below some rows: what is reported for each mark, and whether a sensitive value is printed. */
function report(rows: readonly Row[]): Readonly<Record<string, unknown>> {
  const components: Record<string, Json> = {};
  const below = (mark: JsonObject): JsonObject => rows.reduceRight((inner, row) => row.wrap(inner, components), mark);
  const schemas: Record<string, JsonObject> = Object.fromEntries(
    Object.entries(MARKS).map(([name, { mark }]) => [name, { properties: { leaf: below(mark) } }]),
  );
  const rejected = { properties: { leaf: rejecting(pathOf(rows)) } };
  schemas["x-sensitive"] = { allOf: [{ properties: { leaf: below({ "x-sensitive": true }) } }, rejected] };
  schemas.plain = { allOf: [{ properties: { leaf: below({}) } }, rejected] };
  const paths = Object.entries(schemas).map(([name, schema]) => {
    const content = { "application/json": { schema } };
    const isRequest = name === "readOnly";
    const responses = { "200": { description: "d", ...(isRequest ? {} : { content }) } };
    return [`/${name}`, { post: { responses, ...(isRequest ? { requestBody: { content } } : {}) } }];
  });
  const document = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: Object.fromEntries(paths),
    components: { schemas: components },
  };
  const contract = createInlineContract({ "spec.json": JSON.stringify(document) });
  const check = (name: string, leaf: Json) => {
    const body = { leaf: rows.reduceRight((value, row) => around(row, value), leaf) };
    const headers: [string, string][] = [["Content-Type", "application/json"]];
    const url = `https://a.example/${name}`;
    return contract.check(
      name === "readOnly"
        ? createExchange({ method: "POST", url, headers, body: JSON.stringify(body), answerHeaders: [] })
        : createExchange({ method: "POST", url, answer: body }),
    );
  };
  const shows = (name: string): boolean => {
    const { verdict, findings } = check(name, SECRET);
    expect({ verdict, count: findings.length > 0 }).toEqual({ verdict: "failed", count: true });
    return JSON.stringify(findings).includes(SECRET);
  };
  const found = Object.entries(MARKS).map(([name, { value }]) => [name, getCodes(check(name, value))]);
  return { ...Object.fromEntries(found), "x-sensitive": shows("x-sensitive"), plain: shows("plain") };
}

/** What has to be reported, by the rows alone. */
function expected(rows: readonly Row[]): Readonly<Record<string, unknown>> {
  const isDescribed = rows.every(({ describes }) => describes);
  const [step = "leaf"] = rows.flatMap(({ at }) => at ?? []).slice(-1);
  const codes = Object.entries(MARKS).map(([name, mark]) => {
    const isReported = isDescribed && (!("isOfProperty" in mark) || typeof step === "string");
    return [name, isReported ? [mark.code] : []];
  });
  return { ...Object.fromEntries(codes), "x-sensitive": !rows.every(({ redacts }) => redacts), plain: true };
}

test("the rows are the keywords of the table, and the references", () => {
  const keywords = [...Object.keys(APPLICATORS), "$ref", "$dynamicRef"];
  expect([...new Set(ROWS.map(({ keyword }) => keyword.split(" ")[0]))].sort()).toEqual(keywords.sort());
});

test.each(ROWS.map((row) => [row.keyword, row] as const))("below %s", (_, row) => {
  expect(report([row])).toEqual(expected([row]));
});

describe("below two keywords", () => {
  test.each(ROWS.map((row) => [row.keyword, row] as const))("%s, and each in it", (_, outer) => {
    const found = ROWS.map((inner) => [inner.keyword, report([outer, inner])]);
    expect(found).toEqual(ROWS.map((inner) => [inner.keyword, expected([outer, inner])]));
  });
});

test.each([
  ["that an if names", { if: { properties: { kind: { const: "a" } }, required: ["kind"] } }, []],
  ["that an if names deep inside", { if: { properties: { in: { properties: { deep: { const: 1 } } } } } }, []],
  [
    "that only then names",
    { if: { properties: { kind: { const: "a" } } }, then: { properties: { kind: {}, in: {} } } },
    ["response.body.undeclared"],
  ],
])("a property %s is no drift where the value does not match", (_, more, codes) => {
  const schema = { type: "object", properties: { id: {}, in: { type: "object", properties: { x: {} } } }, ...more };
  const spec = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: {
      "/a": { get: { responses: { "200": { description: "d", content: { "application/json": { schema } } } } } },
    },
  };
  const contract = createInlineContract({ "spec.json": JSON.stringify(spec) });
  const value = JSON.stringify(more).includes("deep") ? { id: 1, in: { deep: 2 } } : { id: 1, kind: "b" };
  expect(getCodes(contract.check(createExchange({ answer: value })))).toEqual(codes);
});
