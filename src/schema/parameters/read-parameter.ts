import { type Json, type Pointer, tryCall } from "../../document/index.js";
import { findItemPointers, findPropertyPointers } from "../model/schema-model.js";
import type { Schemas } from "../validation/schemas.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { readContentParameter } from "./content-parameter.js";
import {
  coerce,
  type Decoder,
  decodeCookieJson,
  getDecoder,
  getSchemaTypes,
  MalformedValueError,
  type ParameterReading,
  type SerializedField,
} from "./decoding.js";
import { readDeepObject, readExplodedObject } from "./exploded-object.js";

/** A raw parameter or header, separated from the others and still encoded. */
export type RawParameter =
  | { readonly in: "path" | "header"; readonly text: string }
  /**
   * All name and value pairs of the query, cookies or form; `name` is decoded, `raw` is not. `taken` holds the names of
   * other parameters, which an exploded object must not use.
   */
  | { readonly in: "query" | "cookie"; readonly pairs: readonly RawPair[]; readonly taken?: ReadonlySet<string> };

export type RawPair = { readonly name: string; readonly raw: string };

type RawTextParameter = Extract<RawParameter, { readonly text: string }>;
type RawPairsParameter = Extract<RawParameter, { readonly pairs: unknown }>;

type ValueKind = "scalar" | "array" | "object";

/**
 * Reads a parameter by its style: splits the raw text, decodes the parts, then converts them to the types of the schema.
 * Splitting comes before decoding, because an encoded comma is data.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */
export function readParameter(schemas: Schemas, parameter: SerializedField, raw: RawParameter): ParameterReading {
  try {
    if (parameter.content !== undefined) {
      const text = getContent(parameter, raw);
      if (text === undefined) return { kind: "absent" };
      return readContentParameter(schemas, parameter, raw.in === "cookie" ? decodeCookieJson(text) : text);
    }
    return "text" in raw ? readTextParameter(schemas, parameter, raw) : readPairsParameter(schemas, parameter, raw);
  } catch (error) {
    if (error instanceof MalformedValueError)
      return { kind: "malformed", reason: error.message, mode: error.mode, names: error.names };
    throw error;
  }
}

/** @throws {MalformedValueError} if the parameter occurs more than once. */
function getContent(parameter: SerializedField, raw: RawParameter): string | undefined {
  const [text, ...others] = "text" in raw ? [raw.text] : listRawValues(parameter, raw);
  if (others.length > 0)
    throw new MalformedValueError("repeated", `is given ${others.length + 1} times; expected one value`);
  return text === undefined ? undefined : getDecoder(raw.in)(text);
}

function listRawValues({ name: ownName }: SerializedField, { pairs }: RawPairsParameter): string[] {
  return pairs.flatMap(({ name, raw }) => (name === ownName ? [raw] : []));
}

function readTextParameter(schemas: Schemas, parameter: SerializedField, raw: RawTextParameter): ParameterReading {
  const decode = getDecoder(raw.in);
  const kind = getValueKind(schemas, parameter.schema);
  // Whitespace around a header value is not part of it (RFC 9110, section 5.5).
  const text = raw.in === "header" ? raw.text.trim() : raw.text;
  const { body, separator } = unwrap(parameter, text, kind);
  if (kind === "scalar") return createValueReading(parameter, coerce(schemas, parameter.schema, decode(body)));
  const separators = raw.in === "path" && separator === "," ? getSeparator(schemas, parameter) : separator;
  const parts = trimParts(body === "" ? [] : body.split(separators), raw.in);
  const decoded = decode(body);
  if (kind === "array")
    return createValueReading(parameter, chooseListOrScalar(schemas, parameter, parts.map(decode), decoded));
  return createValueReading(
    parameter,
    chooseObjectOrScalar(schemas, parameter, decoded, () => splitProperties(parts, parameter.explode, decode)),
  );
}

