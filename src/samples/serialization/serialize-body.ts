import {
  type Document,
  isObject,
  type JsonObject,
  joinPointer,
  type MediaTypeDefinition,
  type Parameter,
  resolvePointer,
} from "../../document/index.js";
import { serializeExactJson, serializeScalar } from "./serialize-json.js";
import { serializeQueryPairs } from "./serialize-parameter.js";

/** A body as a value, or as text that is sent unchanged because no value serializes to it. */
export type SerializableBody =
  | { readonly contentType: string; readonly value: unknown }
  | { readonly contentType: string; readonly text: string };

export type SerializedBody = { readonly contentType: string; readonly bytes: Uint8Array };

/**
 * Serializes a body by its media type: JSON, JSON lines, forms, multipart, and text for others.
 *
 * @param media The documented media type of the body; its `encoding` says how fields are serialized.
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export function serializeRequestBody(
  document: Document,
  media: MediaTypeDefinition | undefined,
  body: SerializableBody,
): SerializedBody {
  const { contentType } = body;
  if ("text" in body) return { contentType, bytes: encodeUtf8(body.text) };
  const essence = contentType.replace(/;.*$/s, "").trim().toLowerCase();
  const { value } = body;
  if (/[/+]json$/.test(essence)) return { contentType, bytes: encodeUtf8(serializeExactJson(value)) };
  if (/^application\/(?:x-ndjson|jsonl|x-jsonlines|json-lines|json-seq)$/.test(essence))
    return { contentType, bytes: encodeUtf8(`${serializeExactJson(value)}\n`) };
  const encoding = media === undefined ? undefined : createEncodingLookup(document, media);
  if (essence === "application/x-www-form-urlencoded" && isObject(value))
    return { contentType, bytes: encodeUtf8(serializeForm(value, encoding)) };
  if (essence.startsWith("multipart/") && isObject(value)) return serializeMultipart(contentType, value, encoding);
  return { contentType, bytes: encodeUtf8(serializeScalar(value)) };
}

/** Serializes a query string that one parameter describes: a form, or percent-encoded text of its media type. */
export function serializeQuerystring(document: Document, { content }: Parameter, value: unknown): string {
  if (content !== undefined && /^application\/x-www-form-urlencoded\b/i.test(content.range) && isObject(value))
    return serializeForm(value, createEncodingLookup(document, content));
  const isJsonType = /[/+]json\b/i.test(content?.range ?? "");
  return encodeURIComponent(isJsonType ? serializeExactJson(value) : serializeScalar(value));
}

type EncodingLookup = (name: string) => JsonObject | undefined;

function createEncodingLookup(document: Document, { pointer }: MediaTypeDefinition): EncodingLookup {
  return (name) => resolvePointer(document, joinPointer(pointer, "encoding", name))?.value;
}

function serializeForm(value: JsonObject, encodings: EncodingLookup = () => undefined): string {
  return Object.entries(value)
    .flatMap(([name, item]) => {
      const encoding = encodings(name);
      // An object without an encoding is serialized as JSON.
      const field = encoding === undefined && isObject(item) ? serializeExactJson(item) : item;
      const style = getStyle(encoding);
      const explode = typeof encoding?.explode === "boolean" ? encoding.explode : style === "form";
      return serializeQueryPairs({ name, style, explode, allowReserved: encoding?.allowReserved === true }, field);
    })
    .join("&");
}

function getStyle(encoding: JsonObject | undefined) {
  const style = encoding?.style;
  return style === "spaceDelimited" || style === "pipeDelimited" || style === "deepObject" ? style : "form";
}

function serializeMultipart(
  contentType: string,
  value: JsonObject,
  encodings: EncodingLookup = () => undefined,
): SerializedBody {
  const parts = Object.entries(value).flatMap(([name, item]) =>
    (Array.isArray(item) ? item : [item]).map((it) => serializePart(name, it, encodings(name))),
  );
  const boundary = findUnusedBoundary("contract-probe", parts.join("\r\n"));
  const text = [...parts.map((it) => `--${boundary}\r\n${it}\r\n`), `--${boundary}--\r\n`].join("");
  return { contentType: `${contentType}; boundary=${boundary}`, bytes: encodeUtf8(text) };
}

/** Objects default to JSON. A list of media types or a range stands for its first type. */
function serializePart(name: string, item: unknown, encoding: JsonObject | undefined): string {
  const given = typeof encoding?.contentType === "string" ? encoding.contentType.split(",")[0]?.trim() : undefined;
  const isFile = given !== undefined && !/^text\/plain|json$/.test(given);
  const type = given?.replace("*/*", "application/octet-stream").replace("/*", "/plain");
  const quoted = name.replaceAll(/["\r\n]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const lines = [
    `Content-Disposition: form-data; name="${quoted}"${isFile ? `; filename="${quoted}"` : ""}`,
    ...(type === undefined ? (isObject(item) ? ["Content-Type: application/json"] : []) : [`Content-Type: ${type}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${type?.endsWith("json") === true ? serializeExactJson(item) : serializeScalar(item)}`;
}

/** Finds a boundary that does not occur in the parts. */
function findUnusedBoundary(boundary: string, text: string): string {
  return text.includes(boundary) ? findUnusedBoundary(`${boundary}-`, text) : boundary;
}

function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
