import {
  asObject,
  type Document,
  groupBy,
  isJsonType,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  readHeaderDefinitions,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { tryParseExactJson } from "../../document/values/parse-json.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import { findItemPointers, findPropertyPointers } from "../model/schema-model.js";
import { canHoldElements } from "../parameters/content-parameter.js";
import { coerce, getSchemaTypes, isBinarySchema, type Malformed } from "../parameters/decoding.js";
import { readParameter } from "../parameters/read-parameter.js";
import { reduceToClosestBranch } from "../validation/closest-branch.js";
import { classifyFailure, describeViolation } from "../validation/describe-violation.js";
import type { Schemas } from "../validation/schemas.js";
import { createPartViolation, type Violation } from "../validation/violation.js";
import { readXml } from "../xml/read-xml.js";
import { formatFieldName, getFieldSerialization } from "./form.js";
import { type MultipartPart, splitMultipart } from "./split-multipart.js";

type MultipartReading =
  | { readonly kind: "value"; readonly value: Json; readonly violations: readonly Violation[]; readonly each?: boolean }
  | Malformed
  | { readonly kind: "not-checked"; readonly reason: string };

/** A media type or encoding object with its schema. `isItem`: the schema describes each part. */
type PartListSource = {
  readonly pointer: Pointer;
  readonly schema?: Pointer | undefined;
  readonly isItem: boolean;
};

/** Decoding and media type matching, which the caller provides. */
type PartDecoding = {
  readonly direction: MessageDirection;
  /** Decodes bytes as UTF-8; undefined if they are not valid. */
  readonly decode: (text: string) => string | undefined;
  readonly matchesMediaType: (range: string, contentType: string) => boolean;
};

/** What reads the parts of a body. `nesting`: how many multipart bodies contain them. */
type PartReader = PartDecoding & { readonly schemas: Schemas; readonly nesting: number };

/** How deep multipart bodies may be nested; the specification requires one level. */
const MAX_NESTING = 10;

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
  const violations: (readonly Violation[])[] = [];
  for (const [name, sameName] of groupPartsByName(reader, parts)) {
    const pointers = findPropertyPointers(applicable, name) ?? [];
    const schema = pointers.find((pointer) => getSchemaTypes(schemas, pointer).size > 0) ?? pointers[0];
    const encoding = resolvePointer(schemas.document, joinPointer(media.pointer, "encoding", name));
    if (encoding !== undefined)
      for (const part of sameName)
        violations.push(checkPartEncoding(part, joinPointer("", name), { ...encoding, reader }));
    const reading = readNamedParts(reader, { name, sameName, schema, encoding });
    if (reading.kind !== "value") {
      const shown = formatFieldName(schemas, media.schema, name);
      return { ...reading, reason: reading.reason.replace(` "${name}"`, shown) };
    }
    entries.push([name, reading.value]);
    violations.push(reading.violations);
  }
  return { kind: "value", value: Object.fromEntries(entries), violations: violations.flat() };
}

function groupPartsByName({ decode }: PartReader, parts: readonly MultipartPart[]) {
  const named = parts.map((part) => ({ ...part, name: decode(part.name ?? "") ?? part.name ?? "" }));
  return groupBy(named, ({ name }) => name);
}

type NamedParts = {
  readonly name: string;
  readonly sameName: readonly [MultipartPart, ...MultipartPart[]];
  readonly schema: Pointer | undefined;
  readonly encoding: ReturnType<typeof resolvePointer>;
};

/** Reads the value of the parts that share a name. */
function readNamedParts(reader: PartReader, { name, sameName, schema, encoding }: NamedParts): MultipartReading {
  const source = { pointer: encoding?.pointer ?? "", schema, isItem: false };
  const nested = readNestedParts(reader, source, sameName);
  if (nested?.kind === "value") return { ...nested, violations: locateViolations(nested.violations, name) };
  if (nested !== undefined) return nested;
  const list = readDelimitedList(reader, sameName, getFieldSerialization(name, schema, encoding));
  return list === undefined ? readField(reader, sameName, schema) : { kind: "value", value: list, violations: [] };
}

