import { isJsonType, isObject, type Parameter, type Serialization } from "../../document/index.js";
import { serializeExactJson, serializeScalar } from "../../document/values/serialize-json.js";

/** A parameter or a form field. */
export type SerializableParameter = Pick<Parameter, "name"> &
  Pick<Serialization, "style" | "explode" | "allowReserved" | "content">;

/**
 * Serializes a path parameter by its style.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */
export function serializePathParameter(parameter: SerializableParameter, value: unknown): string {
  const { name, style, explode } = parameter;
  if (parameter.content !== undefined) return percentEncode(serializeContent(parameter, value));
  // Style "label" separates items with a dot, which percent-encoding keeps. All other separators are encoded anyway.
  const encode = (text: string): string =>
    style === "label" ? percentEncode(text).replaceAll(".", "%2E") : percentEncode(text);
  if (style === "label") return `.${joinValue(value, { explode, separator: explode ? "." : ",", encode })}`;
  if (style !== "matrix") return joinValue(value, { explode, separator: ",", encode });
  if (explode && Array.isArray(value))
    return value.map((item) => serializeMatrix(name, encode(serializeScalar(item)))).join("");
  if (explode && isObject(value)) return `;${joinValue(value, { explode, separator: ";", encode })}`;
  return serializeMatrix(name, joinValue(value, { explode, separator: ",", encode }));
}

function serializeMatrix(name: string, text: string): string {
  return text === "" ? `;${name}` : `;${name}=${text}`;
}

/** Serializes a header parameter. The specification forbids percent-encoding here. */
export function serializeHeaderParameter(parameter: SerializableParameter, value: unknown): string {
  return parameter.content === undefined
    ? joinValue(value, { explode: parameter.explode, separator: ",", encode: keepText })
    : serializeContent(parameter, value);
}

/** Serializes a query or form parameter as encoded `name=value` pairs. */
export function serializeQueryPairs(parameter: SerializableParameter, value: unknown): string[] {
  const { style, allowReserved } = parameter;
  const encode = (text: string): string => (allowReserved ? encodeAllowingReserved(text) : percentEncode(text));
  const name = percentEncode(parameter.name);
  if (parameter.content !== undefined) return [`${name}=${encode(serializeContent(parameter, value))}`];
  if (style === "deepObject" && (isObject(value) || Array.isArray(value)))
    return serializeDeepObject(name, value, encode);
  if (style === "spaceDelimited" || style === "pipeDelimited") {
    const separator = style === "spaceDelimited" ? "%20" : "%7C";
    return Array.isArray(value) && parameter.explode
      ? value.map((item) => `${name}=${encode(serializeScalar(item))}`)
      : [`${name}=${joinValue(value, { explode: false, separator, encode })}`];
  }
  return serializeFormPairs({ ...parameter, name }, value, encode);
}

/** Serializes a cookie parameter without encoding, because no specification defines how to decode it. */
export function serializeCookiePairs(parameter: SerializableParameter, value: unknown): string[] {
  if (parameter.content !== undefined) return [`${parameter.name}=${serializeContent(parameter, value)}`];
  return serializeFormPairs(parameter, value, keepText);
}

type TextEncoding = (text: string) => string;

function serializeFormPairs({ name, explode }: SerializableParameter, value: unknown, encode: TextEncoding): string[] {
  // A comma separates items, so a comma inside an item is always encoded.
  const inList: TextEncoding = (text) => encode(text).replaceAll(",", "%2C");
  if (explode && Array.isArray(value)) return value.map((item) => `${name}=${encode(serializeScalar(item))}`);
  if (explode && isObject(value))
    return Object.entries(value).map(([key, item]) => `${encode(key)}=${encode(serializeScalar(item))}`);
  const isList = Array.isArray(value) || isObject(value);
  return [`${name}=${joinValue(value, { explode: false, separator: ",", encode: isList ? inList : encode })}`];
}

function serializeDeepObject(name: string, value: object, encode: TextEncoding): string[] {
  if (Array.isArray(value)) return value.map((item) => `${name}%5B%5D=${encode(serializeScalar(item))}`);
  return Object.entries(value).flatMap(([key, item]): string[] => {
    const inner = `${name}%5B${percentEncode(key)}%5D`;
    if (Array.isArray(item)) return item.map((it) => `${inner}=${encode(serializeScalar(it))}`);
    return isObject(item) ? serializeDeepObject(inner, item, encode) : [`${inner}=${encode(serializeScalar(item))}`];
  });
}

type JoinOptions = { readonly explode: boolean; readonly separator: string; readonly encode: TextEncoding };

function joinValue(value: unknown, { explode, separator, encode }: JoinOptions): string {
  if (Array.isArray(value)) return value.map((item) => encode(serializeScalar(item))).join(separator);
  if (!isObject(value)) return encode(serializeScalar(value));
  const pairs = Object.entries(value).map(([key, item]) => [encode(key), encode(serializeScalar(item))]);
  return explode ? pairs.map((pair) => pair.join("=")).join(separator) : pairs.flat().join(separator);
}

/** With `content`, the value is a document of that media type. */
function serializeContent({ content }: SerializableParameter, value: unknown): string {
  return isJsonType(content?.range) ? serializeExactJson(value) : serializeScalar(value);
}

/** Encodes everything except unreserved characters (RFC 3986). */
function percentEncode(text: string): string {
  return encodeURIComponent(replaceLoneSurrogates(text)).replaceAll(/[!'()*]/g, percentEncodeCharacter);
}

function percentEncodeCharacter(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Keeps reserved characters (`allowReserved`), except those that would end the value or change its meaning. */
function encodeAllowingReserved(text: string): string {
  return encodeURIComponent(replaceLoneSurrogates(text)).replaceAll(/%(3A|2F|3F|40|24|2C|3B|3D)/g, (code) =>
    decodeURIComponent(code),
  );
}

/** Lone surrogates cannot be encoded. */
function replaceLoneSurrogates(text: string): string {
  return text.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
}

function keepText(text: string): string {
  return text;
}
