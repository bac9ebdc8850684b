import { isObject, type Json, joinPointer, type Pointer, resolvePointer } from "../../document/index.js";
import { isBinarySchema } from "../analysis/binary.js";
import { coerce, getApplicableSchemas, getSchemaTypes } from "../analysis/coerce.js";
import { findPropertyPointers } from "../analysis/merged-schema.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import { readParameter } from "../parameters/read-parameter.js";
import type { Schemas } from "../validation/schemas.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { parseJson } from "../values/parse-json.js";
import { readXml } from "../xml/read-xml.js";
import { getFieldSerialization } from "./form.js";
import { checkPartEncoding, type PartViolation } from "./multipart-encoding.js";
import type { MultipartPart } from "./split-multipart.js";

export type MultipartReading =
  | { readonly kind: "value"; readonly value: Json; readonly violations: readonly PartViolation[] }
  | { readonly kind: "malformed" | "not-checked"; readonly reason: string };

/** How text in UTF-8 and Content-Types are read: what this folder does not know by itself. */
export type PartReader = {
  readonly direction: MessageDirection;
  /** Undefined when the text is not valid. */
  readonly decode: (text: string) => string | undefined;
  readonly matchesMediaType: (range: string, contentType: string) => boolean;
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
  parts: readonly MultipartPart[],
  reader: PartReader,
): MultipartReading {
  if (parts.some(({ name }) => name === undefined))
    return readUnnamedParts(schemas, joinPointer(media, "schema"), parts, reader);
  const shapes = getApplicableSchemas(schemas, joinPointer(media, "schema"));
  const entries: [string, Json][] = [];
  const violations: PartViolation[] = [];
  for (const [name, same] of groupPartsByName(parts, reader)) {
    const pointers = findPropertyPointers(shapes, name) ?? [];
    const schema = pointers.find((pointer) => getSchemaTypes(schemas, pointer).size > 0) ?? pointers[0];
    const encoding = resolvePointer(schemas.document, joinPointer(media, "encoding", name));
    if (encoding !== undefined)
      for (const part of same)
        for (const problem of checkPartEncoding(schemas, part, { ...encoding, ...reader })) violations.push(problem);
    const value =
      readDelimitedList(schemas, same, getFieldSerialization(name, schema, encoding), reader) ??
      readField(schemas, same, schema, reader);
    if (typeof value === "object" && value !== null && MALFORMED in value)
      return { kind: "malformed", reason: `has ${value[MALFORMED]}` };
    entries.push([name, value]);
  }
  return { kind: "value", value: trackExactNumbers(Object.fromEntries(entries)), violations };
}

function groupPartsByName(
  parts: readonly MultipartPart[],
  { decode }: PartReader,
): ReadonlyMap<string, readonly MultipartPart[]> {
  const byName = new Map<string, MultipartPart[]>();
  for (const part of parts) {
    const name = decode(part.name ?? "") ?? part.name ?? "";
    const same = byName.get(name) ?? [];
    same.push({ ...part, name });
    byName.set(name, same);
  }
  return byName;
}

function readUnnamedParts(
  schemas: Schemas,
  schema: Pointer,
  parts: readonly MultipartPart[],
  reader: PartReader,
): MultipartReading {
  if (!getSchemaTypes(schemas, schema).has("array"))
    return { kind: "not-checked", reason: "parts without names can be held against the schema of a list only" };
  const values = parts.map((part) => readPart(schemas, part, findItemsPointer(schemas, schema), reader));
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length
    ? { kind: "value", value: trackExactNumbers(known), violations: [] }
    : { kind: "malformed", reason: "has a part that is not what its Content-Type says" };
}

const MALFORMED = Symbol("malformed");

type Unreadable = { readonly [MALFORMED]: string };

/**
 * A list that stands in one part, its items parted as in a parameter: what an encoding that does not explode asks for. 3.0
 * has such encodings in urlencoded forms only.
 */
