import type { Json, Pointer, Serialization } from "../document/index.js";
import { coerce, shapesOf, typesOf } from "./coerce.js";
import { readContent } from "./content-parameter.js";
import { type Decode, decoderFor, Malformed } from "./decoding.js";
import { noteExact } from "./exact-number.js";
import { itemPointers, propertyPointers } from "./node.js";
import type { Schemas } from "./schemas.js";
import { readDeepObject, readSpreadObject } from "./spread-object.js";

/** A parameter or header as it stood in the request, split from its neighbours and still encoded. */
export type RawParameter =
  | { readonly in: "path" | "header"; readonly text: string }
  /**
   * All name and value pairs of the query, cookies or form; `name` is decoded, `raw` is not. `taken` are the names that
   * belong to other parameters, which an object that is spread over the query must leave to them.
   */
  | { readonly in: "query" | "cookie"; readonly pairs: readonly RawPair[]; readonly taken?: ReadonlySet<string> };

export type RawPair = { readonly name: string; readonly raw: string };

export type ParameterReading =
  | { readonly kind: "absent" }
  /** The value by the types of the schema, and the names in the query that it took up. */
  | { readonly kind: "value"; readonly value: Json; readonly names: readonly string[] }
  /** There, without a value, and allowed to be so. */
  | { readonly kind: "empty"; readonly names: readonly string[] }
  | { readonly kind: "malformed"; readonly reason: string; readonly names?: readonly string[] }
  /** Of a media type that cannot be held against a schema. */
  | { readonly kind: "unjudged"; readonly reason: string; readonly names: readonly string[] };

/** What is read: a parameter, a header, a property of a form. */
export type Serialized = { readonly name: string } & Serialization;

type RawText = Extract<RawParameter, { readonly text: string }>;
type RawPairs = Extract<RawParameter, { readonly pairs: unknown }>;

type Kind = "scalar" | "array" | "object";

/**
 * Reads a parameter by its style: splits the raw text first, then decodes the parts, then gives them the types that the
 * schema wants. Never the other way round: an encoded comma is data.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */
export function readParameter(schemas: Schemas, parameter: Serialized, raw: RawParameter): ParameterReading {
  try {
    if (parameter.content !== undefined) {
      const text = contentOf(parameter, raw);
      return text === undefined ? { kind: "absent" } : readContent(schemas, parameter, text);
    }
    return "text" in raw ? readText(schemas, parameter, raw) : readPairs(schemas, parameter, raw);
  } catch (error) {
    if (error instanceof Malformed) return { kind: "malformed", reason: error.message, names: error.names };
    throw error;
  }
}

/** The document that is the value, however often it is written. */
function contentOf(parameter: Serialized, raw: RawParameter): string | undefined {
  const [text, ...others] = "text" in raw ? [raw.text] : rawOf(parameter, raw);
  if (others.length > 0) throw new Malformed(`is given ${others.length + 1} times, and is not a list`);
  return text === undefined ? undefined : decoderFor(raw.in)(text);
}

function rawOf({ name: own }: Serialized, { pairs }: RawPairs): string[] {
  return pairs.flatMap(({ name, raw }) => (name === own ? [raw] : []));
}

function readText(schemas: Schemas, parameter: Serialized, raw: RawText): ParameterReading {
  const decode = decoderFor(raw.in);
  const kind = kindOf(schemas, parameter.schema);
  // Space around a header's value is no part of it (RFC 9110, section 5.5).
  const text = raw.in === "header" ? raw.text.trim() : raw.text;
  const { body, separator } = unwrap(parameter, text, kind);
  if (kind === "scalar") return value(parameter, coerce(schemas, parameter.schema, decode(body)));
  const parts = trimmed(body === "" ? [] : body.split(separator), raw.in);
  const whole = decode(body);
  if (kind === "array") return value(parameter, oneOrMany(schemas, parameter, parts.map(decode), whole));
  return value(
    parameter,
    oneOrObject(schemas, parameter, whole, () => pairsOf(parts, parameter.explode, decode)),
  );
}

/** Takes off what `label` and `matrix` put in front, and tells what parts the rest. */
function unwrap(parameter: Serialized, text: string, kind: Kind): { body: string; separator: string } {
  const { style, explode, name } = parameter;
  if (style === "label") {
    if (!text.startsWith(".")) throw new Malformed(`does not begin with "." as the style "label" writes it`);
    return { body: text.slice(1), separator: explode ? "." : "," };
  }
  if (style !== "matrix") return { body: text, separator: "," };
  if (!text.startsWith(";")) throw new Malformed(`does not begin with ";" as the style "matrix" writes it`);
  const rest = text.slice(1);
  if (kind === "object" && explode) return { body: rest, separator: ";" };
  if (rest === name) return { body: "", separator: "," };
  if (!rest.startsWith(`${name}=`))
    throw new Malformed(`does not begin with ";${name}=" as the style "matrix" writes it`);
  const body = rest.slice(name.length + 1);
  const isSpread = kind === "array" && explode;
  if (isSpread && body.split(";").some((part, index) => index > 0 && part !== name && !part.startsWith(`${name}=`)))
    throw new Malformed(`has a part that does not begin with "${name}="`);
  return kind === "array" && explode
    ? { body: body.replaceAll(`;${name}=`, ";"), separator: ";" }
    : { body, separator: "," };
}

