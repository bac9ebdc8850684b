import { groupBy, isObject, type Json, joinPointer, type Pointer, resolvePointer } from "../../document/index.js";
import { findPropertyPointers } from "../model/schema-model.js";
import { getSchemaTypes, isBinarySchema } from "../parameters/decoding.js";
import { readParameter } from "../parameters/read-parameter.js";
import type { Schemas } from "../validation/schemas.js";
import type { Violation } from "../validation/violation.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { formatFieldName, getFieldSerialization } from "./form.js";
import { checkPartEncoding } from "./multipart-encoding.js";
import { type MultipartReading, type PartListSource, readPartList, splitNestedParts } from "./multipart-items.js";
import { describeUnreadablePart, isJsonPart, type PartDecoding, type PartReader, readPart } from "./read-part.js";
import type { MultipartPart } from "./split-multipart.js";

/**
 * Reads a multipart body as the object that its schema describes. A part is read by its Content-Type or, without one, by
 * the default that its schema implies. Parts without names, or with an array schema, are items of an array. An item with
 * a name is an object with that property if its schema is one of objects.
 *
 * @param media the media type object, whose encodings may restrict the Content-Type and headers of a part.
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-multipart-media-types
 */
export function readMultipart(
  schemas: Schemas,
  media: PartListSource,
  parts: readonly MultipartPart[],
  decoding: PartDecoding,
): MultipartReading {
  return readParts({ ...decoding, schemas, nesting: 0 }, media, parts);
}

function readParts(reader: PartReader, media: PartListSource, parts: readonly MultipartPart[]): MultipartReading {
  const { schemas } = reader;
  const isList = media.isItem || (media.schema !== undefined && getSchemaTypes(schemas, media.schema).has("array"));
  if (isList || parts.some(({ name }) => name === undefined)) return readPartList(reader, media, parts);
  const applicable = schemas.model.possible(media.schema);
  const entries: [string, Json][] = [];
  const violations: Violation[] = [];
  for (const [name, sameName] of groupPartsByName(reader, parts)) {
    const pointers = findPropertyPointers(applicable, name) ?? [];
    const schema = pointers.find((pointer) => getSchemaTypes(schemas, pointer).size > 0) ?? pointers[0];
    const encoding = resolvePointer(schemas.document, joinPointer(media.pointer, "encoding", name));
    if (encoding !== undefined)
      for (const part of sameName)
        for (const violation of checkPartEncoding(schemas, part, { ...encoding, ...reader }))
          violations.push(violation);
    const reading = readNamedParts(reader, { name, sameName, schema, encoding });
    if (reading.kind !== "value") {
      const shown = formatFieldName(schemas, media.schema, name);
      return { ...reading, reason: reading.reason.replace(` "${name}"`, shown) };
    }
    entries.push([name, reading.value]);
    for (const it of reading.violations) violations.push(it);
  }
  return { kind: "value", value: trackExactNumbers(Object.fromEntries(entries)), violations };
}

function groupPartsByName({ decode }: PartReader, parts: readonly MultipartPart[]) {
  const named = parts.map((part) => ({ ...part, name: decode(part.name ?? "") ?? part.name ?? "" }));
  return groupBy(named, ({ name }) => name);
}

type NamedParts = {
  readonly name: string;
  readonly sameName: readonly MultipartPart[];
  readonly schema: Pointer | undefined;
  readonly encoding: ReturnType<typeof resolvePointer>;
};

/** Reads the value of the parts that share a name. */
function readNamedParts(reader: PartReader, { name, sameName, schema, encoding }: NamedParts): MultipartReading {
  const source = { pointer: encoding?.pointer ?? "", schema, isItem: false };
  const nested = readNestedParts(reader, source, sameName);
  if (nested?.kind === "value") {
    const violations = nested.violations.map((it) => ({ ...it, instance: joinPointer("", name) + it.instance }));
    return { ...nested, violations };
  }
  if (nested !== undefined) return nested;
  const value =
    readDelimitedList(reader, sameName, getFieldSerialization(name, schema, encoding)) ??
    readField(reader, sameName, schema);
  if (typeof value === "object" && value !== null && MALFORMED in value)
    return { kind: "malformed", mode: `${value.mode} ${name}`, reason: `has ${value[MALFORMED]}` };
  return { kind: "value", value, violations: [] };
}

/** Reads a part that is a multipart body itself, which the nested encodings describe. */
function readNestedParts(
  reader: PartReader,
  source: PartListSource,
  [part, ...others]: readonly MultipartPart[],
): MultipartReading | undefined {
  const types = getSchemaTypes(reader.schemas, source.schema);
  if (part === undefined || others.length > 0) return undefined;
  if (!types.has("object") && !types.has("array")) return undefined;
  const inner = splitNestedParts(reader, part);
  return inner && readParts({ ...reader, nesting: reader.nesting + 1 }, source, inner);
}

const MALFORMED = Symbol("malformed");

type Unreadable = { readonly [MALFORMED]: string; readonly mode: string };

/**
 * Reads an array that one part holds as delimited text, as an encoding with `explode: false` requires. In OpenAPI 3.0 such
 * encodings apply only to urlencoded forms.
 */
function readDelimitedList(
  { schemas, decode }: PartReader,
  [part, ...others]: readonly MultipartPart[],
  field: ReturnType<typeof getFieldSerialization>,
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
  reader: PartReader,
  sameName: readonly MultipartPart[],
  schema: Pointer | undefined,
): Json | Unreadable {
  const { schemas } = reader;
  const isList = getSchemaTypes(schemas, schema).has("array");
  const item = isList ? findItemsPointer(schemas, schema) : schema;
  const values: Json[] = [];
  for (const part of sameName) {
    const isWholeList = isList && isJsonPart(part) && !isBinarySchema(schemas, item);
    const value = readPart(reader, part, isWholeList ? schema : item);
    if (value === undefined) return { mode: "part", [MALFORMED]: describeUnreadablePart(part) };
    values.push(value);
  }
  const [first = null] = trackExactNumbers(values);
  if (isList) return values.length === 1 && Array.isArray(first) ? first : values;
  if (values.length === 1) return first;
  return {
    mode: "repeated part",
    [MALFORMED]: `the part "${sameName[0]?.name}" ${values.length} times, but its schema is not an array`,
  };
}

function findItemsPointer(schemas: Schemas, pointer: Pointer | undefined): Pointer | undefined {
  return schemas.model
    .possible(pointer)
    .flatMap((it) => (isObject(it.schema.items) ? [joinPointer(it.pointer, "items")] : []))[0];
}