/** The violations in a part, with their location in the body. */
function locateViolations(violations: readonly Violation[], token: string | number): Violation[] {
  return violations.map((it) => ({ ...it, instance: joinPointer("", token) + it.instance }));
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
  sameName: readonly [MultipartPart, ...MultipartPart[]],
  schema: Pointer | undefined,
): MultipartReading {
  const { schemas } = reader;
  const { name } = sameName[0];
  const isList = getSchemaTypes(schemas, schema).has("array");
  const item = isList ? findItemsPointer(schemas, schema) : schema;
  const values: Json[] = [];
  for (const part of sameName) {
    const isWholeList = isList && isJsonPart(part) && !isBinarySchema(schemas, item);
    const value = readPart(reader, part, isWholeList ? schema : item);
    if (value === undefined) return createMalformedPart(part, `part ${name}`);
    values.push(value);
  }
  const [first = null] = values;
  if (!isList && values.length > 1)
    return {
      kind: "malformed",
      mode: `repeated part ${name}`,
      reason: `has the part "${name}" ${values.length} times, but its schema is not an array`,
    };
  const isOne = values.length === 1 && (!isList || Array.isArray(first));
  return { kind: "value", value: isOne ? first : values, violations: [] };
}

function findItemsPointer(schemas: Schemas, pointer: Pointer | undefined): Pointer | undefined {
  return schemas.model
    .possible(pointer)
    .flatMap((it) => (isObject(it.schema.items) ? [joinPointer(it.pointer, "items")] : []))[0];
}

/**
 * Reads the parts of a multipart body in their order, as the items of an array. `prefixEncoding` and `itemEncoding` may restrict
 * the Content-Type and the headers of a part, and describe the parts of a nested multipart body.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position
 */
function readPartList(reader: PartReader, source: PartListSource, parts: readonly MultipartPart[]): MultipartReading {
  const { schemas } = reader;
  const { schema, isItem } = source;
  if (!isItem && !getSchemaTypes(schemas, schema).has("array"))
    return { kind: "not-checked", reason: "parts without names can only be checked against an array schema" };
  const values: Json[] = [];
  const violations: (readonly Violation[])[] = [];
  for (const [index, part] of parts.entries()) {
    const encoding = findPositionalEncoding(schemas.document, source.pointer, index);
    if (encoding !== undefined)
      violations.push(checkPartEncoding(part, joinPointer("", index), { ...encoding, reader }));
    const items = findItemPointers(schemas.model.possible(schema), index);
    const item = { pointer: encoding?.pointer ?? "", schema: isItem ? schema : items[0], isItem: false };
    const reading = readPartItem(reader, item, part);
    if (reading.kind !== "value") return reading;
    values.push(reading.value);
    violations.push(locateViolations(reading.violations, index));
  }
  return {
    kind: "value",
    value: values,
    violations: violations.flat(),
    ...(isItem ? { each: true } : {}),
  };
}

/**
 * Reads a part as an item. A named part of an object schema is an object with one property. OpenAPI 3.2 leaves form data with an
 * array schema open. Later versions describe it so, to keep the order of the parts.
 *
 * @see https://spec.openapis.org/registry/media-type/forms
 */
function readPartItem(reader: PartReader, source: PartListSource, part: MultipartPart): MultipartReading {
  const { schemas, nesting } = reader;
  const nested = splitNestedParts(reader, part);
  if (nested !== undefined) return readPartList({ ...reader, nesting: nesting + 1 }, source, nested);
  const isNamed = getSchemaTypes(schemas, source.schema).has("object");
  const name = part.name === undefined || !isNamed ? undefined : (reader.decode(part.name) ?? part.name);
  if (name === undefined) {
    const value = readPart(reader, part, source.schema);
    return value === undefined ? createMalformedPart(part, "part") : { kind: "value", value, violations: [] };
  }
  const [property] = findPropertyPointers(schemas.model.possible(source.schema), name) ?? [];
  const value = readPart(reader, part, property);
  return value === undefined
    ? createMalformedPart({ ...part, name }, `part ${name}`)
    : { kind: "value", value: Object.fromEntries([[name, value]]), violations: [] };
}

/** Finds what `prefixEncoding` or `itemEncoding` of a media type or encoding object says about a part. */
export function findPositionalEncoding(document: Document, owner: Pointer, index: number) {
  const value = asObject(valueAt(document.root, owner));
  const prefix = Array.isArray(value?.prefixEncoding) ? value.prefixEncoding : [];
  const pointer =
    index < prefix.length ? joinPointer(owner, "prefixEncoding", index) : joinPointer(owner, "itemEncoding");
  return owner === "" ? undefined : resolvePointer(document, pointer);
}

/** Splits a part whose Content-Type is multipart; undefined for other parts, and for those that are nested too deep. */
function splitNestedParts({ nesting }: PartReader, { headers, text }: MultipartPart) {
  const [, quoted, token] =
    /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(headers.get("content-type") ?? "") ?? [];
  const boundary = quoted ?? token;
  return boundary === undefined || nesting >= MAX_NESTING ? undefined : splitMultipart(text, boundary);
}

