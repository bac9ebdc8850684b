import { isUtf8 } from "node:buffer";
import type { BodyContent } from "../checks/index.js";
import type { MediaType } from "../document/index.js";
import {
  type Body,
  bodyBytes,
  bodyText,
  decodeBody,
  type Header,
  isXmlType,
  jsonTrouble,
  type MediaType as ParsedMediaType,
  parseMediaType,
  placeIn,
} from "../exchange/index.js";
import { isJson, pickMediaType } from "../match/index.js";
import {
  coerce,
  isAnyString,
  isBinary,
  isJsonLines,
  parseJson,
  readEvents,
  readForm,
  readJsonLines,
  readMultipart,
  type Schemas,
  schemaTypes,
  splitParts,
} from "../schema/index.js";
import { readXmlBody } from "./xml-body.js";

type Recorded = {
  readonly side: "request" | "response";
  readonly body: Body;
  readonly headers: readonly Header[];
  readonly contentType: string | undefined;
};

/** Turns a recorded body into what its documented media type says it is. */
export function readBody(schemas: Schemas, media: MediaType | undefined, recorded: Recorded): BodyContent {
  const body = decodeBody(recorded.body, recorded.headers);
  const type = media && parseMediaType(recorded.contentType ?? media.range);
  if (isEmpty(body)) return media === undefined || type === undefined ? NONE : readEmpty(schemas, media, recorded);
  const isUnasked = media === undefined || type === undefined || asksNothing(schemas, media, type);
  if (body.kind === "missing")
    // Bytes that nobody would look into need not be unpacked either.
    return isUnasked && recorded.body.kind === "bytes" ? UNREAD : { kind: "unjudged", reason: body.reason };
  return isUnasked ? UNREAD : read(schemas, media, { body, type, side: recorded.side });
}

const NONE: BodyContent = { kind: "none" };
const UNREAD: BodyContent = { kind: "unread" };

type Typed = { readonly body: Body; readonly type: ParsedMediaType; readonly side: Recorded["side"] };

function read(schemas: Schemas, media: MediaType, { body, type, side }: Typed): BodyContent {
  if (type.type === "multipart") return readMultiple(schemas, media, { body, type, side });
  if (isBinary(schemas, media.schema)) return readOther(schemas, media, { body, type, side });
  if (isXmlType(type)) return readXmlBody(schemas, media, { body, type, side });
  if (!isText(type)) return readOther(schemas, media, { body, type, side });
  const text = textOf(body, type);
  if (text.kind !== "text")
    return { kind: "unjudged", reason: text.kind === "missing" ? text.reason : "there is no text" };
  if (isJsonLines(type.essence) && media.schema !== undefined) return readJsonLines(schemas, media.schema, text.text);
  if (type.essence === EVENTS && media.schema !== undefined) return readEvents(schemas, media.schema, text.text);
  if (isJson(type)) return readJson(text.text);
  return type.essence === FORM
    ? readForm(schemas, media.pointer, text.text)
    : readPlainText(schemas, media, { text: text.text, type });
}

/**
 * An answer that says of what type it is and has no bytes holds something all the same where that is a value of its type:
 * the empty text or file, a stream of no items. Whether a request has to have a body, the contract says itself.
 */
function readEmpty(schemas: Schemas, media: MediaType, { side, contentType }: Recorded): BodyContent {
  const type = contentType === undefined ? undefined : parseMediaType(contentType);
  if (side === "request" || type === undefined || isJson(type) || isXmlType(type)) return NONE;
  if (type.type !== "text" && !isJsonLines(type.essence) && type.essence !== "application/octet-stream") return NONE;
  if (media.schema === undefined || asksNothing(schemas, media, type)) return UNREAD;
  const content = read(schemas, media, { body: { kind: "text", text: "" }, type, side });
  if (content.kind !== "value") return NONE;
  const { schema } = media;
  const values: readonly unknown[] =
    content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  return values.every((value) => schemas.isValid(schema, side, value)) ? content : NONE;
}

/** Whether there is nothing that a body of this type could be held against. */
function asksNothing(schemas: Schemas, media: MediaType, type: ParsedMediaType): boolean {
  if (media.schema === undefined) return !isJson(type) && !isXmlType(type);
  const isRead = type.type === "multipart" || ((isText(type) || isXmlType(type)) && !isBinary(schemas, media.schema));
  return !isRead && isAnyString(schemas, media.schema);
}

