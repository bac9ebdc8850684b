import { isObject, type Json, joinPointer, type Pointer, resolvePointer } from "../../document/index.js";
import { isBinarySchema } from "../analysis/binary.js";
import { coerce, getApplicableSchemas, getSchemaTypes } from "../analysis/coerce.js";
import { findPropertyPointers } from "../analysis/merged-schema.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import { readParameter } from "../parameters/read-parameter.js";
import type { Schemas } from "../validation/schemas.js";
import type { Violation } from "../validation/violation.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { parseJson } from "../values/parse-json.js";
import { readXml } from "../xml/read-xml.js";
import { getFieldSerialization } from "./form.js";
import { checkPartEncoding } from "./multipart-encoding.js";
import type { MultipartPart } from "./split-multipart.js";

export type MultipartReading =
  | { readonly kind: "value"; readonly value: Json; readonly violations: readonly Violation[] }
  | { readonly kind: "malformed" | "not-checked"; readonly reason: string };

/** Decoding and media type matching, which the caller provides. */
export type PartReader = {
  readonly direction: MessageDirection;
  /** Decodes bytes as UTF-8; undefined if they are not valid. */
  readonly decode: (text: string) => string | undefined;
  readonly matchesMediaType: (range: string, contentType: string) => boolean;
};

/**
 * Reads a multipart body as the object that its schema describes. A part is read by its Content-Type or, without one, by
 * the default that its schema implies. Parts without names are items of an array.
 *
 * @param media pointer to the media type object, whose `encoding` may restrict the Content-Type and headers of a part.
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
  const applicable = getApplicableSchemas(schemas, joinPointer(media, "schema"));
  const entries: [string, Json][] = [];
  const violations: Violation[] = [];
  for (const [name, sameName] of groupPartsByName(parts, reader)) {
    const pointers = findPropertyPointers(applicable, name) ?? [];
    const schema = pointers.find((pointer) => getSchemaTypes(schemas, pointer).size > 0) ?? pointers[0];
    const encoding = resolvePointer(schemas.document, joinPointer(media, "encoding", name));
    if (encoding !== undefined)
      for (const part of sameName)
        for (const violation of checkPartEncoding(schemas, part, { ...encoding, ...reader }))
          violations.push(violation);
    const value =
      readDelimitedList(schemas, sameName, getFieldSerialization(name, schema, encoding), reader) ??
      readField(schemas, sameName, schema, reader);
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
    const sameName = byName.get(name) ?? [];
    sameName.push({ ...part, name });
    byName.set(name, sameName);
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
    return { kind: "not-checked", reason: "parts without names can only be checked against an array schema" };
  const values = parts.map((part) => readPart(schemas, part, findItemsPointer(schemas, schema), reader));
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length
    ? { kind: "value", value: trackExactNumbers(known), violations: [] }
    : { kind: "malformed", reason: "has a part that does not match its Content-Type" };
}

const MALFORMED = Symbol("malformed");

type Unreadable = { readonly [MALFORMED]: string };

/**
 * Reads an array that one part holds as delimited text, as an encoding with `explode: false` requires. In OpenAPI 3.0 such
 * encodings apply only to urlencoded forms.
 */
function readDelimitedList(
  schemas: Schemas,
  [part, ...others]: readonly MultipartPart[],
  field: ReturnType<typeof getFieldSerialization>,
  { decode }: PartReader,
): Json | undefined {
  const isOpenApi30 = String(schemas.document.root.openapi).startsWith("3.0");
  if (part === undefined || others.length > 0 || isOpenApi30 || field.explode || field.style === "deepObject")
    return undefined;
  if (!getSchemaTypes(schemas, field.schema).has("array") || isJsonPart(part)) return undefined;
  const pairs = [{ name: field.name, raw: decode(part.text) ?? part.text }];
  // Read as a cookie, because neither cookies nor parts are percent-encoded.
  const reading = readParameter(schemas, field, { in: "cookie", pairs });
  return reading.kind === "value" ? reading.value : undefined;
}

/** Reads the value of all parts that share a name. */
function readField(
  schemas: Schemas,
  sameName: readonly MultipartPart[],
  schema: Pointer | undefined,
  reader: PartReader,
): Json | Unreadable {
  const isList = getSchemaTypes(schemas, schema).has("array");
  const item = isList ? findItemsPointer(schemas, schema) : schema;
  const values: Json[] = [];
  for (const part of sameName) {
    const value = readPart(
      schemas,
      part,
      isList && isJsonPart(part) && !isBinarySchema(schemas, item) ? schema : item,
      reader,
    );
    if (value === undefined) return { [MALFORMED]: `a part "${part.name}" that does not match its Content-Type` };
    values.push(value);
  }
  const [first = null] = trackExactNumbers(values);
  if (isList) return values.length === 1 && Array.isArray(first) ? first : values;
  if (values.length === 1) return first;
  return { [MALFORMED]: `the part "${sameName[0]?.name}" ${values.length} times, but its schema is not an array` };
}

function readPart(
  schemas: Schemas,
  part: MultipartPart,
  schema: Pointer | undefined,
  reader: PartReader,
): Json | undefined {
  const text = reader.decode(part.text);
  const contentType = part.headers.get("content-type");
  // Only the size of a file can be checked.
  if (text === undefined || isBinarySchema(schemas, schema)) return part.text;
  if (isJsonPart(part)) return tryParseJson(text);
  if (isXmlPart(part) && canHoldElements(schemas, schema)) return readXmlPart(schemas, part, schema, reader);
  // Without a Content-Type, an object is JSON. Other text is converted to the type of the schema.
  const object =
    contentType === undefined && getSchemaTypes(schemas, schema).has("object") ? tryParseJson(text) : undefined;
  if (isObject(object)) return object;
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

/**
 * Undefined if the part is not well-formed XML.
 *
 * @throws {CannotValidateError} if the part does not follow the `xml` keywords of its schema, or cannot be checked.
 */
function readXmlPart(
  schemas: Schemas,
  part: MultipartPart,
  schema: Pointer,
  { decode, direction }: PartReader,
): Json | undefined {
  const reading = readXml(schemas, schema, decode(part.text) ?? part.text, direction);
  if (reading.kind === "malformed") return undefined;
  // A part has no findings about its XML form, so a part with such notes is not checked.
  const reason =
    reading.kind === "not-checked" ? reading.reason : reading.notes.find(({ kind }) => kind !== "undeclared")?.reason;
  if (reading.kind === "not-checked" || reason !== undefined)
    throw new CannotValidateError(`the part "${part.name ?? ""}": ${reason}`);
  return reading.value;
}

function isJsonPart({ headers }: MultipartPart): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

function findItemsPointer(schemas: Schemas, pointer: Pointer | undefined): Pointer | undefined {
  return getApplicableSchemas(schemas, pointer).flatMap((it) =>
    isObject(it.schema.items) ? [joinPointer(it.pointer, "items")] : [],
  )[0];
}
