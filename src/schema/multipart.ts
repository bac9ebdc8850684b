import { isObject, type Json, joinPointer, type Pointer, resolve } from "../document/index.js";
import { isBinary } from "./binary.js";
import { coerce, shapesOf, typesOf } from "./coerce.js";
import { parseJson } from "./exact-json.js";
import { noteExact } from "./exact-number.js";
import { serialization } from "./form.js";
import { encodingProblems, type PartProblem } from "./multipart-encoding.js";
import type { Part } from "./multipart-parts.js";
import { propertyPointers } from "./node.js";
import type { Schemas } from "./schemas.js";
import { readParameter } from "./serialization.js";
import { Unjudged } from "./unjudged.js";
import type { View } from "./view.js";
import { readXml } from "./xml/read-xml.js";

export type MultipartReading =
  | { readonly kind: "value"; readonly value: Json; readonly problems: readonly PartProblem[] }
  | { readonly kind: "malformed" | "unjudged"; readonly reason: string };

/** How text in UTF-8 and Content-Types are read: what this folder does not know by itself. */
export type PartReader = {
  readonly side: View;
  /** Undefined when the text is not valid. */
  readonly decode: (text: string) => string | undefined;
  readonly fits: (range: string, contentType: string) => boolean;
};

/**
 * Reads a multipart body as the object that its schema describes: each part by its own Content-Type, or by the type that
 * the schema makes the usual one. Parts without names are the items of a list.
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
  if (parts.some(({ name }) => name === undefined))
    return readList(schemas, joinPointer(media, "schema"), parts, reader);
  const shapes = shapesOf(schemas, joinPointer(media, "schema"));
  const entries: [string, Json][] = [];
  const problems: PartProblem[] = [];
  for (const [name, same] of partsByName(parts, reader)) {
    const pointers = propertyPointers(shapes, name) ?? [];
    const schema = pointers.find((pointer) => typesOf(schemas, pointer).size > 0) ?? pointers[0];
    const encoding = resolve(schemas.document, joinPointer(media, "encoding", name));
    if (encoding !== undefined)
      for (const part of same)
        for (const problem of encodingProblems(schemas, part, { ...encoding, ...reader })) problems.push(problem);
    const value =
      listInOne(schemas, same, serialization(name, schema, encoding), reader) ??
      fieldValue(schemas, same, schema, reader);
    if (typeof value === "object" && value !== null && MALFORMED in value)
      return { kind: "malformed", reason: `has ${value[MALFORMED]}` };
    entries.push([name, value]);
  }
  return { kind: "value", value: noteExact(Object.fromEntries(entries)), problems };
}

function partsByName(parts: readonly Part[], { decode }: PartReader): ReadonlyMap<string, readonly Part[]> {
  const byName = new Map<string, Part[]>();
  for (const part of parts) {
    const name = decode(part.name ?? "") ?? part.name ?? "";
    const same = byName.get(name) ?? [];
    same.push({ ...part, name });
    byName.set(name, same);
  }
  return byName;
}

function readList(schemas: Schemas, schema: Pointer, parts: readonly Part[], reader: PartReader): MultipartReading {
  if (!typesOf(schemas, schema).has("array"))
    return { kind: "unjudged", reason: "parts without names can be held against the schema of a list only" };
  const values = parts.map((part) => partValue(schemas, part, itemsOf(schemas, schema), reader));
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length
    ? { kind: "value", value: noteExact(known), problems: [] }
    : { kind: "malformed", reason: "has a part that is not what its Content-Type says" };
}

const MALFORMED = Symbol("malformed");

type Unreadable = { readonly [MALFORMED]: string };

/**
 * A list that stands in one part, its items parted as in a parameter: what an encoding that does not explode asks for. 3.0
 * has such encodings in urlencoded forms only.
 */
function listInOne(
  schemas: Schemas,
  [part, ...others]: readonly Part[],
  field: ReturnType<typeof serialization>,
  { decode }: PartReader,
): Json | undefined {
  const isOld = String(schemas.document.root.openapi).startsWith("3.0");
  if (part === undefined || others.length > 0 || isOld || field.explode || field.style === "deepObject")
    return undefined;
  if (!typesOf(schemas, field.schema).has("array") || isJsonPart(part)) return undefined;
  const pairs = [{ name: field.name, raw: decode(part.text) ?? part.text }];
  // Parts are not encoded as a query is; neither are cookies.
  const reading = readParameter(schemas, field, { in: "cookie", pairs });
  return reading.kind === "value" ? reading.value : undefined;
}

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
    const value = partValue(
      schemas,
      part,
      isList && isJsonPart(part) && !isBinary(schemas, item) ? schema : item,
      reader,
    );
    if (value === undefined) return { [MALFORMED]: `a part "${part.name}" that is not what its Content-Type says` };
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
  // Of a file nothing but its size can be judged, whatever it holds.
  if (text === undefined || isBinary(schemas, schema)) return part.text;
  if (isJsonPart(part)) return jsonOf(text);
  if (isXmlPart(part) && holdsElements(schemas, schema)) return documentOf(schemas, part, schema, reader);
  // Without a type an object is JSON; other text is typed as a parameter is.
  const whole = contentType === undefined && typesOf(schemas, schema).has("object") ? jsonOf(text) : undefined;
  if (isObject(whole)) return whole;
  return contentType === undefined || /^text\/plain/i.test(contentType) ? coerce(schemas, schema, text) : text;
}

function jsonOf(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isXmlPart({ headers }: Part): boolean {
  return /^[^;]*[/+]xml\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

function holdsElements(schemas: Schemas, schema: Pointer | undefined): schema is Pointer {
  const types = typesOf(schemas, schema);
  return types.has("object") || types.has("array");
}

/** Undefined for what is not XML. */
function documentOf(schemas: Schemas, part: Part, schema: Pointer, { decode, side }: PartReader): Json | undefined {
  const read = readXml(schemas, schema, decode(part.text) ?? part.text, side);
  if (read.kind === "malformed") return undefined;
  // How it is written has no place among what is told of a part.
  const open = read.kind === "unjudged" ? read.reason : read.notes.find(({ kind }) => kind !== "undeclared")?.reason;
  if (read.kind === "unjudged" || open !== undefined) throw new Unjudged(`the part "${part.name ?? ""}": ${open}`);
  return read.value;
}

function isJsonPart({ headers }: Part): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

function itemsOf(schemas: Schemas, pointer: Pointer | undefined): Pointer | undefined {
  return shapesOf(schemas, pointer).flatMap((shape) =>
    isObject(shape.schema.items) ? [joinPointer(shape.pointer, "items")] : [],
  )[0];
}