function readDelimitedList(
  schemas: Schemas,
  [part, ...others]: readonly MultipartPart[],
  field: ReturnType<typeof getFieldSerialization>,
  { decode }: PartReader,
): Json | undefined {
  const isOld = String(schemas.document.root.openapi).startsWith("3.0");
  if (part === undefined || others.length > 0 || isOld || field.explode || field.style === "deepObject")
    return undefined;
  if (!getSchemaTypes(schemas, field.schema).has("array") || isJsonPart(part)) return undefined;
  const pairs = [{ name: field.name, raw: decode(part.text) ?? part.text }];
  // Parts are not encoded as a query is; neither are cookies.
  const reading = readParameter(schemas, field, { in: "cookie", pairs });
  return reading.kind === "value" ? reading.value : undefined;
}

/** The value of the parts of one name. */
function readField(
  schemas: Schemas,
  same: readonly MultipartPart[],
  schema: Pointer | undefined,
  reader: PartReader,
): Json | Unreadable {
  const isList = getSchemaTypes(schemas, schema).has("array");
  const item = isList ? findItemsPointer(schemas, schema) : schema;
  const values: Json[] = [];
  for (const part of same) {
    const value = readPart(
      schemas,
      part,
      isList && isJsonPart(part) && !isBinarySchema(schemas, item) ? schema : item,
      reader,
    );
    if (value === undefined) return { [MALFORMED]: `a part "${part.name}" that is not what its Content-Type says` };
    values.push(value);
  }
  const [first = null] = trackExactNumbers(values);
  if (isList) return values.length === 1 && Array.isArray(first) ? first : values;
  if (values.length === 1) return first;
  return { [MALFORMED]: `the part "${same[0]?.name}" ${values.length} times, and it is not a list` };
}

function readPart(
  schemas: Schemas,
  part: MultipartPart,
  schema: Pointer | undefined,
  reader: PartReader,
): Json | undefined {
  const text = reader.decode(part.text);
  const contentType = part.headers.get("content-type");
  // Of a file nothing but its size can be judged, whatever it holds.
  if (text === undefined || isBinarySchema(schemas, schema)) return part.text;
  if (isJsonPart(part)) return tryParseJson(text);
  if (isXmlPart(part) && canHoldElements(schemas, schema)) return readXmlPart(schemas, part, schema, reader);
  // Without a type an object is JSON; other text is typed as a parameter is.
  const whole =
    contentType === undefined && getSchemaTypes(schemas, schema).has("object") ? tryParseJson(text) : undefined;
  if (isObject(whole)) return whole;
  return contentType === undefined || /^text\/plain/i.test(contentType) ? coerce(schemas, schema, text) : text;
}

function tryParseJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isXmlPart({ headers }: MultipartPart): boolean {
  return /^[^;]*[/+]xml\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

function canHoldElements(schemas: Schemas, schema: Pointer | undefined): schema is Pointer {
  const types = getSchemaTypes(schemas, schema);
  return types.has("object") || types.has("array");
}

/** Undefined for what is not XML. */
function readXmlPart(
  schemas: Schemas,
  part: MultipartPart,
  schema: Pointer,
  { decode, direction }: PartReader,
): Json | undefined {
  const read = readXml(schemas, schema, decode(part.text) ?? part.text, direction);
  if (read.kind === "malformed") return undefined;
  // How it is written has no place among what is told of a part.
  const open =
    read.kind === "not-checked" ? read.reason : read.diagnostics.find(({ kind }) => kind !== "undeclared")?.reason;
  if (read.kind === "not-checked" || open !== undefined)
    throw new CannotValidateError(`the part "${part.name ?? ""}": ${open}`);
  return read.value;
}

function isJsonPart({ headers }: MultipartPart): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

function findItemsPointer(schemas: Schemas, pointer: Pointer | undefined): Pointer | undefined {
  return getApplicableSchemas(schemas, pointer).flatMap((shape) =>
    isObject(shape.schema.items) ? [joinPointer(shape.pointer, "items")] : [],
  )[0];
}
