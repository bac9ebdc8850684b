import {
  asString,
  decodePercentOrKeep,
  isObject,
  type Json,
  type JsonObject,
  memoizeByObject,
  type Pointer,
  type Serialization,
  tryParseJson,
} from "../../document/index.js";
import { parseNumber } from "../../document/values/exact-number.js";
import { type ApplicableSchema, hasAnyKeyword } from "../model/applicable-schema.js";
import { findItemPointers, findPropertyPointers } from "../model/schema-model.js";
import type { Schemas } from "../validation/schemas.js";

/** Decodes a raw value from a URL or header. */
export type Decoder = (raw: string) => string;

/** Thrown for text that does not follow its style; the message continues a sentence about the parameter. */
export class MalformedValueError extends Error {
  /** The kind of mistake, without the value. */
  readonly mode: string;
  /** The names in the query that belong to the value, if they differ from the name of the parameter. */
  names: readonly string[] = [];

  constructor(mode: string, message: string) {
    super(message);
    this.mode = mode;
  }
}

/** Headers and cookies are not decoded; for headers, the specification forbids it. See `decodeCookieJson`. */
export function getDecoder(location: "path" | "query" | "header" | "cookie"): Decoder {
  if (location === "query") return decodeQuery;
  return location === "path" ? decodePercent : (raw) => raw;
}

/** In a query a plus sign is a space, as in a form. */
export function decodeQuery(raw: string): string {
  return decodePercent(raw.replaceAll("+", " "));
}

/**
 * Decodes a percent-encoded JSON value of a cookie. A cookie cannot contain the quotation marks, commas and spaces of JSON. A
 * value that does not become JSON by decoding is returned unchanged.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1
 */
export function decodeCookieJson(raw: string): string {
  if (!raw.includes("%") || tryParseJson(raw) !== undefined) return raw;
  const decoded = decodePercentOrKeep(raw);
  return tryParseJson(decoded) === undefined ? raw : decoded;
}

export function decodePercent(raw: string): string {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    throw new MalformedValueError(
      "percent-encoding",
      /%(?![0-9a-f]{2})/i.test(raw)
        ? "has a percent sign that does not begin an encoded byte; encode a percent sign as %25"
        : "is not valid percent-encoded UTF-8; encode its characters as UTF-8, not in another charset",
    );
  }
}

/** Text that does not follow its format. `mode`: the kind of mistake, without values, for the fingerprint of a finding. */
export type Malformed = { readonly kind: "malformed"; readonly reason: string; readonly mode: string };

export type ParameterReading =
  | { readonly kind: "absent" }
  /** The value, converted to the types of the schema, and the names in the query that it used. */
  | { readonly kind: "value"; readonly value: Json; readonly names: readonly string[] }
  /** Present without a value, as `allowEmptyValue` permits. */
  | { readonly kind: "empty"; readonly names: readonly string[] }
  | (Malformed & { readonly names?: readonly string[] })
  /** Has a media type that cannot be checked against a schema. */
  | { readonly kind: "not-checked"; readonly reason: string; readonly names: readonly string[] };

/** Calls a reader, and turns the error of a malformed text into a reading. */
export function readOrMalformed<Reading>(read: () => Reading) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MalformedValueError)) throw error;
    return { kind: "malformed", reason: error.message, mode: error.mode, names: error.names } as const;
  }
}

/** A parameter, a header or a form field, and its serialization. */
export type SerializedField = { readonly name: string } & Serialization;

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** In a schema without `type` these keywords imply a number, so text in a URL that looks like a number is read as one. */
const NUMERIC_KEYWORDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** The types that a schema names. Without `type`, other keywords imply them: `properties` an object, `items` an array. */
export function getSchemaTypes(schemas: Schemas, pointer: Pointer | undefined): ReadonlySet<string> {
  return getTypes(schemas.model.possible(pointer));
}

const getTypes = memoizeByObject(collectTypes);

