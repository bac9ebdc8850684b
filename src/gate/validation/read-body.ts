import { isUtf8 } from "node:buffer";
import type { BodyContent, BodyMediaType } from "../../checks/index.js";
import {
  decodeBody,
  decodeBodyText,
  findJsonSyntaxError,
  getBodyBytes,
  getBytePosition,
  type HeaderField,
  isXmlType,
  type ParsedMediaType,
  parseMediaType,
  type RecordedBody,
} from "../../exchange/index.js";
import { isJson, pickMediaType } from "../../match/index.js";
import {
  acceptsAnyString,
  coerce,
  getSchemaTypes,
  isBinarySchema,
  isJsonLines,
  type MessageDirection,
  parseJson,
  readForm,
  readJsonLinesBody,
  readMultipart,
  readServerSentEvents,
  type Schemas,
  splitMultipart,
} from "../../schema/index.js";
import { readXmlBody } from "./read-xml-body.js";

type RecordedMessage = {
  readonly direction: MessageDirection;
  readonly body: RecordedBody;
  readonly headers: readonly HeaderField[];
  readonly contentType: string | undefined;
};

/** Reads a recorded body according to its documented media type. */
export function readBody(schemas: Schemas, media: BodyMediaType | undefined, recorded: RecordedMessage): BodyContent {
  const body = decodeBody(recorded.body, recorded.headers);
  const type = media && parseMediaType(recorded.contentType ?? media.range);
  if (isEmpty(body)) return media === undefined || type === undefined ? NO_BODY : readEmpty(schemas, media, recorded);
  const isUnasked = media === undefined || type === undefined || hasNothingToCheck(schemas, media, type);
  if (body.kind === "missing")
    // A body without checks does not have to be decodable.
    return isUnasked && recorded.body.kind === "bytes" ? UNREAD_BODY : { kind: "not-checked", reason: body.reason };
  return isUnasked ? UNREAD_BODY : readTypedBody(schemas, media, { body, type, direction: recorded.direction });
}

const NO_BODY: BodyContent = { kind: "none" };
export const UNREAD_BODY: BodyContent = { kind: "unread" };

type TypedBody = {
  readonly body: RecordedBody;
  readonly type: ParsedMediaType;
  readonly direction: RecordedMessage["direction"];
};

function readTypedBody(schemas: Schemas, media: BodyMediaType, { body, type, direction }: TypedBody): BodyContent {
  if (type.type === "multipart") return readMultipartBody(schemas, media, { body, type, direction });
  if (isBinarySchema(schemas, media.schema)) return readOpaqueBody(schemas, media, { body, type, direction });
  if (isXmlType(type)) return readXmlBody(schemas, media, { body, type, direction });
  if (!isTextType(type)) return readOpaqueBody(schemas, media, { body, type, direction });
  const text = decodeTextBody(body, type);
  if (text.kind !== "text")
    return { kind: "not-checked", reason: text.kind === "missing" ? text.reason : "there is no text" };
  const { schema } = media;
  const stream = schema === undefined ? undefined : { schema, isItem: isItemMedia(media) };
  if (isJsonLines(type.essence) && stream !== undefined)
    return addWholeValue(media, readJsonLinesBody(schemas, { ...stream, essence: type.essence }, text.text));
  if (type.essence === EVENT_STREAM_TYPE && stream !== undefined)
    return addWholeValue(media, readServerSentEvents(schemas, stream, text.text));
  if (isJson(type)) return readJson(text.text);
  return type.essence === FORM_TYPE
    ? readForm(schemas, media.pointer, text.text)
    : readPlainText(schemas, media, { text: text.text, type });
}

/** Whether the schema of a media type describes each item of a sequence. */
function isItemMedia({ schema, itemSchema }: BodyMediaType): boolean {
  return schema !== undefined && schema === itemSchema;
}

/** Adds the list of items, if it has a schema beside that of its items. */
function addWholeValue({ wholeSchema }: BodyMediaType, content: BodyContent): BodyContent {
  if (wholeSchema === undefined || content.kind !== "value") return content;
  const whole = { schema: wholeSchema, prefix: "", property: "", value: content.value };
  return { ...content, inner: [...(content.inner ?? []), whole] };
}

/**
 * Reads an empty response body with a Content-Type as a value if the schema allows it: an empty text, file or stream. For
 * requests, the spec defines whether the body is required.
 */
function readEmpty(schemas: Schemas, media: BodyMediaType, { direction, contentType }: RecordedMessage): BodyContent {
  const type = contentType === undefined ? undefined : parseMediaType(contentType);
  if (direction === "request" || type === undefined || isJson(type) || isXmlType(type)) return NO_BODY;
  if (type.type !== "text" && !isJsonLines(type.essence) && type.essence !== "application/octet-stream") return NO_BODY;
  if (media.schema === undefined || hasNothingToCheck(schemas, media, type)) return UNREAD_BODY;
  const content = readTypedBody(schemas, media, { body: { kind: "text", text: "" }, type, direction });
  if (content.kind !== "value") return NO_BODY;
  const { schema } = media;
  const values: readonly unknown[] =
    content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  return values.every((value) => schemas.isValid(schema, direction, value)) ? content : NO_BODY;
}

