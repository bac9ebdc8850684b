import { isObject, joinPointer, type MediaTypeDefinition, type Pointer } from "../../document/index.js";
import { isXmlType, parseMediaType } from "../../exchange/index.js";
import { readBody } from "../../gate/validation/read-body.js";
import { isJson } from "../../match/index.js";
import { serializeRequestBody } from "../../samples/serialization/serialize-body.js";
import { serializeXml } from "../../samples/serialization/serialize-xml.js";
import { findPropertyPointers } from "../../schema/analysis/merged-schema.js";
import { isJsonLines, type MessageDirection } from "../../schema/index.js";
import type { VersionedDocument } from "../containment/schemas/versioned-document.js";
import type { WireCodec, WireReading, WireText } from "./wire-channel.js";

/** The media type that a body is sent with, and its direction. */
export type BodyMessage = { readonly contentType: string; readonly direction: MessageDirection };

/** Whether bodies of a media type are a text other than JSON, so that the spec decides how values are written. */
export function hasOwnSerialization(range: string): boolean {
  const type = parseMediaType(range);
  return type !== undefined && !range.includes("*") && !isJson(type) && !isJsonLines(type.essence);
}

/** Creates the codec of a body that is not JSON: a form, multipart, XML or text. An `itemSchema` describes its only part. */
export function createBodyCodec(
  spec: VersionedDocument,
  media: MediaTypeDefinition,
  { contentType, direction }: BodyMessage,
): WireCodec {
  const { itemSchema, schema = itemSchema } = media;
  const isItem = media.schema === undefined && itemSchema !== undefined;
  const type = parseMediaType(contentType);
  const isXml = type !== undefined && isXmlType(type);
  const writeXmlPart = (name: string, value: unknown): string | undefined => {
    const field = schema === undefined || typeof value === "string" ? undefined : findFieldSchema(spec, schema, name);
    return field === undefined ? undefined : serializeXml(spec.schemas, field, value);
  };
  // An empty body is no body: the checker takes it for a missing one.
  const serializeAs = (given: unknown, partType: number): WireText | undefined => {
    const value = isItem ? [given] : given;
    const sent = serializeRequestBody(spec.document, media, { contentType, value, partType }, writeXmlPart);
    return sent.bytes.length === 0
      ? undefined
      : { text: Buffer.from(sent.bytes).toString("utf8"), contentType: sent.contentType };
  };
  return {
    schema,
    serialize: (given) => {
      const value = isItem ? [given] : given;
      if (!isXml || schema === undefined || typeof value === "string") return serializeAs(given, 0);
      const text = serializeXml(spec.schemas, schema, value);
      return text === undefined ? undefined : { text, contentType };
    },
    ...(type?.type === "multipart"
      ? { serializeOthers: (given: unknown) => OTHER_PART_TYPES.flatMap((index) => serializeAs(given, index) ?? []) }
      : {}),
    read: ({ text, contentType: sentType = contentType }) =>
      readContent(
        spec,
        { ...media, ...(schema === undefined ? {} : { schema }) },
        { contentType: sentType, direction },
        text,
      ),
  };
}

/** The schema of a field, or of its items, each of which is a part. */
function findFieldSchema(spec: VersionedDocument, object: Pointer, name: string): Pointer | undefined {
  const [field] = findPropertyPointers(spec.nodes.at([object]).applicableSchemas, name) ?? [];
  if (field === undefined) return undefined;
  const schema = spec.at(spec.resolved(field));
  return isObject(schema) && schema.type === "array" ? joinPointer(spec.resolved(field), "items") : field;
}

/** The content types of parts that are tried, besides the first of those that an encoding lists. */
const OTHER_PART_TYPES = [1, 2, 3];

function readContent(
  spec: VersionedDocument,
  media: MediaTypeDefinition,
  { contentType, direction }: BodyMessage,
  text: string,
): WireReading {
  const content = readBody(spec.schemas, media, {
    direction,
    body: { kind: "text", text },
    headers: [["Content-Type", contentType]],
    contentType,
  });
  if (content.kind === "malformed") return { kind: "refused" };
  if (content.kind === "unread") return { kind: "accepted", value: text };
  if (content.kind !== "value") return { kind: "unknown" };
  if ((content.violations ?? []).length > 0) return { kind: "refused" };
  const { schema } = media;
  const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  if (schema !== undefined && !values.every((it) => spec.schemas.isValid(schema, direction, it)))
    return { kind: "refused" };
  return (content.xml?.undecided ?? []).length > 0 ? { kind: "unknown" } : { kind: "accepted", value: content.value };
}
