import type { Parameter, Serialization } from "../document/index.js";
import { jsonText, scalarText } from "./json-text.js";

/** What is written: a parameter, a property of a form. */
export type Written = Pick<Parameter, "name"> & Pick<Serialization, "style" | "explode" | "allowReserved" | "content">;

/**
 * The text of a path parameter in its template, by its style.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */
export function pathText(parameter: Written, value: unknown): string {
  const { name, style, explode } = parameter;
  if (parameter.content !== undefined) return encoded(contentText(parameter, value));
  // A dot parts what the style "label" writes; everything else that parts is encoded in any case.
  const encode = (text: string): string => (style === "label" ? encoded(text).replaceAll(".", "%2E") : encoded(text));
  if (style === "label") return `.${joined(value, { explode, separator: explode ? "." : ",", encode })}`;
  if (style !== "matrix") return joined(value, { explode, separator: ",", encode });
  if (explode && Array.isArray(value)) return value.map((item) => matrixText(name, encode(scalarText(item)))).join("");
  if (explode && isRecord(value)) return `;${joined(value, { explode, separator: ";", encode })}`;
  return matrixText(name, joined(value, { explode, separator: ",", encode }));
}

function matrixText(name: string, text: string): string {
  return text === "" ? `;${name}` : `;${name}=${text}`;
}

/** Headers are written as they are; the specification forbids encoding them. */
export function headerText(parameter: Written, value: unknown): string {
  return parameter.content === undefined
    ? joined(value, { explode: parameter.explode, separator: ",", encode: asIs })
    : contentText(parameter, value);
}

/** The `name=value` parts of a query or of a form, encoded. */
export function queryPairs(parameter: Written, value: unknown): string[] {
  const { style, allowReserved } = parameter;
  const encode = (text: string): string => (allowReserved ? reserved(text) : encoded(text));
  const name = encoded(parameter.name);
  if (parameter.content !== undefined) return [`${name}=${encode(contentText(parameter, value))}`];
  if (style === "deepObject" && (isRecord(value) || Array.isArray(value))) return deepPairs(name, value, encode);
  if (style === "spaceDelimited" || style === "pipeDelimited") {
    const separator = style === "spaceDelimited" ? "%20" : "%7C";
    return Array.isArray(value) && parameter.explode
      ? value.map((item) => `${name}=${encode(scalarText(item))}`)
      : [`${name}=${joined(value, { explode: false, separator, encode })}`];
  }
  return formPairs({ ...parameter, name }, value, encode);
}

/** Cookies are not encoded: nobody says how they would be decoded. */
export function cookiePairs(parameter: Written, value: unknown): string[] {
  if (parameter.content !== undefined) return [`${parameter.name}=${contentText(parameter, value)}`];
  return formPairs(parameter, value, asIs);
}

type Encode = (text: string) => string;

function formPairs({ name, explode }: Written, value: unknown, encode: Encode): string[] {
  // A comma parts the items; one that stands in an item is data, and is encoded even where it need not be.
  const inList: Encode = (text) => encode(text).replaceAll(",", "%2C");
  if (explode && Array.isArray(value)) return value.map((item) => `${name}=${encode(scalarText(item))}`);
  if (explode && isRecord(value))
    return Object.entries(value).map(([key, item]) => `${encode(key)}=${encode(scalarText(item))}`);
  const isList = Array.isArray(value) || isRecord(value);
  return [`${name}=${joined(value, { explode: false, separator: ",", encode: isList ? inList : encode })}`];
}

function deepPairs(name: string, value: object, encode: Encode): string[] {
  if (Array.isArray(value)) return value.map((item) => `${name}%5B%5D=${encode(scalarText(item))}`);
  return Object.entries(value).flatMap(([key, item]): string[] => {
    const inner = `${name}%5B${encoded(key)}%5D`;
    if (Array.isArray(item)) return item.map((it) => `${inner}=${encode(scalarText(it))}`);
    return isRecord(item) ? deepPairs(inner, item, encode) : [`${inner}=${encode(scalarText(item))}`];
  });
}

type Joining = { readonly explode: boolean; readonly separator: string; readonly encode: Encode };

function joined(value: unknown, { explode, separator, encode }: Joining): string {
  if (Array.isArray(value)) return value.map((item) => encode(scalarText(item))).join(separator);
  if (!isRecord(value)) return encode(scalarText(value));
  const pairs = Object.entries(value).map(([key, item]) => [encode(key), encode(scalarText(item))]);
  return explode ? pairs.map((pair) => pair.join("=")).join(separator) : pairs.flat().join(separator);
}

/** `content` says that the value is a document of its own. */
function contentText({ content }: Written, value: unknown): string {
  return /[/+]json\b/i.test(content?.range ?? "") ? jsonText(value) : scalarText(value);
}

/** Everything but what RFC 3986 calls unreserved. */
function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text)).replaceAll(/[!'()*]/g, percent);
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** What `allowReserved` lets stand, but for what would end the value or be read as something else. */
function reserved(text: string): string {
  return encodeURIComponent(wellFormed(text)).replaceAll(/%(3A|2F|3F|40|24|2C|3B|3D)/g, (code) =>
    decodeURIComponent(code),
  );
}

/** Halves of a surrogate pair have no encoding. */
function wellFormed(text: string): string {
  return text.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
}

function asIs(text: string): string {
  return text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Number);
}
