/** Bodies by kind of value: the validator accepts exactly those that are valid and without drift. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { encodeText } from "../../../src/fast/exchanges/fast-path.js";
import { createWasmValidator } from "../../../src/fast/wasm-validator/index.js";
import { createSchemas, createUndeclaredCollector, listDuplicateNames, parseJson } from "../../../src/schema/index.js";

type Row = { readonly schema: object; readonly accepted: readonly string[]; readonly refused: readonly string[] };

const int = { type: "integer" };
const text = { type: "string" };
/** Each property has another type, so that a value checked against a neighbouring schema is refused. */
const many = {
  a: int,
  b: text,
  c: { type: "boolean" },
  d: { type: "array", items: int },
  e: { type: "null" },
  f: { type: "object", properties: { g: text } },
  h: { type: "number" },
};
const manyText = '{"a":1,"b":"x","c":true,"d":[1],"e":null,"f":{"g":"y"},"h":1.5}';

const rows: readonly Row[] = [
  {
    // Names are compared at every depth, also where any name is allowed.
    schema: {
      type: "object",
      properties: { a: int, any: {}, map: { type: "object", additionalProperties: int }, some: { oneOf: [{}] } },
    },
    accepted: [
      '{"any":{"b":1,"c":{"b":2}},"a":1}',
      '{"any":[{"b":1},{"b":2}]}',
      '{"map":{"b":1,"bb":2}}',
      '{"some":{"b":1,"B":2}}',
    ],
    refused: [
      '{"a":1,"a":1}',
      '{"any":{"b":1,"b":1}}',
      '{"any":{"b":{"c":1},"d":[{"e":1,"f":2,"e":1}]}}',
      '{"any":{"b\\/c":1,"b/c":1}}',
      '{"any":{"é":1,"\\u00e9":1}}',
      '{"map":{"b":1,"c":2,"b":1}}',
      '{"some":{"b":1,"b":1}}',
    ],
  },
  {
    schema: { type: "object", properties: many },
    accepted: [
      "{}",
      manyText,
      `{${manyText
        .slice(1, -1)
        .split(/,(?=")/)
        .reverse()
        .join(",")}}`,
      '{"h":1}',
      '{"d":[]}',
    ],
    refused: [
      '{"a":"x"}',
      '{"b":1}',
      '{"c":1}',
      '{"d":["x"]}',
      '{"e":0}',
      '{"f":{"g":1}}',
      '{"h":"x"}',
      '{"i":1}',
      "[]",
    ],
  },
  {
    schema: { type: "object", required: ["a", "h"], properties: many },
    accepted: [manyText, '{"h":1,"a":1}'],
    refused: ['{"a":1}', '{"h":1}', "{}"],
  },
  {
    // A property may be required without being declared.
    schema: { type: "object", required: ["z"], properties: { a: int }, additionalProperties: int },
    accepted: ['{"z":1}', '{"a":1,"z":2}'],
    refused: ['{"a":1}', "{}", '{"z":"x"}'],
  },
  {
    schema: { type: "object", properties: { a: int, b: int }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    accepted: ['{"a":1}', '{"b":1}', '{"a":1,"b":1}'],
    refused: ["{}"],
  },
  {
    schema: { type: "object", maxProperties: 1, properties: { a: int, b: int } },
    accepted: ["{}", '{"b":1}'],
    refused: ['{"a":1,"b":1}'],
  },
  {
    schema: { type: "array", items: int, minItems: 2, maxItems: 3 },
    accepted: ["[1,2]", "[1,2,3]"],
    refused: ["[1]", "[1,2,3,4]", '[1,"x"]', "{}"],
  },
  {
    schema: { type: "string", enum: ["one", "two", "three"] },
    accepted: ['"one"', '"two"', '"three"'],
    refused: ['"four"', '"on"', '"ones"', '""', "1"],
  },
  {
    schema: { type: "string", minLength: 2, maxLength: 3 },
    accepted: ['"ab"', '"abc"', '"éé"'],
    refused: ['"a"', '"abcd"'],
  },
  {
    schema: { type: "string", pattern: "^[a-c]{2}-\\d$" },
    accepted: ['"ab-1"', '"cc-9"'],
    refused: ['"ad-1"', '"ab-x"', '"ab-12"', '"ab-"'],
  },
  { schema: { type: "string", pattern: "^a+b?$" }, accepted: ['"a"', '"aab"'], refused: ['"b"', '"abb"'] },
  {
    schema: { type: "string", format: "date-time" },
    accepted: ['"2026-01-31T09:30:00Z"'],
    refused: ['"2026-01-32T09:30:00Z"', '"x"'],
  },
  {
    schema: { type: "string", format: "uuid" },
    accepted: ['"f7e79d2b-47f6-4630-ace3-01f0b8829f5c"'],
    refused: ['"f7e79d2b"'],
  },
  {
    schema: { type: "integer", minimum: -2, maximum: 300 },
    accepted: ["-2", "0", "300"],
    refused: ["-3", "301", "1.5", '"1"'],
  },
  {
    schema: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
    accepted: ["0.5"],
    refused: ["0", "1", "-1"],
  },
  { schema: { type: "integer", multipleOf: 3 }, accepted: ["3", "-6", "0"], refused: ["4"] },
  { schema: { type: ["string", "null"], maxLength: 1 }, accepted: ["null", '"x"'], refused: ['"xy"', "1", "true"] },
  { schema: { type: "boolean" }, accepted: ["true", "false"], refused: ["null", "0", '"true"'] },
  {
    schema: { oneOf: [int, { type: "array", items: text }] },
    accepted: ["1", '["x"]', "[]"],
    refused: ["[1]", '"x"', "null"],
  },
  {
    schema: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] },
    accepted: ['{"kind":"cat","lives":9}', '{"kind":"dog"}'],
    refused: ['{"kind":"cat","lives":"x"}', '{"kind":"cow"}', "{}"],
  },
  {
    schema: { $ref: "#/components/schemas/Tree" },
    accepted: ["{}", '{"next":{"next":{"value":1}}}'],
    refused: ['{"next":{"next":{"value":"x"}}}'],
  },
];

