import { asArray, getTitleName, type Json, type JsonObject, lastToken, pluralize } from "../../document/index.js";
import { ExactNumber, getJsonTypeName } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { UUID_FORMATS } from "../formats/formats.js";
import { findClosestName } from "./closest-name.js";
import type { Violation } from "./violation.js";

/** The texts of a violation: what the spec expects, and what was received. */
export type ViolationMessage = {
  readonly expected: string;
  readonly actual: string;
  /** How the value fails, without the value (see `classifyFailure`). */
  readonly valueClass: string;
};

/** Longer values would hide the message; the recording has the whole value. */
const MAX_VALUE_LENGTH = 60;

const MAX_LINE_LENGTH = 300;

/** Characters that move the cursor, or change the color or direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

type ExpectationFormatter = (params: Readonly<Record<string, unknown>>, schema: unknown) => string;

/** What each keyword expects. For other keywords, the message shows the name. */
const EXPECTATIONS: Readonly<Record<string, ExpectationFormatter>> = {
  type: (_, schema) => [schema].flat().join(" or "),
  enum: (_, schema) =>
    Array.isArray(schema) && schema.length > 0 ? `one of ${formatList(schema)}` : "no value, because the enum is empty",
  const: (_, schema) => serializeExactJson(schema),
  format: ({ format }) => formatFormat(String(format)),
  pattern: (_, schema) => `a string matching ${schema}`,
  minLength: (_, schema) => `at least ${pluralize(schema, "character")}`,
  maxLength: (_, schema) => `at most ${pluralize(schema, "character")}`,
  minimum: (_, schema) => `a number >= ${schema}`,
  maximum: (_, schema) => `a number <= ${schema}`,
  exclusiveMinimum: (_, schema) => `a number > ${schema}`,
  exclusiveMaximum: (_, schema) => `a number < ${schema}`,
  multipleOf: (_, schema) => `a multiple of ${schema}`,
  minItems: (_, schema) => `at least ${pluralize(schema, "item")}`,
  maxItems: (_, schema) => `at most ${pluralize(schema, "item")}`,
  uniqueItems: ({ i, j }) => `unique items (items ${String(j)} and ${String(i)} are equal)`,
  minProperties: (_, schema) => `at least ${pluralize(schema, "property", "properties")}`,
  maxProperties: (_, schema) => `at most ${pluralize(schema, "property", "properties")}`,
  required: ({ missingProperty }) => `the property ${quote(String(missingProperty))}`,
  dependentRequired: ({ missingProperty, property }) =>
    `the property ${quote(String(missingProperty))}, which ${quote(String(property))} requires`,
  additionalProperties: () => "only properties that the schema lists",
  unevaluatedProperties: () => "only properties that the schema lists",
  propertyNames: ({ expectedNames }) =>
    Array.isArray(expectedNames)
      ? `property names that are ${expectedNames.join(" and ")}`
      : 'property names that match "propertyNames"',
  unevaluatedItems: ({ limit, index }) =>
    index === undefined
      ? `no more than ${pluralize(limit, "item")}`
      : `only items matching "contains" (item ${String(index)} does not)`,
  items: ({ limit }) => `no more than ${pluralize(limit, "item")}`,
  contains: ({ minContains, maxContains }) => formatContains(minContains ?? 1, maxContains),
  oneOf: (params, schema) => formatAlternatives(params, schema),
  anyOf: (params, schema) => formatAlternatives(params, schema),
  not: (_, schema) => formatExcluded(schema),
  if: ({ failingKeyword }) => `a value matching "${String(failingKeyword)}"`,
  false: ({ condition, failingKeyword }) => {
    if (condition === undefined) return "no value";
    return failingKeyword === "then" ? formatExcluded(condition) : `a value that matches ${formatSchema(condition)}`;
  },
};

