import { ExactNumber, isNumber, isWholeNumber } from "./exact-number.js";
import { nearest } from "./nearest.js";
import type { Failure } from "./schemas.js";

/** A failure in words: what the contract asks for, and what came. */
export type FailureWords = {
  readonly expected: string;
  readonly got: string;
  /** What kind of value was wrong, without the value: part of the fingerprint of a finding. */
  readonly valueClass: string;
};

/** Longer texts would bury the message; the whole value is in the recording, at the place that the finding names. */
const MAX_SHOWN = 60;

const MAX_LINE = 300;

/** Characters that move a cursor, colour text or turn its direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

type Wording = (params: Readonly<Record<string, unknown>>, schema: unknown) => string;

/** What each keyword asks for. A keyword that is not here is named as it is. */
const EXPECTED: Readonly<Record<string, Wording>> = {
  type: (_, schema) => [schema].flat().join(" or "),
  enum: (_, schema) => (Array.isArray(schema) && schema.length > 0 ? `one of ${listed(schema)}` : "no value at all"),
  const: (_, schema) => written(schema),
  format: ({ format }) => formatWords(String(format)),
  pattern: (_, schema) => `a string matching ${schema}`,
  minLength: (_, schema) => `at least ${counted(schema, "character")}`,
  maxLength: (_, schema) => `at most ${counted(schema, "character")}`,
  minimum: (_, schema) => `a number not below ${schema}`,
  maximum: (_, schema) => `a number not above ${schema}`,
  exclusiveMinimum: (_, schema) => `a number above ${schema}`,
  exclusiveMaximum: (_, schema) => `a number below ${schema}`,
  multipleOf: (_, schema) => `a multiple of ${schema}`,
  minItems: (_, schema) => `at least ${counted(schema, "item")}`,
  maxItems: (_, schema) => `at most ${counted(schema, "item")}`,
  uniqueItems: ({ i, j }) => `items that differ from each other (items ${String(j)} and ${String(i)} are equal)`,
  minProperties: (_, schema) => `at least ${counted(schema, "property", "properties")}`,
  maxProperties: (_, schema) => `at most ${counted(schema, "property", "properties")}`,
  required: ({ missingProperty }) => `the property ${quote(String(missingProperty))}`,
  dependentRequired: ({ missingProperty, property }) =>
    `the property ${quote(String(missingProperty))}, since ${quote(String(property))} is there`,
  additionalProperties: ({ additionalProperty }) => `no property ${quote(String(additionalProperty))}`,
  unevaluatedProperties: ({ unevaluatedProperty }) => `no property ${quote(String(unevaluatedProperty))}`,
  propertyNames: ({ propertyName, asked }) =>
    `no property named ${quote(String(propertyName))}${Array.isArray(asked) ? `, as names are to be ${asked.join(" and ")}` : ""}`,
  unevaluatedItems: ({ limit, index }) =>
    index === undefined
      ? `no more than ${counted(limit, "item")}`
      : `nothing at ${String(index)} but what fits "contains"`,
  items: ({ limit }) => `no more than ${counted(limit, "item")}`,
  contains: ({ minContains, maxContains }) => containsWords(minContains ?? 1, maxContains),
  oneOf: (params) => alternativesWords(params),
  anyOf: (params) => alternativesWords(params),
  not: () => "anything but this",
  if: ({ failingKeyword }) => `what "${String(failingKeyword)}" asks for`,
  false: () => "no value here",
};

const FORMAT_WORDS: Readonly<Record<string, string>> = {
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
const ABOUT_CONTENT = new Set([
  "required",
  "dependentRequired",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
]);

export function describeFailure({ keyword, params, schema, value }: Failure): FailureWords {
  const expected = EXPECTED[keyword]?.(params, schema) ?? `what "${keyword}" asks for`;
  if (keyword === "required" || keyword === "dependentRequired") {
    return { expected, got: "nothing", valueClass: `missing ${String(params.missingProperty)}` };
  }
  if (Array.isArray(params.alternatives)) return { expected, got: "none of these", valueClass: typeName(value) };
  if (ABOUT_CONTENT.has(keyword)) {
    const name = params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
    return { expected, got: "it", valueClass: `property ${String(name)}` };
  }
  return { expected: expected + hint(keyword, schema, value), got: showValue(value), valueClass: typeName(value) };
}

/** A value as a message shows it: type and text, control characters escaped, cut where it grows long. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length} ${value.length === 1 ? "item" : "items"}`;
  if (value instanceof ExactNumber) return `${typeName(value)} ${cut(String(value))}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return `${typeName(value)} ${String(value)}`.replace(/^null null$/, "null");
  return `string ${quote(value)}`;
}

/** Quoted, with everything escaped that a terminal could take for a command. */
export function quote(text: string): string {
  return escapeControls(JSON.stringify(cut(text)));
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Fit for a terminal: no control characters, and not longer than anybody reads. */
export function printable(text: string): string {
  return escapeControls(text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text);
}

function escapeControls(text: string): string {
  return text.replaceAll(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return isWholeNumber(value) ? "integer" : "number";
  return typeof value;
}

function written(value: unknown): string {
  return value instanceof ExactNumber ? String(value) : JSON.stringify(value);
}

/** More values than anybody reads; the contract has them all, at the place that the finding names. */
const MAX_LISTED = 20;

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_LISTED).map(written);
  const rest = values.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}

function containsWords(least: unknown, most: unknown): string {
  const count = most === undefined ? counted(least, "item") : `${String(least)} and at most ${counted(most, "item")}`;
  return `at least ${count} that fit "contains"`;
}

function counted(count: unknown, one: string, several = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : several}`;
}

/** The allowed value that a misspelt one was probably meant to be. */
function hint(keyword: string, schema: unknown, value: unknown): string {
  // Of one value nothing has to be picked.
  if (keyword !== "enum" || !Array.isArray(schema) || schema.length < 2 || typeof value !== "string") return "";
  const close = nearest(
    value,
    schema.filter((it) => typeof it === "string"),
  );
  return close === undefined ? "" : ` (did you mean ${quote(close)}?)`;
}

function alternativesWords({ passingSchemas, alternatives }: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(passingSchemas)) return `exactly one of the alternatives (it fits ${passingSchemas.length})`;
  return Array.isArray(alternatives) ? alternatives.join(", or ") : "one of the alternatives";
}

function formatWords(format: string): string {
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(format) ?? [];
  if (bits !== undefined) return `an ${unsigned === "u" ? "unsigned " : ""}integer of ${bits} bits`;
  return FORMAT_WORDS[format] ?? `a string of format "${format}"`;
}
