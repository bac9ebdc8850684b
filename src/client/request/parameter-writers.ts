import type { ParameterSetWriter } from "../calls/call-settings.js";
import type { EncodedText } from "./build-request.js";

/** Serializes one parameter to name–value pairs. A value is either raw and encoded later, or `{ encoded }`, text that is already encoded. */
export type ParameterWriter = (
  value: unknown,
  name: string,
  encode: (value: unknown) => string,
) => readonly (readonly [name: string, value: unknown])[];

/**
 * Creates a writer for the parameters whose serialization differs from the default.
 *
 * @param writers by location and name, such as `query filter`
 */
export function createParameterSetWriter(writers: Readonly<Record<string, ParameterWriter>>): ParameterSetWriter {
  return ({ path, query, header, cookie, ...others }, encode) => {
    const write = (location: string, values: Readonly<Record<string, unknown>> = {}) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => {
          const encodeItem = (it: unknown) => (location === "header" ? formatAsText(it) : encode(it, name));
          const entries = value == null ? undefined : writers[`${location} ${name}`]?.(value, name, encodeItem);
          // A header is not percent-encoded.
          return (entries ?? [[name, value]]).map(([key, it]) => [
            key,
            location === "header" ? ((it as Partial<EncodedText> | null | undefined)?.encoded ?? it) : it,
          ]);
        }),
      );
    const cookies = Object.entries(write("cookie", cookie)).flatMap(([name, value]) =>
      [value].flat().flatMap((it) => (it == null ? [] : `${encodeURIComponent(name)}=${encode(it, name)}`)),
    );
    return {
      ...others,
      path: write("path", path),
      query: write("query", query),
      header: { ...write("header", header), ...(cookies.length === 0 ? {} : { Cookie: cookies.join("; ") }) },
    };
  };
}

/** Adds the fixed query string of a path template, such as `type=a` in `/search?type=a`. */
export function createFixedQueryWriter(
  query: string,
  writeOthers: ParameterSetWriter = (params) => params,
): ParameterSetWriter {
  return (params, encode) => {
    const others = writeOthers(params, encode);
    return { ...others, query: { "": { encoded: query }, ...others.query } };
  };
}

/** Writes an exploded object to a query: `a=1&b=2` (style `form`). */
export const writeFormObject: ParameterWriter = (value, name) =>
  isPlainObject(value) ? Object.entries(Object(value)) : [[name, value]];

/** Writes an object to a query: `name[a]=1&name[b]=2` (style `deepObject`). Each nested object or list adds a pair of brackets. */
export const writeDeepObject: ParameterWriter = (value, name) => writeDeep(value, name);

/** Writes a list or an object to a query, joined with encoded spaces (style `spaceDelimited`). */
export const writeSpaceDelimited: ParameterWriter = (value, name, encode) => writeParts(value, name, encode, "%20");

/** Writes a list or an object to a query, joined with encoded pipes (style `pipeDelimited`). */
export const writePipeDelimited: ParameterWriter = (value, name, encode) => writeParts(value, name, encode, "%7C");

/** Writes a list or an object, joined with commas (style `form` without `explode`, or `simple`). */
export const writeCommaDelimited: ParameterWriter = (value, name, encode) => writeParts(value, name, encode, ",");

/** Writes an exploded object to a path or a header (style `simple`). */
export const writeSimpleExploded: ParameterWriter = (value, name, encode) => [
  [name, { encoded: encodePairs(value, encode).join(",") }],
];

/** Writes a list. Items that are objects are sent as JSON, because no OpenAPI style defines how to serialize them. */
export const writeJsonItems: ParameterWriter = (value, name) => [[name, [value].flat().map(formatItem)]];

/** Writes a value as JSON (parameters with `content`). */
export const writeJsonText: ParameterWriter = (value, name) => [[name, JSON.stringify(value)]];

/** Writes a cookie without percent-encoding (style `cookie`). */
export const writeCookie: ParameterWriter = (value, name) => [
  [name, { encoded: encodeParts(value, formatAsText).join(",") }],
];