const FORMAT_EXPECTATIONS: Readonly<Record<string, string>> = {
  "date-time": "a date and time as in RFC 3339, such as 2026-01-31T09:30:00Z",
  date: "a date such as 2026-01-31",
  time: "a time with a UTC offset as in RFC 3339, such as 09:30:00Z",
  duration: "a duration as in RFC 3339, appendix A, without fractions, such as P1DT12H",
  "date-time-local": "a date and time without a UTC offset, such as 2026-01-31T09:30:00",
  "time-local": "a time without a UTC offset, such as 09:30:00",
  "http-date": "a date as in RFC 9110, such as Sat, 31 Jan 2026 09:30:00 GMT",
  ...Object.fromEntries(UUID_FORMATS.map((name) => [name, "a UUID"])),
  email: "an e-mail address",
  "idn-email": "an e-mail address, also with characters beyond ASCII",
  hostname: "a host name as in RFC 1123: labels of letters, digits and inner hyphens, separated by dots",
  "idn-hostname": "a host name, also with characters beyond ASCII",
  ipv4: "an IPv4 address, such as 192.0.2.1",
  ipv6: "an IPv6 address, such as 2001:db8::1",
  uri: "an absolute URI",
  "uri-reference": "a URI or a relative reference",
  iri: "an absolute URI, also with characters beyond ASCII",
  "iri-reference": "a URI or a relative reference, also with characters beyond ASCII",
  "uri-template": "a URI template as in RFC 6570, such as /orders/{id}",
  "json-pointer": "a JSON Pointer as in RFC 6901: empty, or beginning with /",
  "relative-json-pointer": "a relative JSON Pointer: a number, then a JSON Pointer or #",
  regex: "a regular expression of ECMA-262",
  char: "a single character",
  float: "a 32-bit floating-point number",
  double: "a 64-bit floating-point number",
  byte: 'base64 (RFC 4648, section 4: with "+", "/" and padding)',
  base64url: 'base64url (RFC 4648, section 5: with "-" and "_", not "+" and "/")',
  "double-int": "an integer that a double represents exactly",
};

/** Keywords about a missing or unexpected property, where showing the whole object would not help. */
const CONTENT_KEYWORDS = new Set([
  "required",
  "dependentRequired",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
]);

export function describeViolation(violation: Violation): ViolationMessage {
  const { keyword, params, schema, value } = violation;
  const valueClass = classifyFailure(violation);
  const expected = EXPECTATIONS[keyword]?.(params, schema) ?? `a value matching "${keyword}"`;
  if (params.missingProperty !== undefined) return { expected, actual: "nothing", valueClass };
  const count = Array.isArray(params.alternatives) ? params.alternatives.length : 0;
  if (count > 0 && params.isPresence === true)
    return { expected, actual: count === 1 ? "nothing" : "none of these", valueClass };
  if (CONTENT_KEYWORDS.has(keyword)) {
    const name = params.additionalProperty ?? params.unevaluatedProperty;
    const got = quote(String(name ?? params.propertyName));
    return { expected, actual: `the property ${got}`, valueClass };
  }
  return {
    expected: expected + formatSuggestion(keyword, schema, value),
    actual: showValue(value),
    valueClass,
  };
}

/**
 * Classifies how a value fails a keyword: by its type and, if a keyword can fail in several ways, by the way. Findings of
 * different classes have different fingerprints, so a class contains no value.
 */
export function classifyFailure({ keyword, params, value }: Violation): string {
  const branch = params.branch === undefined ? "" : ` in ${String(params.branch)}`;
  const mode = MODES[keyword]?.(params, getJsonTypeName(value)) ?? getJsonTypeName(value);
  return mode + branch;
}

type FailureClassifier = (params: Readonly<Record<string, unknown>>, type: string) => string;

const classifyMissing: FailureClassifier = ({ missingProperty, property }) =>
  `missing ${String(missingProperty)}${property === undefined ? "" : ` beside ${String(property)}`}`;

const classifyComposition: FailureClassifier = ({ passingSchemas, failures }, type) => {
  if (Array.isArray(passingSchemas)) return `${type} in several branches`;
  return `${type} in no branch${Array.isArray(failures) ? `: ${failures.join(", ")}` : ""}`;
};

/** The keywords that can fail in several ways for a value of one type, or whose failure does not depend on the type. */
const MODES: Readonly<Record<string, FailureClassifier>> = {
  required: classifyMissing,
  dependentRequired: classifyMissing,
  dependencies: classifyMissing,
  additionalProperties: ({ additionalProperty }) => `property ${String(additionalProperty)}`,
  unevaluatedProperties: ({ unevaluatedProperty }) => `property ${String(unevaluatedProperty)}`,
  // The names of a map are not part of the identity of a finding.
  propertyNames: ({ failures }) => `property name: ${asArray(failures as Json).join(", ")}`,
  unevaluatedItems: ({ index }) => (index === undefined ? "too many items" : "item without match"),
  contains: ({ found, minContains }) => (Number(found) < Number(minContains) ? "too few matches" : "too many matches"),
  oneOf: classifyComposition,
  anyOf: classifyComposition,
  if: ({ failingKeyword }) => `no match of ${String(failingKeyword)}`,
};

/** Formats a value for a message: its type and text, with control characters escaped and long text cut. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length} ${value.length === 1 ? "item" : "items"}`;
  if (value instanceof ExactNumber) return `${getJsonTypeName(value)} ${truncate(String(value))}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return `${getJsonTypeName(value)} ${String(value)}`.replace(/^null null$/, "null");
  return `string ${quote(value)}`;
}

/** Quotes a text, cuts it if it is long, and escapes control characters. */
export function quote(text: string): string {
  return escapeControls(JSON.stringify(truncate(text)));
}