/** The types that any of these schemas names or implies. */
export function collectTypes(applicable: readonly ApplicableSchema[]): ReadonlySet<string> {
  const types = new Set<string>();
  for (const { schema } of applicable) {
    for (const type of [schema.type].flat()) {
      const name = asString(type as Json | undefined);
      if (name !== undefined) types.add(name);
    }
    if (schema.type === undefined) for (const name of listImpliedTypes(schema)) types.add(name);
  }
  return types;
}

function listImpliedTypes(schema: JsonObject): string[] {
  const types: string[] = [];
  if (isObject(schema.properties)) types.push("object");
  if (schema.items !== undefined || schema.prefixItems !== undefined) types.push("array");
  if (NUMERIC_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) types.push("number");
  const values = [schema.const, ...[schema.enum ?? []].flat()];
  return [
    ...types,
    ...values.flatMap((value) => (value === undefined || value === null ? [] : [typeof value.valueOf()])),
  ];
}

/**
 * Converts text to a type of the schema: `10` becomes a number where the schema expects a number, and otherwise stays a
 * string. If several types match, the first valid value wins. Text that matches no type stays a string, so that
 * validation reports the expected type.
 */
export function coerce(schemas: Schemas, pointer: Pointer | undefined, text: string): Json {
  const types = getSchemaTypes(schemas, pointer);
  if (pointer === undefined || types.size === 0) return text;
  const candidates: Json[] = [];
  if ((types.has("integer") || types.has("number")) && JSON_NUMBER.test(text))
    candidates.push(parseNumber(text) as number);
  if (types.has("boolean") && (text === "true" || text === "false")) candidates.push(text === "true");
  if (types.has("null") && (text === "" || text === "null")) candidates.push(null);
  if (types.has("string")) candidates.push(text);
  const [first = text] = candidates;
  if (candidates.length < 2) return first;
  return candidates.find((candidate) => schemas.isValid(pointer, "request", candidate)) ?? first;
}

/** Builds an array whose items are read by their schemas. */
export function buildList<Part>(
  { model }: Schemas,
  list: Pointer | undefined,
  parts: readonly Part[],
  read: (part: Part, schema: Pointer | undefined) => Json,
): Json {
  const applicable = model.possible(list);
  return parts.map((part, index) => read(part, findItemPointers(applicable, index)[0]));
}

/** Builds an object whose properties are read by their schemas. */
export function buildObject<Part>(
  { model }: Schemas,
  object: Pointer | undefined,
  parts: Iterable<readonly [string, Part]>,
  read: (part: Part, schema: Pointer | undefined, name: string) => Json,
): Json {
  const applicable = model.possible(object);
  const entries = Array.from(parts, ([name, part]): [string, Json] => [
    name,
    read(part, findPropertyPointers(applicable, name)?.[0], name),
  ]);
  return Object.fromEntries(entries);
}

/** Keywords that restrict a string beyond its type. */
const STRING_KEYWORDS = ["pattern", "minLength", "maxLength", "enum", "const"];

/**
 * Whether a schema accepts every string, so that the value need not be read. Also true for encoded bytes
 * (`contentEncoding` or format `byte`), whose content is not checked here.
 */
export function acceptsAnyString(schemas: Schemas, pointer: Pointer): boolean {
  if ([...getSchemaTypes(schemas, pointer)].some((type) => type !== "string")) return false;
  const applicable = schemas.model.possible(pointer);
  const isEncoded = applicable.some(({ schema }) => schema.contentEncoding !== undefined || schema.format === "byte");
  return isEncoded || !hasAnyKeyword(applicable, STRING_KEYWORDS);
}

/**
 * Whether a schema describes a file: it has the format `binary` and no type other than string. Such a body is a file even
 * when its media type is JSON.
 */
export function isBinarySchema(schemas: Schemas, pointer: Pointer | undefined): boolean {
  return (
    [...getSchemaTypes(schemas, pointer)].every((type) => type === "string") &&
    schemas.model.possible(pointer).some(({ schema }) => schema.format === "binary")
  );
}
