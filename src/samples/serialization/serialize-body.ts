import {
  type Document,
  type HeaderDefinition,
  isJsonType,
  isObject,
  type JsonObject,
  joinPointer,
  type MediaTypeDefinition,
  type Parameter,
  type Pointer,
  type ResolvedObject,
  readHeaderDefinitions,
  resolvePointer,
} from "../../document/index.js";
import { serializeExactJson, serializeScalar } from "../../document/values/serialize-json.js";
import { getFieldSerialization, isJsonEncoding } from "../../schema/bodies/form.js";
import { isJsonLines } from "../../schema/bodies/item-stream.js";
import { findPositionalEncoding } from "../../schema/bodies/multipart.js";
import { getSchemas } from "../../schema/index.js";
import { makeParameterValue } from "../example-values.js";
import {
  type SerializableParameter,
  serializeCookiePairs,
  serializeHeaderParameter,
  serializePathParameter,
  serializeQueryPairs,
} from "./serialize-parameter.js";

/** A body as a value, or as text that is sent unchanged because no value serializes to it. If it is binary, a character is a byte. */
export type SerializableBody =
  /** `partType`: which of the content types that an encoding lists each part has. The default is the first. */
  | { readonly contentType: string; readonly value: unknown; readonly partType?: number }
  | { readonly contentType: string; readonly text: string; readonly isBinary?: boolean };

export type SerializedBody = { readonly contentType: string; readonly bytes: Uint8Array };

/**
 * Serializes a body by its media type: JSON, JSON lines, events, forms, multipart, and text for others. The value of a sequence
 * is the list of its items.
 *
 * @param media The documented media type of the body; its `encoding` says how fields are serialized.
 * @param writeXml Writes a field of the body as XML; undefined if no XML represents its value.
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export function serializeRequestBody(
  document: Document,
  media: MediaTypeDefinition | undefined,
  body: SerializableBody,
  writeXml?: FieldWriter,
): SerializedBody {
  const { contentType } = body;
  if ("text" in body) {
    const { text, isBinary = false } = body;
    return { contentType, bytes: isBinary ? Uint8Array.from(text, (it) => it.charCodeAt(0)) : encodeUtf8(text) };
  }
  const essence = contentType.replace(/;.*$/s, "").trim().toLowerCase();
  const { value, partType = 0 } = body;
  if (isJsonType(essence)) return { contentType, bytes: encodeUtf8(serializeExactJson(value)) };
  const items = Array.isArray(value) ? value : [value];
  if (isJsonLines(essence)) {
    const prefix = essence.endsWith("json-seq") ? "\u001e" : "";
    return { contentType, bytes: encodeUtf8(items.map((it) => `${prefix}${serializeExactJson(it)}\n`).join("")) };
  }
  if (essence === "text/event-stream") return { contentType, bytes: encodeUtf8(items.map(serializeEvent).join("")) };
  if (essence === "application/x-www-form-urlencoded" && isObject(value))
    return { contentType, bytes: encodeUtf8(serializeForm(document, media, value)) };
  if (essence.startsWith("multipart/") && Array.isArray(value))
    return serializePartList(contentType, value, { document, pointer: media?.pointer ?? "", partType });
  if (essence.startsWith("multipart/") && isObject(value))
    return serializeMultipart(contentType, value, { document, media, partType, writeXml });
  return { contentType, bytes: encodeUtf8(serializeScalar(value)) };
}

/** Chooses a concrete media type for a range such as `image/*`. */
export function chooseConcreteMediaType(range: string): string {
  const plain = range.trim();
  if (!plain.includes("*")) return plain;
  const [type = "*", subtype = "*"] = plain.replace(/;.*$/s, "").split("/");
  if (subtype !== "*" && subtype.startsWith("*+")) return `${type}/vnd.example${subtype.slice(1)}`;
  return DEFAULT_TYPES[type] ?? "application/octet-stream";
}

const DEFAULT_TYPES: Readonly<Record<string, string>> = {
  "*": "application/json",
  application: "application/json",
  text: "text/plain",
  image: "image/png",
  audio: "audio/mpeg",
  video: "video/mp4",
  multipart: "multipart/form-data",
};

