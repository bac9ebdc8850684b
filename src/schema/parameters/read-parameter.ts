import { type Json, memoize, memoizeByPair, tryCall } from "../../document/index.js";
import type { Schemas } from "../validation/schemas.js";
import { readContentParameter } from "./content-parameter.js";
import {
  buildList,
  buildObject,
  coerce,
  type Decoder,
  decodeCookieJson,
  getDecoder,
  getSchemaTypes,
  MalformedValueError,
  type ParameterReading,
  readOrMalformed,
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

type RawPairsParameter = Extract<RawParameter, { readonly pairs: unknown }>;

/** A field with a style, and what its parts are read with. */
type StyledField = SerializedField & {
  readonly schemas: Schemas;
  readonly in: RawParameter["in"];
  readonly kind: "scalar" | "array" | "object";
  readonly decode: Decoder;
};

/**
 * Reads a parameter by its style: splits the raw text, decodes the parts, then converts them to the types of the schema.
 * Splitting comes before decoding, because an encoded comma is data.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */
export function readParameter(schemas: Schemas, parameter: SerializedField, raw: RawParameter): ParameterReading {
  return readOrMalformed((): ParameterReading => {
    if (parameter.content !== undefined) {
      const text = getContent(parameter, raw);
      if (text === undefined) return { kind: "absent" };
      const decode = raw.in === "cookie" ? decodeCookieJson : getDecoder(raw.in);
      return readContentParameter(schemas, parameter, decode(text));
    }
    const field = getField(schemas, parameter)(raw.in);
    return "text" in raw ? createValueReading(field, readText(field, raw.text)) : readPairs(field, raw);
  });
}

/** A parameter is read in each exchange, and a copy takes as long as the reading. */
const getField = memoizeByPair((schemas: Schemas, field: SerializedField) =>
  memoize((place: RawParameter["in"]): StyledField => {
    const types = getSchemaTypes(schemas, field.schema);
    const kind = types.has("array") ? "array" : types.has("object") ? "object" : "scalar";
    return { ...field, schemas, in: place, kind, decode: getDecoder(place) };
  }),
);

/** @throws {MalformedValueError} if the parameter occurs more than once. */
function getContent(parameter: SerializedField, raw: RawParameter): string | undefined {
  const [text, ...others] = "text" in raw ? [raw.text] : listRawValues(parameter, raw);
  if (others.length > 0)
    throw new MalformedValueError("repeated", `is given ${others.length + 1} times; expected one value`);
  return text;
}

function listRawValues({ name: ownName }: SerializedField, { pairs }: RawPairsParameter): string[] {
  return pairs.flatMap(({ name, raw }) => (name === ownName ? [raw] : []));
}

function readText(field: StyledField, raw: string): Json {
  // Whitespace around a header value is not part of it (RFC 9110, section 5.5).
  const { body, separator } = unwrap(field, field.in === "header" ? raw.trim() : raw);
  return readSeparated(field, body, field.in === "path" && separator === "," ? getSeparator(field) : separator);
}

/** Removes the prefix of the styles `label` and `matrix`, and finds the separator of the rest. */
function unwrap({ style, explode, name, kind }: StyledField, text: string): { body: string; separator: string } {
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

function readPairs(field: StyledField, raw: RawPairsParameter): ParameterReading {
  const { schemas, schema, style, explode, kind, name } = field;
  if (style === "deepObject") return readDeepObjectParameter(field, raw);
  if (kind === "object" && explode && (style === "form" || style === "cookie")) {
    const exploded = readExplodedObject(schemas, schema, raw);
    if (exploded !== undefined) return { kind: "value", ...exploded };
    if (!canBeScalar(field)) return { kind: "absent" };
  }
  const texts = listRawValues(field, raw);
  if (texts.length === 0) return { kind: "absent" };
  if (field.allowEmptyValue && texts.every((text) => text === "")) return { kind: "empty", names: [name] };
  return createValueReading(field, readOwnValues(field, texts));
}

/** Reads the values of the pairs with the name of the field. */
function readOwnValues(field: StyledField, texts: readonly string[]): Json {
  const { kind, explode, decode } = field;
  const [first = ""] = texts;
  if (kind === "array" && explode) return chooseListOrScalar(field, texts.map(decode), decode(first));
  if (texts.length > 1) {
    const separated = `expected one value with items separated by ${getDelimiter(field).name}`;
    const message = kind === "scalar" ? ", but its schema is not an array" : `; ${separated}`;
    throw new MalformedValueError("repeated", `is given ${texts.length} times${message}`);
  }
  return readSeparated(field, first, getSeparator(field), false);
}

function readDeepObjectParameter(field: StyledField, { pairs }: RawPairsParameter): ParameterReading {
  const object = readDeepObject(field.schemas, field, pairs);
  if (object !== undefined) return { kind: "value", ...object };
  // If the schema also allows a scalar, the scalar uses the plain name.
  const plain = pairs.find(({ name }) => name === field.name);
  return plain === undefined
    ? { kind: "absent" }
    : createValueReading(field, coerce(field.schemas, field.schema, field.decode(plain.raw)));
}

function readSeparated(field: StyledField, text: string, separator: string | RegExp, explode = field.explode): Json {
  const { schemas, schema, kind, decode } = field;
  if (kind === "scalar") return coerce(schemas, schema, decode(text));
  const split = text === "" ? [] : text.split(separator);
  // Whitespace may surround the items of a header list; anywhere else it is part of the value.
  const parts = field.in === "header" ? split.map((part) => part.trim()) : split;
  if (kind === "array") return chooseListOrScalar(field, parts.map(decode), decode(text));
  return chooseObjectOrScalar(field, decode(text), () => splitProperties(parts, explode, decode));
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

function getSeparator({ schemas, style }: StyledField): RegExp {
  if (style === "spaceDelimited") return /%20|\+| /;
  if (style === "pipeDelimited") return /%7C|\|/i;
  // Swagger 2.0 does not refer to RFC 6570: a value is decoded before it is split.
  return schemas.document.isConverted === true ? /%2C|,/i : /,/;
}

/** What separates the items of a value without `explode`: its name, and how it is written. */
export function getDelimiter({ style }: SerializedField): { readonly name: string; readonly text: string } {
  if (style === "spaceDelimited") return { name: "spaces", text: "%20" };
  return style === "pipeDelimited" ? { name: '"|"', text: "|" } : { name: "commas", text: "," };
}

function createValueReading({ name }: SerializedField, result: Json): ParameterReading {
  return { kind: "value", value: result, names: [name] };
}

/**
 * Chooses between an array and a scalar where the schema allows both: a scalar for one item, an array for several. If the
 * preferred value is invalid, uses the other.
 */
function chooseListOrScalar(field: StyledField, items: readonly string[], text: string): Json {
  const { schemas, schema, explode } = field;
  const list = buildList(schemas, schema, items, (item, pointer) => coerce(schemas, pointer, item));
  if (items.length === 0 || schema === undefined || !canBeScalar(field)) return list;
  if (items.length > 1 && (explode || schemas.isValid(schema, "request", list))) return list;
  const scalar = coerce(schemas, schema, text);
  return schemas.isValid(schema, "request", scalar) ? scalar : list;
}

/** Chooses between an object and a scalar where the schema allows both: the object, unless only the scalar is valid. */
function chooseObjectOrScalar(field: StyledField, text: string, split: () => [string, string][]): Json {
  const { schemas, schema } = field;
  const build = (): Json => buildObject(schemas, schema, split(), (value, pointer) => coerce(schemas, pointer, value));
  if (schema === undefined || !canBeScalar(field)) return build();
  const scalar = coerce(schemas, schema, text);
  if (!schemas.isValid(schema, "request", scalar)) return build();
  const object = tryCall(build, MalformedValueError);
  return object !== undefined && schemas.isValid(schema, "request", object) ? object : scalar;
}

function canBeScalar({ schemas, schema }: StyledField): boolean {
  return [...getSchemaTypes(schemas, schema)].some((type) => type !== "array" && type !== "object");
}