/** Removes the prefix of the styles `label` and `matrix`, and finds the separator of the rest. */
function unwrap(parameter: SerializedField, text: string, kind: ValueKind): { body: string; separator: string } {
  const { style, explode, name } = parameter;
  if (style === "label") {
    if (!text.startsWith("."))
      throw new MalformedValueError("prefix", `does not start with ".", as the style "label" requires`);
    return { body: text.slice(1), separator: explode ? "." : "," };
  }
  if (style !== "matrix") return { body: text, separator: "," };
  if (!text.startsWith(";"))
    throw new MalformedValueError("prefix", `does not start with ";", as the style "matrix" requires`);
  const rest = text.slice(1);
  if (kind === "object" && explode) return { body: rest, separator: ";" };
  if (kind === "array" && explode) return { body: joinMatrixItems(rest.split(";"), name), separator: ";" };
  if (rest === name) return { body: "", separator: "," };
  if (!rest.startsWith(`${name}=`))
    throw new MalformedValueError("name", `does not start with ";${name}=", as the style "matrix" requires`);
  return { body: rest.slice(name.length + 1), separator: "," };
}

/** Removes the name from each part of an exploded array. A name without "=" is an empty item (RFC 6570, section 3.2.7). */
function joinMatrixItems(parts: readonly string[], name: string): string {
  if (parts.some((part) => part !== name && !part.startsWith(`${name}=`)))
    throw new MalformedValueError("name of a part", `has a part that does not start with "${name}="`);
  return parts.map((part) => part.slice(name.length + 1)).join(";");
}

function readPairsParameter(schemas: Schemas, parameter: SerializedField, raw: RawPairsParameter): ParameterReading {
  const decode = getDecoder(raw.in);
  const kind = getValueKind(schemas, parameter.schema);
  if (parameter.style === "deepObject") return readDeepObjectParameter(schemas, parameter, raw);
  if (kind === "object" && parameter.explode && (parameter.style === "form" || parameter.style === "cookie")) {
    const exploded = readExplodedObject(schemas, parameter.schema, raw);
    if (exploded !== undefined) return { kind: "value", ...exploded };
    if (!canBeScalar(schemas, parameter)) return { kind: "absent" };
  }
  const ownValues = listRawValues(parameter, raw);
  const [first] = ownValues;
  if (first === undefined) return { kind: "absent" };
  if (parameter.allowEmptyValue && ownValues.every((text) => text === ""))
    return { kind: "empty", names: [parameter.name] };
  if (kind === "scalar") {
    if (ownValues.length > 1)
      throw new MalformedValueError("repeated", `is given ${ownValues.length} times, but its schema is not an array`);
    return createValueReading(parameter, coerce(schemas, parameter.schema, decode(first)));
  }
  if (kind === "array" && parameter.explode)
    return createValueReading(parameter, chooseListOrScalar(schemas, parameter, ownValues.map(decode), decode(first)));
  if (ownValues.length > 1)
    throw new MalformedValueError(
      "repeated",
      `is given ${ownValues.length} times; expected one value with items separated by ${formatSeparator(parameter)}`,
    );
  const parts = first === "" ? [] : first.split(getSeparator(schemas, parameter));
  if (kind === "array")
    return createValueReading(parameter, chooseListOrScalar(schemas, parameter, parts.map(decode), decode(first)));
  return createValueReading(
    parameter,
    chooseObjectOrScalar(schemas, parameter, decode(first), () => splitProperties(parts, false, decode)),
  );
}

function readDeepObjectParameter(
  schemas: Schemas,
  parameter: SerializedField,
  { in: location, pairs }: RawPairsParameter,
): ParameterReading {
  const object = readDeepObject(schemas, parameter, pairs);
  if (object !== undefined) return { kind: "value", ...object };
  // If the schema also allows a scalar, the scalar uses the plain name.
  const plain = pairs.find(({ name }) => name === parameter.name);
  return plain === undefined
    ? { kind: "absent" }
    : createValueReading(parameter, coerce(schemas, parameter.schema, getDecoder(location)(plain.raw)));
}