/** Serializes a parameter of a request. Several pairs of a query or of cookies are one text, which is empty if there are none. */
export function serializeParameter(
  document: Document,
  parameter: SerializableParameter & Pick<Parameter, "in">,
  value: unknown,
): string {
  if (parameter.in === "path") return serializePathParameter(parameter, value);
  if (parameter.in === "header") return serializeHeaderParameter(parameter, value);
  if (parameter.in === "cookie") return serializeCookiePairs(parameter, value).join("; ");
  if (parameter.in === "query") return serializeQueryPairs(parameter, value).join("&");
  return serializeQuerystring(document, parameter, value);
}

/** Serializes a query string that one parameter describes: a form, or percent-encoded text of its media type. */
export function serializeQuerystring(document: Document, { content }: SerializableParameter, value: unknown): string {
  if (content !== undefined && /^application\/x-www-form-urlencoded\b/i.test(content.range) && isObject(value))
    return serializeForm(document, content, value);
  const isJson = isJsonType(content?.range);
  return encodeURIComponent(isJson ? serializeExactJson(value) : serializeScalar(value));
}

/** The Encoding Object of a field. */
function findEncoding(document: Document, media: MediaTypeDefinition | undefined, name: string) {
  return media && resolvePointer(document, joinPointer(media.pointer, "encoding", name));
}

function serializeForm(document: Document, media: MediaTypeDefinition | undefined, value: JsonObject): string {
  return Object.entries(value)
    .flatMap(([name, item]) => {
      const encoding = findEncoding(document, media, name);
      // An object without an encoding is serialized as JSON.
      const isJson = encoding === undefined ? isObject(item) : isJsonEncoding(encoding) && !Array.isArray(item);
      const field = getFieldSerialization(name, undefined, encoding);
      return serializeQueryPairs(field, isJson ? serializeExactJson(item) : item);
    })
    .join("&");
}

type FieldWriter = (name: string, value: unknown) => string | undefined;

type NamedParts = {
  readonly document: Document;
  readonly media: MediaTypeDefinition | undefined;
  readonly partType: number;
  readonly writeXml: FieldWriter | undefined;
};

function serializeMultipart(
  contentType: string,
  value: JsonObject,
  { document, media, partType, writeXml = () => undefined }: NamedParts,
): SerializedBody {
  const parts = Object.entries(value).flatMap(([name, item]) => {
    const encoding = findEncoding(document, media, name);
    const type = readContentType(encoding?.value, partType) ?? findFileType(document, media?.schema, name);
    const isXml = type !== undefined && /[/+]xml$/.test(type);
    return (Array.isArray(item) ? item : [item]).map((it) => {
      const sent = (isXml ? writeXml(name, it) : undefined) ?? it;
      const headers = formatFormHeaders(name, type ?? (isObject(sent) ? "application/json" : undefined));
      return formatPart(document, encoding, headers, serializePartValue(type, sent));
    });
  });
  return joinParts(contentType, parts);
}

/**
 * The media type of the parts of a field that holds a file or several; undefined for other fields. In 3.0 its format is `binary`, in 3.1 it
 * has a `contentMediaType`.
 *
 * @see https://spec.openapis.org/oas/v3.0.3#encoding-object
 */
function findFileType(document: Document, schema: Pointer | undefined, name: string): string | undefined {
  const object = schema === undefined ? undefined : resolvePointer(document, schema);
  const field = object && resolvePointer(document, joinPointer(object.pointer, "properties", name));
  const items =
    field?.value.type === "array" ? resolvePointer(document, joinPointer(field.pointer, "items")) : undefined;
  const { type, format, contentMediaType } = (items ?? field)?.value ?? {};
  if (typeof contentMediaType === "string") return contentMediaType;
  return type === "string" && format === "binary" ? "application/octet-stream" : undefined;
}

function joinParts(contentType: string, parts: readonly string[]): SerializedBody {
  const boundary = findUnusedBoundary("contract-probe", parts.join("\r\n"));
  const text = [...parts.map((it) => `--${boundary}\r\n${it}\r\n`), `--${boundary}--\r\n`].join("");
  return { contentType: `${contentType}; boundary=${boundary}`, bytes: encodeUtf8(text) };
}