function truncate(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

/** Makes a text safe for a terminal: escapes control characters and limits its length. */
export function toPrintable(text: string): string {
  return escapeControls(text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text);
}

function escapeControls(text: string): string {
  return text.replaceAll(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The number of allowed values that a message lists; the spec has all of them. */
const MAX_LISTED = 20;

function formatList(values: readonly unknown[]): string {
  const listed = values.slice(0, MAX_LISTED).map((it) => serializeExactJson(it));
  const rest = values.length - listed.length;
  return rest > 0 ? `${listed.join(", ")} and ${rest} more` : listed.join(", ");
}

function formatContains(min: unknown, max: unknown): string {
  const count = max === undefined ? pluralize(min, "item") : `${String(min)} and at most ${pluralize(max, "item")}`;
  return `at least ${count} matching "contains"`;
}

/** Suggests the allowed value that a misspelt value probably means. */
function formatSuggestion(keyword: string, schema: unknown, value: unknown): string {
  // The message already shows a single allowed value.
  if (keyword !== "enum" || !Array.isArray(schema) || schema.length < 2 || typeof value !== "string") return "";
  const suggestion = findClosestName(
    value,
    schema.filter((it) => typeof it === "string"),
  );
  return suggestion === undefined ? "" : ` (did you mean ${quote(suggestion)}?)`;
}

const MAX_ALTERNATIVES = 6;

function formatAlternatives(params: Readonly<Record<string, unknown>>, schema: unknown): string {
  const { passingSchemas, discriminator, alternatives, unknownTag } = params;
  const names = (Array.isArray(schema) ? schema : []).map(formatSchema);
  if (Array.isArray(passingSchemas)) {
    const isAlone = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name);
    const passing = passingSchemas.map(Number).map((index) => {
      const name = names[index] ?? "";
      return isAlone(name) ? name : `${name} at ${index}`;
    });
    const tag = typeof discriminator === "string" ? ` (no const of ${quote(discriminator)} keeps them apart)` : "";
    return `exactly one of the alternatives, but ${passing.join(" and ")} match${tag}`;
  }
  const listed = Array.isArray(alternatives) ? alternatives : names;
  if (listed.length === 0) return "no value, because the list of schemas is empty";
  const rest = listed.length - MAX_ALTERNATIVES;
  const shown = rest > 1 ? [...listed.slice(0, MAX_ALTERNATIVES), `one of ${rest} more`] : listed;
  return shown.join(", or ") + (unknownTag === undefined ? "" : ` (${String(unknownTag)})`);
}

/** The name of a schema in a message: its `$ref`, its title, or what it is about. */
function formatSchema(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return `the schema ${String(schema)}`;
  const { $ref, type, required, properties } = schema as Readonly<Record<string, unknown>>;
  if (typeof $ref === "string") return quote(lastToken($ref));
  const title = getTitleName(schema as JsonObject);
  if (title !== undefined) return quote(title);
  const names = Array.isArray(required) ? required : Object.keys(properties ?? {});
  const what = type === undefined ? "the schema" : `the schema of type ${[type].flat().join(" or ")}`;
  if (names.length > 0) return `${what} with ${formatList(names)}`;
  return type === undefined ? `${what} with the keywords ${formatList(Object.keys(schema))}` : what;
}

/** What a schema excludes as `not`, or as an `if` whose `then` is `false`. */
function formatExcluded(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "no value";
  const [first, ...others] = Object.entries(schema);
  if (first === undefined) return "no value";
  const [keyword, value] = first;
  const only = others.length === 0 ? EXCLUSIONS[keyword]?.(value) : undefined;
  return only ?? `a value that does not match ${formatSchema(schema)}`;
}

/** What each keyword excludes that is alone in its schema; undefined for a value that needs the name of the schema. */
const EXCLUSIONS: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  const: (value) => `a value other than ${serializeExactJson(value)}`,
  enum: (value) => (Array.isArray(value) ? `a value other than ${formatList(value)}` : undefined),
  type: (value) => `a value that is not ${[value].flat().join(" or ")}`,
  required: (value) => {
    if (!Array.isArray(value)) return undefined;
    return `${value.length === 1 ? "no property" : "not all of the properties"} ${formatList(value)}`;
  },
  pattern: (value) => `a value that does not match ${String(value)}`,
  anyOf: (value) => (Array.isArray(value) ? value.map(formatExcluded).join(" and ") : undefined),
};

function formatFormat(format: string): string {
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(format) ?? [];
  if (bits !== undefined && unsigned === "u") return `an unsigned ${bits}-bit integer`;
  if (bits !== undefined) return `${bits === "8" ? "an" : "a"} ${bits}-bit integer`;
  return FORMAT_EXPECTATIONS[format] ?? `a string of format "${format}"`;
}