/** Whether the schema does not restrict bodies of this type. */
function hasNothingToCheck(schemas: Schemas, media: BodyMediaType, type: ParsedMediaType): boolean {
  if (media.schema === undefined) return !isJson(type) && !isXmlType(type);
  const isRead =
    type.type === "multipart" || ((isTextType(type) || isXmlType(type)) && !isBinarySchema(schemas, media.schema));
  return !isRead && acceptsAnyString(schemas, media.schema);
}

/** Whether a body is JSON, and its schema does not treat it as binary. */
export function isJsonBody(schemas: Schemas, media: BodyMediaType, type: ParsedMediaType): boolean {
  return isJson(type) && !isBinarySchema(schemas, media.schema);
}

function isTextType({ essence, type, ...rest }: ParsedMediaType): boolean {
  return type === "text" || essence === FORM_TYPE || isJsonLines(essence) || isJson({ essence, type, ...rest });
}

const FORM_TYPE = "application/x-www-form-urlencoded";
const EVENT_STREAM_TYPE = "text/event-stream";

/** JSON and events are UTF-8, even if a server sends another charset (RFC 8259, sections 8.1 and 11). */
function decodeTextBody(body: RecordedBody, type: ParsedMediaType): Exclude<RecordedBody, { kind: "bytes" }> {
  const { charset = "utf-8" } = type.parameters;
  const isUnicode = isJson(type) || isJsonLines(type.essence) || type.essence === EVENT_STREAM_TYPE;
  if (!isUnicode || /^utf-?(16|32)/i.test(charset)) return decodeBodyText(body, charset);
  const text = decodeBodyText(body);
  return text.kind === "missing" ? decodeBodyText(body, charset) : text;
}

/** Decodes bytes as Latin-1, one character per byte, until the type of each part is known. */
function readMultipartBody(schemas: Schemas, media: BodyMediaType, { body, type, direction }: TypedBody): BodyContent {
  const isText = body.kind === "text";
  const whole = isText ? body.text : Buffer.from(getBodyBytes(body) ?? []).toString("latin1");
  const { boundary } = type.parameters;
  if (boundary === undefined) return { kind: "malformed", reason: "has no boundary in its Content-Type" };
  const parts = splitMultipart(whole, boundary);
  const isNameless = type.subtype === "form-data" && parts?.some(({ name }) => name === undefined) === true;
  if (parts === undefined || isNameless)
    return { kind: "malformed", reason: "does not consist of parts separated by the boundary in its Content-Type" };
  const decode = (text: string): string | undefined => {
    const bytes = Buffer.from(text, "latin1");
    return isText ? text : isUtf8(bytes) ? bytes.toString("utf8") : undefined;
  };
  const matchesMediaType = (range: string, contentType: string): boolean =>
    pickMediaType([{ pointer: "", range }], contentType) !== undefined;
  const reading = readMultipart(schemas, { ...media, isItem: isItemMedia(media) }, parts, {
    decode,
    matchesMediaType,
    direction,
  });
  return addWholeValue(media, reading);
}

/** Reads text as a string. Plain text can also be a number or boolean if the schema requires one. */
function readPlainText(
  schemas: Schemas,
  media: BodyMediaType,
  { text, type }: { text: string; type: ParsedMediaType },
): BodyContent {
  const types = getSchemaTypes(schemas, media.schema);
  if (types.size === 0 || types.has("string")) return { kind: "value", value: text };
  if (type.subtype === "plain" && !types.has("object") && !types.has("array")) {
    // Text usually ends with a line break.
    return { kind: "value", value: coerce(schemas, media.schema, text.trim()) };
  }
  return unsupportedType(type.essence);
}

function readJson(text: string): BodyContent {
  try {
    return { kind: "value", value: parseJson(text) };
  } catch {
    // The message of the JavaScript engine quotes the text, which may contain secrets, and differs between versions.
    const { offset, message } = findJsonSyntaxError(Buffer.from(text));
    const { line, column } = getBytePosition(text, offset);
    return { kind: "malformed", reason: `is not valid JSON at ${line}:${column}: ${message}` };
  }
}

/**
 * Reads a body of another type as a string if the schema allows only strings; each byte counts as one character. The body
 * cannot be checked against any other schema.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#working-with-binary-data
 */
function readOpaqueBody(schemas: Schemas, media: BodyMediaType, { body, type }: TypedBody): BodyContent {
  const types = getSchemaTypes(schemas, media.schema);
  if ([...types].some((name) => name !== "string")) return unsupportedType(type.essence);
  const text = decodeBodyText(body, type.parameters.charset);
  if (text.kind === "text" && !isBinarySchema(schemas, media.schema)) return { kind: "value", value: text.text };
  return { kind: "value", value: Buffer.from(getBodyBytes(body) ?? []).toString("latin1") };
}

function unsupportedType(essence: string): BodyContent {
  return { kind: "not-checked", reason: `bodies of type ${essence} cannot be checked against a schema` };
}

function isEmpty(body: RecordedBody): boolean {
  if (body.kind === "none") return true;
  return (body.kind === "text" && body.text === "") || (body.kind === "bytes" && body.bytes.length === 0);
}
