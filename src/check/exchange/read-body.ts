import { isUtf8 } from "node:buffer";
import {
  decodeBody,
  decodeBodyText,
  decodeXmlText,
  findJsonSyntaxError,
  getBodyBytes,
  getBytePosition,
  type HeaderField,
  isXmlType,
  type ParsedMediaType,
  parseMediaType,
  type RecordedBody,
} from "../../recording/index.js";
import {
  acceptsAnyString,
  checkXmlSyntax,
  coerce,
  explainMultipart,
  getSchemaTypes,
  isBinarySchema,
  isJsonLines,
  listXmlViolations,
  type MessageDirection,
  parseJson,
  readForm,
  readJsonLinesBody,
  readMultipart,
  readServerSentEvents,
  readXml,
  type Schemas,
  splitMultipart,
} from "../../schema/index.js";
import { isJson, pickMediaType } from "../router/documented-parts.js";
import type { BodyContent, BodyMediaType } from "../rules/check.js";

type RecordedMessage = {
  readonly direction: MessageDirection;
  /** The direction in which its schema is read. */
  readonly view: MessageDirection;
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
  return isUnasked ? UNREAD_BODY : readTypedBody(schemas, media, { body, type, view: recorded.view });
}

const NO_BODY: BodyContent = { kind: "none" };
export const UNREAD_BODY: BodyContent = { kind: "unread" };

type TypedBody = {
  readonly body: RecordedBody;
  readonly type: ParsedMediaType;
  readonly view: RecordedMessage["view"];
};

