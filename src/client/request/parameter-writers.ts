import type { ParamsWriter } from "../calls/body-codecs.js";
import type { WrittenText } from "./build-request.js";

/** Writes a parameter as entries of its location: names with values or with text that is already written. */
export type ParameterWriter = (
  value: unknown,
  name: string,
  encode: (value: unknown) => string,
) => readonly (readonly [name: string, value: unknown])[];

/** Creates the writer of parameters whose serialization differs from the default, by location and name: `query filter`. */
export function createParamsWriter(writers: Readonly<Record<string, ParameterWriter>>): ParamsWriter {
  return ({ path, query, header, cookie, ...others }, encode) => {
    const write = (place: string, values: Readonly<Record<string, unknown>> = {}) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => {
          const encodeItem = (it: unknown) => (place === "header" ? formatText(it) : encode(it, name));
          const entries = value == null ? undefined : writers[`${place} ${name}`]?.(value, name, encodeItem);
          // A header is not percent-encoded.
          return (entries ?? [[name, value]]).map(([key, it]) => [
            key,
            place === "header" ? ((it as Partial<WrittenText> | null | undefined)?.written ?? it) : it,
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

/** Adds the query that a path template of the spec contains. */
export function createQueryAddition(query: string, prepare: ParamsWriter = (params) => params): ParamsWriter {
  return (params, encode) => {
    const prepared = prepare(params, encode);
    return { ...prepared, query: { "": { written: query }, ...prepared.query } };
  };
}

/** An exploded object in a query: `a=1&b=2` (style `form`). */
export const writeFormObject: ParameterWriter = (value, name) =>
  isList(value) ? [[name, value]] : Object.entries(Object(value));

/** An object in a query: `name[a]=1&name[b]=2` (style `deepObject`). Nested objects and lists get more brackets. */
export const writeDeepObject: ParameterWriter = (value, name) => writeDeep(value, name);

/** A list in a query, joined with spaces (style `spaceDelimited`). */
export const writeSpaceDelimited: ParameterWriter = (value, name, encode) => writeParts(value, name, encode, "%20");

/** A list in a query, joined with bars (style `pipeDelimited`). */
export const writePipeDelimited: ParameterWriter = (value, name, encode) => writeParts(value, name, encode, "%7C");

/** A list or object, joined with commas (style `form` without `explode`, or `simple`). */
export const writeCommaDelimited: ParameterWriter = (value, name, encode) => writeParts(value, name, encode, ",");

/** An object in a path or header with `explode` (style `simple`). */
export const writeExplodedPairs: ParameterWriter = (value, name, encode) => [
  [name, { written: listPairs(value, encode, "=").join(",") }],
];

/** A list whose items can be objects, each sent as JSON, because the styles define no other form. */
export const writeJsonItems: ParameterWriter = (value, name) => [[name, [value].flat().map(formatItem)]];

/** A value as JSON (parameters with `content`). */
export const writeJsonText: ParameterWriter = (value, name) => [[name, JSON.stringify(value)]];

/** A cookie that is not percent-encoded (style `cookie`). */
export const writeCookie: ParameterWriter = (value, name) => [
  [name, { written: listParts(value, formatText).join(",") }],
];

/** The same with `explode`. */
export const writeCookieExploded: ParameterWriter = (value, name) =>
  (isList(value) ? [[name, value] as const] : Object.entries(Object(value))).map(([key, item]) => [
    key,
    [item].flat().flatMap((it) => (it == null ? [] : { written: formatText(it) })),
  ]);

/** A whole query string that is a form, whose properties may have other styles (`in: querystring`). */
export function createFormQueryWriter(writers: Readonly<Record<string, ParameterWriter>>): ParameterWriter {
  return (value, _, encode) =>
    Object.entries(Object(value)).flatMap(([name, item]) =>
      item == null ? [] : (writers[name]?.(item, name, encode) ?? [[name, item] as const]),
    );
}

/** A whole query string that is JSON. */
export const writeJsonQuery: ParameterWriter = (value) => [["", JSON.stringify(value)]];

/** A whole query string of another media type, as text. */
export const writeTextQuery: ParameterWriter = (value) => [["", String(value)]];

/** A query parameter whose reserved characters are sent unchanged (`allowReserved`). */
export const writeReserved: ParameterWriter = (value, name, encode) => [
  [name, [value].flat().map((item) => ({ written: decodeReserved(encode(item)) }))],
];

/** A path parameter that begins with a dot (style `label`). */
export const writeLabel: ParameterWriter = (value, name, encode) => [
  [name, { written: `.${listParts(value, encode).join(",")}` }],
];

/** The same with `explode`. */
export const writeLabelExploded: ParameterWriter = (value, name, encode) => [
  [
    name,
    {
      written: listPairs(value, encode, "=")
        .map((part) => `.${part}`)
        .join(""),
    },
  ],
];

/** A path parameter that begins with a semicolon (style `matrix`). */
export const writeMatrix: ParameterWriter = (value, name, encode) => [
  [name, { written: `;${name}=${listParts(value, encode).join(",")}` }],
];

/** The same with `explode`. */
export const writeMatrixExploded: ParameterWriter = (value, name, encode) => [
  [
    name,
    {
      written: listPairs(value, encode, "=")
        .map((part) => (isList(value) ? `;${name}=${part}` : `;${part}`))
        .join(""),
    },
  ],
];

function isList(value: unknown): boolean {
  return typeof value !== "object" || Array.isArray(value) || value instanceof Date;
}

function listParts(value: unknown, encode: (value: unknown) => string): string[] {
  if (isList(value)) return [value].flat().map((item) => encode(formatItem(item)));
  return Object.entries(Object(value)).flatMap(([key, item]) => (item == null ? [] : [encode(key), encode(item)]));
}

function listPairs(value: unknown, encode: (value: unknown) => string, equals: string): string[] {
  if (isList(value)) return [value].flat().map(encode);
  return Object.entries(Object(value)).flatMap(([key, item]) =>
    item == null ? [] : [encode(key) + equals + encode(item)],
  );
}

function writeParts(
  value: unknown,
  name: string,
  encode: (value: unknown) => string,
  separator: string,
): readonly (readonly [string, unknown])[] {
  const parts = listParts(value, encode);
  return parts.length === 0 ? [] : [[name, { written: parts.join(separator) }]];
}

function writeDeep(value: unknown, name: string): [string, unknown][] {
  if (value == null) return [];
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return [[`${name}[]`, value]];
  if (typeof value !== "object" || value instanceof Date) return [[name, value]];
  return Object.entries(value).flatMap(([key, item]) => writeDeep(item, `${name}[${key}]`));
}

function formatItem(item: unknown): unknown {
  return isList(item) || item === null ? item : JSON.stringify(item);
}

function formatText(value: unknown): string {
  return value instanceof Date ? value.toISOString().replace(/\.\d+/, "") : String(value);
}

/** Decodes the characters that RFC 3986 reserves, except those that end a query or separate its parameters. */
function decodeReserved(text: string): string {
  return text.replace(/%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B)/g, decodeURIComponent);
}