/** Whether a body is JSON, and is asked for as such. */
export function isJsonBody(schemas: Schemas, media: MediaType, type: ParsedMediaType): boolean {
  return isJson(type) && !isBinary(schemas, media.schema);
}

function isText({ essence, type, ...rest }: ParsedMediaType): boolean {
  return type === "text" || essence === FORM || isJsonLines(essence) || isJson({ essence, type, ...rest });
}

const FORM = "application/x-www-form-urlencoded";
const EVENTS = "text/event-stream";

/** JSON and events are UTF-8, whatever charset some servers name beside them (RFC 8259, sections 8.1 and 11). */
function textOf(body: Body, type: ParsedMediaType): Exclude<Body, { kind: "bytes" }> {
  const { charset = "utf-8" } = type.parameters;
  const isUnicode = isJson(type) || isJsonLines(type.essence) || type.essence === EVENTS;
  if (!isUnicode || /^utf-?(16|32)/i.test(charset)) return bodyText(body, charset);
  const text = bodyText(body);
  return text.kind === "missing" ? bodyText(body, charset) : text;
}

/** Of bytes a character stands for each, until a part says what it is. */
function readMultiple(schemas: Schemas, media: MediaType, { body, type, side }: Typed): BodyContent {
  const isText = body.kind === "text";
  const whole = isText ? body.text : Buffer.from(bodyBytes(body) ?? []).toString("latin1");
  const { boundary } = type.parameters;
  if (boundary === undefined) return { kind: "malformed", reason: "has no boundary in its Content-Type" };
  const parts = splitParts(whole, boundary);
  const isNameless = type.subtype === "form-data" && parts?.some(({ name }) => name === undefined) === true;
  if (parts === undefined || isNameless)
    return { kind: "malformed", reason: "is not parts between the boundary that its Content-Type names" };
  const decode = (text: string): string | undefined => {
    const bytes = Buffer.from(text, "latin1");
    return isText ? text : isUtf8(bytes) ? bytes.toString("utf8") : undefined;
  };
  const fits = (range: string, contentType: string): boolean =>
    pickMediaType([{ pointer: "", range }], contentType) !== undefined;
  return readMultipart(schemas, media.pointer, parts, { decode, fits, side });
}

/** Text is a string; as plain text it can also be the number or boolean that the schema wants. */
function readPlainText(
  schemas: Schemas,
  media: MediaType,
  { text, type }: { text: string; type: ParsedMediaType },
): BodyContent {
  const types = schemaTypes(schemas, media.schema);
  if (types.size === 0 || types.has("string")) return { kind: "value", value: text };
  if (type.subtype === "plain" && !types.has("object") && !types.has("array")) {
    // A text mostly ends with its line.
    return { kind: "value", value: coerce(schemas, media.schema, text.trim()) };
  }
  return unjudgedType(type.essence);
}

function readJson(text: string): BodyContent {
  try {
    return { kind: "value", value: parseJson(text) };
  } catch {
    // The engine's own message quotes the text, which may hold secrets, and is another one in another version.
    const { offset, message } = jsonTrouble(Buffer.from(text));
    const { line, column } = placeIn(text, offset);
    return { kind: "malformed", reason: `is not JSON, as its Content-Type says: at ${line}:${column} ${message}` };
  }
}

/**
 * What is no text by its type is one all the same where the schema speaks of texts; of bytes each counts as a character. A
 * schema that asks for more cannot be held against them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#working-with-binary-data
 */
function readOther(schemas: Schemas, media: MediaType, { body, type }: Typed): BodyContent {
  const types = schemaTypes(schemas, media.schema);
  if ([...types].some((name) => name !== "string")) return unjudgedType(type.essence);
  const text = bodyText(body, type.parameters.charset);
  if (text.kind === "text" && !isBinary(schemas, media.schema)) return { kind: "value", value: text.text };
  return { kind: "value", value: Buffer.from(bodyBytes(body) ?? []).toString("latin1") };
}

function unjudgedType(essence: string): BodyContent {
  return { kind: "unjudged", reason: `bodies of type ${essence} cannot be held against a schema` };
}

function isEmpty(body: Body): boolean {
  if (body.kind === "none") return true;
  return (body.kind === "text" && body.text === "") || (body.kind === "bytes" && body.bytes.length === 0);
}