function readPairs(schemas: Schemas, parameter: Serialized, raw: RawPairs): ParameterReading {
  const decode = decoderFor(raw.in);
  const kind = kindOf(schemas, parameter.schema);
  if (parameter.style === "deepObject") return readDeep(schemas, parameter, raw);
  if (kind === "object" && parameter.explode && parameter.style === "form") {
    const spread = readSpreadObject(schemas, parameter.schema, raw);
    if (spread !== undefined) return { kind: "value", ...spread };
    if (!mayBeScalar(schemas, parameter)) return { kind: "absent" };
  }
  const own = rawOf(parameter, raw);
  const [first] = own;
  if (first === undefined) return { kind: "absent" };
  if (parameter.allowEmptyValue && own.every((text) => text === "")) return { kind: "empty", names: [parameter.name] };
  if (kind === "scalar") {
    if (own.length > 1) throw new Malformed(`is given ${own.length} times, and is not a list`);
    return value(parameter, coerce(schemas, parameter.schema, decode(first)));
  }
  if (kind === "array" && parameter.explode)
    return value(parameter, oneOrMany(schemas, parameter, own.map(decode), decode(first)));
  if (own.length > 1)
    throw new Malformed(`is given ${own.length} times; its items are to stand in one, ${separatorName(parameter)}`);
  const parts = first === "" ? [] : first.split(separatorOf(parameter));
  if (kind === "array") return value(parameter, oneOrMany(schemas, parameter, parts.map(decode), decode(first)));
  return value(
    parameter,
    oneOrObject(schemas, parameter, decode(first), () => pairsOf(parts, false, decode)),
  );
}

function readDeep(schemas: Schemas, parameter: Serialized, { in: location, pairs }: RawPairs): ParameterReading {
  const deep = readDeepObject(schemas, parameter, pairs);
  if (deep !== undefined) return { kind: "value", ...deep };
  // A schema that is an object or something simpler is written by its plain name in the latter case.
  const plain = pairs.find(({ name }) => name === parameter.name);
  return plain === undefined
    ? { kind: "absent" }
    : value(parameter, coerce(schemas, parameter.schema, decoderFor(location)(plain.raw)));
}

/**
 * What may be a list or not is the single value rather than a list of one, and a list of several rather than one text with
 * separators in it, as long as that fits.
 */
function oneOrMany(schemas: Schemas, parameter: Serialized, items: readonly string[], whole: string): Json {
  const list = listOf(schemas, parameter.schema, items);
  const { schema } = parameter;
  if (items.length === 0 || schema === undefined || !mayBeScalar(schemas, parameter)) return list;
  if (items.length > 1 && (parameter.explode || schemas.isValid(schema, "request", list))) return list;
  const single = coerce(schemas, schema, whole);
  return schemas.isValid(schema, "request", single) ? single : list;
}

/** What may be an object or not is the object, unless only the single value fits. */
function oneOrObject(schemas: Schemas, parameter: Serialized, whole: string, pairs: () => [string, string][]): Json {
  const { schema } = parameter;
  if (schema === undefined || !mayBeScalar(schemas, parameter)) return objectOf(schemas, parameter, pairs());
  const single = coerce(schemas, schema, whole);
  if (!schemas.isValid(schema, "request", single)) return objectOf(schemas, parameter, pairs());
  try {
    const object = objectOf(schemas, parameter, pairs());
    return schemas.isValid(schema, "request", object) ? object : single;
  } catch (error) {
    if (error instanceof Malformed) return single;
    throw error;
  }
}

function mayBeScalar(schemas: Schemas, { schema }: Serialized): boolean {
  return [...typesOf(schemas, schema)].some((type) => type !== "array" && type !== "object");
}

function listOf(schemas: Schemas, list: Pointer | undefined, items: readonly string[]): Json[] {
  const shapes = shapesOf(schemas, list);
  return noteExact(
    items.map((item, index) => coerce(schemas, shapes.flatMap((shape) => itemPointers(shape, index))[0], item)),
  );
}

function objectOf(schemas: Schemas, parameter: Serialized, properties: readonly (readonly [string, string])[]): Json {
  const shapes = shapesOf(schemas, parameter.schema);
  const entries = properties.map(([name, text]): [string, Json] => [
    name,
    coerce(schemas, propertyPointers(shapes, name)?.[0], text),
  ]);
  return noteExact(Object.fromEntries(entries));
}

function pairsOf(parts: readonly string[], explode: boolean, decode: Decode): [string, string][] {
  if (explode) {
    return parts.map((part) => {
      const at = part.indexOf("=");
      if (at === -1) throw new Malformed(`has a part without "="`);
      return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    });
  }
  if (parts.length % 2 !== 0) throw new Malformed("has a property without a value: names and values take turns");
  const pairs: [string, string][] = [];
  for (let index = 0; index < parts.length; index += 2)
    pairs.push([decode(parts[index] ?? ""), decode(parts[index + 1] ?? "")]);
  return pairs;
}

/** Space may follow a comma in a header's list; anywhere else it is part of the value. */
function trimmed(parts: readonly string[], location: "path" | "header"): readonly string[] {
  return location === "header" ? parts.map((part) => part.trim()) : parts;
}

function separatorOf({ style }: Serialized): RegExp {
  if (style === "spaceDelimited") return /%20|\+| /;
  return style === "pipeDelimited" ? /%7C|\|/i : /,/;
}

function separatorName({ style }: Serialized): string {
  if (style === "spaceDelimited") return "parted by spaces";
  return style === "pipeDelimited" ? 'parted by "|"' : "parted by commas";
}

function kindOf(schemas: Schemas, pointer: Pointer | undefined): Kind {
  const types = typesOf(schemas, pointer);
  if (types.has("array")) return "array";
  return types.has("object") ? "object" : "scalar";
}

function value({ name }: Serialized, result: Json): ParameterReading {
  return { kind: "value", value: result, names: [name] };
}