/** A media type or encoding object with `prefixEncoding` and `itemEncoding`; its pointer is empty if there is none. */
type EncodingOwner = { readonly document: Document; readonly pointer: Pointer; readonly partType: number };

/**
 * Serializes the parts of a multipart body that are described by position.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position
 */
function serializePartList(contentType: string, items: readonly unknown[], owner: EncodingOwner): SerializedBody {
  const { document, pointer, partType } = owner;
  const parts = items.map((item, index) => {
    const encoding = findPositionalEncoding(document, pointer, index);
    const type = readContentType(encoding?.value, partType) ?? (isObject(item) ? "application/json" : "text/plain");
    const nested =
      type.startsWith("multipart/") && Array.isArray(item)
        ? serializePartList(type, item, { ...owner, pointer: encoding?.pointer ?? "" })
        : undefined;
    const text = nested === undefined ? serializePartValue(type, item) : new TextDecoder().decode(nested.bytes);
    return formatPart(document, encoding, [`Content-Type: ${nested?.contentType ?? type}`], text);
  });
  return joinParts(contentType, parts);
}

/** Joins the headers of a part, with those that its encoding requires, and its text. */
function formatPart(
  document: Document,
  encoding: ResolvedObject | undefined,
  headers: readonly string[],
  text: string,
): string {
  const required = encoding === undefined ? [] : serializePartHeaders(document, encoding.pointer);
  return [...headers, ...required, "", text].join("\r\n");
}

/** The headers of a part of form data. */
function formatFormHeaders(name: string, type: string | undefined): string[] {
  const isFile = type !== undefined && !/^text\/plain|json$/.test(type);
  const quoted = name.replaceAll(/["\r\n]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const disposition = `Content-Disposition: form-data; name="${quoted}"${isFile ? `; filename="${quoted}"` : ""}`;
  return type === undefined ? [disposition] : [disposition, `Content-Type: ${type}`];
}

function serializePartValue(type: string | undefined, item: unknown): string {
  return type?.endsWith("json") === true ? serializeExactJson(item) : serializeScalar(item);
}

/** The media type of a part: one of a list, and a concrete type for a range. */
function readContentType(encoding: JsonObject | undefined, index = 0): string | undefined {
  const types = typeof encoding?.contentType === "string" ? encoding.contentType.split(",") : [];
  const given = (types[index] ?? types[0])?.trim();
  return given?.replace("*/*", "application/octet-stream").replace("/*", "/plain");
}

/** Serializes an event: an object with `data`, `event`, `id` and `retry`, or its data. */
function serializeEvent(item: unknown): string {
  const fields = isObject(item) && item.data !== undefined ? item : { data: item };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    serializeScalar(value)
      .split(/\r\n|\r|\n/)
      .map((line) => `${name}: ${line}\n`),
  );
  return `${lines.join("")}\n`;
}

/** Finds a boundary that does not occur in the parts. */
function findUnusedBoundary(boundary: string, text: string): string {
  return text.includes(boundary) ? findUnusedBoundary(`${boundary}-`, text) : boundary;
}

function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * Serializes the headers that an Encoding Object requires, one line each. Their values are examples of the spec, or made from
 * their schemas. A header without a value that a header line can carry is left out.
 */
export function serializePartHeaders(document: Document, encoding: Pointer): string[] {
  return readHeaderDefinitions(document, encoding)
    .filter(({ name, required }) => required && name.toLowerCase() !== "content-disposition")
    .flatMap((header) => {
      const text = makeHeaderText(document, header);
      return text === undefined ? [] : [`${header.name}: ${text}`];
    });
}

function makeHeaderText(document: Document, header: HeaderDefinition): string | undefined {
  const made = makeParameterValue({ schemas: getSchemas(document) }, header);
  const text = made && serializeHeaderParameter(header, made.value);
  return text !== undefined && /^[\t -~]+$/.test(text) && text.trim() === text ? text : undefined;
}
