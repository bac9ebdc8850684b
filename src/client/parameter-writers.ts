import type { ParameterWriter } from "./call-description.js";

type Encode = Parameters<ParameterWriter>[2];

/** An exploded object in a query: `a=1&b=2` (style `form`). */
export const writeFormObject: ParameterWriter = (value, name, encode) =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof Date)
    ? joinPairs(value, encode, "=", "&")
    : [value]
        .flat()
        .map((item) => `${encode(name)}=${encode(item)}`)
        .join("&");

/** An object in a query: `name[a]=1&name[b]=2` (style `deepObject`). Nested objects and lists get more brackets. */
export const writeDeepObject: ParameterWriter = (value, name, encode) => writeDeep(value, name, encode).join("&");

/** A list in a query, joined with spaces (style `spaceDelimited`). */
export const writeSpaceDelimited: ParameterWriter = (value, name, encode) => writeDelimited(value, name, encode, "%20");

/** A list in a query, joined with bars (style `pipeDelimited`). */
export const writePipeDelimited: ParameterWriter = (value, name, encode) => writeDelimited(value, name, encode, "%7C");

/** A list or object in a query, joined with commas: `name=a,1,b,2` (style `form` without `explode`). */
export const writeCommaDelimited: ParameterWriter = (value, name, encode) => writeDelimited(value, name, encode, ",");

/** A value in a query as JSON (parameters with `content`). */
export const writeJsonQuery: ParameterWriter = (value, name, encode) =>
  `${encode(name)}=${encode(JSON.stringify(value))}`;

/** A value in a header or path as JSON (parameters with `content`). */
export const writeJsonText: ParameterWriter = (value) => JSON.stringify(value);

/** A query parameter whose reserved characters are sent unchanged (`allowReserved`). */
export const writeReserved: ParameterWriter = (value, name, encode) =>
  [value]
    .flat()
    .map((item) => `${encode(name)}=${decodeReserved(encode(item))}`)
    .join("&");

/** A list or object in a path or header (style `simple`). */
export const writeSimple: ParameterWriter = (value, _, encode) => listParts(value, encode).join(",");

/** An object in a path or header with `explode` (style `simple`). */
export const writeSimpleObject: ParameterWriter = (value, _, encode) =>
  isList(value) ? listParts(value, encode).join(",") : joinPairs(value, encode, "=", ",");

/** A path parameter that begins with a dot (style `label`). */
export const writeLabel: ParameterWriter = (value, _, encode) => `.${listParts(value, encode).join(",")}`;

/** The same with `explode`. */
export const writeLabelExploded: ParameterWriter = (value, _, encode) =>
  `.${isList(value) ? listParts(value, encode).join(".") : joinPairs(value, encode, "=", ".")}`;

/** A path parameter that begins with a semicolon (style `matrix`). */
export const writeMatrix: ParameterWriter = (value, name, encode) =>
  `;${encode(name)}=${listParts(value, encode).join(",")}`;

/** The same with `explode`. */
export const writeMatrixExploded: ParameterWriter = (value, name, encode) =>
  isList(value)
    ? [value]
        .flat()
        .map((item) => `;${encode(name)}=${encode(item)}`)
        .join("")
    : `;${joinPairs(value, encode, "=", ";")}`;

function isList(value: unknown): boolean {
  return typeof value !== "object" || Array.isArray(value) || value instanceof Date;
}

function listParts(value: unknown, encode: Encode): string[] {
  if (isList(value)) return [value].flat().map(encode);
  return Object.entries(Object(value)).flatMap(([key, item]) => (item == null ? [] : [encode(key), encode(item)]));
}

function joinPairs(value: unknown, encode: Encode, equals: string, separator: string): string {
  return Object.entries(Object(value))
    .flatMap(([key, item]) => (item == null ? [] : [item].flat().map((it) => encode(key) + equals + encode(it))))
    .join(separator);
}

function writeDelimited(value: unknown, name: string, encode: Encode, separator: string): string {
  const parts = listParts(value, encode);
  return parts.length === 0 ? "" : `${encode(name)}=${parts.join(separator)}`;
}

function writeDeep(value: unknown, name: string, encode: Encode): string[] {
  if (value == null) return [];
  if (typeof value !== "object" || value instanceof Date) return [`${encode(name)}=${encode(value)}`];
  const isArray = Array.isArray(value);
  return Object.entries(value).flatMap(([key, item]) => writeDeep(item, `${name}[${isArray ? "" : key}]`, encode));
}

/** The characters that RFC 3986 reserves, except those that end a query or separate its parameters. */
function decodeReserved(text: string): string {
  return text.replace(/%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B)/g, decodeURIComponent);
}