/** An Encoding Object, and what reads its part. */
type PartEncoding = {
  readonly pointer: Pointer;
  readonly value: JsonObject;
  readonly reader: PartReader;
};

/**
 * Checks the Content-Type and the headers of a part, but not its value.
 *
 * @param instance the location of the part in the body.
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
function checkPartEncoding(part: MultipartPart, instance: Pointer, encoding: PartEncoding): Violation[] {
  return [...checkPartType(part, instance, encoding), ...checkPartHeaders(part, instance, encoding)];
}

function checkPartType(
  part: MultipartPart,
  instance: Pointer,
  { pointer, value: { contentType }, reader }: PartEncoding,
): Violation[] {
  const sent = part.headers.get("content-type");
  const actual = sent ?? "text/plain";
  if (typeof contentType !== "string") return [];
  if (contentType.split(",").some((range) => reader.matchesMediaType(range.trim(), actual))) return [];
  const reason = `the part has Content-Type ${actual.slice(0, 60)}; expected ${contentType}`;
  const location = { pointer: joinPointer(pointer, "contentType"), instance };
  return [createPartViolation({ ...location, reason, valueClass: sent === undefined ? "no part type" : "part type" })];
}

function checkPartHeaders(part: MultipartPart, instance: Pointer, { pointer, reader }: PartEncoding): Violation[] {
  const { schemas, direction } = reader;
  return readHeaderDefinitions(schemas.document, pointer).flatMap((header): Violation[] => {
    const place = `part header ${header.name}`;
    const createHeaderViolation = (reason: string, mode: string): Violation[] => [
      createPartViolation({ pointer: header.pointer, instance, reason, valueClass: `${place} ${mode}` }),
    ];
    const text = part.headers.get(header.name.toLowerCase());
    if (text === undefined)
      return header.required
        ? createHeaderViolation(`the part lacks the required header "${header.name}"`, "missing")
        : [];
    const reading = readParameter(schemas, header, { in: "header", text });
    if (reading.kind === "malformed")
      return createHeaderViolation(`the part header "${header.name}" ${reading.reason}`, reading.mode);
    const schema = header.schema ?? header.content?.schema;
    if (reading.kind !== "value" || schema === undefined) return [];
    // The message omits the value, because the name of a part header does not show whether it is sensitive.
    const violations = reduceToClosestBranch(schemas, direction, schemas.validate(schema, direction, reading.value));
    return violations.map((violation) => ({
      ...violation,
      instance,
      valueClass: `${place} ${violation.keyword} ${classifyFailure(violation)}`,
      reason: `the part header "${header.name}" is invalid; expected ${describeViolation(violation).expected}`,
    }));
  });
}

/** Reads the value of a part by its Content-Type and its schema; undefined if it does not match its Content-Type. */
function readPart(reader: PartReader, part: MultipartPart, schema: Pointer | undefined): Json | undefined {
  const { schemas } = reader;
  const text = reader.decode(part.text);
  const contentType = part.headers.get("content-type");
  // Only the size of a file can be checked.
  if (isBinarySchema(schemas, schema)) return part.text;
  if (text === undefined) return isJsonPart(part) ? undefined : part.text;
  if (isJsonPart(part)) return tryParseExactJson(text);
  if (isXmlPart(part) && canHoldElements(schemas, schema)) return readXmlPart(reader, part, schema);
  // Without a Content-Type, an object is JSON. Other text is converted to the type of the schema.
  const object =
    contentType === undefined && getSchemaTypes(schemas, schema).has("object") ? tryParseExactJson(text) : undefined;
  if (isObject(object)) return object;
  return contentType === undefined || /^text\/plain/i.test(contentType) ? coerce(schemas, schema, text) : text;
}

function isXmlPart({ headers }: MultipartPart): boolean {
  return /^[^;]*[/+]xml\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

/**
 * Undefined if the part is not well-formed XML.
 *
 * @throws {CannotValidateError} if the part does not follow the `xml` keywords of its schema, or cannot be checked.
 */
function readXmlPart(
  { schemas, decode, direction }: PartReader,
  part: MultipartPart,
  schema: Pointer,
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

/** Creates the reading of a part whose value `readPart` cannot read. */
function createMalformedPart(part: MultipartPart, mode: string): Malformed {
  const name = part.name === undefined ? "" : ` "${part.name}"`;
  const form = isJsonPart(part) ? "valid JSON" : "well-formed XML";
  return { kind: "malformed", mode, reason: `has a part${name} that is not ${form}, as its Content-Type requires` };
}

/** Whether the Content-Type of a part is JSON. */
function isJsonPart({ headers }: MultipartPart): boolean {
  return isJsonType(headers.get("content-type"));
}
