import {
  asObject,
  type Document,
  type Json,
  joinPointer,
  type Pointer,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { findItemPointers, findPropertyPointers } from "../model/schema-model.js";
import { getSchemaTypes, type Malformed } from "../parameters/decoding.js";
import type { Violation } from "../validation/violation.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { checkPartEncoding } from "./multipart-encoding.js";
import { describeUnreadablePart, type PartReader, readPart } from "./read-part.js";
import { type MultipartPart, splitMultipart } from "./split-multipart.js";

export type MultipartReading =
  | { readonly kind: "value"; readonly value: Json; readonly violations: readonly Violation[]; readonly each?: boolean }
  | Malformed
  | { readonly kind: "not-checked"; readonly reason: string };

/** A media type or encoding object with its schema. `isItem`: the schema describes each part. */
export type PartListSource = {
  readonly pointer: Pointer;
  readonly schema?: Pointer | undefined;
  readonly isItem: boolean;
};

/** How deep multipart bodies may be nested; the specification requires one level. */
const MAX_NESTING = 10;

/**
 * Reads the parts of a multipart body in their order, as the items of an array. `prefixEncoding` and `itemEncoding` may restrict
 * the Content-Type and the headers of a part, and describe the parts of a nested multipart body.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position
 */
export function readPartList(
  reader: PartReader,
  source: PartListSource,
  parts: readonly MultipartPart[],
): MultipartReading {
  const { schemas } = reader;
  const { schema, isItem } = source;
  if (!isItem && !getSchemaTypes(schemas, schema).has("array"))
    return { kind: "not-checked", reason: "parts without names can only be checked against an array schema" };
  const values: Json[] = [];
  const violations: Violation[] = [];
  for (const [index, part] of parts.entries()) {
    const encoding = findPositionalEncoding(schemas.document, source.pointer, index);
    if (encoding !== undefined)
      for (const violation of checkPartEncoding(schemas, part, { ...encoding, ...reader }))
        violations.push({ ...violation, instance: joinPointer("", index) });
    const items = schemas.model.possible(schema).flatMap((it) => findItemPointers(it, index));
    const item = { pointer: encoding?.pointer ?? "", schema: isItem ? schema : items[0], isItem: false };
    const reading = readPartItem(reader, item, part);
    if (reading.kind !== "value") return reading;
    values.push(reading.value);
    for (const it of reading.violations) violations.push({ ...it, instance: joinPointer("", index) + it.instance });
  }
  return { kind: "value", value: trackExactNumbers(values), violations, ...(isItem ? { each: true } : {}) };
}

function readPartItem(reader: PartReader, source: PartListSource, part: MultipartPart): MultipartReading {
  const nested = splitNestedParts(reader, part);
  if (nested !== undefined) return readPartList({ ...reader, nesting: reader.nesting + 1 }, source, nested);
  if (part.name !== undefined && getSchemaTypes(reader.schemas, source.schema).has("object"))
    return readNamedItem(reader, source.schema, { ...part, name: reader.decode(part.name) ?? part.name });
  const value = readPart(reader, part, source.schema);
  return value === undefined
    ? { kind: "malformed", mode: "part", reason: `has ${describeUnreadablePart(part)}` }
    : { kind: "value", value, violations: [] };
}

/**
 * Reads a named part as an object with one property. OpenAPI 3.2 leaves form data with an array schema open; later versions
 * describe it so, to keep the order of the parts.
 *
 * @see https://spec.openapis.org/registry/media-type/forms
 */
function readNamedItem(
  reader: PartReader,
  item: Pointer | undefined,
  part: MultipartPart & { readonly name: string },
): MultipartReading {
  const [property] = findPropertyPointers(reader.schemas.model.possible(item), part.name) ?? [];
  const value = readPart(reader, part, property);
  return value === undefined
    ? { kind: "malformed", mode: `part ${part.name}`, reason: `has ${describeUnreadablePart(part)}` }
    : { kind: "value", value: Object.fromEntries([[part.name, value]]), violations: [] };
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
export function splitNestedParts({ nesting }: PartReader, { headers, text }: MultipartPart) {
  const [, quoted, token] =
    /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(headers.get("content-type") ?? "") ?? [];
  const boundary = quoted ?? token;
  return boundary === undefined || nesting >= MAX_NESTING ? undefined : splitMultipart(text, boundary);
}