/** Writes an exploded cookie without percent-encoding (style `cookie`). */
export const writeCookieExploded: ParameterWriter = (value, name) =>
  (isPlainObject(value) ? Object.entries(Object(value)) : [[name, value] as const]).map(([key, item]) => [
    key,
    [item].flat().flatMap((it) => (it == null ? [] : { encoded: formatAsText(it) })),
  ]);

/** Creates a writer for a whole query string in form encoding (`in: querystring`), in which each property can have its own style. */
export function createFormQueryWriter(writers: Readonly<Record<string, ParameterWriter>>): ParameterWriter {
  return (value, _, encode) =>
    Object.entries(Object(value)).flatMap(([name, item]) =>
      item == null ? [] : (writers[name]?.(item, name, encode) ?? [[name, item] as const]),
    );
}

/** Writes a whole query string as JSON. */
export const writeJsonQuery: ParameterWriter = (value) => [["", JSON.stringify(value)]];

/** Writes a whole query string of another media type as text. */
export const writeTextQuery: ParameterWriter = (value) => [["", String(value)]];

/** Writes a query parameter whose reserved characters are sent unchanged (`allowReserved`). */
export const writeReserved: ParameterWriter = (value, name, encode) => [
  [name, [value].flat().map((item) => ({ encoded: decodeReserved(encode(item)) }))],
];

/** Writes a path parameter, prefixed with a dot (style `label`). */
export const writeLabel: ParameterWriter = (value, name, encode) => [
  [name, { encoded: `.${encodeParts(value, encode).join(",")}` }],
];

/** Writes an exploded path parameter, each part prefixed with a dot (style `label`). */
export const writeLabelExploded: ParameterWriter = (value, name, encode) => [
  [
    name,
    {
      encoded: encodePairs(value, encode)
        .map((part) => `.${part}`)
        .join(""),
    },
  ],
];

/** Writes a path parameter, prefixed with a semicolon (style `matrix`). */
export const writeMatrix: ParameterWriter = (value, name, encode) => [
  [name, { encoded: `;${name}=${encodeParts(value, encode).join(",")}` }],
];

/** Writes an exploded path parameter, each part prefixed with a semicolon (style `matrix`). */
export const writeMatrixExploded: ParameterWriter = (value, name, encode) => [
  [
    name,
    {
      encoded: encodePairs(value, encode)
        .map((part) => (isPlainObject(value) ? `;${part}` : `;${name}=${part}`))
        .join(""),
    },
  ],
];

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function encodeParts(value: unknown, encode: (value: unknown) => string): string[] {
  if (!isPlainObject(value)) return [value].flat().map((item) => encode(formatItem(item)));
  return Object.entries(Object(value)).flatMap(([key, item]) => (item == null ? [] : [encode(key), encode(item)]));
}

function encodePairs(value: unknown, encode: (value: unknown) => string): string[] {
  if (!isPlainObject(value)) return [value].flat().map(encode);
  return Object.entries(Object(value)).flatMap(([key, item]) =>
    item == null ? [] : [`${encode(key)}=${encode(item)}`],
  );
}

function writeParts(
  value: unknown,
  name: string,
  encode: (value: unknown) => string,
  separator: string,
): readonly (readonly [string, unknown])[] {
  const parts = encodeParts(value, encode);
  return parts.length === 0 ? [] : [[name, { encoded: parts.join(separator) }]];
}

function writeDeep(value: unknown, name: string): [string, unknown][] {
  if (value == null) return [];
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return [[`${name}[]`, value]];
  if (typeof value !== "object" || value instanceof Date) return [[name, value]];
  return Object.entries(value).flatMap(([key, item]) => writeDeep(item, `${name}[${key}]`));
}

function formatItem(item: unknown): unknown {
  return isPlainObject(item) ? JSON.stringify(item) : item;
}

function formatAsText(value: unknown): string {
  return value instanceof Date ? value.toISOString().replace(/\.\d+/, "") : String(value);
}

/** Decodes the reserved characters of RFC 3986, except `#`, `&`, `=` and `+`, which have a meaning in a query. */
function decodeReserved(text: string): string {
  return text.replace(/%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B)/g, decodeURIComponent);
}
