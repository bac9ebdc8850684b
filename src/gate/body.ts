import { isUtf8 } from "node:buffer";
import type { BodyContent } from "../checks/index.js";
import { joinPointer, type MediaType } from "../document/index.js";
import {
  type Body,
  bodyBytes,
  bodyText,
  decodeBody,
  type Header,
  type MediaType as ParsedMediaType,
  parseMediaType,
} from "../exchange/index.js";
import { isJson, pickMediaType } from "../match/index.js";
import {
  coerce,
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

type Recorded = {
  readonly side: "request" | "response";
  readonly body: Body;
  readonly headers: readonly Header[];
  readonly contentType: string | undefined;
};

/** Turns a recorded body into what its documented media type says it is. */
export function readBody(schemas: Schemas, media: MediaType | undefined, recorded: Recorded): BodyContent {
  const body = decodeBody(recorded.body, recorded.headers);
  if (isEmpty(body)) return { kind: "none" };
  if (body.kind === "missing") return { kind: "unjudged", reason: body.reason };
  if (media === undefined) return { kind: "unread" };
  const type = parseMediaType(recorded.contentType ?? media.range);
  if (type === undefined) return { kind: "unread" };
  if (!isJson(type) && media.schema === undefined) return { kind: "unread" };
  if (type.type === "multipart") return readMultiple(schemas, media, { body, type, side: recorded.side });
  const isLines = isJsonLines(type.essence);
  const isForm = type.essence === "application/x-www-form-urlencoded";
  if (!isJson(type) && !isForm && !isLines && type.type !== "text") return readOther(schemas, media, type.essence);
  const text = bodyText(body, type.parameters.charset ?? "utf-8");
  if (text.kind !== "text")
    return { kind: "unjudged", reason: text.kind === "missing" ? text.reason : "there is no text" };
  if (isLines && media.schema !== undefined) return readJsonLines(schemas, media.schema, text.text);
  if (type.essence === "text/event-stream" && media.schema !== undefined)
    return readEvents(schemas, media.schema, text.text);
  if (isJson(type)) return readJson(text.text);
  return isForm
    ? readForm(schemas, media.pointer, text.text)
    : readPlainText(schemas, media, { text: text.text, type });
}

/** Of bytes a character stands for each, until a part says what it is. */
function readMultiple(
  schemas: Schemas,
  media: MediaType,
  { body, type, side }: { body: Body; type: ParsedMediaType; side: Recorded["side"] },
): BodyContent {
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
    return { kind: "value", value: coerce(schemas, media.schema, text) };
  }
  return unjudgedType(type.essence);
}

function readJson(text: string): BodyContent {
  try {
    return { kind: "value", value: parseJson(text) };
  } catch (error) {
    // The engine's own message quotes the text, which may hold secrets; its first words say enough.
    const reason =
      error instanceof Error
        ? error.message.replace(/^(Unexpected (?:token|end of JSON input|non-whitespace)).*$/s, "$1")
        : "";
    return { kind: "malformed", reason: `is not JSON, as its Content-Type says (${reason.slice(0, 80)})` };
  }
}

/** Of bytes only type and presence can be judged; a schema that asks for more than bytes cannot be held against them. */
function readOther(schemas: Schemas, media: MediaType, essence: string): BodyContent {
  const types = media.schema === undefined ? [] : [...schemaTypes(schemas, joinPointer(media.pointer, "schema"))];
  if (types.every((type) => type === "string")) return { kind: "unread" };
  return unjudgedType(essence);
}

function unjudgedType(essence: string): BodyContent {
  return { kind: "unjudged", reason: `bodies of type ${essence} cannot be held against a schema` };
}

function isEmpty(body: Body): boolean {
  if (body.kind === "none") return true;
  return (body.kind === "text" && body.text === "") || (body.kind === "bytes" && body.bytes.length === 0);
}