function splitProperties(parts: readonly string[], explode: boolean, decode: Decoder): [string, string][] {
  if (explode) {
    return parts.map((part) => {
      const at = part.indexOf("=");
      if (at === -1) throw new MalformedValueError("no equals sign", `has a part without "="`);
      return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    });
  }
  if (parts.length % 2 !== 0)
    throw new MalformedValueError("odd parts", "has a property without a value; expected alternating names and values");
  const pairs: [string, string][] = [];
  for (let index = 0; index < parts.length; index += 2)
    pairs.push([decode(parts[index] ?? ""), decode(parts[index + 1] ?? "")]);
  return pairs;
}

/** Whitespace may surround the items of a header list; anywhere else it is part of the value. */
function trimParts(parts: readonly string[], location: "path" | "header"): readonly string[] {
  return location === "header" ? parts.map((part) => part.trim()) : parts;
}

function getSeparator({ document }: Schemas, { style }: SerializedField): RegExp {
  if (style === "spaceDelimited") return /%20|\+| /;
  if (style === "pipeDelimited") return /%7C|\|/i;
  // Swagger 2.0 does not refer to RFC 6570: a value is decoded before it is split.
  return document.isConverted === true ? /%2C|,/i : /,/;
}

function formatSeparator({ style }: SerializedField): string {
  if (style === "spaceDelimited") return "spaces";
  return style === "pipeDelimited" ? '"|"' : "commas";
}

function getValueKind(schemas: Schemas, pointer: Pointer | undefined): ValueKind {
  const types = getSchemaTypes(schemas, pointer);
  if (types.has("array")) return "array";
  return types.has("object") ? "object" : "scalar";
}

function createValueReading({ name }: SerializedField, result: Json): ParameterReading {
  return { kind: "value", value: result, names: [name] };
}

/**
 * Chooses between an array and a scalar where the schema allows both: a scalar for one item, an array for several. If the
 * preferred value is invalid, uses the other.
 */
function chooseListOrScalar(
  schemas: Schemas,
  parameter: SerializedField,
  items: readonly string[],
  text: string,
): Json {
  const list = buildList(schemas, parameter.schema, items);
  const { schema } = parameter;
  if (items.length === 0 || schema === undefined || !canBeScalar(schemas, parameter)) return list;
  if (items.length > 1 && (parameter.explode || schemas.isValid(schema, "request", list))) return list;
  const scalar = coerce(schemas, schema, text);
  return schemas.isValid(schema, "request", scalar) ? scalar : list;
}

/** Chooses between an object and a scalar where the schema allows both: the object, unless only the scalar is valid. */
function chooseObjectOrScalar(
  schemas: Schemas,
  parameter: SerializedField,
  text: string,
  pairs: () => [string, string][],
): Json {
  const { schema } = parameter;
  if (schema === undefined || !canBeScalar(schemas, parameter)) return buildObject(schemas, parameter, pairs());
  const scalar = coerce(schemas, schema, text);
  if (!schemas.isValid(schema, "request", scalar)) return buildObject(schemas, parameter, pairs());
  const object = tryCall(() => buildObject(schemas, parameter, pairs()), MalformedValueError);
  return object !== undefined && schemas.isValid(schema, "request", object) ? object : scalar;
}

function canBeScalar(schemas: Schemas, { schema }: SerializedField): boolean {
  return [...getSchemaTypes(schemas, schema)].some((type) => type !== "array" && type !== "object");
}

function buildList(schemas: Schemas, list: Pointer | undefined, items: readonly string[]): Json[] {
  const applicable = schemas.model.possible(list);
  return trackExactNumbers(
    items.map((item, index) => coerce(schemas, applicable.flatMap((it) => findItemPointers(it, index))[0], item)),
  );
}

function buildObject(
  schemas: Schemas,
  parameter: SerializedField,
  properties: readonly (readonly [string, string])[],
): Json {
  const applicable = schemas.model.possible(parameter.schema);
  const entries = properties.map(([name, text]): [string, Json] => [
    name,
    coerce(schemas, findPropertyPointers(applicable, name)?.[0], text),
  ]);
  return trackExactNumbers(Object.fromEntries(entries));
}
