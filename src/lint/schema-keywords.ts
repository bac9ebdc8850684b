import { asArray, type Json } from "../document/index.js";
import { type FieldType, parseFieldNotation } from "../document/structure.js";
import { getJsonTypeName, isNumber } from "../document/values/exact-number.js";

export type KeywordField = FieldType & {
  /** Whether OpenAPI 3.0 has the keyword. */
  readonly in30: boolean;
};

/**
 * The keywords of JSON Schema 2020-12 and OpenAPI, by the type of their value. `+` marks the keywords of OpenAPI 3.0. Of two names
 * that are equally close to a misspelt one, lint suggests the first.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation
 * @see https://spec.openapis.org/oas/v3.0.4#schema-object
 */
const KEYWORDS_BY_TYPE = {
  string: "$id $schema $anchor $dynamicRef $dynamicAnchor $comment contentEncoding contentMediaType",
  "string+": "$ref title description pattern format",
  any: "$vocabulary const dependentRequired",
  "{schema}": "$defs patternProperties dependentSchemas",
  array: "examples",
  "any+": "default example",
  "boolean+": "deprecated readOnly writeOnly nullable uniqueItems",
  "externalDocs+": "externalDocs",
  "xml+": "xml",
  "discriminator+": "discriminator",
  "type+": "type",
  "array+": "enum",
  "positive+": "multipleOf",
  "number+": "maximum minimum",
  "bound+": "exclusiveMaximum exclusiveMinimum",
  "count+": "maxLength minLength maxItems minItems maxProperties minProperties",
  count: "maxContains minContains",
  "names+": "required",
  "{schema}+": "properties",
  schema: "contentSchema unevaluatedProperties propertyNames unevaluatedItems contains if then else",
  "schema+": "additionalProperties items not",
  "schema[]": "prefixItems",
  "schema[]+": "allOf anyOf oneOf",
} as const satisfies Record<string, string>;

export const SCHEMA_KEYWORDS: ReadonlyMap<string, KeywordField> = new Map(
  Object.entries(KEYWORDS_BY_TYPE).flatMap(([notation, names]) => {
    const field = { ...parseFieldNotation(notation.replace("+", "")), in30: notation.endsWith("+") };
    return names.split(" ").map((name) => [name, field] as const);
  }),
);

/** Returns the expected kind of value if the value of a keyword is invalid, otherwise undefined. */
export function getExpectedKeywordValue(type: string, value: unknown): string | undefined {
  const [expected, fits] = EXPECTED_VALUES[type] ?? [];
  return fits === undefined || fits(value) ? undefined : expected;
}

/** The types of keyword values besides those of document/structure.ts. Other rules check types and exclusive bounds. */
const EXPECTED_VALUES: Readonly<Record<string, readonly [expected: string, fits: (value: unknown) => boolean]>> = {
  number: ["a number", isNumber],
  positive: ["a number greater than zero", (value) => isNumber(value) && Number(value) > 0],
  count: ["a non-negative integer", (value) => Number.isInteger(value) && (value as number) >= 0],
  array: ["an array", Array.isArray],
  names: ["an array of property names", (value) => Array.isArray(value) && value.every((it) => typeof it === "string")],
  bound: ["a number", (value) => typeof value === "boolean" || isNumber(value)],
};

/** Returns whether a value has one of the types of a schema. Without types, or with an unknown one, every value does. */
export function hasType(value: Json, type: Json | undefined): boolean {
  const types = typeof type === "string" ? [type] : asArray(type);
  if (types.length === 0) return true;
  const actual = getJsonTypeName(value);
  return types.some((it) => it === actual || (it === "number" && actual === "integer") || !TYPE_NAMES.includes(it));
}

export const TYPE_NAMES: readonly Json[] = ["null", "boolean", "object", "array", "number", "string", "integer"];
