import { ExactNumber, isNumber, isWholeNumber } from "../values/exact-number.js";
import { findClosestName } from "./closest-name.js";
import type { Violation } from "./schemas.js";

/** A failure in words: what the contract asks for, and what came. */
export type ViolationMessage = {
  readonly expected: string;
  readonly actual: string;
  /** What kind of value was wrong, without the value: part of the fingerprint of a finding. */
  readonly valueClass: string;
};

/** Longer texts would bury the message; the whole value is in the recording, at the place that the finding names. */
const MAX_VALUE_LENGTH = 60;

const MAX_LINE_LENGTH = 300;

/** Characters that move a cursor, colour text or turn its direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

type ExpectationFormatter = (params: Readonly<Record<string, unknown>>, schema: unknown) => string;

/** What each keyword asks for. A keyword that is not here is named as it is. */
const EXPECTATIONS: Readonly<Record<string, ExpectationFormatter>> = {
  type: (_, schema) => [schema].flat().join(" or "),
  enum: (_, schema) =>
    Array.isArray(schema) && schema.length > 0 ? `one of ${formatList(schema)}` : "no value at all",
  const: (_, schema) => formatJson(schema),
  format: ({ format }) => formatFormat(String(format)),
  pattern: (_, schema) => `a string matching ${schema}`,
  minLength: (_, schema) => `at least ${formatCount(schema, "character")}`,
  maxLength: (_, schema) => `at most ${formatCount(schema, "character")}`,
  minimum: (_, schema) => `a number not below ${schema}`,
  maximum: (_, schema) => `a number not above ${schema}`,
  exclusiveMinimum: (_, schema) => `a number above ${schema}`,
  exclusiveMaximum: (_, schema) => `a number below ${schema}`,
  multipleOf: (_, schema) => `a multiple of ${schema}`,
  minItems: (_, schema) => `at least ${formatCount(schema, "item")}`,
  maxItems: (_, schema) => `at most ${formatCount(schema, "item")}`,
  uniqueItems: ({ i, j }) => `items that differ from each other (items ${String(j)} and ${String(i)} are equal)`,
  minProperties: (_, schema) => `at least ${formatCount(schema, "property", "properties")}`,
  maxProperties: (_, schema) => `at most ${formatCount(schema, "property", "properties")}`,
  required: ({ missingProperty }) => `the property ${quote(String(missingProperty))}`,
  dependentRequired: ({ missingProperty, property }) =>
    `the property ${quote(String(missingProperty))}, since ${quote(String(property))} is there`,
  additionalProperties: ({ additionalProperty }) => `no property ${quote(String(additionalProperty))}`,
  unevaluatedProperties: ({ unevaluatedProperty }) => `no property ${quote(String(unevaluatedProperty))}`,
  propertyNames: ({ propertyName, asked }) =>
    `no property named ${quote(String(propertyName))}${Array.isArray(asked) ? `, as names are to be ${asked.join(" and ")}` : ""}`,
  unevaluatedItems: ({ limit, index }) =>
    index === undefined
      ? `no more than ${formatCount(limit, "item")}`
      : `nothing at ${String(index)} but what fits "contains"`,
  items: ({ limit }) => `no more than ${formatCount(limit, "item")}`,
  contains: ({ minContains, maxContains }) => formatContains(minContains ?? 1, maxContains),
  oneOf: (params) => formatAlternatives(params),
  anyOf: (params) => formatAlternatives(params),
  not: () => "anything but this",
  if: ({ failingKeyword }) => `what "${String(failingKeyword)}" asks for`,
  false: () => "no value here",
};

const FORMAT_EXPECTATIONS: Readonly<Record<string, string>> = {
  "date-time": "a date and time as in RFC 3339, such as 2026-01-31T09:30:00Z",
  date: "a date such as 2026-01-31",
  uuid: "a UUID",
  email: "an e-mail address",
  uri: "an absolute URI",
  "uri-reference": "a URI or a relative reference",
  float: "a number that 32 bits can hold",
  double: "a number that a double can hold",
  "double-int": "an integer that a double can hold",
};

/** These say what is missing or too much in an object or array; showing the whole of it would not help. */
const CONTENT_KEYWORDS = new Set([
  "required",
  "dependentRequired",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
]);

export function describeViolation({ keyword, params, schema, value }: Violation): ViolationMessage {
  const expected = EXPECTATIONS[keyword]?.(params, schema) ?? `what "${keyword}" asks for`;
  if (keyword === "required" || keyword === "dependentRequired") {
    return { expected, actual: "nothing", valueClass: `missing ${String(params.missingProperty)}` };
  }
  if (Array.isArray(params.alternatives)) return { expected, actual: "none of these", valueClass: getTypeName(value) };
  if (CONTENT_KEYWORDS.has(keyword)) {
    const name = params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
    return { expected, actual: "it", valueClass: `property ${String(name)}` };
  }
  return {
    expected: expected + formatSuggestion(keyword, schema, value),
    actual: showValue(value),
    valueClass: getTypeName(value),
  };
}

/** A value as a message shows it: type and text, control characters escaped, cut where it grows long. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length} ${value.length === 1 ? "item" : "items"}`;
  if (value instanceof ExactNumber) return `${getTypeName(value)} ${truncate(String(value))}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return `${getTypeName(value)} ${String(value)}`.replace(/^null null$/, "null");
  return `string ${quote(value)}`;
}

/** Quoted, with everything escaped that a terminal could take for a command. */
export function quote(text: string): string {
  return escapeControls(JSON.stringify(truncate(text)));
}

function truncate(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

/** Fit for a terminal: no control characters, and not longer than anybody reads. */
export function toPrintable(text: string): string {
  return escapeControls(text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text);
}

function escapeControls(text: string): string {
  return text.replaceAll(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function getTypeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return isWholeNumber(value) ? "integer" : "number";
  return typeof value;
}

function formatJson(value: unknown): string {
  return value instanceof ExactNumber ? String(value) : JSON.stringify(value);
}

/** More values than anybody reads; the contract has them all, at the place that the finding names. */
const MAX_LISTED = 20;

function formatList(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_LISTED).map(formatJson);
  const rest = values.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}

function formatContains(least: unknown, most: unknown): string {
  const count =
    most === undefined ? formatCount(least, "item") : `${String(least)} and at most ${formatCount(most, "item")}`;
  return `at least ${count} that fit "contains"`;
}

function formatCount(count: unknown, one: string, several = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : several}`;
}

/** The allowed value that a misspelt one was probably meant to be. */
function formatSuggestion(keyword: string, schema: unknown, value: unknown): string {
  // Of one value nothing has to be picked.
  if (keyword !== "enum" || !Array.isArray(schema) || schema.length < 2 || typeof value !== "string") return "";
  const close = findClosestName(
    value,
    schema.filter((it) => typeof it === "string"),
  );
  return close === undefined ? "" : ` (did you mean ${quote(close)}?)`;
}

function formatAlternatives({ passingSchemas, alternatives }: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(passingSchemas)) return `exactly one of the alternatives (it fits ${passingSchemas.length})`;
  return Array.isArray(alternatives) ? alternatives.join(", or ") : "one of the alternatives";
}

function formatFormat(format: string): string {
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(format) ?? [];
  if (bits !== undefined) return `an ${unsigned === "u" ? "unsigned " : ""}integer of ${bits} bits`;
  return FORMAT_EXPECTATIONS[format] ?? `a string of format "${format}"`;
}