const components = {
  Cat: { type: "object", required: ["kind", "lives"], properties: { kind: { const: "cat" }, lives: int } },
  Dog: { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } },
  Tree: { type: "object", properties: { value: int, next: { $ref: "#/components/schemas/Tree" } } },
};

const schemaNames = rows.map((_, index) => `S${index}`);
const root = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  components: {
    schemas: { ...components, ...Object.fromEntries(rows.map(({ schema }, index) => [`S${index}`, schema])) },
  },
};
const schemas = createSchemas(loadDocument("a.json", () => JSON.stringify(root)));
const observe = createUndeclaredCollector(schemas);
/** Shared by all rows, so that their compiled schemas must not overwrite each other in memory. */
const validator = createWasmValidator(schemas, observe);

test.each(rows.map((row, index) => [JSON.stringify(row.schema), schemaNames[index], row] as const))(
  "%s",
  (_, name, { accepted, refused }) => {
    const pointer = `/components/schemas/${name}`;
    // The first accepted body determines the expected order of names, so each body is checked twice.
    for (const body of [...accepted, ...refused, ...accepted, ...refused]) {
      const value = parseJson(body);
      const hasDrift = observe(pointer, "response", value).length + listDuplicateNames(value).length > 0;
      const isClean = schemas.isValid(pointer, "response", value) && !hasDrift;
      const isAccepted = validator.listScalarErrors(pointer, "response", encodeText(body))?.length === 0;
      const isExpected = accepted.includes(body);
      expect({ body, isClean, isAccepted }).toEqual({ body, isClean: isExpected, isAccepted: isExpected });
    }
  },
);