function readTypedBody(schemas: Schemas, media: BodyMediaType, { body, type, view }: TypedBody): BodyContent {
  if (type.type === "multipart") return readMultipartBody(schemas, media, { body, type, view });
  if (isBinarySchema(schemas, media.schema)) return readOpaqueBody(schemas, media, { body, type, view });
  if (isXmlType(type)) return readXmlBody(schemas, media, { body, type, view });
  if (!isTextType(type)) return readOpaqueBody(schemas, media, { body, type, view });
  const text = decodeTextBody(body, type);
  // The encoding of other text is not known unless the Content-Type has it.
  const isKnown = type.parameters.charset !== undefined || type.essence === FORM_TYPE || isUnicodeType(type);
  if (text.kind !== "text") return readUndecoded(text, body, isKnown);
  const { schema } = media;
  const stream = schema === undefined ? undefined : { schema, isItem: isItemMedia(media) };
  if (isJsonLines(type.essence) && stream !== undefined)
    return addWholeValue(media, readJsonLinesBody(schemas, { ...stream, essence: type.essence }, text.text));
  if (type.essence === EVENT_STREAM_TYPE && stream !== undefined)
    return addWholeValue(media, readServerSentEvents(schemas, stream, text.text));
  if (isJson(type)) return readJson(text.text);
  if (type.essence !== FORM_TYPE) return readPlainText(schemas, media, { text: text.text, type });
  const form = readForm(schemas, media.pointer, text.text);
  return form.kind === "value" ? { ...form, form: text.text } : form;
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
function readEmpty(
  schemas: Schemas,
  media: BodyMediaType,
  { direction, view, contentType }: RecordedMessage,
): BodyContent {
  const type = contentType === undefined ? undefined : parseMediaType(contentType);
  if (direction === "request" || type === undefined || isJson(type) || isXmlType(type)) return NO_BODY;
  if (type.type !== "text" && !isJsonLines(type.essence) && type.essence !== "application/octet-stream") return NO_BODY;
  if (media.schema === undefined || hasNothingToCheck(schemas, media, type)) return UNREAD_BODY;
  const content = readTypedBody(schemas, media, { body: { kind: "text", text: "" }, type, view });
  if (content.kind !== "value") return NO_BODY;
  const { schema } = media;
  const values: readonly unknown[] =
    content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  return values.every((value) => schemas.isValid(schema, view, value)) ? content : NO_BODY;
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
  if (!isUnicodeType(type) || /^utf-?(16|32)/i.test(charset)) return decodeBodyText(body, charset);
  const text = decodeBodyText(body);
  const other = text.kind === "missing" ? decodeBodyText(body, charset) : text;
  return other.kind === "missing" ? text : other;
}

function isUnicodeType(type: ParsedMediaType): boolean {
  return isJson(type) || isJsonLines(type.essence) || type.essence === EVENT_STREAM_TYPE;
}

/**
 * A body whose bytes are not valid in the encoding that its format or Content-Type states is malformed. Recorders that keep a
 * compressed body without its Content-Encoding are an exception.
 */
function readUndecoded(
  text: Exclude<RecordedBody, { kind: "bytes" | "text" }>,
  body: RecordedBody,
  isEncodingKnown = true,
): BodyContent {
  if (text.kind === "none") return { kind: "not-checked", reason: "there is no text" };
  const { reason, invalidEncoding } = text;
  const isCompressed =
    body.kind === "bytes" && MAGIC_BYTES.some((start) => start.every((it, at) => body.bytes[at] === it));
  if (invalidEncoding === undefined || !isEncodingKnown || isCompressed) return { kind: "not-checked", reason };
  return { kind: "malformed", mode: "encoding", reason: `is not valid ${invalidEncoding}` };
}

/** The first bytes of gzip and Zstandard. */
const MAGIC_BYTES = [
  [0x1f, 0x8b],
  [0x28, 0xb5, 0x2f, 0xfd],
];

/** Decodes bytes as Latin-1, one character per byte, until the type of each part is known. */
function readMultipartBody(schemas: Schemas, media: BodyMediaType, { body, type, view }: TypedBody): BodyContent {
  const isText = body.kind === "text";
  const whole = isText ? body.text : Buffer.from(getBodyBytes(body) ?? []).toString("latin1");
  const { boundary } = type.parameters;
  if (boundary === undefined)
    return {
      kind: "malformed",
      mode: "no boundary",
      reason: "has no boundary in its Content-Type; let the HTTP library write that header",
    };
  const parts = splitMultipart(whole, boundary);
  const isNameless = type.subtype === "form-data" && parts?.some(({ name }) => name === undefined) === true;
  if (parts === undefined || isNameless)
    return {
      kind: "malformed",
      mode: isNameless ? "no names" : "no parts",
      reason: explainMultipart(whole, boundary) ?? "does not consist of parts",
    };
  const decode = (text: string): string | undefined => {
    const bytes = Buffer.from(text, "latin1");
    return isText ? text : isUtf8(bytes) ? bytes.toString("utf8") : undefined;
  };
  const matchesMediaType = (range: string, contentType: string): boolean =>
    pickMediaType([{ pointer: "", range }], contentType) !== undefined;
  const reading = readMultipart(schemas, { ...media, isItem: isItemMedia(media) }, parts, {
    decode,
    matchesMediaType,
    direction: view,
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

/**
 * Reads an XML body as a value of its schema. If the schema allows only strings, the value is the document itself.
 */
function readXmlBody(schemas: Schemas, media: BodyMediaType, { body, type, view }: TypedBody): BodyContent {
  const decoded = decodeXmlText(body, type.parameters.charset);
  if (decoded.kind !== "text") return readUndecoded(decoded, body);
  const { text } = decoded;
  const { schema } = media;
  if (schema === undefined || [...getSchemaTypes(schemas, schema)].every((name) => name === "string")) {
    const syntaxError = checkXmlSyntax(text);
    return syntaxError?.kind === "malformed" ? syntaxError : { kind: "value", value: text };
  }
  const read = readXml(schemas, schema, text, view);
  if (read.kind !== "value") return read;
  const { value, notes, partAt: getPart } = read;
  const xml = {
    text,
    getPart,
    undeclared: notes.filter(({ kind }) => kind === "undeclared"),
    undecided: notes.flatMap(({ kind, reason }) => (kind === "undecided" ? [reason] : [])),
  };
  return { kind: "value", value, violations: listXmlViolations(notes), xml };
}

function readJson(text: string): BodyContent {
  try {
    return { kind: "value", value: parseJson(text) };
  } catch {
    // The message of the JavaScript engine quotes the text, which may contain secrets, and differs between versions.
    const { offset, message, mode } = findJsonSyntaxError(Buffer.from(text));
    const { line, column } = getBytePosition(text, offset);
    return { kind: "malformed", mode, reason: `is not valid JSON at ${line}:${column}: ${message}` };
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
