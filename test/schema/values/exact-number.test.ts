/** Numbers that no double represents are checked exactly as written, in bodies and in parameters. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import {
  createSchemas,
  describeViolation,
  parseJson,
  readParameter,
  reduceToClosestBranch,
  splitPairs,
} from "../../../src/schema/index.js";

type Vector = {
  readonly in?: "query";
  /** The text of the schema, whose numbers have all their digits. */
  readonly schema: string;
  readonly fits: string;
  readonly not: string;
  readonly title: string;
};

const vectors = parse(readFileSync(join(import.meta.dirname, "exact-numbers.yaml"), "utf8")) as readonly Vector[];

describe.each(vectors)("$schema", (vector) => {
  test.each(["yaml", "json"])(`${vector.fits} is valid, and ${vector.not} is not; written in %s`, (how) => {
    const check = createCheck(vector, how === "json");
    expect(check(vector.fits)).toEqual([]);
    expect(check(vector.not).join("; ")).toContain(vector.title);
  });
});

test("a body without such a number is parsed like JSON.parse", () => {
  const text =
    '\uFEFF{"a": [1, 2.5, -3e2, "9007199254740993", 52.520006599999995], "__proto__": {"b": 1234567890123450}}';
  expect(parseJson(text)).toEqual(JSON.parse(text.slice(1)));
});

test("a name that every object has is kept next to such a number", () => {
  const value = parseJson('{"__proto__": {"a": 12345678901234567890}}') as object;
  expect(Object.keys(value)).toEqual(["__proto__"]);
  expect(JSON.stringify(value)).toBe('{"__proto__":{"a":12345678901234567000}}');
});

test("a body with such a number is parsed at any depth and of any size", () => {
  expect(() => parseJson(`${"[".repeat(100_000)}12345678901234567890${"]".repeat(100_000)}`)).not.toThrow();
  expect(String(parseJson("1".repeat(1_000_000)))).toHaveLength(1_000_000);
});

function createCheck({ in: location, schema }: Vector, isJson: boolean): (text: string) => string[] {
  // A schema in flow style is JSON except for its unquoted keywords.
  const written = isJson
    ? schema.replaceAll("'", '"').replaceAll(/(?<![\w".])(?!true)([a-zA-Z][\w-]*)(?![\w".])/g, '"$1"')
    : schema;
  const path = `{"get": {"parameters": [{"name": "x", "in": "query", "schema": ${written}}], "responses": {}}}`;
  const text = `{"openapi": "3.1.0", "info": {}, "paths": {"/a": ${path}}}`;
  const document = loadDocument("spec.yaml", () => (isJson ? text : `# A comment\n${text}`));
  const schemas = createSchemas(document);
  const [parameter] = listOperations(document)[0]?.parameters ?? [];
  const pointer = parameter?.schema;
  if (parameter === undefined || pointer === undefined) throw new Error("There is no parameter");
  return (given) => {
    const reading =
      location === "query"
        ? readParameter(schemas, parameter, { in: "query", pairs: splitPairs(`x=${given}`) })
        : { kind: "value", value: parseJson(given) };
    if (!("value" in reading)) throw new Error(`read as ${reading.kind}`);
    const failures = schemas.validate(pointer, "request", reading.value);
    expect(schemas.isValid(pointer, "request", reading.value)).toBe(failures.length === 0);
    return reduceToClosestBranch(schemas, "request", failures).map((failure) => {
      const { expected, actual } = describeViolation(failure);
      return `expected ${expected}, got ${actual}`;
    });
  };
}
