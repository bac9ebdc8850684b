import { groupBy, isObject, type Json, joinPointer, type Pointer, resolvePointer } from "../../document/index.js";
import { findPropertyPointers } from "../model/schema-model.js";
import { getSchemaTypes, isBinarySchema } from "../parameters/decoding.js";
import { readParameter } from "../parameters/read-parameter.js";
import type { Schemas } from "../validation/schemas.js";
import type { Violation } from "../validation/violation.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { formatFieldName, getFieldSerialization } from "./form.js";
import { checkPartEncoding } from "./multipart-encoding.js";
import {
  MAX_NESTING,
  type MultipartReading,
  type NestedReader,
  type PartListSource,
  readPartList,
  splitNestedParts,
} from "./multipart-items.js";
import { describeUnreadablePart, isJsonPart, type PartReader, readPart } from "./read-part.js";
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
  reader: NestedReader,
): MultipartReading {
  const isList = media.isItem || (media.schema !== undefined && getSchemaTypes(schemas, media.schema).has("array"));
  if (isList || parts.some(({ name }) => name === undefined)) return readPartList(schemas, media, parts, reader);
  const applicable = schemas.model.possible(media.schema);
  const entries: [string, Json][] = [];
  const violations: Violation[] = [];
  for (const [name, sameName] of groupPartsByName(parts, reader)) {
    const pointers = findPropertyPointers(applicable, name) ?? [];
    const schema = pointers.find((pointer) => getSchemaTypes(schemas, pointer).size > 0) ?? pointers[0];
    const encoding = resolvePointer(schemas.document, joinPointer(media.pointer, "encoding", name));
    if (encoding !== undefined)
      for (const part of sameName)
        for (const violation of checkPartEncoding(schemas, part, { ...encoding, ...reader }))
          violations.push(violation);
    const reading = readNamedParts(schemas, { name, sameName, schema, encoding }, reader);
    if (reading.kind !== "value") {
      const shown = formatFieldName(schemas, media.schema, name);
      return { ...reading, reason: reading.reason.replace(` "${name}"`, shown) };
    }
    entries.push([name, reading.value]);
    for (const it of reading.violations) violations.push(it);
  }
  return { kind: "value", value: trackExactNumbers(Object.fromEntries(entries)), violations };
}

function groupPartsByName(
  parts: readonly MultipartPart[],
  { decode }: PartReader,
): ReadonlyMap<string, readonly MultipartPart[]> {
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
function readNamedParts(
  schemas: Schemas,
  { name, sameName, schema, encoding }: NamedParts,
  reader: NestedReader,
): MultipartReading {
  const source = { pointer: encoding?.pointer ?? "", schema, isItem: false };
  const nested = readNestedParts(schemas, source, sameName, reader);
  if (nested?.kind === "value") {
    const violations = nested.violations.map((it) => ({ ...it, instance: joinPointer("", name) + it.instance }));
    return { ...nested, violations };
  }
  if (nested !== undefined) return nested;
  const value =
    readDelimitedList(schemas, sameName, getFieldSerialization(name, schema, encoding), reader) ??
    readField(schemas, sameName, schema, reader);
  if (typeof value === "object" && value !== null && MALFORMED in value)
    return { kind: "malformed", mode: `${value.mode} ${name}`, reason: `has ${value[MALFORMED]}` };
  return { kind: "value", value, violations: [] };
}

/** Reads a part that is a multipart body itself, which the nested encodings describe. */
function readNestedParts(
  schemas: Schemas,
  source: PartListSource,
  [part, ...others]: readonly MultipartPart[],
  reader: NestedReader,
): MultipartReading | undefined {
  const { nesting = 0 } = reader;
  const types = getSchemaTypes(schemas, source.schema);
  if (part === undefined || others.length > 0 || nesting >= MAX_NESTING) return undefined;
  if (!types.has("object") && !types.has("array")) return undefined;
  const inner = splitNestedParts(part);
  return inner && readMultipart(schemas, source, inner, { ...reader, nesting: nesting + 1 });
}

const MALFORMED = Symbol("malformed");

type Unreadable = { readonly [MALFORMED]: string; readonly mode: string };

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
