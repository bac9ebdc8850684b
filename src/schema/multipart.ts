import { isObject, type Json, type JsonObject, joinPointer, type Pointer, resolve } from "../document/index.js";
import { coerce, shapesOf, typesOf } from "./coerce.js";
import { parseJson } from "./exact-json.js";
import { noteExact } from "./exact-number.js";
import { propertyPointers } from "./node.js";
import type { Schemas } from "./schemas.js";

/** A part of a multipart body as it came. `text` of bytes holds a character for each of them. */
export type Part = { readonly name: string; readonly headers: ReadonlyMap<string, string>; readonly text: string };

export type PartProblem = {
  readonly at: Pointer;
  readonly reason: string;
  readonly contract: Pointer;
  readonly valueClass: string;
};

export type MultipartReading =
  | { readonly kind: "value"; readonly value: Json; readonly problems: readonly PartProblem[] }
  | { readonly kind: "malformed"; readonly reason: string };

/** How text in UTF-8 and Content-Types are read: what this folder does not know by itself. */
export type PartReader = {
  /** Undefined when the text is not valid. */
  readonly decode: (text: string) => string | undefined;
  readonly fits: (range: string, contentType: string) => boolean;
};

/**
 * Reads a `multipart/form-data` body as the object that its schema describes: each part by its own Content-Type, or by the
 * type that the schema makes the usual one.
 *
 * @param media pointer to the media type object, whose `encoding` may limit the Content-Type and headers of a part.
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-multipart-media-types
 */
export function readMultipart(
  schemas: Schemas,
  media: Pointer,
  parts: readonly Part[],
  reader: PartReader,
): MultipartReading {
  const shapes = shapesOf(schemas, joinPointer(media, "schema"));
  const byName = new Map<string, Part[]>();
  for (const part of parts) byName.set(part.name, [...(byName.get(part.name) ?? []), part]);
  const entries: [string, Json][] = [];
  const problems: PartProblem[] = [];
  for (const [name, same] of byName) {
    const pointers = propertyPointers(shapes, name) ?? [];
    const schema = pointers.find((pointer) => typesOf(schemas, pointer).size > 0) ?? pointers[0];
    const encoding = resolve(schemas.document, joinPointer(media, "encoding", name));
    problems.push(...same.flatMap((part) => (encoding === undefined ? [] : encodingProblems(part, encoding, reader))));
    const value = fieldValue(schemas, same, schema, reader);
    if (typeof value === "object" && value !== null && MALFORMED in value)
      return { kind: "malformed", reason: `has ${value[MALFORMED]}` };
    entries.push([name, value]);
  }
  return { kind: "value", value: noteExact(Object.fromEntries(entries)), problems };
}

const MALFORMED = Symbol("malformed");

type Unreadable = { readonly [MALFORMED]: string };

/** The value of the parts of one name. */
function fieldValue(
  schemas: Schemas,
  same: readonly Part[],
  schema: Pointer | undefined,
  reader: PartReader,
): Json | Unreadable {
  const isList = typesOf(schemas, schema).has("array");
  const item = isList ? itemsOf(schemas, schema) : schema;
  const values: Json[] = [];
  for (const part of same) {
    const value = partValue(schemas, part, isList && isJsonPart(part) ? schema : item, reader);
    if (value === undefined)
      return { [MALFORMED]: `a part "${part.name}" that is not the JSON that its Content-Type says` };
    values.push(value);
  }
  const [first = null] = noteExact(values);
  if (isList) return values.length === 1 && Array.isArray(first) ? first : values;
  if (values.length === 1) return first;
  return { [MALFORMED]: `the part "${same[0]?.name}" ${values.length} times, and it is not a list` };
}

function partValue(schemas: Schemas, part: Part, schema: Pointer | undefined, reader: PartReader): Json | undefined {
  const text = reader.decode(part.text);
  const contentType = part.headers.get("content-type");
  const wantsObject = typesOf(schemas, schema).has("object") && contentType === undefined;
  if (text !== undefined && (isJsonPart(part) || wantsObject)) {
    try {
      return parseJson(text);
    } catch {
      return wantsObject ? text : undefined;
    }
  }
  // Of a file nothing but its size can be judged; text is typed as a parameter is.
  if (text === undefined) return part.text;
  return contentType === undefined || /^text\/plain/i.test(contentType) ? coerce(schemas, schema, text) : text;
}

function isJsonPart({ headers }: Part): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

function itemsOf(schemas: Schemas, pointer: Pointer | undefined): Pointer | undefined {
  return shapesOf(schemas, pointer).flatMap((shape) =>
    isObject(shape.schema.items) ? [joinPointer(shape.pointer, "items")] : [],
  )[0];
}

type Encoding = { readonly pointer: Pointer; readonly value: JsonObject };

function encodingProblems(part: Part, { pointer, value }: Encoding, { fits }: PartReader): PartProblem[] {
  const at = joinPointer("", part.name);
  const problems: PartProblem[] = [];
  const { contentType, headers } = value;
  const given = part.headers.get("content-type") ?? "text/plain";
  if (typeof contentType === "string" && !contentType.split(",").some((range) => fits(range.trim(), given))) {
    const reason = `is of type ${given.slice(0, 60)}; expected ${contentType}`;
    problems.push({ at, reason, contract: joinPointer(pointer, "contentType"), valueClass: "part type" });
  }
  for (const [name, header] of Object.entries(isObject(headers) ? headers : {})) {
    if (name.toLowerCase() === "content-type" || part.headers.has(name.toLowerCase())) continue;
    if (!isObject(header) || header.required !== true) continue;
    const reason = `lacks its required header "${name}"`;
    problems.push({ at, reason, contract: joinPointer(pointer, "headers", name), valueClass: `part header ${name}` });
  }
  return problems;
}

/**
 * The parts between the boundaries, or undefined when the last boundary is missing.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
export function splitParts(text: string, boundary: string): Part[] | undefined {
  const parts = `\r\n${text}`.split(`\r\n--${boundary}`);
  if (parts.length < 2 || !parts.at(-1)?.startsWith("--")) return undefined;
  const found: Part[] = [];
  for (const part of parts.slice(1, -1)) {
    const end = part.indexOf("\r\n\r\n");
    if (end === -1) return undefined;
    const headers = new Map<string, string>();
    for (const line of part.slice(0, end).split("\r\n")) {
      const colon = line.indexOf(":");
      if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
    const name = /;\s*name="((?:[^"\\]|\\.)*)"|;\s*name=([^;\s]+)/i.exec(headers.get("content-disposition") ?? "");
    if (name === null) return undefined;
    found.push({ name: name[1] ?? name[2] ?? "", headers, text: part.slice(end + 4) });
  }
  return found;
}
